"""What is true of every position of every game of Azteka."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from cabinet.games.azteka.rules import board
from cabinet.tabletop.api import IllegalActionError
from tests.games.azteka.plain import PLACES, touching
from tests.games.azteka.table import RULES

pawn_sets = st.sets(st.sampled_from(PLACES))
tables = st.sampled_from(
    [
        (2, {}),
        (2, {"placement": "own", "diagonal": True}),
        (2, {"variant": "aggressive"}),
        (3, {}),
    ]
)


def bits(places):
    return sum(1 << (ring - 1) * 8 + segment for ring, segment in places)


def walk(table, seed):
    rng = Random(seed)
    state = RULES.new(*table, rng)
    yield state
    while due := RULES.actors(state):
        state = RULES.apply(state, due[0], rng.choice(RULES.legal(state, due[0])))
        yield state


@given(places=pawn_sets)
def test_around_is_what_touches(places):
    near = set().union(*(touching(place) for place in places))
    assert board.around(bits(places)) == bits(near)
    wide = set().union(*(touching(place, diagonal=True) for place in places))
    assert board.around_diagonally(bits(places)) | bits(places) == bits(wide | places)


@given(places=pawn_sets, by=pawn_sets)
def test_surrounded_is_touched_by_nothing_else(places, by):
    enclosed = {place for place in places if touching(place) <= by}
    assert board.surrounded(bits(places), bits(by)) == bits(enclosed)


@given(places=pawn_sets, ring=st.integers(0, 3), segments=st.integers(0, 8))
def test_turning_back_undoes_a_turn(places, ring, segments):
    turned = board.spin(bits(places), ring, segments)
    assert turned.bit_count() == len(places)
    assert board.spin(turned, ring, 8 - segments) == bits(places)


@given(places=pawn_sets)
def test_the_goals_are_what_the_rulebook_says(places):
    rings = {ring for ring, _ in places}
    segments = {segment for _, segment in places}
    assert board.spreads(bits(places)) == (len(rings) == 4 and len(segments) == 8)
    lines = [{(r, s) for s in range(8)} for r in range(1, 5)]
    columns = [{(r, s) for r in range(1, 5)} for s in range(8)]
    assert board.reigns(bits(places)) == any(ln <= places for ln in lines + columns)
    assert board.fills_a_segment(bits(places)) == any(ln <= places for ln in columns)


@settings(max_examples=25)
@given(table=tables, seed=st.integers(0, 2**32))
def test_pawns_never_overlap_nor_outnumber_the_box(table, seed):
    most = 12 if table[0] == 3 else 14
    for state in walk(table, seed):
        boards = (state.life, state.death, state.mummies)
        union = boards[0] | boards[1] | boards[2]
        assert union.bit_count() == sum(pawns.bit_count() for pawns in boards)
        assert max(pawns.bit_count() for pawns in boards) <= most


@settings(max_examples=25)
@given(table=tables, seed=st.integers(0, 2**32))
def test_a_round_has_at_most_120_actions_and_a_match_its_rounds(table, seed):
    states = list(walk(table, seed))
    assert all(state.actions <= 120 for state in states)
    assert [state.round for state in states] == sorted(state.round for state in states)
    assert len(states[-1].results) == (1 if table[0] == 3 else 2)


@settings(max_examples=25)
@given(table=tables, seed=st.integers(0, 2**32))
def test_the_winner_has_won_more_rounds_or_used_fewer_pawns(table, seed):
    *_, last = walk(table, seed)
    outcome = RULES.outcome(last)
    won = [result["seat"] for result in RULES.write(last)["results"] if result]
    if len(set(won)) == 1:
        assert outcome.winners == (won[0],)
    elif not won:
        assert outcome.winners == ()
    else:
        fewest = [s for s in (0, 1) if outcome.scores[s] == min(outcome.scores)]
        assert outcome.winners == (tuple(fewest) if len(fewest) == 1 else ())


@settings(max_examples=10)
@given(table=tables, seed=st.integers(0, 2**32), noise=st.text(max_size=12))
def test_only_what_is_listed_can_be_played(table, seed, noise):
    for state in walk(table, seed):
        for seat in RULES.actors(state):
            listed = {RULES.write_action(state, a) for a in RULES.legal(state, seat)}
            for text in (noise, "pass", "turn 1", "turn2 4", "place 1 0", "place 4 7"):
                assert is_accepted(state, seat, text) == (text in listed)


def is_accepted(state, seat, text):
    try:
        RULES.read_action(state, seat, text)
    except IllegalActionError:
        return False
    return True
