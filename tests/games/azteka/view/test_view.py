"""What Azteka shows, and what a stick and two buttons do."""

from random import Random

import pytest

from cabinet.games.azteka import GAME
from cabinet.games.azteka.view.hand import Hand
from cabinet.games.azteka.view.wheel import PAWN, centre, pawn
from cabinet.picture.shapes import Text
from cabinet.screen.render.painter import measure
from cabinet.tabletop.api import Look, Outcome
from cabinet.tabletop.drawing import CYAN, PINK
from cabinet.tabletop.stick import STEPS
from tests.games.azteka.table import RULES, at, play, segment

VIEW = GAME.view
TWO = {"life": [[2, 0]], "death": [[4, 4]]}
AGGRESSIVE = {"variant": "aggressive"}
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


def test_a_turn_begins_with_no_place_chosen():
    state = at(**TWO)
    hand = VIEW.hand(state, texts_of(state), Hand(4, 7, "turn", 2))
    assert hand == Hand(0, 0, "place", 2)
    assert pressed(state, hand, "a", "a")[1] is None


def test_a_turn_without_a_place_begins_with_turning():
    state = at(death=[[1, 0]], turn="death")
    assert VIEW.hand(state, texts_of(state), None).tool == "turn"


@pytest.mark.parametrize("segment", range(8))
def test_the_stick_goes_the_way_it_is_pushed_wherever_one_is_on_the_circle(segment):
    state = at(options=AGGRESSIVE, life=[[1, 0]])
    x, y = centre((3, segment))
    for button, (right, down) in STEPS.items():
        moved, _ = pressed(state, Hand(3, segment), button)
        there = centre((moved.ring, moved.segment))
        assert (there[0] - x) * right + (there[1] - y) * down > 0


def reached(state, start):
    """Where the stick can come to from a hand, and the hands that are legal there."""
    hands, texts = [start], texts_of(state)
    for hand in hands:
        for button in STEPS:
            moved, _ = VIEW.press(hand, button, state, texts)
            assert moved == hand or moved.action in texts
            hands += () if moved in hands else (moved,)
    return {hand.action for hand in hands}


def test_the_stick_stops_on_legal_places_only_and_comes_to_each_of_them():
    rng = Random(11)
    for players, options in ((2, {}), (2, AGGRESSIVE), (3, {})):
        state = RULES.new(players, options, rng)
        while due := RULES.actors(state):
            placing = {t for t in texts_of(state) if t.startswith("place")}
            starts = {Hand()} | {Hand(*map(int, t.split()[1:])) for t in placing}
            for start in (Hand(), *sorted(starts)[-2:]) if placing else ():
                assert placing <= reached(state, start)
            action = rng.choice(RULES.legal(state, due[0]))
            state = RULES.apply(state, due[0], action)


def test_choosing_a_ring_moves_no_pawn_in_hand():
    state = at(**TWO)
    hand, _ = pressed(state, Hand(2, 1, "turn", 4), "down", "down", "left")
    assert hand == Hand(2, 1, "turn", 1)
    hand, action = pressed(state, hand, "up", "right", "a")
    assert (hand.turning, action) == (3, "turn 3")
    assert pressed(state, hand, "b", "a")[1] == "place 2 1"


def test_only_rings_that_may_be_turned_by_two_are_chosen_for_it():
    state = at(options=AGGRESSIVE, life=[[2, 0]], death=[[4, 4]])
    hand, _ = pressed(state, Hand(), "b", "b")
    assert hand == Hand(0, 0, "turn2", 2)
    assert pressed(state, hand, "up")[0] == hand


def test_a_plays_the_tool_where_the_hand_points():
    state = at(**TWO)
    assert pressed(state, Hand(2, 1, "place"), "a")[1] == "place 2 1"
    assert pressed(state, Hand(2, 1, "turn", 2), "a")[1] == "turn 2"


@pytest.mark.parametrize(
    ("fields", "tools"),
    [
        ({}, ["place"]),
        (TWO, ["place", "turn"]),
        (TWO | {"options": AGGRESSIVE}, ["place", "turn", "turn2"]),
        ({"life": segment(0, 1, 2, 3, 4), "birth": True}, ["place", "pass"]),
        ({"death": [[1, 0]], "turn": "death"}, ["turn"]),
    ],
)
def test_b_goes_through_the_tools_that_are_legal_now(fields, tools):
    state = at(**fields)
    hand = VIEW.hand(state, texts_of(state), None)
    seen_tools = []
    for _ in tools:
        seen_tools.append(hand.tool)
        hand, _ = pressed(state, hand, "b")
    assert seen_tools == tools
    assert hand.tool == tools[0]


def test_declining_a_birth_is_b_then_a():
    state = at(life=segment(0, 1, 2, 3, 4), birth=True)
    hand = VIEW.hand(state, texts_of(state), None)
    assert pressed(state, hand, "b", "a")[1] == "pass"


def test_help_says_what_the_buttons_do_now():
    state = at(**TWO)
    assert VIEW.help(look_at(state, Hand())) == (
        ("stick", "Choisir une place"),
        ("b", "Plutôt tourner"),
    )
    assert VIEW.help(look_at(state, Hand(2, 1, "place"))) == (
        ("stick", "Viser"),
        ("a", "Poser un pion"),
        ("b", "Plutôt tourner"),
    )
    assert VIEW.help(look_at(state, Hand(3, 1, "turn", 3), language="en")) == (
        ("stick", "Ring"),
        ("a", "Turn ring 3"),
        ("b", "Place instead"),
    )
    assert VIEW.help(look_at(state)) == ()


