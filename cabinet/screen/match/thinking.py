"""The house's bots at the table: when they are asked, where they think, when they play.

`Opponent` asks a thinker about one seat at a time and plays at a human pace.
`WorkerThinker` thinks in another process (`worker`), so that the picture never stops
moving; that process follows the match by its options, seed and log. A worker that
dies, or talks nonsense, is started again once; after that the first legal action is
played, because a match must always go on. A traceback of the worker is on our stderr:
the terminal, or the journal.
"""

import json
import logging
import os
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any, Final, Protocol

from cabinet.core.events import MILLISECOND, SECOND, Nanos
from cabinet.platform.processes import PYTHON
from cabinet.protocol.snapshot import MatchCard
from cabinet.screen.match.table import Table
from cabinet.tabletop.advice import answered
from cabinet.tabletop.api import AnyGame, Seat
from cabinet.tabletop.bots import simulations
from cabinet.tabletop.match import Match, PlayedAction
from cabinet.tabletop.tempo import PeoplesPace

log = logging.getLogger("cabinet.screen")

# How long a bot seems to think about its turn, and about what else it does in it.
THOUGHT: Final = 1 * SECOND
PAUSE: Final = 600 * MILLISECOND
TIMEOUT: Final = 10 * SECOND
THINKING_MS: Final = {"easy": 300, "normal": 600, "hard": 1200}
WORKER: Final = (*PYTHON, "cabinet.screen.match.worker")
_CHUNK: Final = 65_536


class Thinker(Protocol):
    """Somebody who thinks about one question at a time.

    `ask` and `answer` never wait. A question is answered once, with a legal
    action; asking again forgets the question before.
    """

    def ask(
        self,
        card: MatchCard,
        match: Match,
        seat: Seat,
        ms: int,
        want: str = "move",
    ) -> None:
        """Begin to think for `seat` of the match, for about `ms` milliseconds.

        `want` is a "move"; or "reach", the seats that could win next, or "advice", each
        answered as JSON (`cabinet.tabletop.advice`).
        """

    def answer(self) -> str | None:
        """The chosen action, once it is there."""

    def cancel(self) -> None:
        """Forget the question."""

    def close(self) -> None:
        """Stop thinking for good."""


