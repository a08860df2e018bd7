"""The real core and the real session over a bad wire: every coin once, none twice."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge.events import MILLISECOND, BoardUnknown, FreshCoins
from firmware_bridge.session import Session
from tests.hil.rig import Line, PaperBooks

CHAPTERS = st.sampled_from(
    ["coin.1", "coin.2", "quiet", "noise", "restart host", "cut power", "cut unsaved"]
)


class Room:
    """A core, a host and a wire; chapters happen in it."""

    def __init__(self, core, seed):
        self.core = core
        self.line = Line(random.Random(seed))
        self.books = PaperBooks()
        self.dropped = self.unsaved = self.at_risk = 0
        self.nonce = 0
        self.start_host()

    def start_host(self):
        self.nonce += 1
        self.session = Session(self.books.credited, self.nonce, self.now)

    @property
    def now(self):
        return self.core.now_ms * MILLISECOND

    def pass_time(self, ms, *lines, step=5):
        for _ in range(ms // step):
            self.exchange(self.core.tick(*lines, ms=step))

    def exchange(self, octets):
        for _ in range(3):
            told = self.session.receive(self.line.carry(octets), self.now)
            for event in told + self.session.tick(self.now):
                match event:
                    case BoardUnknown():
                        self.books.adopt(event.board, event.totals)
                        self.session.adopt(event.board, event.totals)
                    case FreshCoins():
                        self.books.credit(event)
                        self.session.credited(event.board, event.slot, event.total)
            octets = self.core.hear(self.line.carry(self.session.outgoing(self.now)))

    def happen(self, chapter):
        match chapter:
            case "coin.1" | "coin.2":
                self.pass_time(50, chapter)
                self.dropped += 1
                self.unsaved += 1
                self.pass_time(100)
            case "quiet":
                self.line.corrupt = 0
                self.core.remember()
                self.unsaved = 0
                self.pass_time(600)
            case "noise":
                self.line.corrupt = 0.02
            case "restart host":
                self.start_host()
            case "cut power":
                self.core.remember()
                self.cut_power()
            case "cut unsaved":
                self.at_risk += self.unsaved
                self.cut_power()

    def cut_power(self):
        self.unsaved = 0
        self.core.cut_power()
        self.core.tick(ms=30)  # a coin needs silence before it


@settings(max_examples=20)
@given(st.lists(CHAPTERS, min_size=5, max_size=25), st.integers(0, 999))
def test_every_coin_is_credited_once(new_core, chapters, seed):
    with new_core() as core:
        room = Room(core, seed)
        room.happen("quiet")
        for chapter in chapters:
            room.happen(chapter)
        for _ in range(4):
            room.happen("quiet")
        assert room.books.coins <= room.dropped
        assert room.books.coins >= room.dropped - room.at_risk


def test_a_coin_the_host_has_heard_survives_a_cut_before_it_was_saved(new_core):
    with new_core() as core:
        room = Room(core, 1)
        for chapter in ("quiet", "coin.1", "cut unsaved", "coin.1", "cut power"):
            room.happen(chapter)
        for chapter in ("coin.2", "quiet", "quiet"):
            room.happen(chapter)
        assert room.books.coins == room.dropped == 3


def test_coins_from_before_the_host_came_are_credited_once_over_two_cuts(new_core):
    with new_core() as core:
        room = Room(core, 1)
        for chapter in ("quiet", "coin.1", "cut unsaved"):
            room.happen(chapter)
        assert room.books.coins == 1
        for lost in range(2):
            assert core.totals == (lost, 0)
            core.tick(ms=50)
            core.tick("coin.1", ms=50)
            core.tick(ms=50)
            core.remember()
            core.cut_power()
        room.happen("quiet")
        room.happen("quiet")
        assert room.books.coins == 3
