"""Games that play themselves, and their lessons: what people see before they pay.

Nothing thinks here: recorded matches are played again, move by move, on the real
rules and drawn by the real views. Games are imported on a thread of their own, so
that no frame waits for one; until a game is there it shows nothing. A demo goes on
only while somebody looks at it.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from threading import Thread
from typing import Final, NamedTuple, TypeAlias

from cabinet.core.inputs.wired_buttons import WiredButtons
from cabinet.core.money.ledger import Move, Seating
from cabinet.i18n import Words
from cabinet.loops.api import LoopGame
from cabinet.loops.registry import AnySold
from cabinet.picture.shapes import WIDTH, Picture
from cabinet.protocol.snapshot import MatchCard, OfferCard
from cabinet.screen.loops.demos import LoopDemos
from cabinet.screen.loops.process import LoopProcess, Start
from cabinet.screen.match.table import Table
from cabinet.screen.scenes.lettering import Region, whole_words
from cabinet.screen.scenes.show import SHOWN, TABLE, HowToPage
from cabinet.screen.scenes.wired import keys_of
from cabinet.tabletop.api import AnyGame, RulesError
from cabinet.tabletop.match import Match
from cabinet.tabletop.optional import HasRoles
from cabinet.tabletop.primer import Lesson, Primer, Replay

EACH_MOVE: Final = 66
LAST_MOVE: Final = 240
# A recording begins where there is something to see.
BEGINS: Final = 4
_BOT: Final = Seating("bot", "normal")
_PERSON: Final = Seating("person")
# Long after the last move: nothing flies or flashes in a lesson.
_SETTLED: Final = 600
# So many moves a lesson without words goes on.
_LATER: Final = 3
_Key: TypeAlias = tuple[str, frozenset[tuple[str, str | int | bool]]]


class Demo:
    """Recorded matches, played one after the other, again and again."""

    def __init__(self, game: AnyGame, replays: Sequence[Replay]) -> None:
        self._game = game
        self._replays = replays
        self._number = 0
        self._begin()

    def _begin(self) -> None:
        self._replay = self._replays[self._number]
        self._turn, self.age = len(self._replay.log) // BEGINS, 0
        self._table = _table(self._game, self._replay, self._turn, _BOT)

    def tick(self) -> None:
        """A frame has passed before somebody's eyes."""
        self._table.tick()
        self.age += 1
        if self.age < (LAST_MOVE if self._over else EACH_MOVE):
            return
        self.age = 0
        if self._over:
            self._number = (self._number + 1) % len(self._replays)
            self._begin()
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


class _Mode(NamedTuple):
    """One mode on sale: its game, its demo and its lessons."""

    game: AnyGame
    primer: Primer
    demo: Demo
    lessons: tuple[Lesson, ...]


