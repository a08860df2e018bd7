"""The service menu's tests on the page: wires, screen, lamps, meter, sound, coins.

They run while the cabinet is in service, so only while somebody stands at its open
door; the counter says so to every page.
"""

from collections.abc import Mapping
from functools import partial
from typing import Final

from markupsafe import Markup
from starlette.responses import Response
from starlette.routing import Route

from cabinet.core.events import MILLISECOND
from cabinet.core.inputs.calibration import COINS, Proposal
from cabinet.diagnostics.measurements import Measurements, changes
from cabinet.i18n import words as cabinet_words
from cabinet.i18n.message import from_text
from cabinet.protocol.doctor import ScreenTest
from cabinet.protocol.operator import (
    PATTERNS,
    ClearScores,
    Edit,
    Menu,
    ShowTest,
    TryOutput,
    TrySound,
    not_as_shipped,
)
from cabinet.protocol.refusals import RefusedError
from cabinet.web.console import fields
from cabinet.web.console.console import Console, Notice, Visit
from cabinet.web.console.requests import BOTH, POST, page

METER: Final = "meter"
_LOCKOUT: Final = "lockout"
# A test that is begun without losing one's place: only what became of it comes back.
_TRIED: Final = Markup(
    'hx-boost="true" hx-push-url="false" hx-target="#tried" hx-select="main > .notice"'
)


def test_routes(console: Console) -> list[Route]:
    """The pages: what sets something of the wires is the owner's."""
    take = partial(page, console, role="manager")
    owners = partial(page, console, role="owner")
    return [
        take("/tests", _tests),
        take("/tests/wires", _wires),
        take("/tests/screen", _screen, methods=BOTH),
        take("/tests/output", _output, methods=POST),
        take("/tests/sound", _sound, methods=POST),
        take("/tests/storage", _storage, methods=POST),
        owners("/calibrate/{slot:int}", _calibrate, methods=BOTH),
        owners("/calibrate/{slot:int}/coins", _coins),
        owners("/reset", _reset, methods=BOTH),
        take("/scores", _clear, methods=POST),
    ]


async def _tests(visit: Visit) -> Response:
    if not visit.by_script:  # what was measured stays while the page does
        visit.console.measurements = Measurements()
    await _look_at_wires(visit)
    menu = await visit.console.menu()
    pulses = (g for g in menu.groups if menu.value(f"{g.name}.kind") != "cctalk")
    slots = [group for group in pulses if group.name.startswith("coins.")]
    return _page(visit, "tests.html", outputs=menu.outputs, slots=slots, tried=_TRIED)


async def _wires(visit: Visit) -> Response:
    await _look_at_wires(visit)
    return _page(visit, "wires.html")


async def _look_at_wires(visit: Visit) -> None:
    console = visit.console
    async with console.examining:
        told = await console.counter.examine(console.measurements.seen or 0)
        console.measurements, console.test = console.measurements.heard(told), told.test


def _page(visit: Visit, template: str, **values: object) -> Response:
    """A page that also says what the cabinet's own screen says, in its words."""
    shown = visit.console.snapshot()
    at_work = shown is not None and shown.mode == "service"
    lost = visit.console.measurements.about.get("lost", "")
    response = visit.page(
        template,
        200,
        c=cabinet_words(visit.language),
        at_work=at_work,
        measurements=visit.console.measurements,
        lost=from_text(lost) if lost else None,
        test=visit.console.test,
        patterns=PATTERNS,
        ms=MILLISECOND,
        meter=METER,
        **values,
    )
    if visit.asks_part and visit.request.query_params.get("at_work") != str(at_work):
        response.headers["HX-Refresh"] = (
            "true"  # the rest of the page is not so any more
        )
    return response


async def _screen(visit: Visit) -> Response:
    """What the screen shows for eyes, and what it measures of fingers."""
    await _look_at_wires(visit)
    if not visit.posted:
        return _page(visit, "screen_test.html")
    wanted = _wanted(visit.form, visit.console.test)
    if wanted is None:
        return visit.refuse(400, "refused.malformed")
    return await visit.book("/tests", wanted, "tests.asked")


def _wanted(form: Mapping[str, str], now: ScreenTest) -> ShowTest | None:
    """What a form wants the screen to show; None if that is nothing of ours."""
    match form:
        case {"pattern": place} if place in map(str, range(len(PATTERNS))):
            return ShowTest("pattern", int(place))
        case {"turn": "1" | "-1" as by}:
            turned = now.place + int(by) if now.page == "pattern" else 0
            return ShowTest("pattern", turned)
        case {"latency": _}:
            return ShowTest("latency")
        case {"stop": _}:
            return ShowTest("")
    return None


