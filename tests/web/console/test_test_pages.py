"""The service menu's tests on the page, with a real counter and simulated wires."""

from dataclasses import replace

import pytest

from cabinet.core.events import SECOND
from cabinet.core.inputs.calibration import COINS
from cabinet.core.operating import Meter
from cabinet.protocol.codec import Booked, Refused
from cabinet.protocol.doctor import Examine, Examined, PressCard, ScreenTest
from cabinet.protocol.operator import (
    Adopted,
    Column,
    Edit,
    Entry,
    Group,
    Menu,
    ShowTest,
    TryOutput,
)
from cabinet.web.console.counter_client import RefusedError
from tests.books.ledgers import query
from tests.counter.stand import HOUSE, SCREEN
from tests.counter.stand import Stand as CounterStand
from tests.web.console.console_stand import Stand

WEB = 9
NAMES = {"fr": "x", "en": "x"}
SLOT = Group(
    "coins.0",
    {"fr": "Monnayeur 1", "en": "Coin slot 1"},
    (
        Entry("coins.0.slot", "number", NAMES, NAMES, "1"),
        Entry("coins.0.kind", "choice", NAMES, NAMES, "pulse"),
        Entry(
            "coins.0.width_ms",
            "pair",
            NAMES,
            NAMES,
            "[12, 80]",
            columns=(Column("0", "number", NAMES), Column("1", "number", NAMES)),
        ),
    ),
)
SOUND = Group(
    "sound",
    NAMES,
    (Entry("sound.music", "number", NAMES, NAMES, "30", default="60", most=100),),
)
MENU = Menu((SLOT, SOUND), outputs=("lamp.start", "lockout", "meter"))


class RealCounter:
    """The console's line to a counter that stands on the same bench."""

    def __init__(self, stand):
        self.stand, self.edits, self.on_screen = stand, [], []

    def _ask(self, *messages):
        self.stand.counter.outbox.clear()
        for message in messages:
            self.stand.counter.hear(WEB, message, trusted=True)
        told = [one.message for one in self.stand.counter.outbox if one.to == WEB]
        self.on_screen += [
            one.message
            for one in self.stand.counter.outbox
            if one.to == SCREEN and isinstance(one.message, ShowTest)
        ]
        for message in told:
            if isinstance(message, Refused):
                raise RefusedError(message.why)
        return told

    async def examine(self, since):
        (told,) = self._ask(Examine(since))
        assert isinstance(told, Examined)
        return told

    async def attempt(self, wish):
        self._ask(wish)

    async def book(self, wish):
        assert self._ask(wish) == [Booked()]

    async def change(self, edit):
        self.edits.append(edit)
        return Adopted(("changed",)), MENU


@pytest.fixture
def bench(tmp_path):
    counter = CounterStand(tmp_path, replace(HOUSE, meter=Meter()))
    counter.join()
    console = Stand(tmp_path / "web")
    console.console.counter = RealCounter(counter)
    console.console.keep_menu(MENU)
    console.wires = counter
    yield console
    counter.close()


def shown(bench):
    bench.parts.snapshot = bench.wires.counter.shown()


def posted(bench, path, role="owner", **form):
    shown(bench)

    async def scene(browser):
        answer = await browser.post(path, form)
        if answer.status_code == 303:
            answer = await browser.get(answer.headers["location"])
        return answer

    return bench.run(scene, role=role)


def notes(bench, kind):
    rows = query(bench.wires.path, "SELECT note FROM postings WHERE kind = ?", (kind,))
    return [note for (note,) in rows]


def test_a_lamp_is_tried_in_service_and_let_go_afterwards(bench):
    refused = posted(bench, "/tests/output", line="lamp.start", on="true")
    assert "service menu only" in refused.text
    bench.wires.press("test")
    assert (
        "lamp.start is on"
        in posted(bench, "/tests/output", line="lamp.start", on="true").text
    )
    assert bench.wires.port.outputs["lamp.start"]
    bench.wires.press("test")
    assert not bench.wires.port.outputs["lamp.start"]


def test_a_click_of_the_meter_is_booked_as_the_owners(bench):
    bench.wires.press("test")
    assert "One click" in posted(bench, "/tests/output", line="meter", on="true").text
    assert notes(bench, "test") == ["meter, web:owner"]


def test_the_tests_are_the_owners_alone(bench):
    bench.wires.press("test")
    for path in ("output", "sound", "screen", "storage"):
        assert posted(bench, f"/tests/{path}", role="staff").status_code == 403
    for path in ("/calibrate/0", "/reset", "/scores"):
        assert posted(bench, path, role="staff").status_code == 403
    unsigned = TryOutput("lamp.start", on=True)
    with pytest.raises(RefusedError):
        bench.console.counter._ask(unsigned)


