"""Whatever happens to a cabinet, no money appears and none vanishes."""

import tempfile
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from cabinet.core.events import MILLISECOND, SECOND
from cabinet.core.modes.outputs import accepts_coins
from cabinet.core.modes.state import NAMES
from cabinet.protocol.codec import Action, Failed, Result, Touch
from tests.counter.stand import HOUSE, PANEL, Stand, full_disk

OPEN_MODES = ("attract", "select", "join", "playing", "result")


class Cabinet(RuleBasedStateMachine):
    """A cabinet among players, vandals, power cuts and full disks."""

    def __init__(self):
        super().__init__()
        self._folder = tempfile.TemporaryDirectory()
        self.stand = Stand(Path(self._folder.name))
        self.coins = 0
        self.next_client = 1

    def teardown(self):
        self.stand.close()
        self._folder.cleanup()

    @property
    def screen(self):
        return self.stand.screens[0] if self.stand.screens else None

    @rule()
    def drop_a_coin(self):
        was_open = self.stand.lockout
        taken = self.stand.coin()
        assert taken == was_open
        self.coins += taken

    @rule()
    def drop_a_coin_on_a_full_disk(self):
        with full_disk():
            taken = self.stand.coin()
        assert not taken or self.stand.mode == "out_of_order"
        assert not taken or not self.stand.lockout
        self.coins += taken

    @rule(line=st.sampled_from(PANEL), long=st.booleans())
    def press(self, line, long):
        self.stand.press(line, (1200 if long else 80) * MILLISECOND)

    @rule(line=st.sampled_from(("start", "start", "p1.a", "player", "power")))
    def press_on_a_full_disk(self, line):
        with full_disk():
            self.stand.press(line)

    @rule()
    def start_a_match(self):
        for _ in range(3):
            if self.stand.mode != "playing":
                self.stand.press("start")

    @rule(seconds=st.sampled_from((1, 16, 35, 70, 200)))
    def wait(self, seconds):
        self.stand.advance(seconds * SECOND)

    @precondition(lambda self: self.screen is None)
    @rule()
    def a_screen_joins(self):
        self.stand.join(self.next_client)
        self.next_client += 1

    @precondition(lambda self: self.screen is not None)
    @rule(hangs=st.booleans())
    def the_screen_goes(self, hangs):
        client = self.screen
        if hangs:
            self.stand.screens.clear()
            self.stand.advance(3 * SECOND)
            assert self.stand.counter.hung == [client]
            self.stand.counter.hung.clear()
        self.stand.leave(client)

    @rule()
    def the_counter_is_killed(self):
        self.coins -= self.owed
        self.stand.kill_counter()

    @precondition(lambda self: self.screen is not None)
    @rule(seat=st.integers(-2, 3), turn=st.sampled_from((0, 0, 1, 2)))
    def the_screen_plays(self, seat, turn):
        match = self.stand.shown.match
        number = match.id if match else 1
        self.stand.counter.hear(self.screen, Action(number, turn, seat, "x"))

    @precondition(lambda self: self.screen is not None)
    @rule(end=st.sampled_from((Result(0, (0,), (3, 1), "won"), Failed(0, "broke"))))
    def the_screen_ends_the_match(self, end):
        match = self.stand.shown.match
        number = match.id if match else 1
        message = type(end)(number, *(getattr(end, f) for f in end.__slots__[1:]))
        self.stand.counter.hear(self.screen, message)

    @rule(active=st.booleans(), seconds=st.sampled_from((0.2, 2)))
    def the_coin_line_sticks(self, active, seconds):
        self.stand.port.stick("coin.1", active=active, for_ns=int(seconds * SECOND))
        self.stand.advance(3 * SECOND)

    @rule()
    def spikes_on_the_coin_line(self):
        self.stand.port.glitch("coin.1", count=50, width_us=900)
        self.stand.advance(SECOND)

    @rule(line=st.sampled_from(PANEL))
    def a_hand_dies_with_its_tool(self, line):
        self.stand.counter.hear(99, Touch(line, active=True))
        self.stand.leave(99)
        self.stand.advance(100 * MILLISECOND)

    @invariant()
    def every_coin_is_on_the_disk_and_nothing_else(self):
        assert self.stand.coins_on_disk() + self.owed == self.coins

    @invariant()
    def the_balance_is_what_came_in_minus_what_was_played(self):
        disk = {kind: credits for kind, (_, credits) in self.stand.on_disk().items()}
        came = self.coins - self.owed + disk.get("service", 0) + disk.get("refund", 0)
        balance = came + disk.get("charge", 0)
        assert balance == self.stand.counter.state.credits == self.shown.credits
        assert balance >= 0

    @invariant()
    def the_totals_shown_are_those_on_the_disk(self):
        disk = {kind: number for kind, (number, _) in self.stand.on_disk().items()}
        books = self.shown.books
        assert books.plays == disk.get("charge", 0)
        assert books.refunds == disk.get("refund", 0)
        assert books.service == disk.get("service", 0)
        assert books.minor_units == 100 * (self.coins - self.owed)

    @invariant()
    def the_slot_is_open_only_when_a_coin_can_be_credited(self):
        state = self.stand.counter.state
        assert self.stand.lockout == accepts_coins(state, HOUSE)
        if self.stand.lockout:
            assert self.screen is not None
            assert self.stand.mode in OPEN_MODES
            assert state.credits < HOUSE.tariff.max_credits
            assert not state.jammed

    @invariant()
    def the_mode_is_sane_and_nothing_is_overdue(self):
        counter = self.stand.counter
        assert self.stand.mode in NAMES.values()
        assert (self.shown.match is not None) == (
            self.stand.mode in ("playing", "result")
        )
        due = counter.due()
        assert due is None or due > self.stand.clock.now()

    @property
    def owed(self):
        """Coins that the disk refused: in no book yet, and shown to nobody."""
        return len(self.stand.counter._owed)

    @property
    def shown(self):
        return self.stand.shown


TestMoney = Cabinet.TestCase
TestMoney.settings = settings(max_examples=25, stateful_step_count=30)