async def _output(visit: Visit) -> Response:
    menu, line = await visit.console.menu(), visit.form.get("line", "")
    if line not in menu.outputs:
        return visit.refuse(400, "refused.malformed")
    on = visit.form.get("on") == "true"
    request = TryOutput(line, on, visit.author)
    if line == METER:
        return await visit.book("/tests", request, "tests.clicked", line=line)
    try:
        await visit.console.counter.attempt(request)
    except RefusedError as wrong:
        return visit.back("/tests", visit.why_not(wrong))
    done = "tests.on" if on else "tests.off"
    return visit.back("/tests", Notice(visit.words(done, line=line)))


async def _sound(visit: Visit) -> Response:
    return await visit.book("/tests", TrySound(), "tests.rings")


async def _storage(visit: Visit) -> Response:
    """The disk is tried by the process that reads the settings, not by the counter."""
    menu = await visit.console.counter.look("storage")
    found, says = menu.storage, cabinet_words(visit.language)
    if found is None or found.why:
        why = says("menu.storage.refused", why=found.why if found else "–")
        return visit.back("/tests", Notice(why, good=False))
    lines = (
        f"{says('menu.storage.median')}: {_millis(found.median, visit.language)}",
        f"{says('menu.storage.worst')}: {_millis(found.worst, visit.language)}",
        f"{says('menu.storage.free')}: {says('menu.storage.mb', n=found.free)}",
    )
    verdict = says(f"menu.storage.{found.verdict}")
    return visit.back("/tests", Notice(verdict, found.verdict == "well", lines))


def _millis(micros: int, language: str) -> str:
    shown = f"{micros / 1000:.3g} ms"
    return shown.replace(".", ",") if language == "fr" else shown


async def _calibrate(visit: Visit) -> Response:
    console, slot = visit.console, visit.request.path_params["slot"]
    menu = await console.menu()
    group = f"coins.{slot}"
    if not fields.section(menu, group):
        return visit.refuse(404, "refused.missing")
    if not visit.posted:
        await _look_at_wires(visit)
        return _calibrating(visit, menu, slot)
    here = f"/calibrate/{slot}"
    try:
        if "stop" in visit.form:
            await console.counter.attempt(_lockout(visit, on=False))
            return visit.back("/tests")
        if "keep" not in visit.form:
            console.measurements = Measurements()
            await console.counter.attempt(_lockout(visit, on=True))
            await _look_at_wires(visit)
            return visit.back(here)
        found = _proposal(visit, menu, group)
        if not isinstance(found, Proposal):
            return visit.back(here)
    except RefusedError as wrong:
        return visit.back(here, visit.why_not(wrong))
    return await visit.change(here, Edit(changes(group, found), visit.author))


def _lockout(visit: Visit, *, on: bool) -> TryOutput:
    """The slot opened or shut by hand."""
    return TryOutput(_LOCKOUT, on, visit.author)


async def _coins(visit: Visit) -> Response:
    slot = visit.request.path_params["slot"]
    menu = await visit.console.menu()
    await _look_at_wires(visit)
    return _calibrating(visit, menu, slot, "coins.html")


def _calibrating(
    visit: Visit, menu: Menu, slot: int, template: str = "calibrate.html"
) -> Response:
    group = f"coins.{slot}"
    line = _line(menu, group)
    found, shown = _proposal(visit, menu, group), visit.console.snapshot()
    return _page(
        visit,
        template,
        slot=slot,
        open=shown is not None and shown.lockout_open,
        line=line,
        coins=visit.console.measurements.coins(line),
        wanted=COINS,
        found=found if isinstance(found, Proposal) else None,
        why=found if isinstance(found, str) else "",
    )


def _proposal(visit: Visit, menu: Menu, group: str) -> Proposal | str | None:
    measurements = visit.console.measurements
    if menu.value(f"{group}.kind") == "duration":
        return "lengths"
    if "board" in measurements.about:
        return "board"
    return measurements.proposal(_line(menu, group))


def _line(menu: Menu, group: str) -> str:
    return f"coin.{menu.value(f'{group}.slot')}"


async def _reset(visit: Visit) -> Response:
    """What is not as it was shipped, and all of it back at once if one is sure."""
    menu = await visit.console.menu()
    changed = list(not_as_shipped(menu))
    if not visit.posted:
        return _page(visit, "reset.html", entries=changed)
    if "sure" not in visit.form or not changed:
        notice = Notice(visit.words("reset.unsure"), good=False)
        return visit.back("/reset", notice)
    shipped = {entry.path: entry.default for entry in changed}
    return await visit.change("/reset", Edit(shipped, visit.author))


async def _clear(visit: Visit) -> Response:
    """Begin a table of high scores anew, if it is still the one that was shown."""
    shown, number = visit.console.snapshot(), visit.form.get("offer", "")
    offers = shown.offers if shown else ()
    known = len(number) < 3 and number.isascii() and number.isdecimal()
    if not known or int(number) >= len(offers) or "sure" not in visit.form:
        return visit.back("/scores", Notice(visit.words("reset.unsure"), good=False))
    if offers[int(number)].title["en"] != visit.form.get("title"):
        return visit.refuse(409, "refused.token")
    request = ClearScores(int(number), visit.author)
    return await visit.book("/scores", request, "scores.cleared")
