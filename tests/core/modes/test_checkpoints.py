"""What a loop can go on from is noted in its match's log, and is nobody's action."""

from cabinet.core.modes.checkpoints import (
    checkpoint_in,
    checkpoint_move,
    is_checkpoint,
)
from cabinet.core.money.ledger import Move


def test_the_last_note_counts():
    log = (Move(0, checkpoint_move("[1]")), Move(0, checkpoint_move('{"a":2}')))
    assert checkpoint_in(log) == '{"a":2}'


def test_a_match_without_notes_begins_at_its_beginning():
    assert checkpoint_in((Move(0, "place 1 0"),)) == ""
    assert not is_checkpoint("place 1 0")
