"""Loops that play themselves, and their lessons: what people see before they pay.

A demo is recorded buttons, played again by the game's own process while somebody looks.
The pictures of the how-to, and the one that stands still, are taken from the same
recording on a thread, when somebody first asks for them.
"""

import logging
from dataclasses import dataclass, field
from threading import Thread
from typing import Final

from cabinet.i18n import LANGUAGES, Words
from cabinet.loops.api import LoopError, LoopGame
from cabinet.loops.recording import Recording, read
from cabinet.loops.run import LoopMatch
from cabinet.picture.shapes import Picture, Pixels
from cabinet.screen.loops.controller import picture_of
from cabinet.screen.loops.process import LoopFailedError, RunningLoop, Start
from cabinet.screen.render import pixels
from cabinet.screen.scenes.show import SHOWN, TABLE, HowToPage
from cabinet.tabletop.primer import Arrow

log = logging.getLogger("cabinet.screen")

# For how many frames a demo goes on that nobody looks at.
UNWATCHED: Final = 60
# A game may take so long for the part of its demo that leads to the next picture.
PATIENCE_S: Final = 10.0
# The still picture is of this update, where there is no lesson to take it from.
STILL_AT: Final = 600


@dataclass(slots=True)
class _Demo:
    game: LoopGame
    recording: Recording
    stills: dict[tuple[int, str], str] = field(default_factory=dict)
    taking: Thread | None = None
    run: RunningLoop | None = None
    place: int = 0
    unseen: int = 0
    failed: bool = False


class LoopDemos:
    """The demos of every loop on sale, by name. `tick` once a frame."""

    def __init__(self, start: Start, *, gentle: bool = False) -> None:
        self._start = start
        self._gentle = gentle
        self._demos: dict[str, _Demo] = {}

    def add(self, game: LoopGame) -> None:
        """A loop that is on sale; without a demo there is nothing to see."""
        if game.demo and game.name not in self._demos:
            recording = read(game.text(game.demo), game.demo)
            if not recording.updates or recording.seats not in game.seats:
                raise LoopError(f"{game.demo}: there is no game in it")
            self._demos[game.name] = _Demo(game, recording)

    def __contains__(self, name: str) -> bool:
        return name in self._demos

    def tick(self) -> None:
        """A frame has passed: what nobody looks at ends."""
        for demo in self._demos.values():
            demo.unseen += 1
            if demo.run and demo.unseen > UNWATCHED:
                demo.run.close()
                demo.run = None

    def moving(self, name: str, words: Words) -> Picture:
        """A game that plays itself; until it is there, its still picture."""
        demo = self._demos[name]
        demo.unseen = 0
        if demo.failed:
            return self.still(name, words)
        try:
            self._go_on(demo, words.language)
        except LoopFailedError as wrong:
            self._give_up(demo, wrong)
        if demo.run and demo.run.pictures:
            return picture_of(demo.game, demo.run, TABLE)
        return self.still(name, words)

    def still(self, name: str, words: Words) -> Picture:
        """One picture of it; () until it is there."""
        demo = self._demos[name]
        self._take(demo)
        source = demo.stills.get((0, words.language))
        if source is None:
            return ()
        wide, high = demo.game.size
        across = wide * TABLE // high
        return (Pixels((640 - across) // 2, 0, across, TABLE, source, 0),)

    def lessons(self, name: str) -> int:
        """How many pictures the how-to has; 0 until they are there."""
        demo = self._demos[name]
        self._take(demo)
        taken = len(demo.stills) == len(LANGUAGES) * max(1, len(demo.game.how_to))
        return len(demo.game.how_to) if taken else 0

    def page(self, name: str, number: int, language: str, sentence: str) -> HowToPage:
        """One lesson, its picture as large as there is room for."""
        demo = self._demos[name]
        wide, high = demo.game.size
        across = wide * SHOWN // high
        left = (640 - across) // 2
        source = demo.stills[number, language]
        arrows = tuple(
            Arrow(left + a.x * across // wide, a.y * SHOWN // high, a.points)
            for a in demo.game.how_to[number].arrows
        )
        seen = (Pixels(left, 0, across, SHOWN, source, 0),)
        press = demo.game.how_to[number].press
        return HowToPage(seen, sentence, 0, arrows, (seen,), press)

    def sentence(self, name: str, number: int, language: str) -> str:
        """What a lesson says."""
        return self._demos[name].game.how_to[number].sentence[language]

    def wait(self) -> None:
        """Until every picture that was asked for is there."""
        for demo in self._demos.values():
            if demo.taking:
                demo.taking.join()

    def close(self) -> None:
        """End all that runs."""
        for demo in self._demos.values():
            if demo.run:
                demo.run.close()
                demo.run = None

    def _go_on(self, demo: _Demo, language: str) -> None:
        if demo.run is None:
            demo.run, demo.place = self._begin(demo, language), 0
        if demo.run.busy and demo.run.answer() is None:
            return
        if demo.place == len(demo.recording.updates):
            demo.run.close()
            demo.run = None
            return
        update = demo.recording.updates[demo.place]
        demo.place += 1
        demo.run.ask([update], language=language)

    def _begin(self, demo: _Demo, language: str) -> RunningLoop:
        recording = demo.recording
        match = LoopMatch(
            recording.seats,
            recording.options,
            recording.seed,
            language,
            self._gentle,
        )
        return self._start(demo.game, match)

    def _give_up(self, demo: _Demo, wrong: Exception) -> None:
        log.warning("the demo of %s cannot be shown: %s", demo.game.name, wrong)
        demo.failed = True
        if demo.run:
            demo.run.close()
            demo.run = None

    # Pictures that stand still

    def _take(self, demo: _Demo) -> None:
        if demo.taking is None:
            demo.taking = Thread(target=self._photograph, args=(demo,), daemon=True)
            demo.taking.start()

    def _photograph(self, demo: _Demo) -> None:
        try:
            run = self._begin(demo, LANGUAGES[0])
        except Exception as wrong:  # noqa: BLE001 - the match itself will say why
            self._give_up(demo, wrong)
            return
        try:
            _wait_for(run)
            done = 0
            last = len(demo.recording.updates)
            at = [lesson.update for lesson in demo.game.how_to] or [STILL_AT]
            order = sorted(range(len(at)), key=lambda number: at[number])
            for number in order:
                until = max(done, min(at[number], last))
                part, done = demo.recording.updates[done:until], until
                for language in LANGUAGES:
                    run.ask(part, language=language)
                    part = ()
                    _wait_for(run)
                    self._keep(demo, run, number, language)
        except LoopFailedError as wrong:
            self._give_up(demo, wrong)
        finally:
            run.close()

    def _keep(self, demo: _Demo, run: RunningLoop, number: int, language: str) -> None:
        source = f"still {demo.game.name} {number} {language}"
        if (shown := pixels.shown(run.source)) is not None:
            kept = shown.copy()
            kept.set_alpha(None)
            pixels.publish(source, kept)
            demo.stills[number, language] = source


def _wait_for(run: RunningLoop) -> None:
    if run.answer(PATIENCE_S) is None:
        raise LoopFailedError(f"no picture after {PATIENCE_S:.0f} seconds")
