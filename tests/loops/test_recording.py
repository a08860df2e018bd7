"""What players pressed, kept as text and read back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabinet.loops.api import BUTTONS, LoopError
from cabinet.loops.recording import Recording, Update, idle, read, written

BUTTON_SETS = st.frozensets(st.sampled_from(BUTTONS))


@given(
    st.lists(st.tuples(BUTTON_SETS, BUTTON_SETS, BUTTON_SETS, BUTTON_SETS)),
    st.integers(0, 10**9),
)
def test_what_is_written_is_read_back(rows, seed):
    updates = tuple(Update((a, b), (c, d)) for a, b, c, d in rows)
    recording = Recording(2, seed, 60, {"level": 3, "fast": True}, updates)
    assert read(written(recording)) == recording


def test_updates_that_are_alike_are_one_line():
    left = Update((frozenset({"left"}),), (frozenset(),))
    tap = Update((frozenset(),), (frozenset({"a"}),))
    text = written(Recording(1, 7, 60, {}, (left, left, tap, idle(1))))
    assert text == "seats 1 seed 7 pace 60\n2 p1.left\n1 +p1.a\n1\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "demo.txt:1: '' is not `seats 1 seed 1 pace 60`"),
        ("seats one seed 1 pace 60", "demo.txt:1:"),
        ("seats 1 seed 1 pace 60\nx p1.a", "demo.txt:2: 'x p1.a' is not a count"),
        ("seats 1 seed 1 pace 60\n\n", "demo.txt:2: '' is not a count"),
        ("seats 1 seed 1 pace 60\n1 p2.a", "'p2.a' is not a button such as p1.left"),
        ("seats 1 seed 1 pace 60\n1 +p1.c", "'+p1.c' is not a button"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(text, said):
    with pytest.raises(LoopError) as refused:
        read(text)
    assert said in str(refused.value)
