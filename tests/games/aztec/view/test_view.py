"""What Aztec shows, and what a stick and two buttons do."""

from random import Random

import pytest

from cabinet.games.aztec import GAME
from cabinet.games.aztec.rules.board import CUBES
from cabinet.games.aztec.rules.notation import ACTIONS
from cabinet.games.aztec.view.hand import ways
from cabinet.games.aztec.view.pyramid import START
from cabinet.games.aztec.view.shown import Shown
from cabinet.picture.shapes import Line, Polygon, Text
from cabinet.screen.render.painter import measure
from cabinet.tabletop.api import Look, Outcome
from cabinet.tabletop.drawing import SEATS
from tests.games.aztec.table import (
    FIRST,
    RULES,
    STUCK,
    at,
    build,
    new,
    play,
)

VIEW = GAME.view
WIDEST = ("WWWWWWWWWWWW", "Maximilienne", "ROBOT NORMAL")


def texts_of(state):
    due = RULES.actors(state)
    return tuple(RULES.write_action(state, a) for a in RULES.legal(state, due[0]))


def look_at(state, hand=None, events=(), age=0, frame=0, language="fr"):
    due = RULES.actors(state)
    legal = texts_of(state) if due and hand else ()
    names = WIDEST[: RULES.players(state)]
    return Look(state, due, legal, hand, names, tuple(events), age, frame, language)


def words(picture):
    return [shape.words for shape in picture if isinstance(shape, Text)]


def pressed(state, hand, *buttons):
    action = None
    for button in buttons:
        hand, action = VIEW.press(hand, button, state, texts_of(state))
    return hand, action


def taken(state, before=None):
    return VIEW.hand(state, texts_of(state), before)


def holding(state, text):
    """A hand that points at the first column of a placement."""
    x, y, _ = CUBES[ACTIONS[text]][0]
    return taken(state)._replace(x=x, y=y, action=text)


def test_a_turn_begins_with_a_legal_piece_in_hand():
    state = at(pieces=STUCK[:6])
    hand = taken(state)
    assert hand.action in texts_of(state)
    assert (hand.x, hand.y) in {(x, y) for x, y, _ in hand.piece}


def test_a_lays_the_piece_that_is_in_hand():
    state = at(pieces=STUCK[:6])
    hand = taken(state)
    assert pressed(state, hand, "a") == (hand, hand.action)


@pytest.mark.parametrize("number", [0, 1, 6, 12, 17, 19])
def test_the_stick_reaches_every_column_where_a_piece_may_go(number):
    state = at(pieces=STUCK[:number])
    legal, hand = texts_of(state), taken(state)
    reached, waiting = {(hand.x, hand.y)}, [hand]
    while waiting:
        hand = waiting.pop()
        for button in ("up", "down", "left", "right"):
            moved, _ = VIEW.press(hand, button, state, legal)
            assert moved.action in legal
            if (moved.x, moved.y) not in reached:
                reached.add((moved.x, moved.y))
                waiting.append(moved)
    assert reached == set(ways(legal))


def test_the_auction_is_a_dial_and_b_chooses_to_pass():
    opening = new(3)
    assert taken(opening).action == "bid 18"
    assert pressed(opening, taken(opening), "down", "left", "a")[1] == "bid 16"
    assert pressed(opening, taken(opening), "up", "a")[1] == "bid 18"
    assert pressed(opening, taken(opening), "b", "a")[1] == "bid 18"
    state, _ = play(opening, "bid 12")
    assert taken(state).action == "bid 11"
    assert pressed(state, taken(state), "b", "a")[1] == "pass"
    assert pressed(state, taken(state), "b", "b", "a")[1] == "bid 11"
    last, _ = play(opening, "bid 1")
    assert taken(last).action == "pass"
    assert pressed(last, taken(last), "b", "a")[1] == "pass"


def test_help_says_what_the_buttons_do_now():
    state = at(pieces=STUCK[:6])
    hand = taken(state)
    assert VIEW.help(look_at(state, hand)) == (
        ("stick", "Déplacer"),
        ("a", "Poser"),
        ("b", "Autre sens ici"),
    )
    assert VIEW.help(look_at(state)) == ()
    opening = new(3)
    assert VIEW.help(look_at(opening, taken(opening))) == (
        ("left+right", "Autre nombre"),
        ("a", "Annoncer 18"),
    )
    state, _ = play(opening, "bid 2")
    assert VIEW.help(look_at(state, taken(state), language="en")) == (
        ("a", "Bid 1"),
        ("b", "Pass instead"),
    )


def test_the_dial_has_arrows_only_where_it_goes_on():
    opening = new(3)
    for buttons, there in (((), 1), (("left",), 2), (("left",) * 17, 1)):
        hand, _ = pressed(opening, taken(opening), *buttons)
        picture = VIEW.picture(look_at(opening, hand))
        arrows = [s for s in picture if isinstance(s, Polygon) and s.color == "gold"]
        assert sum(len(arrow.points) == 3 for arrow in arrows) == there


def test_the_auction_has_the_colours_of_whose_turn_it_is_and_says_what_it_is_about():
    state = new(3)
    for color in ("cyan", "pink", "gold"):
        picture = VIEW.picture(look_at(state, taken(state)))
        (title,) = [s for s in picture if isinstance(s, Text) and "QUI" in s.words]
        assert title.color == color
        assert "Oh Puch n'a pas de bord : il gagne" in words(picture)
        state, _ = play(state, VIEW.hand(state, texts_of(state), None).action)


