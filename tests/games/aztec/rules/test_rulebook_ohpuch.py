"""One case per sentence of the rulebook: three players, and three rounds (15-19).

The numbers are those of the game's README.md.
"""

import pytest

from cabinet.games.aztec.rules.near import near
from cabinet.tabletop.api import IllegalActionError
from tests.games.aztec.table import (
    RULES,
    STUCK,
    at,
    build,
    legal,
    new,
    play,
    put,
    seen,
    told,
)

NUMBERS = [f"bid {number}" for number in range(1, 19)]


def bidding(*words):
    """After these bids (a number, or None for a pass), from a new game of three."""
    texts = ["pass" if word is None else f"bid {word}" for word in words]
    return play(new(3), *texts)


def turns(state, count):
    seats = []
    for _ in range(count):
        seats += RULES.actors(state)
        state, _ = play(state, legal(state)[0])
    return seats


def test_15_oh_puch_begins_and_the_seats_after_him_follow():
    assert turns(at(ohpuch=1, target=9), 4) == [1, 2, 0, 1]


def test_15_oh_puch_lays_8_of_the_22_pieces():
    seats = turns(at(ohpuch=2, target=9), 22)
    assert [seats.count(seat) for seat in (2, 0, 1)] == [8, 7, 7]


@pytest.mark.parametrize("ohpuch", [0, 1, 2])
def test_15_the_seat_after_him_has_north_and_south_the_next_east_and_west(ohpuch):
    scores = RULES.outcome(at(ohpuch=ohpuch, target=9, pieces=STUCK[:8])).scores
    assert scores[ohpuch] == 0
    assert scores[(ohpuch + 1) % 3] == 3
    assert scores[(ohpuch + 2) % 3] == 2


def test_15_the_rules_of_building_are_the_same():
    assert legal(at(ohpuch=0, target=9, pieces=STUCK[:8])) == legal(
        at(pieces=STUCK[:8])
    )


def test_16_the_first_bidder_must_say_a_number():
    assert legal(new(3)) == NUMBERS
    with pytest.raises(IllegalActionError, match="the first bidder must bid"):
        RULES.read_action(new(3), 0, "pass")


def test_16_the_next_says_a_lower_number_or_passes():
    state, _ = bidding(12)
    assert RULES.actors(state) == (1,)
    assert legal(state) == [*NUMBERS[:11], "pass"]
    with pytest.raises(IllegalActionError, match="a bid must be lower than 12"):
        RULES.read_action(state, 1, "bid 12")


def test_16_a_pass_is_final():
    state, _ = bidding(12, None, 11)
    assert RULES.actors(state) == (0,)
    state, _ = bidding(12, None, 11, 10)
    assert RULES.actors(state) == (2,)


def test_16_the_last_who_has_not_passed_is_oh_puch():
    state, events = bidding(12, 11, None, 10, None)
    document = seen(state)
    assert (document["ohpuch"], document["target"], document["turn"]) == (0, 10, 0)
    assert told(events) == ["bid"] * 5 + ["ohpuch"]
    assert events[2] == {"event": "bid", "seat": 2, "bid": None}
    assert events[-1] == {"event": "ohpuch", "seat": 0, "target": 10}
    assert legal(state) == legal(new())


def test_16_after_a_bid_of_1_the_others_still_pass():
    state, _ = bidding(1)
    assert legal(state) == ["pass"]
    state, _ = bidding(1, None, None)
    assert seen(state)["ohpuch"] == 0
    assert seen(state)["target"] == 1


def test_16_the_numbers_go_to_18_without_corners_too():
    assert legal(new(3, corners="none")) == NUMBERS


def finished(wanted):
    """The pieces of a finished game whose north-south and east-west points fit."""
    for seed in range(400):
        pieces = seen(build(new(), seed=seed)[0])["pieces"]
        points = RULES.outcome(at(pieces=pieces)).scores
        if wanted(*points):
            return pieces, points
    raise AssertionError("no such game")


def judged(pieces, target):
    return RULES.outcome(at(ohpuch=1, target=target, pieces=pieces))


