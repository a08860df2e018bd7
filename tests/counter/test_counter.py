"""The counter: disk, then outputs, then messages; and who may send which."""

import pytest

from cabinet.books.sqlite import SqliteBooks
from cabinet.core.events import MILLISECOND, SECOND
from cabinet.io.recorder import TapePort
from cabinet.io.sim import SimPort
from cabinet.io.tape import Tape
from cabinet.protocol.codec import (
    Action,
    Failed,
    Goodbye,
    Hello,
    Panel,
    Quit,
    Refused,
    Result,
    Touch,
)
from cabinet.protocol.snapshot import Snapshot
from tests.counter.stand import HOUSE, SCREEN, WIRING, Stand, modes

TOOL = 9


@pytest.fixture
def stand(tmp_path):
    stand = Stand(tmp_path)
    stand.join()
    stand.envelopes()
    yield stand
    stand.close()


def refusals(stand):
    return [(to, str(message)) for to, message in stand.envelopes(Refused)]


class Diary(list):
    """An outbox that writes into the diary of the cabinet when it is used."""

    def __init__(self, lines):
        super().__init__()
        self._lines = lines

    def append(self, envelope):
        self._lines.append("bus")
        super().append(envelope)


class DiaryPort(SimPort):
    lines = None

    def write(self, output, *, on):
        super().write(output, on=on)
        if self.lines is not None:
            self.lines.append("outputs")


class DiaryBooks(SqliteBooks):
    lines = None

    def commit_all(self, dated):
        super().commit_all(dated)
        if self.lines is not None:
            self.lines.append("disk")


def test_disk_then_outputs_then_bus(tmp_path):
    stand = Stand(tmp_path)
    stand.close()
    lines = []
    stand.port = DiaryPort(WIRING, stand.clock)
    stand.books = DiaryBooks(stand.path, stand.clock, "boot")
    stand.start()
    stand.join()
    stand.counter.outbox = Diary(lines)
    stand.port.lines = stand.books.lines = lines
    stand.coin()
    disk, bus = lines.index("disk"), lines.index("bus")
    assert disk < bus
    assert set(lines[disk + 1 : bus]) == {"outputs"}
    stand.close()


def test_no_snapshot_shows_a_coin_that_another_program_cannot_read_on_the_disk(stand):
    seen = []

    class Outbox(list):
        def append(self, envelope):
            super().append(envelope)
            if isinstance(envelope.message, Snapshot):
                seen.append((envelope.message.books.coins, stand.coins_on_disk()))

    stand.counter.outbox = Outbox()
    stand.coin(pulses=3)
    assert seen == [(1, 1), (2, 2), (3, 3)]


def test_a_screen_is_shown_the_cabinet_as_soon_as_it_joins(tmp_path):
    stand = Stand(tmp_path)
    stand.envelopes()
    stand.join()
    assert modes(stand.envelopes()) == ["attract"]
    stand.close()


def test_whoever_says_hello_is_shown_the_cabinet(stand):
    stand.counter.hear(TOOL, Hello("tool", 0))
    assert [(to, m.mode) for to, m in stand.envelopes()] == [(TOOL, "attract")]


def test_everybody_hears_what_changes(stand):
    stand.coin()
    assert [(to, m.mode, m.credits) for to, m in stand.envelopes(Snapshot)] == [
        (None, "select", 1)
    ]


def test_only_the_screen_hears_of_buttons(stand):
    stand.counter.hear(TOOL, Hello("tool", 0))
    stand.envelopes()
    stand.press("p1.up")
    heard = [(to, panel.line, panel.what) for to, panel in stand.envelopes()]
    assert heard == [(SCREEN, "p1.up", "pressed"), (SCREEN, "p1.up", "released")]


def test_only_the_screen_on_duty_may_speak_of_a_match(stand):
    match = stand.play()
    stand.counter.hear(TOOL, Hello("tool", 0))
    stand.envelopes()
    for message in (
        Action(match, 0, 0, "place 1 0"),
        Result(match, (0,), (1, 0), "x"),
        Failed(match, "x"),
    ):
        stand.counter.hear(TOOL, message)
        assert refusals(stand) == [
            (TOOL, "only the screen on duty may speak of a match")
        ]
    assert stand.mode == "playing"
    assert stand.shown.match.log == ()


@pytest.mark.parametrize("message", [Goodbye(), Refused(()), Panel("start", "x", 0)])
def test_nobody_speaks_for_the_counter(stand, message):
    stand.counter.hear(SCREEN, message)
    said = type(message).__name__.lower()
    assert refusals(stand) == [(SCREEN, f"{said} is for the counter to say")]