class DemoPlayer:
    """Every mode that can be watched. `open` it, then look; `tick` once a frame."""

    def __init__(
        self,
        games: Mapping[str, AnySold],
        wired: WiredButtons | None = None,
        start: Start = LoopProcess,
        *,
        gentle: bool = False,
    ) -> None:
        self._games = games
        self.loops = LoopDemos(start, gentle=gentle)
        self._wired = wired or WiredButtons()
        self._modes: dict[_Key, _Mode] = {}
        self._asked: set[_Key] = set()
        self._watched: set[_Key] = set()
        self._stills: dict[tuple[_Key, str], Picture] = {}
        self._pages: dict[tuple[_Key, int, str, bool], HowToPage] = {}
        self._loaders: list[Thread] = []

    def open(self, offers: Iterable[OfferCard]) -> None:
        """Fetch the games of these offers, behind the scenes."""
        keys = dict.fromkeys(
            _key(offer.with_choice(choice))
            for offer in offers
            for choice in range(max(1, len(offer.choices)))
        )
        new = [key for key in keys if key not in self._asked]
        if new:
            self._asked.update(new)
            loader = Thread(target=self._load, args=(new,), daemon=True)
            self._loaders.append(loader)
            loader.start()

    def wait(self) -> None:
        """Until all that was asked for is there."""
        while self._loaders:
            self._loaders.pop().join()
        self.loops.wait()

    def tick(self, frames: int = 1) -> None:
        """Go on with the demos that were looked at since the last frame."""
        for key in self._watched:
            for _ in range(frames):
                self._modes[key].demo.tick()
        self._watched.clear()
        self.loops.tick()

    def close(self) -> None:
        """End the demos that run in a process of their own."""
        self.loops.close()

    def moving(self, offer: OfferCard, words: Words, every: int = 1) -> Picture:
        """A game that plays itself, and goes on; () while it is not there.

        With `every` it is drawn anew only so often, and shown a frame later, so that
        no frame both makes it and paints it.
        """
        if offer.game in self.loops:
            return self.loops.moving(offer.game, words)
        mode, key = self._modes.get(_key(offer)), (_key(offer), words.language)
        if mode is None:
            return ()
        self._watched.add(key[0])
        before = self._stills.get(key)
        if before is None or mode.demo.age % every == 0:
            self._stills[key] = mode.demo.picture(words)
        return self._stills[key] if every == 1 or before is None else before

    def still(self, offer: OfferCard, words: Words) -> Picture:
        """The same picture as when it was last looked at: cheap to show again."""
        if offer.game in self.loops:
            return self.loops.still(offer.game, words)
        mode, key = self._modes.get(_key(offer)), (_key(offer), words.language)
        if mode is not None and key not in self._stills:
            self._stills[key] = mode.demo.picture(words)
        return self._stills.get(key, ())

    def lessons(self, offer: OfferCard) -> int:
        """How many pictures its how-to has; 0 while it is not there."""
        if offer.game in self.loops:
            return self.loops.lessons(offer.game)
        mode = self._modes.get(_key(offer))
        return len(mode.lessons) if mode else 0

    def roles(self, offer: OfferCard, language: str) -> tuple[str, ...]:
        """What its seats are called, if they differ; () while it is not there."""
        mode = self._modes.get(_key(offer))
        view = mode.game.view if mode else None
        return view.roles(language) if isinstance(view, HasRoles) else ()

    def choices(self, offer: OfferCard, language: str) -> tuple[str, ...]:
        """What its choices are called where people take their seats; () until then."""
        mode = self._modes.get(_key(offer))
        if mode is None or not offer.choices:
            return ()
        told = mode.game.options[offer.at_join][language]
        return tuple(told.choices.get(each, str(each)) for each in offer.choices)

    def focus(self, offer: OfferCard) -> int:
        """The column of its table that matters most; it has to be there."""
        if offer.game in self.loops:
            return WIDTH // 2
        return self._modes[_key(offer)].primer.focus

    def page(
        self, offer: OfferCard, number: int, words: Words, *, staged: bool = False
    ) -> HowToPage:
        """One lesson of a mode; `staged`, with what goes before and after."""
        key = (_key(offer), number, words.language, staged)
        if key not in self._pages:
            if offer.game in self.loops:
                self._pages[key] = self._lesson(key[0], number, words)
            else:
                self._pages[key] = self._drawn(key[0], number, words, staged=staged)
        return self._pages[key]

    def _lesson(self, key: _Key, number: int, words: Words) -> HowToPage:
        language, keys = words.language, keys_of(self._wired, 0, words)
        sentence = self.loops.sentence(key[0], number, language).format(**keys)
        return self.loops.page(key[0], number, language, sentence)

    def _drawn(
        self, key: _Key, number: int, words: Words, *, staged: bool
    ) -> HowToPage:
        of = self._modes[key]
        lesson = of.lessons[number]
        replay, wired = of.primer.demos[lesson.demo], self._wired
        table = _table(of.game, replay, lesson.turn, _PERSON, wired)
        stages = [_settled(table, words)] if lesson.press and staged else []
        for button in lesson.press:
            played = table.press(1 + table.due("person")[0], button)
            if played:
                table.play(*played)
        whole = _settled(table, words)
        if staged:
            later = _going_on(of.game, replay, lesson.turn, words)
            stages += (whole, *later)
        sentence = lesson.sentence[words.language].format(**keys_of(wired, 0, words))
        top = min(lesson.top, TABLE - SHOWN)
        seen = whole_words(whole, Region(0, top, WIDTH, SHOWN))
        told = tuple(stages)
        return HowToPage(seen, sentence, top, lesson.arrows, told, lesson.press)

    def _load(self, keys: list[_Key]) -> None:
        for name, chosen in keys:
            try:
                game = self._games[name]
                if isinstance(game, LoopGame):
                    self.loops.add(game)
                elif (primer := game.primer) is not None:
                    defaults = {n: o.default for n, o in game.rules.options.items()}
                    options = defaults | dict(chosen)
                    demo = Demo(game, _playable(game, primer.recordings(options)))
                    mode = _Mode(game, primer, demo, primer.lessons(options))
                    self._modes[name, chosen] = mode
            except Exception:  # noqa: BLE001 - the match itself will say why
                continue


def _settled(table: Table, words: Words) -> Picture:
    """The table long after the last move."""
    for _ in range(_SETTLED):
        table.tick()
    return table.show(words).picture


def _going_on(game: AnyGame, replay: Replay, turn: int, words: Words) -> list[Picture]:
    """What the next moves of the replay lead to."""
    last = min(len(replay.log), turn + _LATER)
    return [
        _settled(_table(game, replay, later, _BOT), words)
        for later in range(turn + 1, last + 1)
    ]


def _playable(game: AnyGame, recordings: Sequence[Replay]) -> tuple[Replay, ...]:
    """The first, and what else the rules of today still allow."""
    found = [recordings[0]]
    for each in recordings[1:]:
        players, seed, log, options = each
        with suppress(RulesError):
            Match.resume(game, players, options, seed, log)
            found.append(each)
    return tuple(found)


def _key(offer: OfferCard) -> _Key:
    return offer.game, frozenset(offer.options.items())


def _table(
    game: AnyGame,
    replay: Replay,
    turn: int,
    seat: Seating,
    wired: WiredButtons | None = None,
) -> Table:
    """The match after so many moves, with somebody like `seat` on every seat."""
    players, seed, log, options = replay
    done = tuple(Move(*move) for move in log[:turn])
    seats, name = (seat,) * players, game.rules.name
    card = MatchCard(0, name, dict(options), seats, seed, done)
    return Table(game, card, wired=wired)