def test_pawns_that_are_left_are_told_where_placing_them_all_wins():
    two = words(VIEW.picture(look_at(at(life=[[1, 0], [2, 0]], death=[[4, 4]]))))
    assert [each for each in two if "pions" in each] == [
        "ou encore 12 pions",
        "ou encore 13 pions",
    ]
    three = words(VIEW.picture(look_at(RULES.new(3, {}, None))))
    assert three.count("reste 12 pions") == 3


def test_a_draw_by_the_number_of_actions_is_announced_shortly_before():
    early, late = (
        words(VIEW.picture(look_at(at(**TWO, actions=actions, turn="life"), Hand())))
        for actions in (98, 102)
    )
    assert "Sans gagnant, nulle" not in early
    assert late[late.index("Sans gagnant, nulle") + 1] == "dans 18 actions"


def test_the_colour_of_a_seat_is_that_of_its_pawns_in_both_rounds():
    for number, ramps in ((1, (CYAN, PINK)), (2, (PINK, CYAN))):
        state = at(**TWO, round=number, results=[None] * (number - 1))
        picture = VIEW.picture(look_at(state))
        for role, place, ramp in zip(
            ("life", "death"), ((2, 0), (4, 4)), ramps, strict=True
        ):
            assert set(pawn(role, ramp, *centre(place), PAWN)) <= set(picture)


def test_only_the_role_whose_turn_it_is_is_called():
    shown = words(VIEW.picture(look_at(at(**TWO), Hand(2, 1, "place"))))
    assert shown.count("À TOI !") == 1
    assert shown.index("VIE") < shown.index("À TOI !") < shown.index("MORT")


def test_names_change_sides_in_round_2():
    first = words(VIEW.picture(look_at(at())))
    second = words(VIEW.picture(look_at(at(round=2, results=[None]))))
    assert first[first.index("VIE") + 1] == WIDEST[0]
    assert second[second.index("VIE") + 1] == WIDEST[1]
    assert "Manche nulle" in second


def test_the_finished_circle_stays_for_a_while_and_says_who_won():
    state = at(life=[[1, 1]], death=segment(0, 2, 3, 4), turn="death")
    after, events = play(state, "place 1 0")
    soon = words(VIEW.picture(look_at(after, events=events, age=60)))
    assert "MANCHE 1 : MORT" in soon
    assert "4/4" in soon
    later = words(VIEW.picture(look_at(after, events=events, age=500)))
    assert "MANCHE 1 : MORT" not in later
    assert "4/4" not in later


def test_a_turning_ring_is_drawn_between_two_places():
    after, events = play(at(**TWO), "turn 2")
    pictures = [
        VIEW.picture(look_at(after, events=events, age=age)) for age in (0, 8, 30, 60)
    ]
    assert len(set(pictures)) == 4


def sights(language):
    """Looks at random games, persons and bots in turn, fresh and old news."""
    for players, options in ((2, {}), (2, AGGRESSIVE), (3, {})):
        rng = Random(5)
        state, hand, frame = RULES.new(players, options, rng), None, 0
        while due := RULES.actors(state):
            texts = texts_of(state)
            hand = VIEW.hand(state, texts, hand)
            hand, _ = pressed(state, hand, rng.choice(("b", "up", "left")))
            action = RULES.read_action(state, due[0], rng.choice(texts))
            events = []
            yield look_at(state, hand, frame=frame, language=language)
            state = RULES.apply(state, due[0], action, events)
            frame += 7
            for age in (1, 40, 130):
                yield look_at(state, None, events, age, frame, language)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_word_fits(language):
    for look in sights(language):
        for shape in VIEW.picture(look):
            if isinstance(shape, Text):
                check_room(shape)


def test_an_ordinary_name_of_twelve_letters_is_written_large():
    faces = {
        shape.words: shape.face
        for shape in VIEW.picture(look_at(at()))
        if isinstance(shape, Text)
    }
    assert faces["Maximilienne"] == "body"
    assert faces["WWWWWWWWWWWW"] == "small"


def check_room(text):
    """Panels are 152 wide at both sides; a ribbon is 288 across the middle."""
    wide, tall = measure(text)
    left = text.x - {"left": 0, "center": wide // 2, "right": wide}[text.align]
    room = (6, 158) if text.x < 166 else (482, 634) if text.x > 474 else (176, 464)
    assert room[0] + 4 <= left, text
    assert left + wide <= room[1] - 4, text
    assert 0 <= text.y <= text.y + tall <= 320, text
    assert text.face != "tiny", text


@pytest.mark.parametrize(
    ("winners", "scores", "reason", "french"),
    [
        ((1,), (0, 22), "won both rounds", "Léa gagne les deux manches !"),
        (
            (0,),
            (5, 9),
            "a round each, won with fewer pawns",
            "Une manche partout : Zoé gagne avec moins de pions, 5 contre 9",
        ),
        ((), (0, 0), "no round was won", "Personne n'a gagné de manche : match nul"),
        (
            (),
            (9, 9),
            "a round each, with as many pawns",
            "Une manche partout, 9 pions chacun : match nul",
        ),
    ],
)
def test_the_ending_is_one_sentence(winners, scores, reason, french):
    outcome = Outcome(over=True, winners=winners, scores=scores, reason=reason)
    assert VIEW.ending(outcome, ("Zoé", "Léa"), "fr") == french
    assert VIEW.ending(outcome, ("Zoé", "Léa"), "en") != french
