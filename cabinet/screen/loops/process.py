"""A game that runs, as the screen sees it: ask for updates, get a picture.

`LoopProcess` runs it in a process of its own, which is started here, or by systemd for
a connection to the socket that `CABINET_GAMES` names: then it has the account and the
limits of that unit. `InlineLoop` runs it in here, for a cabinet in virtual time.
"""

import os
import signal
import socket
import subprocess
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields
from itertools import count, groupby
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, TypeAlias

from cabinet.core.events import Nanos
from cabinet.loops.api import LoopGame, Outcome
from cabinet.loops.recording import Update
from cabinet.loops.run import LoopMatch, Run
from cabinet.platform.processes import PYTHON
from cabinet.screen.loops.buttons import packed
from cabinet.screen.loops.wire import (
    LoopWire,
    WireError,
    buffer_size,
    map_pixels,
    share,
)
from cabinet.screen.render import pixels

if TYPE_CHECKING:
    import pygame

RUNNER: Final = (*PYTHON, "cabinet.screen.loops.runner")
# Where a process of the games' own account is to be had, if anywhere.
SOCKET: Final = "CABINET_GAMES"
# All that a game may know of where it runs.
_KNOWN: Final = ("PATH", "LANG", "LC_ALL", "TZ", "PYTHONPATH", "TMPDIR")
OWN: Final = {
    "PYTHONHASHSEED": "0",
    "PYTHONUNBUFFERED": "1",
    "PYGAME_HIDE_SUPPORT_PROMPT": "1",
    "SDL_VIDEODRIVER": "dummy",
    "SDL_AUDIODRIVER": "dummy",
}
_NUMBERS: Final = count(1)
_GRACE_S: Final = 2.0


class LoopFailedError(Exception):
    """The game cannot go on; `trace` is where it failed, if it could say."""

    def __init__(self, why: str, trace: str = "") -> None:
        super().__init__(why)
        self.trace = trace


class Answer(NamedTuple):
    """What a question brought: sounds, the score if it is told, and how it ended.

    `updates` there were in all; `at` is when the picture was whole.
    """

    updates: int
    sounds: tuple[str, ...]
    score: tuple[int, ...] | None
    outcome: Outcome | None
    checkpoint: str
    at: Nanos


class RunningLoop(Protocol):
    """One game. `ask` when it is not `busy`, then `answer` until there is one.

    `source` is the name of its picture (`cabinet.picture.shapes.Pixels`), `pictures`
    how many there were.
    """

    source: str
    pictures: int

    @property
    def busy(self) -> bool:
        """Whether there is no answer yet."""

    def ask(
        self,
        updates: Sequence[Update],
        *,
        draw: bool = True,
        checkpoint: bool = False,
        pause: bool | None = None,
        language: str = "",
    ) -> None:
        """Have it do these updates and draw."""

    def answer(self, seconds: float = 0.0) -> Answer | None:
        """What came of it, if it is there by then; `LoopFailedError` if nothing can."""

    def close(self) -> None:
        """End it, and all that it has started."""


Start: TypeAlias = Callable[[LoopGame, LoopMatch], RunningLoop]


class LoopProcess:
    """A game in a process of its own."""

    def __init__(
        self,
        game: LoopGame,
        match: LoopMatch,
        environment: Mapping[str, str] = os.environ,
    ) -> None:
        self.source = f"loop {next(_NUMBERS)}"
        self.pictures = 0
        self._child: subprocess.Popen[bytes] | None = None
        self._shown = 0
        self._failure: LoopFailedError | None = None
        self.busy = True
        memory = share(game.size)
        begin = {"game": game.name, "memory": game.memory, "match": _plain(match)}
        try:
            self._wire = LoopWire(self._connect(environment))
            self._wire.send(begin, memory)
        except (OSError, WireError) as wrong:
            self._failure = LoopFailedError(f"its process does not start: {wrong}")
        shared = memoryview(map_pixels(memory, game.size, writing=False))
        length = buffer_size(game.size)
        self._surfaces = [
            _seen(shared[start : start + length], game.size) for start in (0, length)
        ]

    def _connect(self, environment: Mapping[str, str]) -> socket.socket:
        if path := environment.get(SOCKET):
            end = socket.socket(socket.AF_UNIX)
            try:
                end.connect(path)
            except OSError:
                end.close()
                raise
            return end
        ours, theirs = socket.socketpair()
        known = {name: environment[name] for name in _KNOWN if name in environment}
        with theirs:
            self._child = subprocess.Popen(
                RUNNER,
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                env=known | OWN,
                start_new_session=True,
            )
        return ours

    def ask(
        self,
        updates: Sequence[Update],
        *,
        draw: bool = True,
        checkpoint: bool = False,
        pause: bool | None = None,
        language: str = "",
    ) -> None:
        """Have it do these updates and draw, into what is not shown."""
        runs = [(sum(1 for _ in same), packed(u)) for u, same in groupby(updates)]
        told: dict[str, Any] = {"updates": runs, "draw": draw, "pause": pause}
        told |= {"checkpoint": checkpoint, "language": language}
        told["buffer"] = 1 - self._shown if draw else self._shown
        self.busy = True
        try:
            self._wire.send(told)
        except WireError:
            return  # what it said before it went is still to be read

    def answer(self, seconds: float = 0.0) -> Answer | None:
        """What came of it, if it is there by then."""
        if self._failure:
            raise self._failure
        try:
            told = self._wire.receive(seconds)
            if told is None:
                return None
            if "failed" in told:
                raise LoopFailedError(str(told["failed"]), str(told.get("trace", "")))
            answer = _answer(told, len(self._surfaces))
        except (WireError, LoopFailedError) as wrong:
            self._failure = _why(wrong)
            raise self._failure from None
        if not self.busy:
            self._failure = LoopFailedError("it answers without being asked")
            raise self._failure
        self.busy = False
        self._shown = int(told["shown"])
        self.pictures += 1
        pixels.publish(self.source, self._surfaces[self._shown])
        return answer

    def close(self) -> None:
        """Hang up; whoever guards the process ends all of it."""
        pixels.withdraw(self.source)
        if hasattr(self, "_wire"):
            self._wire.close()
        if (child := self._child) is not None:
            self._child = None
            adopt(child)
        reap()


