"""A phone at a running cabinet: from the finger to the frame, and how soon it is there.

An action is answered when the frame with it has been drawn, so its answer is what is
waited for. All over loopback: the network of a bar is not ours to measure.
"""

import json
import time
from collections.abc import Iterator, Sequence
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bench.table import Row, centile
from cabinet.games.space_aztecs.view.portraits import for_phones
from cabinet.protocol.codec import Quit
from cabinet.tabletop.personas import FIGURES
from tests.system import browser
from tests.system.flooded import FLOOD, play_under, six_phones
from tests.system.flooding import KINDS
from tests.system.phones import PhoneCabinet, PlainPhone

ACTIONS: Final = 60
LOADS: Final = 10
FLOODED: Final = 5
PAGE: Final = ("phone.html", "phone.css", "phone.js")


def rows() -> Iterator[Row]:
    """The page, then a match of two phones."""
    folder = files("cabinet.web.phones")
    size = sum(len(folder.joinpath(name).read_bytes()) for name in PAGE)
    size += len(json.dumps([for_phones(), FIGURES]))
    measured = f"{size / 1000:.1f} kB"
    what = "a phone's page, all of it, with the pictures"
    yield Row(what, measured, "≤ 150 kB", size <= 150_000)
    with TemporaryDirectory() as folder:
        cabinet = PhoneCabinet(Path(folder))
        try:
            cabinet.enter()
            cabinet.sit_down(2)
            if not browser.missing():
                yield _usable(cabinet.address(0))
            yield _actions(cabinet)
            cabinet.say(Quit())
            cabinet.end()
        finally:
            cabinet.close()
        for kind in (None, *KINDS):
            yield _flooded(Path(folder), kind)
        for kind in ("post", "events"):
            yield _flooded(Path(folder), kind, seated=False)


def _usable(address: str) -> Row:
    """From the request to the seat's own view on the page, as the browser says."""
    driver = browser.Driver()
    phone = driver.phone(address)
    took = []
    for _ in range(LOADS):
        phone.reload()
        took.append(int(phone.until("return document.documentElement.dataset.ready")))
    phone.close()
    driver.close()
    p95, what = centile(took, 95), f"the page in Chromium, usable, {LOADS} loads"
    return Row(what, _p50_and_p95(took), "≤ 300 ms", p95 <= 300)


def _actions(cabinet: PhoneCabinet) -> Row:
    """Two phones play a match, or as much of it as is enough."""
    phones = [PlainPhone(cabinet.address(seat)) for seat in (0, 1)]
    cabinet.start()
    took: list[float] = []
    while len(took) < ACTIONS and (actors := (table := cabinet.table()).actors):
        seat, moves = actors[0], len(table.log)
        turn = sum(move.seat == seat for move in table.log)
        phones[seat].until_due(turn)
        began = time.perf_counter()
        phones[seat].play()
        took.append((time.perf_counter() - began) * 1000)
        cabinet.until(lambda shown, moves=moves: len(shown.match.log) > moves)
    for phone in phones:
        phone.close()
    what = f"phone action to drawn and answered, {len(took)} actions"
    return Row(what, _p50_and_p95(took), "p95 ≤ 50 ms", centile(took, 95) <= 50)


def _p50_and_p95(took: Sequence[float]) -> str:
    return f"p50 {centile(took, 50):.0f} ms, p95 {centile(took, 95):.0f} ms"


def _flooded(folder: Path, kind: str | None, *, seated: bool = True) -> Row:
    """Five phones play while a sixth asks a thousand times a second."""
    with six_phones(folder / f"{kind}{seated}") as cabinet:
        found = play_under(cabinet, kind, FLOODED, seated=seated)
    what = "nobody floods" if kind is None else f"{FLOOD:,} a second of {kind}"
    stranger = "" if seated else " without a seat"
    return Row(
        f"an action while {what}{stranger}, {len(found.waits)} actions",
        f"p50 {centile(found.waits, 50):.0f} ms, p95 {found.p95:.0f} ms, "
        f"{found.late} of {found.frames} frames late",
        "p95 ≤ 50 ms, none late",
        found.p95 <= 50 and not found.late,
    )