def test_a_touch_is_a_hand_on_the_wires(stand):
    stand.counter.hear(TOOL, Touch("coin.1", active=True, pulses=2))
    stand.counter.hear(TOOL, Touch("coin.1", active=False))
    stand.advance(SECOND)
    assert stand.shown.credits == 2
    assert refusals(stand) == []


@pytest.mark.parametrize(
    ("touch", "why"),
    [
        (Touch("lever", active=True), "no line is called 'lever'"),
        (Touch("coin.2", active=True), "no line is called 'coin.2'"),
        (
            Touch("coin.1", active=True, pulses=10**12),
            "a coin has 1 to 100 pulses, not 1000000000000",
        ),
        (
            Touch("coin.1", active=True, pulses=0),
            "a coin has 1 to 100 pulses, not 0",
        ),
    ],
)
def test_a_touch_that_cannot_be_is_refused(stand, touch, why):
    stand.counter.hear(TOOL, touch)
    assert refusals(stand) == [(TOOL, why)]
    assert stand.shown.credits == 0


def test_a_coin_falls_through_a_shut_slot_and_that_is_said(stand):
    stand.leave()
    stand.counter.hear(TOOL, Touch("coin.1", active=True))
    assert refusals(stand) == [(TOOL, "the coin fell through: coin.1 is shut")]
    stand.advance(SECOND)
    assert stand.coins_on_disk() == 0


def test_touches_are_refused_on_real_wires(stand):
    stand.close()
    wires = TapePort(Tape(0, 0, {"start": False, "coin.1": False}, ()), stand.clock)
    stand.port = wires
    stand.start()
    stand.envelopes()
    stand.counter.hear(TOOL, Touch("start", active=True))
    assert refusals(stand) == [
        (TOOL, "this cabinet has real wires: use the real buttons")
    ]


def test_hands_let_go_when_their_program_is_gone(stand):
    stand.play()
    stand.counter.hear(TOOL, Touch("start", active=True))
    stand.advance(500 * MILLISECOND)
    stand.leave(TOOL)
    stand.advance(2 * SECOND)
    assert not stand.port.levels()["start"]
    assert stand.shown.question == "", "held for less than a second: a tap"


def test_quit_and_a_long_press_on_power_end_the_cabinet(stand):
    stand.press("power", 3100 * MILLISECOND)
    assert stand.counter.halted
    stand.counter.halted = False
    stand.counter.hear(SCREEN, Quit())
    assert stand.counter.halted


def test_closing_shuts_the_slot_and_says_goodbye(stand):
    stand.coin()
    assert stand.lockout
    stand.envelopes()
    stand.counter.close()
    assert not stand.lockout
    assert stand.envelopes() == [(None, Goodbye())]


@pytest.mark.parametrize("seat", [-7, -1, 2, 10**20])
def test_an_action_of_a_seat_that_is_not_there_changes_nothing(stand, seat):
    match = stand.play()
    stand.envelopes()
    stand.counter.hear(SCREEN, Action(match, 0, seat, "place 1 0"))
    assert modes(stand.envelopes()) == ["playing"], "the screen is told what is so"
    assert stand.shown.match.log == ()


def test_deadlines_come_in_their_order_however_late_the_counter_wakes(stand):
    """Half a day asleep in mid-game: asked, unanswered, abandoned; not a jumble."""
    stand.play()
    stand.envelopes()
    stand.leave()
    stand.join()
    stand.envelopes()
    stand.clock.advance_to(stand.clock.now() + 12 * 3600 * SECOND)
    stand.counter.turn()
    shown = [(m.mode, m.question) for _, m in stand.envelopes(Snapshot)]
    assert shown == [("playing", "idle"), ("attract", "")]
    with stand.reading() as db:
        ((ended, began),) = db.execute(
            "SELECT c.at, m.at FROM closings c JOIN matches m ON m.id = c.match"
        )
    wait = HOUSE.patience.playing + HOUSE.patience.question
    assert 0 <= ended - began - wait < SECOND


def test_a_press_that_came_after_a_deadline_finds_what_the_deadline_left(stand):
    stand.coin()
    late = stand.clock.now() + HOUSE.patience.select + SECOND
    stand.clock.advance_to(late)
    stand.port.touch("p1.a", active=True)
    stand.counter.turn()
    assert modes(stand.envelopes())[-1] == "attract"