def test_the_first_turn_says_what_the_goal_is():
    state, _ = play(new(), FIRST)
    assert "TON BUT" in words(VIEW.picture(look_at(state, taken(state))))
    assert "TON BUT" not in words(VIEW.picture(look_at(state)))
    later = at(pieces=STUCK[:2])
    assert "TON BUT" not in words(VIEW.picture(look_at(later, taken(later))))


def test_the_colour_of_a_seat_is_that_of_its_stones_and_edges():
    state, _ = play(new(3), "bid 9", "pass", "pass", FIRST)
    shown = Shown(look_at(state))
    assert {stone.ramp for stone in shown.building.values()} == {START, SEATS[0]}
    assert shown.colors_of("ns") == SEATS[1]
    assert shown.colors_of("ew") == SEATS[2]


def test_the_running_score_is_shown_for_each_side():
    shown = words(VIEW.picture(look_at(at(pieces=STUCK[:8]))))
    assert shown[shown.index(WIDEST[0]) + 2] == "3"
    assert shown[shown.index(WIDEST[1]) + 2] == "2"
    assert "PIÈCES 8/22" in shown


def test_only_the_seat_whose_turn_it_is_is_called():
    state = at(pieces=STUCK[:7])
    shown = words(VIEW.picture(look_at(state, taken(state))))
    assert shown.count("À TOI !") == 1
    assert shown.index(WIDEST[1]) + 1 == shown.index("À TOI !")


def test_the_piece_in_hand_is_a_ghost_that_hides_nothing():
    state, _ = play(new(), FIRST)
    hand = taken(state)
    bare, held = (VIEW.picture(look_at(state, *each)) for each in ((), (hand,)))
    sides, there = (
        [s for s in picture if isinstance(s, Polygon) and s.color == "lagoon"]
        for picture in (bare, held)
    )
    assert sides == there
    assert sides
    lines = [shape for shape in held if isinstance(shape, Line)]
    assert sum(line.color == "pink" for line in lines) > 10


def test_the_finished_pyramid_stays_for_a_while():
    state, events = build(new(3, rounds=3))
    soon = words(VIEW.picture(look_at(state, events=events, age=10)))
    assert "MANCHE 1 ACHEVÉE" in soon
    assert "PIÈCES 22/22" in soon
    later = words(VIEW.picture(look_at(state, events=events, age=500)))
    assert "MANCHE 1 ACHEVÉE" not in later
    assert "PIÈCES 0/22" in later


def test_a_finished_pyramid_is_drawn_with_few_shapes():
    """A shape costs some three microseconds, and a frame has four milliseconds."""
    for seed in range(8):
        state, events = build(new(), seed=seed)
        assert len(VIEW.picture(look_at(state, events=events))) <= 700


def sights(language):
    """Looks at random games, persons and bots in turn, fresh and old news."""
    for players, options in ((2, {}), (3, {}), (3, {"rounds": 3})):
        rng = Random(5)
        state, hand, frame = RULES.new(players, options, rng), None, 0
        while due := RULES.actors(state):
            hand = taken(state, hand)
            presses = rng.choices(("b", "up", "left", "right"), k=6)
            hand, _ = pressed(state, hand, *presses)
            yield look_at(state, hand, frame=frame, language=language)
            events = []
            action = rng.choice(RULES.legal(state, due[0]))
            state = RULES.apply(state, due[0], action, events)
            frame += 7
            for age in (1, 130, 300):
                yield look_at(state, None, events, age, frame, language)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_word_fits(language):
    for look in sights(language):
        for shape in VIEW.picture(look):
            if isinstance(shape, Text):
                check_room(shape)


def check_room(text):
    """Panels are 198 wide at the right; a ribbon is 300 across the pyramid."""
    wide, tall = measure(text)
    left = text.x - {"left": 0, "center": wide // 2, "right": wide}[text.align]
    room = (436, 634) if text.x >= 436 else (64, 364) if wide > 90 else (0, 430)
    margin = 0 if text.face == "small" else 4
    assert room[0] + margin <= left, text
    assert left + wide <= room[1] - margin, text
    assert 0 <= text.y <= text.y + tall <= 320, text
    assert text.face != "tiny", text


def test_a_name_never_runs_into_the_score():
    state, _ = build(new())
    shapes = [s for s in VIEW.picture(look_at(state)) if isinstance(s, Text)]
    for name, _, score in zip(shapes, shapes[1:], shapes[2:], strict=False):
        if name.words in WIDEST and score.align == "right":
            assert name.x + measure(name)[0] <= score.x - measure(score)[0], name


@pytest.mark.parametrize(
    ("winners", "scores", "reason", "french"),
    [
        ((1,), (9, 13), "more points", "Léa gagne, 13 points contre 9"),
        ((0,), (9, 9), "equal", "9 points chacun : Zoé a commencé et gagne"),
        (
            (0, 2),
            (20, 8, 20),
            "shared",
            "Zoé et Ada gagnent ensemble, 20 points chacun",
        ),
    ],
)
def test_the_ending_is_one_sentence(winners, scores, reason, french):
    outcome = Outcome(over=True, winners=winners, scores=scores, reason=reason)
    names = ("Zoé", "Léa", "Ada")
    assert VIEW.ending(outcome, names, "fr") == french
    assert VIEW.ending(outcome, names, "en") != french
