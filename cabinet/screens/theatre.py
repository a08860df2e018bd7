"""Games that play themselves, and their lessons: what people see before they pay.

Nothing thinks here: recorded matches are played again, move by move, on the real
rules and drawn by the real views. Games are imported on a thread of their own, so
that no frame waits for one; until a game is there it shows nothing. A reel turns
only while somebody looks at it.
"""

from collections.abc import Iterable, Mapping
from threading import Thread
from typing import Final

from cabinet.hallway_cards import MatchCard, MoveCard, SeatCard
from cabinet.i18n import Words
from cabinet.picture import WIDTH, Picture
from cabinet.screens.scenes.cutting import Part, whole_words
from cabinet.screens.scenes.show import SHOWN, TABLE, Page
from cabinet.screens.table import Table
from cabinet.tabletop.api import AnyGame
from cabinet.tabletop.primer import Lesson, Primer
from cabinet.tabletop.roles import HasRoles

EACH_MOVE: Final = 66
LAST_MOVE: Final = 240
# A recording begins where there is something to see.
BEGINS: Final = 4
_BOT: Final = SeatCard("bot", "normal")
_PERSON: Final = SeatCard("person")
# Long after the last move: nothing flies or flashes in a lesson.
_SETTLED: Final = 600


class Reel:
    """A recorded match, being played again and again."""

    def __init__(self, game: AnyGame, primer: Primer) -> None:
        self._game = game
        self.focus = primer.focus
        self._replay = primer.demo
        self._first = len(self._replay.log) // BEGINS
        self._turn, self.age = self._first, 0
        self._table = self.table(self._first, _BOT)

    def tick(self) -> None:
        """A frame has passed before somebody's eyes."""
        self._table.tick()
        self.age += 1
        if self.age < (LAST_MOVE if self._over else EACH_MOVE):
            return
        self.age = 0
        if self._over:
            self._turn = self._first
            self._table = self.table(self._first, _BOT)
            return
        move = self._replay.log[self._turn]
        self._table.play(move.seat, move.action)
        self._turn += 1

    def picture(self, words: Words) -> Picture:
        """The table as it is now."""
        return self._table.show(words).picture

    @property
    def _over(self) -> bool:
        return self._turn == len(self._replay.log)

    def table(self, turn: int, seat: SeatCard) -> Table:
        """The match after so many moves, with somebody like `seat` on every seat."""
        players, seed, log = self._replay
        done = tuple(MoveCard(*move) for move in log[:turn])
        name = self._game.rules.name
        return Table(self._game, MatchCard(0, name, {}, (seat,) * players, seed, done))


class Theatre:
    """Every game that can be watched. `open` it, then look; `tick` once a frame."""

    def __init__(self, games: Mapping[str, AnyGame]) -> None:
        self._games = games
        self._reels: dict[str, Reel] = {}
        self._lessons: dict[str, tuple[Lesson, ...]] = {}
        self._asked: set[str] = set()
        self._watched: set[str] = set()
        self._stills: dict[tuple[str, str], Picture] = {}
        self._pages: dict[tuple[str, int, str], Page] = {}
        self._loaders: list[Thread] = []

    def open(self, names: Iterable[str]) -> None:
        """Fetch these games, behind the scenes."""
        new = [name for name in dict.fromkeys(names) if name not in self._asked]
        if new:
            self._asked.update(new)
            loader = Thread(target=self._load, args=(new,), daemon=True)
            self._loaders.append(loader)
            loader.start()

    def wait(self) -> None:
        """Until all that was asked for is there."""
        while self._loaders:
            self._loaders.pop().join()

    def tick(self, frames: int = 1) -> None:
        """Turn the reels that were looked at since the last frame."""
        for name in self._watched:
            for _ in range(frames):
                self._reels[name].tick()
        self._watched.clear()

    def stage(self, name: str, words: Words, every: int = 1) -> Picture:
        """A game that plays itself, and goes on; () while it is not there.

        With `every` it is drawn anew only so often, and shown a frame later, so that
        no frame both makes it and paints it.
        """
        reel, key = self._reels.get(name), (name, words.language)
        if reel is None:
            return ()
        self._watched.add(name)
        before = self._stills.get(key)
        if before is None or reel.age % every == 0:
            self._stills[key] = reel.picture(words)
        return self._stills[key] if every == 1 or before is None else before

    def still(self, name: str, words: Words) -> Picture:
        """The same picture as when it was last looked at: cheap to show again."""
        reel, key = self._reels.get(name), (name, words.language)
        if reel is not None and key not in self._stills:
            self._stills[key] = reel.picture(words)
        return self._stills.get(key, ())

    def lessons(self, name: str) -> int:
        """How many pictures its how-to has; 0 while it is not there."""
        return len(self._lessons.get(name, ()))

    def roles(self, name: str, language: str) -> tuple[str, ...]:
        """What its seats are called, if they differ; () while it is not there."""
        view = self._games[name].view if name in self._reels else None
        return view.roles(language) if isinstance(view, HasRoles) else ()

    def focus(self, name: str) -> int:
        """The column of its table that matters most; it has to be there."""
        return self._reels[name].focus

    def page(self, name: str, number: int, words: Words) -> Page:
        """One lesson of a game that has it."""
        key = (name, number, words.language)
        if key not in self._pages:
            lesson = self._lessons[name][number]
            self._pages[key] = self._drawn(name, lesson, words)
        return self._pages[key]

    def _drawn(self, name: str, lesson: Lesson, words: Words) -> Page:
        table = self._reels[name].table(lesson.turn, _PERSON)
        for button in lesson.press:
            played = table.press(1 + table.due("person")[0], button)
            if played:
                table.play(*played)
        for _ in range(_SETTLED):
            table.tick()
        sentence, top = lesson.sentence[words.language], min(lesson.top, TABLE - SHOWN)
        seen = whole_words(table.show(words).picture, Part(0, top, WIDTH, SHOWN))
        return Page(seen, sentence, top, lesson.arrows)

    def _load(self, names: list[str]) -> None:
        for name in names:
            try:
                game = self._games[name]
                if (primer := game.primer) is not None:
                    reel, lessons = Reel(game, primer), primer.lessons
                    self._lessons[name], self._reels[name] = lessons, reel
            except Exception:  # noqa: BLE001 - the match itself will say why
                continue
