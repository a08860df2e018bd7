"""What is true of every position of every game of Aztec."""

from itertools import pairwise
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from cabinet.games.aztec.rules.board import BODY, CUBES, PLACEMENT_OF
from cabinet.games.aztec.rules.notation import building_faults
from cabinet.games.aztec.rules.site import build, empty, members
from cabinet.tabletop.api import IllegalActionError
from tests.games.aztec.table import FIRST, RULES

tables = st.sampled_from(
    [(2, {}), (2, {"corners": "none"}), (3, {}), (3, {"rounds": 3})]
)
seeds = st.integers(0, 2**32)


def walk(table, seed):
    rng = Random(seed)
    state = RULES.new(*table, rng)
    yield state
    while due := RULES.actors(state):
        state = RULES.apply(state, due[0], rng.choice(RULES.legal(state, due[0])))
        yield state


def mirrored(placement):
    """A placement turned half round the board: the same piece again."""
    turned = [(8 - x, 8 - y, z) for x, y, z in CUBES[placement]]
    bits = sum(1 << (z * 9 + y) * 9 + x for x, y, z in turned)
    return PLACEMENT_OF[bits]


@settings(max_examples=20)
@given(table=tables, seed=seeds)
def test_cubes_never_overlap(table, seed):
    for state in walk(table, seed):
        assert state.site.built.bit_count() == 1 + 6 * len(state.pieces)
        assert len(state.pieces) <= 22


@settings(max_examples=15)
@given(seed=seeds)
def test_a_legal_placement_stays_legal_until_its_place_is_taken(seed):
    states = list(walk((2, {}), seed))
    for before, after in pairwise(states):
        body = BODY[after.pieces[-1]]
        still = {p for p in members(before.site.open) if not BODY[p] & body}
        assert still <= set(members(after.site.open))


@settings(max_examples=10)
@given(seed=seeds)
def test_turning_the_board_half_round_changes_nothing(seed):
    site = other = empty()
    for placement in list(walk((2, {}), seed))[-1].pieces:
        assert set(members(other.open)) == set(map(mirrored, members(site.open)))
        site, other = build(site, placement), build(other, mirrored(placement))


@settings(max_examples=5)
@given(seed=seeds)
def test_what_is_not_legal_has_a_fault_and_what_is_legal_has_none(seed):
    for state in list(walk((2, {}), seed))[:-1:7]:
        legal = set(members(state.site.open))
        for placement in range(0, len(CUBES), 3):
            faults = building_faults(state.pieces, placement)
            assert bool(faults) == (placement not in legal)


@settings(max_examples=15)
@given(table=tables, seed=seeds)
def test_scores_only_grow_and_stay_within_the_edges(table, seed):
    scores = [RULES.outcome(state).scores for state in walk(table, seed)]
    for before, after in pairwise(scores):
        assert all(a <= b for a, b in zip(before, after, strict=True))
    assert max(scores[-1]) <= 18 * (2 if table[1].get("rounds") == 3 else 1)


@settings(max_examples=8)
@given(table=tables, seed=seeds, noise=st.text(max_size=12))
def test_only_what_is_listed_can_be_played(table, seed, noise):
    for state in walk(table, seed):
        for seat in RULES.actors(state):
            listed = {RULES.write_action(state, a) for a in RULES.legal(state, seat)}
            for text in (noise, "pass", "bid 1", "bid 18", FIRST):
                assert is_accepted(state, seat, text) == (text in listed)


def is_accepted(state, seat, text):
    try:
        RULES.read_action(state, seat, text)
    except IllegalActionError:
        return False
    return True


@given(placements=st.sets(st.integers(0, len(CUBES) - 1)))
def test_the_members_of_a_set_are_listed_in_order(placements):
    bits = sum(1 << number for number in placements)
    empty()
    assert members(bits) == sorted(placements)
