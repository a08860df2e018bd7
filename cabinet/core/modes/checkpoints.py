"""Where a loop game can go on from, as entries of its match's log.

A loop has no moves. What it says of itself now and then is noted instead: after a crash
or a power cut it goes on from the last of these. A note is nobody's action: it does not
tell that somebody is there.
"""

from collections.abc import Sequence
from typing import Final

from cabinet.core.money.ledger import Move

_WORD: Final = "checkpoint "


def checkpoint_move(state: str) -> str:
    """The entry that notes this state, which is JSON."""
    return _WORD + state


def is_checkpoint(action: str) -> bool:
    """Whether an entry of the log is a note."""
    return action.startswith(_WORD)


def checkpoint_in(log: Sequence[Move]) -> str:
    """The last state that was noted; "" if none was."""
    noted = (move.action for move in reversed(log) if is_checkpoint(move.action))
    return next(noted, "").removeprefix(_WORD)
