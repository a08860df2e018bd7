"""A loop that runs: calls it as the interface says, and judges what it answers.

The process of a game, the tests of its author and a whole cabinet in virtual time all
run a loop through this, so it is the same everywhere. What a loop may not do is a
`LoopError` whose sentence says what it did.
"""

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final, cast

from cabinet.loops.api import Buttons, Loop, LoopError, LoopGame, Options, Outcome

# Of one update: more would be noise.
MOST_SOUNDS: Final = 8
LONGEST_NAME: Final = 40
LONGEST_REASON: Final = 200
LARGEST_SCORE: Final = 999_999_999
# Kept in the books, with others of the same match.
LARGEST_CHECKPOINT: Final = 8_000
REMEMBERED: Final = ("language", "gentle", "best", "one_button")


@dataclass(frozen=True, slots=True)
class LoopMatch:
    """What is played: by how many, with which options, dealt from which seed."""

    seats: int
    options: Options
    seed: int
    language: str = "fr"
    gentle: bool = False
    best: int = 0
    one_button: bool = False
    # What `checkpoint` gave, as JSON; "" begins at the beginning.
    checkpoint: str = ""


class Run:
    """One game from its beginning to its outcome."""

    def __init__(self, game: LoopGame, match: LoopMatch) -> None:
        self.game = game
        self.match = match
        self.updates = 0
        random.seed(match.seed)  # for those who forget to take chance from the seed
        self._loop = make(game)
        for name in REMEMBERED:
            if hasattr(self._loop, name):
                setattr(self._loop, name, getattr(match, name))
        defaults = {name: option.default for name, option in game.options.items()}
        self._loop.begin(match.seats, defaults | dict(match.options), match.seed)
        if match.checkpoint and (resume := getattr(self._loop, "resume", None)):
            resume(json.loads(match.checkpoint))

    def update(self, held: Buttons, pressed: Buttons) -> None:
        """One update."""
        self._loop.frame(held, pressed, 1 / self.game.pace)
        self.updates += 1

    def draw(self, surface: Any) -> None:  # noqa: ANN401 - a pygame.Surface
        """The picture as it is now."""
        self._loop.draw(surface)

    def speak(self, language: str) -> None:
        """Somebody reads another language from now on."""
        if hasattr(self._loop, "language"):
            self._loop.language = language

    def pause(self, *, on: bool) -> None:
        """The cabinet asks something, or goes on."""
        if paused := getattr(self._loop, "paused", None):
            paused(on)

    def sounds(self) -> list[str]:
        """What is to be heard, each name once."""
        names = self._loop.sounds()
        if isinstance(names, str) or not isinstance(names, Sequence):
            raise LoopError(f"sounds() gave {names!r:.80}, not a list of names")
        for name in names:
            if not isinstance(name, str) or len(name) > LONGEST_NAME:
                raise LoopError(f"sounds() gave {name!r:.80}, which is no name")
        return list(dict.fromkeys(names))[:MOST_SOUNDS]

    def score(self) -> tuple[int, ...] | None:
        """The points so far, if the loop tells them."""
        tell = getattr(self._loop, "score", None)
        return self._points("score()", tell()) if tell else None

    def outcome(self) -> Outcome | None:
        """How it ended; None while it goes on."""
        told = self._loop.outcome()
        if told is None:
            return None
        if not isinstance(told, Outcome):
            raise LoopError(f"outcome() gave {told!r:.80}, not None or an Outcome")
        if not told.over:
            return None
        scores = self._points("outcome()", told.scores)
        winners = told.winners
        if not isinstance(winners, tuple | list) or not all(
            type(seat) is int and 0 <= seat < self.match.seats for seat in winners
        ):
            raise LoopError(
                f"outcome() gave the winners {winners!r:.80}, which are no seats of "
                f"0 to {self.match.seats - 1}"
            )
        won = tuple(sorted(set(winners)))
        return Outcome(True, won, scores, str(told.reason)[:LONGEST_REASON])  # noqa: FBT003

    def checkpoint(self) -> str:
        """All there is, to go on from here; "" if the loop cannot."""
        tell = getattr(self._loop, "checkpoint", None)
        if tell is None:
            return ""
        state = tell()
        try:
            text = json.dumps(state, separators=(",", ":"), allow_nan=False)
        except (TypeError, ValueError) as wrong:
            raise LoopError(f"checkpoint() is not JSON: {wrong}") from None
        if len(text) > LARGEST_CHECKPOINT:
            raise LoopError(
                f"checkpoint() is {len(text)} characters of JSON long, "
                f"more than {LARGEST_CHECKPOINT}"
            )
        return text

    def _points(self, what: str, scores: object) -> tuple[int, ...]:
        seats = self.match.seats
        if (
            not isinstance(scores, tuple | list)
            or len(scores) != seats
            or not all(type(n) is int and abs(n) <= LARGEST_SCORE for n in scores)
        ):
            raise LoopError(
                f"{what} gave the scores {scores!r:.80}, not a whole number for each "
                f"of {seats}"
            )
        return tuple(scores)


def make(game: LoopGame) -> Loop:
    """The loop of a game, before it begins."""
    loop = game.loop
    if isinstance(loop, str):
        module, _, name = loop.partition(":")
        loop = getattr(import_module(module), name or "Loop")
    return cast("Loop", loop())
