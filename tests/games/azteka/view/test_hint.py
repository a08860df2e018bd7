"""What Azteka shows of an action before it is played."""

from random import Random

import pytest

from cabinet.games.azteka.view.hand import Hand
from cabinet.games.azteka.view.shown import forecast
from cabinet.games.azteka.view.wheel import (
    beam,
    centre,
    doomed,
    ghosts,
    winning_line,
)
from cabinet.picture.shapes import Box, Disc, Line
from cabinet.tabletop.drawing import CYAN, PINK
from tests.games.azteka.table import (
    NEARLY_EVERYWHERE,
    RULES,
    at,
    play,
    ring,
    seen,
    segment,
)
from tests.games.azteka.view.test_view import TWO, VIEW, look_at, texts_of, words

# Life at 1 0 has Death on two of its three sides.
NEARLY_TAKEN = {
    "life": [[1, 0], [4, 4]],
    "death": [[1, 1], [2, 0], [1, 6]],
    "turn": "death",
}


def shown(state, hand, **more):
    return VIEW.picture(look_at(state, hand, **more))


@pytest.mark.parametrize("players", [2, 3])
def test_a_forecast_is_what_the_rules_then_do(players):
    rng, state = Random(3), RULES.new(players, {}, None)
    while RULES.actors(state):
        text = rng.choice(texts_of(state))
        coming = forecast(state, text)
        state, events = play(state, text)
        by_name = {event["event"]: event for event in events}
        boards = by_name.get("round_over", seen(state))
        for role, pawns in coming.pawns.items():
            assert [list(place) for place in pawns] == boards[role]
        assert coming.birth == ("birth" in by_name)
        result = by_name.get("round_over", {}).get("result")
        assert coming.winner == (result["role"] if result else "")
        taken = [tuple(h["at"]) for h in events if h["event"] == "disintegrated"]
        assert coming.dying == tuple(taken)


def test_pawns_that_would_disintegrate_are_marked_and_counted():
    state = at(**NEARLY_TAKEN)
    picture = shown(state, Hand(1, 7, "place"))
    assert set(doomed((1, 0), PINK, 0)) <= set(picture)
    assert "DÉSINTÈGRE 1" in words(picture)
    assert not set(doomed((1, 0), PINK, 0)) <= set(shown(state, Hand(2, 1, "place")))


def test_a_birth_that_would_follow_lights_its_segment():
    state = at(life=segment(2, 1, 2, 3), death=[[4, 6]])
    picture = shown(state, Hand(4, 2, "place"))
    assert set(beam(2, CYAN, 0)) <= set(picture)
    assert "NAISSANCE ?" in words(picture)
    assert "À TOI !" in words(shown(state, Hand(1, 1, "place")))


def test_a_goal_that_would_be_reached_is_announced():
    state = at(life=NEARLY_EVERYWHERE, death=[[4, 0]])
    assert "TU GAGNES ?" in words(shown(state, Hand(3, 7, "place")))


def test_a_turn_that_would_let_the_other_win_is_a_warning():
    lines = [*segment(0, 2, 3, 4), [1, 7]]
    state = at(life=[[2, 4]], death=lines)
    picture = shown(state, Hand(turning=1, tool="turn"))
    assert "TU PERDS ?" in words(picture)
    assert any(isinstance(s, Box) and s.color == "red" and s.h == 28 for s in picture)


def test_progress_that_would_be_made_blinks_white_and_lost_red():
    state = at(life=[[2, 0], [2, 1]], death=[[1, 1], [4, 1]], turn="death")

    def blinking(hand, color):
        boxes = [s for s in shown(state, hand) if isinstance(s, Box) and s.h == 7]
        return sum(box.color == color for box in boxes)

    assert blinking(Hand(3, 1, "place"), "white") == 2
    assert blinking(Hand(turning=1, tool="turn"), "red") == 1
    assert blinking(Hand(turning=1, tool="turn"), "white") == 0


def test_a_ring_shows_where_its_pawns_would_come_to_stand():
    state = at(**TWO)
    there = ghosts({"life": [(2, 1)]}, {"life": CYAN}, 2)
    assert set(there) <= set(shown(state, Hand(turning=2, tool="turn")))
    assert not set(there) <= set(shown(state, Hand(turning=4, tool="turn")))


def test_nothing_is_promised_before_a_place_is_chosen():
    assert "À TOI !" in words(shown(at(**TWO), Hand()))


def test_an_action_that_would_draw_the_round_is_announced():
    state = at(**TWO, actions=119, turn="life")
    assert "NULLE ?" in words(shown(state, Hand(2, 1, "place")))


@pytest.mark.parametrize(
    ("fields", "hand"),
    [
        (
            {"life": [[1, 1]], "death": segment(0, 2, 3, 4), "turn": "death"},
            "place 1 0",
        ),
        ({"life": [[1, 7]], "death": ring(2, range(7)), "turn": "death"}, "place 2 7"),
        ({"life": NEARLY_EVERYWHERE, "death": [[4, 0]]}, "place 3 7"),
    ],
)
def test_the_winning_line_is_drawn_when_a_round_is_won(fields, hand):
    state, events = play(at(**fields), hand)
    ended = next(h for h in events if h["event"] == "round_over")
    won = [tuple(place) for place in ended[ended["result"]["role"]]]
    color = "ice" if ended["result"]["role"] == "life" else "rose"
    line = winning_line(won, ended["why"], color)
    assert line
    assert set(line) <= set(VIEW.picture(look_at(state, events=events, age=30)))
    assert not set(line) <= set(VIEW.picture(look_at(state, events=events, age=500)))


def test_the_line_of_life_passes_through_every_segment():
    pawns = [(1 + s % 4, s) for s in range(8)] + [(4, 0)]
    line = winning_line(pawns, "spread", "ice")[-1]
    assert {*line.points} <= {centre(place) for place in pawns}
    assert len(line.points) == 8


def test_a_pawn_that_disintegrates_flies_apart():
    state, events = play(at(**NEARLY_TAKEN), "place 1 7")
    x, y = centre((1, 0))
    for age, flying in ((2, True), (60, False)):
        picture = VIEW.picture(look_at(state, events=events, age=age))
        rings = [s for s in picture if isinstance(s, Disc) and (s.x, s.y) == (x, y)]
        sparks = [s for s in picture if isinstance(s, Line) and s.width == 2]
        assert any(disc.r > 12 for disc in rings) == flying
        assert bool(sparks) == flying


def test_three_players_are_told_that_these_are_house_rules():
    state = RULES.new(3, {}, None)
    assert "RÈGLE MAISON" in words(VIEW.picture(look_at(state)))
    assert "HOUSE RULES" in words(VIEW.picture(look_at(state, language="en")))
