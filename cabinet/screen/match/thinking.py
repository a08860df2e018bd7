"""Let a bot think elsewhere, so that the picture never stops moving.

Only text crosses the border: the position as the game writes it, and the action
in the game's own notation, in the words of the engine protocol. A worker that
dies, or talks nonsense, is started again once; after that the first legal action
is played, because a match must always go on. A traceback of the worker is on our
stderr: the terminal, or the journal.
"""

import json
import logging
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, Protocol

from cabinet.tabletop.api import AnyGame, Document
from cabinet.tabletop.bots import house_bots, simulations

log = logging.getLogger("cabinet.screen")

ENGINE: Final = (sys.executable, "-m", "cabinet", "engine")
_CHUNK: Final = 65_536


class Thinker(Protocol):
    """Somebody who thinks about one question at a time.

    `ask` and `answer` never wait. A question is answered once, with a legal
    action; asking again forgets the question before.
    """

    def ask(
        self, game: str, document: Document, seat: int, level: str, seed: int, ms: int
    ) -> None:
        """Begin to think for `seat`, for about `ms` milliseconds."""

    def answer(self) -> str | None:
        """The chosen action, once it is there."""

    def cancel(self) -> None:
        """Forget the question."""

    def close(self) -> None:
        """Stop thinking for good."""


@dataclass(frozen=True, slots=True)
class _Question:
    game: str
    document: Document
    seat: int
    level: str
    seed: int
    ms: int

    def lines(self) -> bytes:
        load = {"cmd": "load", "state": self.document, "seed": self.seed}
        bot = {"cmd": "bot", "level": self.level, "ms": self.ms, "seat": self.seat}
        return b"".join(json.dumps(line).encode() + b"\n" for line in (load, bot))


class InlineThinker:
    """Thinks at once and in here: the same question has the same answer."""

    def __init__(self, games: Mapping[str, AnyGame], budget: int = 60) -> None:
        self._games = games
        self._budget = budget
        self._answer: str | None = None

    def ask(
        self, game: str, document: Document, seat: int, level: str, seed: int, ms: int
    ) -> None:
        """See `Thinker.ask`; the budget is simulations, so `ms` does not matter."""
        played, rng = self._games[game], Random(seed)
        rules = played.rules
        state = rules.read(document, rng)
        bots = played.bots or house_bots()
        bot = bots.get(level) or next(iter(bots.values()))
        action = bot.choose(rules, state, seat, rng, simulations(self._budget))
        self._answer = rules.write_action(state, action)

    def answer(self) -> str | None:
        """See `Thinker.answer`."""
        answer, self._answer = self._answer, None
        return answer

    def cancel(self) -> None:
        """See `Thinker.cancel`."""
        self._answer = None

    def close(self) -> None:
        """See `Thinker.close`."""
        self.cancel()


class EngineThinker:
    """Thinks in a worker process that speaks the engine protocol on its pipes."""

    def __init__(
        self, games: Mapping[str, AnyGame], command: Sequence[str] = ENGINE
    ) -> None:
        self._games = games
        self._command = tuple(command)
        self._worker: subprocess.Popen[bytes] | None = None
        self._plays = ""
        self._question: _Question | None = None
        self._retried = False
        self._heard = b""
        self._loaded = False

    def ask(
        self, game: str, document: Document, seat: int, level: str, seed: int, ms: int
    ) -> None:
        """See `Thinker.ask`; the worker is kept for the next question."""
        if self._question is not None or game != self._plays:
            self._stop()
        self._question = _Question(game, document, seat, level, seed, ms)
        self._retried = False
        self._send(self._question)

    def answer(self) -> str | None:
        """See `Thinker.answer`."""
        question = self._question
        if question is None:
            return None
        for line in self._lines():
            if not self._loaded:
                self._loaded = _says_ok(line) is not None
                if not self._loaded:
                    return self._go_wrong(question)
                continue
            reply = _says_ok(line)
            action = reply.get("action") if reply else None
            if not isinstance(action, str):
                return self._go_wrong(question)
            self._question = None
            return action
        if self._worker is None or self._worker.poll() is not None:
            return self._go_wrong(question)
        return None

    def cancel(self) -> None:
        """See `Thinker.cancel`; a worker in thought is killed."""
        if self._question is not None:
            self._stop()
        self._question = None

    def close(self) -> None:
        """See `Thinker.close`."""
        self._question = None
        self._stop()

    def _go_wrong(self, question: _Question) -> str | None:
        self._stop()
        if not self._retried:
            self._retried = True
            self._send(question)
            return None
        self._question = None
        log.error(
            "the %s bot of %s failed: it plays its first legal action",
            question.level,
            question.game,
        )
        return _first_legal(self._games[question.game], question)

    def _send(self, question: _Question) -> None:
        self._heard, self._loaded = b"", False
        try:
            if self._worker is None:
                self._worker = self._start(question.game)
            assert self._worker.stdin is not None
            self._worker.stdin.write(question.lines())
        except OSError:
            # `answer` finds the worker gone and starts the next attempt.
            self._stop()

    def _start(self, game: str) -> "subprocess.Popen[bytes]":
        worker = subprocess.Popen(
            (*self._command, game),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
        )
        assert worker.stdin is not None
        assert worker.stdout is not None
        os.set_blocking(worker.stdin.fileno(), False)
        os.set_blocking(worker.stdout.fileno(), False)
        self._plays = game
        return worker

    def _lines(self) -> list[bytes]:
        if self._worker is None or self._worker.stdout is None:
            return []
        while chunk := self._worker.stdout.read(_CHUNK):
            self._heard += chunk
        *lines, self._heard = self._heard.split(b"\n")
        return lines

    def _stop(self) -> None:
        worker, self._worker = self._worker, None
        if worker is None:
            return
        worker.kill()
        worker.wait()
        for pipe in (worker.stdin, worker.stdout):
            if pipe is not None:
                pipe.close()


def _says_ok(line: bytes) -> Document | None:
    try:
        reply = json.loads(line)
    except ValueError:
        return None
    return reply if isinstance(reply, dict) and reply.get("ok") is True else None


def _first_legal(game: AnyGame, question: _Question) -> str:
    state = game.rules.read(question.document, Random(question.seed))
    return game.rules.write_action(state, game.rules.legal(state, question.seat)[0])