class Opponent:
    """Plays every seat of the house in a match.

    An answer waits until people have had time to see the action before it; a thinker
    that never answers is given up.
    """

    def __init__(self, thinker: Thinker) -> None:
        self._thinker = thinker
        self._asked: tuple[Seat, Nanos] | None = None
        self._answer: str | None = None
        # When each seat acted last: in real time it need not wait for the others.
        self._acted: dict[Seat, Nanos] = {}
        # How fast people act; a match that is resumed begins calmly.
        self._tempo = PeoplesPace()
        self._heard: tuple[int, int] = (0, 0)

    def choose(
        self, table: Table, now: Nanos, acted_at: Nanos, slowness: int = 1
    ) -> tuple[Seat, str] | None:
        """What a bot plays now, if one is due and has made up its mind.

        People who want more time have so many times as long to look.
        """
        busy = table.realtime_queue.busy
        self._listen(table, now)
        self._acted |= dict.fromkeys(busy, now)
        due = tuple(seat for seat in table.due("bot") if seat not in busy)
        if not due:
            return None
        if self._asked is None or self._asked[0] not in due:
            self.forget()
            level = table.card.seats[due[0]].level
            ms = THINKING_MS.get(level, THINKING_MS["normal"])
            self._thinker.ask(table.card, table.match, due[0], ms)
            self._asked = (due[0], now)
        seat, asked_at = self._asked
        if self._answer is None:
            self._answer = self._thinker.answer()
        if self._answer is None and now - asked_at > TIMEOUT:
            self._thinker.cancel()
            self._answer = table.match.legal(seat)[0]
        if self._answer is None or table.lingers:
            return None
        between = self._tempo.between(now // MILLISECOND)
        reaction = table.reaction(seat, between)
        if reaction is None:
            again = table.last_actor == seat
            waited = now - acted_at >= slowness * (PAUSE if again else THOUGHT)
        else:
            waited = now - self._acted.setdefault(seat, now) >= reaction * MILLISECOND
        if not waited:
            return None
        self._acted[seat] = now
        answer = self._answer
        self._asked = self._answer = None
        # The others may have acted meanwhile; then it is asked again.
        return (seat, answer) if answer in table.match.legal(seat) else None

    def _listen(self, table: Table, now: Nanos) -> None:
        """Notice what people have played since the last time, in this match."""
        match, heard = self._heard
        played = table.match.log
        if match != table.card.id:
            self._tempo, heard = PeoplesPace(), len(played)
        for seat, _ in played[heard:]:
            if seat >= 0 and table.card.seats[seat].kind == "person":
                self._tempo.note(seat, now // MILLISECOND)
        self._heard = table.card.id, len(played)

    def forget(self) -> None:
        """Think no more about the last question."""
        if self._asked is not None:
            self._thinker.cancel()
        self._asked = self._answer = None

    def close(self) -> None:
        """Let go of the thinker."""
        self._thinker.close()


def _seed(card: MatchCard, log: tuple[PlayedAction, ...]) -> int:
    """What a bot throws its own dice from: another number for each action."""
    return card.seed * 1_000 + len(log)


class InlineThinker:
    """Thinks at once and in here: the same question has the same answer."""

    def __init__(self, games: Mapping[str, AnyGame], budget: int = 60) -> None:
        self._games = games
        self._budget = budget
        self._answer: str | None = None

    def ask(
        self,
        card: MatchCard,
        match: Match,
        seat: Seat,
        ms: int,
        want: str = "move",
    ) -> None:
        """See `Thinker.ask`; the budget is simulations, so `ms` does not matter."""
        game = self._games[card.game]
        rng, enough = Random(_seed(card, match.log)), simulations(self._budget)
        level = card.seats[seat].level
        self._answer = answered(game, match, seat, level, rng, enough, want)

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


@dataclass(frozen=True, slots=True)
class _Question:
    card: MatchCard
    match: Match
    log: tuple[PlayedAction, ...]
    seat: Seat
    ms: int
    want: str = "move"

    @property
    def table(self) -> tuple[Any, ...]:
        """What the match is resumed from, but for its log."""
        card = self.card
        return card.id, len(card.seats), card.options, card.seed

    @property
    def level(self) -> str:
        """That of the bot who is asked."""
        return self.card.seats[self.seat].level

    def line(self, known: int | None) -> bytes:
        """The question to a worker that knows so many actions, or not the match."""
        asked: dict[str, Any] = {
            "log": self.log[known or 0 :],
            "seat": self.seat,
            "level": self.level,
            "seed": _seed(self.card, self.log),
            "ms": self.ms,
            "want": self.want,
        }
        if known is None:
            asked["match"] = self.table[1:]
        return json.dumps(asked).encode() + b"\n"


class WorkerThinker:
    """Thinks in a process that is sent what was played since the last question."""

    def __init__(self, command: Sequence[str] = WORKER) -> None:
        self._command = tuple(command)
        self._worker: subprocess.Popen[bytes] | None = None
        self._plays = ""
        self._question: _Question | None = None
        self._knows: _Question | None = None
        self._retried = False
        self._unsent = self._heard = b""

    def ask(
        self,
        card: MatchCard,
        match: Match,
        seat: Seat,
        ms: int,
        want: str = "move",
    ) -> None:
        """See `Thinker.ask`; the worker is kept for the next question."""
        if self._question is not None or card.game != self._plays:
            self._stop()
        self._question = _Question(card, match, match.log, seat, ms, want)
        self._retried = False
        self._send(self._question)

    def answer(self) -> str | None:
        """See `Thinker.answer`."""
        question = self._question
        if question is None:
            return None
        self._push()
        if (line := self._line()) is not None:
            action, why = _read(line)
            if action is None:
                return self._go_wrong(question, why)
            self._question, self._knows = None, question
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

    def _go_wrong(self, question: _Question, why: str = "") -> str | None:
        self._stop()
        if not self._retried:
            self._retried = True
            self._send(question)
            return None
        self._question = None
        if question.want != "move":
            log.error("no %s for %s%s", question.want, question.card.game, _below(why))
            return ""
        log.error(
            "the %s bot of %s failed: it plays its first legal action%s",
            question.level,
            question.card.game,
            _below(why),
        )
        # In real time the others may have ended its turn meanwhile.
        return next(iter(question.match.legal(question.seat)), "")

    def _send(self, question: _Question) -> None:
        self._heard, self._unsent = b"", question.line(self._known(question))
        try:
            if self._worker is None:
                self._worker = self._start(question.card.game)
        except OSError:
            return  # `answer` finds no worker and starts the next attempt
        self._push()

    def _push(self) -> None:
        """Write what the pipe takes now: a long log may need more than one frame."""
        if not self._unsent or self._worker is None or self._worker.stdin is None:
            return
        try:
            written = self._worker.stdin.write(self._unsent) or 0
        except OSError:
            self._stop()  # `answer` finds the worker gone
        else:
            self._unsent = self._unsent[written:]

    def _known(self, question: _Question) -> int | None:
        """How much of the log the worker has played; None if not this match."""
        before = self._knows
        if before is None or before.table != question.table:
            return None
        known = len(before.log)
        return known if question.log[:known] == before.log else None

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

    def _line(self) -> bytes | None:
        if self._worker is None or self._worker.stdout is None:
            return None
        while chunk := self._worker.stdout.read(_CHUNK):
            self._heard += chunk
        line, end, _ = self._heard.partition(b"\n")
        return line if end else None

    def _stop(self) -> None:
        worker, self._worker, self._knows = self._worker, None, None
        if worker is None:
            return
        worker.kill()
        worker.wait()
        for pipe in (worker.stdin, worker.stdout):
            if pipe is not None:
                pipe.close()


def _below(why: str) -> str:
    return why and f"\n{why}"


def _read(line: bytes) -> tuple[str | None, str]:
    """The action that the worker chose; without one, its traceback if it told it."""
    with suppress(ValueError):
        match json.loads(line):
            case str(action):
                return action, ""
            case {"failed": str(traceback)}:
                return None, traceback
    return None, ""
