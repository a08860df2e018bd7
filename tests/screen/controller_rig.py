"""A screen's mind on a virtual clock, with hands on its panel, and games that fail."""

from dataclasses import replace

from cabinet.core.events import SECOND
from cabinet.core.money.ledger import Move, Seating
from cabinet.picture.shapes import Neon, Text
from cabinet.protocol.codec import Panel
from cabinet.protocol.snapshot import MatchCard
from cabinet.screen.loop.controller import ScreenController
from cabinet.screen.match.thinking import InlineThinker
from tests.support.tiny_games import NIM, TINY_GAMES, Nim
from tools.gallery.samples import BASE

PERSON = Seating("person")
BOT = Seating("bot", "easy")
FRAME = SECOND // 60


class Broken(Nim):
    """Nim, until somebody takes a second stone."""

    name = "broken"

    def apply(self, state, seat, action, timeline=None):
        if action[0] == 2:
            raise ZeroDivisionError("a bug in the rules")
        return super().apply(state, seat, action, timeline)


class Blind:
    """A view that can do everything but draw."""

    def __init__(self, view):
        self._view = view

    def __getattr__(self, name):
        return getattr(self._view, name)

    def picture(self, look):
        raise KeyError("no picture")


GAMES = TINY_GAMES | {
    "broken": replace(NIM, rules=Broken()),
    "blind": replace(NIM, view=Blind(NIM.view)),
}


class Silent:
    """A thinker that never answers."""

    def __init__(self):
        self.asked = 0

    def ask(self, card, match, seat, ms, want="move"):
        self.asked += 1

    def answer(self):
        return None

    def cancel(self):
        pass

    close = cancel


class Rig:
    """A controller, a virtual clock, and hands on the panel."""

    def __init__(self, thinker=None, wired=None, games=GAMES, **more):
        thinker = thinker or InlineThinker(games, 5)
        self.controller = ScreenController(games, thinker, wired=wired, **more)
        self.now = 10 * SECOND
        self.snapshot = BASE
        self.wait(FRAME)

    def hear(self, **fields):
        self.snapshot = replace(self.snapshot, **fields)
        self.controller.hear(self.snapshot)

    def start(self, game="nim", seats=(PERSON, PERSON), log=(), match=1, **options):
        moves = tuple(Move(*move) for move in log)
        card = MatchCard(match, game, options, seats, seed=3, log=moves)
        self.hear(mode="playing", match=card)
        self.wait(FRAME)

    def wait(self, duration):
        end = self.now + duration
        while self.now < end:
            self.now += FRAME
            self.controller.tick(self.now)

    def press(self, line):
        self.now += FRAME
        self.controller.hear(Panel(line, "pressed", self.now))

    def release(self, line):
        self.controller.hear(Panel(line, "released", self.now))

    def finish(self):
        """Two stones, and the second person takes the last."""
        self.start(heaps="1-1")
        self.controller.play(0, "take 1 from 0")
        self.controller.play(1, "take 1 from 1")

    @property
    def log(self):
        return [tuple(move) for move in self.controller.match.log]

    @property
    def shown(self):
        picture = self.controller.picture()
        return "\n".join(s.words for s in picture if isinstance(s, Text | Neon))