_REAPER: Final[list[subprocess.Popen[bytes]]] = []


def adopt(child: "subprocess.Popen[bytes]") -> None:
    """A guard that was hung up on: remember to hear of its end."""
    _REAPER.append(child)


def reap() -> None:
    """Forget the processes that have ended since."""
    for child in list(_REAPER):
        if child.poll() is not None:
            _REAPER.remove(child)


def wait_for_ended(seconds: float = _GRACE_S) -> None:
    """Wait for every process that was hung up on; one that stays is killed."""
    while _REAPER:
        child = _REAPER.pop()
        try:
            child.wait(seconds)
        except subprocess.TimeoutExpired:
            with suppress(ProcessLookupError):
                os.killpg(child.pid, signal.SIGKILL)
            child.wait()


def _seen(shared: memoryview, size: tuple[int, int]) -> "pygame.Surface":
    import pygame

    surface = pygame.image.frombuffer(shared, size, "BGRA")
    surface.set_alpha(None)
    return surface


def _plain(match: LoopMatch) -> dict[str, Any]:
    told = {each.name: getattr(match, each.name) for each in fields(match)}
    return told | {"options": dict(match.options)}


def _why(wrong: Exception) -> LoopFailedError:
    if isinstance(wrong, LoopFailedError):
        return wrong
    return LoopFailedError(f"its process is gone: {wrong}")


def _answer(told: dict[str, Any], buffers: int) -> Answer:
    """The answer as values; a process that is not ours to trust says anything."""
    try:
        if told["shown"] not in range(buffers):
            raise WireError("it draws where there is no picture")
        ended = told["outcome"]
        outcome = None
        if ended:
            won, scores, reason = ended
            outcome = Outcome(True, _whole(won), _whole(scores), str(reason))  # noqa: FBT003
        return Answer(
            int(told["updates"]),
            tuple(str(name) for name in told["sounds"]),
            None if told["score"] is None else _whole(told["score"]),
            outcome,
            str(told["checkpoint"]),
            int(told["at"]),
        )
    except (KeyError, TypeError, ValueError) as wrong:
        raise WireError(f"its answer is none: {wrong!r}") from None


def _whole(numbers: Sequence[Any]) -> tuple[int, ...]:
    if not all(type(number) is int for number in numbers):
        raise ValueError(f"{numbers!r:.80} are not whole numbers")
    return tuple(numbers)


class InlineLoop:
    """A game that runs in here: at once, and always the same."""

    def __init__(self, game: LoopGame, match: LoopMatch) -> None:
        self.source = f"loop {next(_NUMBERS)}"
        self.pictures = 0
        self._game, self._match = game, match
        import pygame

        pygame.font.init()
        self._surface = pygame.Surface(game.size, 0, 32)
        self._run: Run | None = None
        self._asked: tuple[Sequence[Update], bool, bool, str] = ((), True, False, "")
        self._pause: bool | None = None
        self.busy = True

    def ask(
        self,
        updates: Sequence[Update],
        *,
        draw: bool = True,
        checkpoint: bool = False,
        pause: bool | None = None,
        language: str = "",
    ) -> None:
        """Remember what is to be done."""
        self.busy = True
        self._asked = (updates, draw, checkpoint, language)
        self._pause = pause

    def answer(self, seconds: float = 0.0) -> Answer | None:
        """Do it now."""
        if not self.busy:
            return None
        updates, draw, checkpoint, language = self._asked
        try:
            run = self._run = self._run or Run(self._game, self._match)
            if self._pause is not None:
                run.pause(on=self._pause)
            if language:
                run.speak(language)
            for update in updates:
                if run.outcome() is None:
                    run.update(*update)
            if draw:
                run.draw(self._surface)
            outcome = run.outcome()
            kept = run.checkpoint() if checkpoint and outcome is None else ""
            told = Answer(run.updates, (*run.sounds(),), run.score(), outcome, kept, 0)
        except Exception as wrong:
            raise LoopFailedError(f"{type(wrong).__name__}: {wrong}") from wrong
        self.busy = False
        self.pictures += 1
        pixels.publish(self.source, self._surface)
        return told

    def close(self) -> None:
        """Show it no more."""
        pixels.withdraw(self.source)