def test_17_oh_puch_wins_if_nobody_reaches_the_number():
    pieces, points = finished(lambda a, b: a > b)
    end = judged(pieces, max(points) + 1)
    assert (end.winners, end.reason) == ((1,), "nobody reached the number")


def test_17_to_have_the_number_is_to_reach_it():
    pieces, points = finished(lambda a, b: a > b)
    assert judged(pieces, max(points)).winners == (2,)


def test_18_with_the_number_reached_the_builder_with_more_points_wins():
    for wanted, winner in (
        ((lambda a, b: a > b > 0), 2),
        ((lambda a, b: 0 < a < b), 0),
    ):
        pieces, points = finished(wanted)
        end = judged(pieces, min(points))
        assert (end.winners, end.reason) == ((winner,), "reached the number")


def test_18_with_equal_points_the_builder_who_plays_earlier_wins():
    pieces, points = finished(lambda a, b: a == b > 0)
    end = judged(pieces, points[0])
    assert (end.winners, end.reason) == ((2,), "reached the number, equal")


def test_19_everybody_is_oh_puch_once_and_there_is_no_auction():
    state = at(players=3, first=1, options={"rounds": 3})
    ohpuch, rounds = [], []
    while RULES.actors(state):
        assert RULES.actors(state) == (seen(state)["ohpuch"],)
        ohpuch.append(seen(state)["ohpuch"])
        rounds.append(seen(state)["round"])
        state, events = build(state)
    assert ohpuch == [1, 2, 0]
    assert rounds == [1, 2, 3]
    assert seen(state)["target"] is None
    assert seen(state)["round"] == 3
    assert told(events) == ["put", "round_over", "game_over"]


def test_19_the_next_round_begins_at_once_on_an_empty_board():
    state, events = build(new(3, rounds=3))
    document = seen(state)
    assert told(events) == ["put", "round_over", "ohpuch"]
    assert document["pieces"] == []
    assert (document["round"], document["ohpuch"], document["turn"]) == (2, 1, 1)
    assert document["results"] == [events[1]["points"]]
    assert document["results"][0][0] == 0
    assert len(events[1]["pieces"]) == 22


def test_19_a_round_in_which_nothing_fits_ends_too():
    state = at(options={"rounds": 3}, pieces=STUCK[:-1])
    after, events = play(state, put(STUCK[-1]))
    assert events[1]["why"] == "stuck"
    assert seen(after)["round"] == 2


def test_19_the_points_of_the_rounds_are_added_and_the_most_win():
    results = [[0, 5, 7], [6, 0, 7]]
    state, _ = build(at(options={"rounds": 3}, round=3, results=results))
    last = seen(state)["results"][2]
    totals = tuple(a + b + c for a, b, c in zip(*results, last, strict=True))
    end = RULES.outcome(state)
    assert end.scores == totals
    assert end.winners == tuple(s for s in range(3) if totals[s] == max(totals))


def test_19_points_so_far_count_the_round_that_is_being_built():
    state = at(options={"rounds": 3}, round=2, results=[[0, 5, 7]], pieces=STUCK[:8])
    assert RULES.outcome(state).scores == (2, 5, 10)


def test_19_equal_totals_share_the_victory():
    pieces, points = finished(lambda a, b: a == b)
    last = [points[0], points[1], 0]
    state = at(
        options={"rounds": 3},
        round=3,
        results=[[0, 4, 4], [4, 0, 4], last],
        pieces=pieces,
    )
    end = RULES.outcome(state)
    assert (end.winners, end.reason) == ((0, 1), "shared")


def test_the_end_says_how_little_oh_puch_and_the_builders_have_lacked():
    low, _ = build(play(new(3), "bid 1", "pass", "pass")[0], seed=3)
    points = max(RULES.outcome(low).scores)
    assert near(low, 0, "en") == (0, f"{points} points too many for Oh Puch!")
    high, _ = build(play(new(3), "bid 18", "pass", "pass")[0], seed=3)
    lacks = 18 - RULES.outcome(high).scores[1]
    assert near(high, 1, "en") == (0, f"{lacks} points from the number of Oh Puch!")
    assert near(high, 0, "fr") == (0, "")