def test_the_screen_is_told_in_service_what_the_page_picks(bench):
    assert "service menu only" in posted(bench, "/tests/screen", pattern="0").text
    bench.wires.press("test")
    for form, told in (
        ({"pattern": "2"}, ShowTest("pattern", 2)),
        ({"turn": "1"}, ShowTest("pattern", 0)),
        ({"latency": "1"}, ShowTest("latency")),
        ({"stop": "1"}, ShowTest("")),
    ):
        assert "screen was told" in posted(bench, "/tests/screen", **form).text
        assert bench.console.counter.on_screen[-1] == told
    bench.wires.counter.hear(SCREEN, ScreenTest("pattern", 1))
    posted(bench, "/tests/screen", turn="-1")
    assert bench.console.counter.on_screen[-1] == ShowTest("pattern", 0)


@pytest.mark.parametrize(
    "form", [{}, {"pattern": "3"}, {"pattern": "x"}, {"turn": "9"}]
)
def test_a_pattern_that_is_none_is_refused(bench, form):
    bench.wires.press("test")
    assert posted(bench, "/tests/screen", **form).status_code == 400
    assert bench.console.counter.on_screen == []


@pytest.mark.parametrize(("language", "median"), [("en", "9.1 ms"), ("fr", "9,1 ms")])
def test_the_page_shows_what_the_screen_measured(bench, language, median):
    bench.wires.press("test")
    shown(bench)
    card = PressCard(7, 8_000_000, 9_100_000, 10_000_000, 24_000_000, 85)
    bench.wires.counter.hear(SCREEN, ScreenTest("latency", 0, card))
    address = f"/tests/screen?lang={language}"
    page = bench.run(lambda browser: browser.get(address), role="owner")
    for figure in (">7<", median, "85 %"):
        assert figure in page.text


@pytest.mark.parametrize(
    "part", ["/tests/wires", "/tests/screen", "/calibrate/0/coins"]
)
def test_a_page_that_the_cabinet_left_or_entered_service_under_is_loaded_anew(
    bench, part
):
    def refreshed(at_work):
        shown(bench)
        path = f"{part}?at_work={at_work}"
        ask = {"hx-request": "true"}
        answer = bench.run(lambda browser: browser.get(path, **ask), role="owner")
        return "HX-Refresh" in answer.headers

    assert (refreshed(False), refreshed(True)) == (False, True)
    bench.wires.press("test")
    assert (refreshed(False), refreshed(True)) == (True, False)


def test_ten_coins_are_measured_on_the_page_and_their_settings_kept(bench):
    bench.wires.press("test")
    posted(bench, "/calibrate/0", begin="1")
    for _ in range(COINS):
        assert bench.wires.port.insert(1)
        bench.wires.advance(SECOND)
    page = bench.run(lambda browser: browser.get("/calibrate/0/coins"), role="owner")
    assert f"{COINS} / {COINS}" in page.text
    posted(bench, "/calibrate/0", keep="1")
    (edit,) = bench.console.counter.edits
    assert edit.author == "web:owner"
    width = 50  # what the simulated acceptor makes of a coin
    least, most = map(int, edit.changes["coins.0.width_ms"].strip("[]").split(","))
    assert least < width < most


def test_the_wires_are_shown_with_their_pulses(bench):
    shown(bench)

    async def scene(browser):
        await browser.get("/tests")
        bench.wires.press("mode")
        return await browser.get("/tests/wires")

    page = bench.run(scene, role="owner")
    assert "mode</th>" in page.text
    assert "ms</td>" in page.text


def test_a_factory_reset_asks_first(bench):
    assert "tick that you are sure" in posted(bench, "/reset").text
    assert bench.console.counter.edits == []
    posted(bench, "/reset", sure="true")
    assert bench.console.counter.edits == [Edit({"sound.music": "60"}, "web:owner")]


def test_high_scores_are_cleared_while_nobody_plays_and_booked(bench):
    offer = bench.wires.counter.shown().offers[0]
    form = {"offer": "0", "title": offer.title["en"], "sure": "true"}
    assert "The table is empty" in posted(bench, "/scores", **form).text
    other = posted(bench, "/scores", **(form | {"title": "another game"}))
    assert other.status_code == 409
    bench.wires.press("service")  # somebody chooses a game
    bench.wires.advance(SECOND)
    assert "somebody is at the cabinet" in posted(bench, "/scores", **form).text
