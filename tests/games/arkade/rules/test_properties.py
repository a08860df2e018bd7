"""What is true of every position of every game of Arkade."""

from collections import Counter
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from cabinet.games.arkade.rules import board
from cabinet.games.arkade.rules.box import ALIEN_BOX, DEFENDER_BOX
from cabinet.tabletop.api import CHANCE, IllegalActionError
from tests.games.arkade.table import RULES

tables = st.sampled_from(
    [
        {},
        {"face": "advanced", "layout": "simple", "rolls": 2},
        {"mode": "arcade"},
        {"mode": "arcade", "tiles": True},
    ]
)
seeds = st.integers(0, 2**32)
numbers = st.integers(0, board.BIT.index(board.BIT[-1]))
some = settings(max_examples=15)


def walk(options, seed):
    """Position, and the text that led to it, of a random game."""
    rng = Random(seed)
    state, text = RULES.new(2, options, rng), ""
    while True:
        yield state, text
        due = RULES.actors(state)
        if not due:
            return
        seat = rng.choice(due)
        action = rng.choice(RULES.legal(state, seat))
        text = RULES.write_action(state, action)
        state = RULES.apply(state, seat, action)


@given(cell=numbers)
def test_beside_is_what_touches(cell):
    line, column = divmod(cell, 6)
    near = [(line + 1, column), (line - 1, column)]
    near += [(line, column + 1), (line, column - 1)]
    inside = {a * 6 + b for a, b in near if 0 <= a < 9 and 0 <= b < 6}
    assert set(board.cells(board.beside(cell))) == inside


@given(cell=numbers, line=st.integers(0, 8))
def test_a_way_is_straight_ahead(cell, line):
    ahead = {n * 6 + cell % 6 for n in range(cell // 6 + 1, line + 1)}
    assert set(board.cells(board.way(cell, line))) == ahead


@given(saucers=st.sets(numbers), column=st.integers(0, 5))
def test_the_foremost_is_nearest_to_the_ship(saucers, column):
    bits = sum(board.BIT[cell] for cell in saucers)
    there = [cell for cell in saucers if cell % 6 == column]
    assert board.foremost(bits, column) == max(there, default=-1)


@some
@given(options=tables, seed=seeds)
def test_saucers_are_conserved_and_never_share_a_cell(options, seed):
    for state, _ in walk(options, seed):
        document = RULES.write(state)
        cells = [tuple(saucer["at"]) for saucer in document["saucers"]]
        cells += map(tuple, document["asteroids"] + document["fields"])
        if document["tower"]:
            cells.append((9, document["tower"]))
        assert len(set(cells)) == len(cells)
        colors = Counter(saucer["color"] for saucer in document["saucers"])
        colors.update(document["lost"])
        assert colors == {"O": 4, "B": 4, "V": 4}


@some
@given(options=tables, seed=seeds)
def test_tiles_are_conserved(options, seed):
    """Those face down only get fewer, and each comes from the box."""
    before = None
    for state, text in walk(options, seed):
        document = RULES.write(state)
        alien = Counter(document["alien_tiles"])
        sets = document["defender_tiles"]
        assert alien <= Counter(ALIEN_BOX)
        for box, tiles in zip(DEFENDER_BOX, sets.values(), strict=True):
            assert Counter(tiles) <= Counter(box)
        left = alien + Counter(f"{c} {t}" for c in sets for t in sets[c])
        if before is not None:
            gone = before - left
            assert left <= before
            assert sum(gone.values()) == text.startswith("tile")
        before = left


@some
@given(options=tables, seed=seeds)
def test_no_saucer_ever_goes_back_but_by_a_comet(options, seed):
    progress = None
    for state, text in walk(options, seed):
        saucers = RULES.write(state)["saucers"]
        lines = sum(saucer["at"][0] for saucer in saucers)
        if text.startswith(("step", "rift", "tile speed")):
            assert lines >= progress
        if text.startswith("comet"):
            assert lines < progress
        progress = lines


@some
@given(options=tables, seed=seeds)
def test_nuggets_and_ship_stay_in_bounds(options, seed):
    for state, _ in walk(options, seed):
        document = RULES.write(state)
        assert 0 <= document["nuggets"] <= 11
        assert 1 <= document["ship"] <= 6
        assert document["bonus"] == [] or document["alien_tiles"]


@some
@given(options=tables, seed=seeds)
def test_a_bonus_waits_only_under_a_saucer_of_its_color(options, seed):
    for state, _ in walk(options, seed):
        document = RULES.write(state)
        where = [saucer["at"] for saucer in document["saucers"]]
        assert all(cell in where for cell in document["bonus"])


@settings(max_examples=5)
@given(options=tables, seed=seeds, noise=st.text(max_size=12))
def test_only_what_is_listed_can_be_played(options, seed, noise):
    texts = (
        "roll",
        "end",
        "go",
        "fire ship",
        "dice O B",
        "tile life",
        "step 2,1 3,1 V",
    )
    for state, _ in walk(options, seed):
        for seat in (CHANCE, 0, 1):
            legal = RULES.legal(state, seat)
            listed = {RULES.write_action(state, action) for action in legal}
            for text in (noise, *texts):
                assert is_accepted(state, seat, text) == (text in listed)


def is_accepted(state, seat, text):
    try:
        RULES.read_action(state, seat, text)
    except IllegalActionError:
        return False
    return True


@some
@given(options=tables, seed=seeds)
def test_what_is_imagined_is_another_deal_of_the_same_box(options, seed):
    rng = Random(seed)
    for state, _ in walk(options, seed):
        other = RULES.imagine(state, 0, rng)
        assert RULES.observe(other, 1) == RULES.observe(state, 1)
        for seat in (None, 0, 1):
            assert RULES.seen_by(other, seat) == RULES.seen_by(state, seat)
        assert RULES.read(RULES.write(other), rng) == other
