"""What Aztec shows, and what a stick and two buttons do."""

from random import Random

import pytest

from cabinet.games.aztec import GAME
from cabinet.games.aztec.view.hand import Hand, ways
from cabinet.picture.shapes import Polygon, Text
from cabinet.screen.render.painter import measure
from cabinet.tabletop.api import Look, Outcome
from tests.games.aztec.table import (
    FIRST,
    RULES,
    STUCK,
    at,
    build,
    cubes,
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


def test_a_turn_begins_with_a_legal_piece_in_hand():
    state = at(pieces=STUCK[:6])
    hand = taken(state)
    assert hand.action in texts_of(state)
    assert (hand.x, hand.y) in {(x, y) for x, y, _ in hand.piece}


def test_a_lays_the_piece_that_is_in_hand():
    state = at(pieces=STUCK[:6])
    hand = taken(state)
    assert pressed(state, hand, "a") == (hand, hand.action)


def test_b_goes_through_the_tools_and_a_turn_begins_with_the_simple_one():
    state = at(pieces=STUCK[:6])
    hand, shown = taken(state), []
    for _ in range(5):
        shown.append(hand.tool)
        hand, action = pressed(state, hand, "b")
        assert action is None
    assert shown == ["move", "turn", "push", "look", "move"]
    assert taken(state, hand._replace(tool="push", quarters=2)).tool == "move"


def over(text):
    return [cube[:2] for cube in cubes(text)]


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


def test_the_piece_is_held_as_it_was_when_it_moves():
    state = at(pieces=STUCK[:6])
    legal = texts_of(state)
    straight = 0
    for text in legal:
        hand = Hand(*over(text)[0], text)
        moved, _ = VIEW.press(hand, "right", state, legal)
        dx, dy = moved.x - hand.x, moved.y - hand.y
        same = tuple((x + dx, y + dy, z) for x, y, z in hand.piece)
        if "put " + " ".join(f"{x},{y},{z}" for x, y, z in same) in legal:
            assert moved.piece == same
            straight += 1
    assert straight


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
        ("a", "Poser"),
        ("b", "Choisir : tourner"),
    )
    hand, _ = pressed(state, hand, "b")
    assert VIEW.help(look_at(state, hand, language="en")) == (
        ("a", "Put"),
        ("b", "Choose: push"),
        ("right", "Spin"),
        ("up", "Tip over"),
    )
    assert VIEW.help(look_at(state)) == ()
    opening = new(3)
    assert VIEW.help(look_at(opening, taken(opening))) == (("a", "Annoncer 18"),)
    state, _ = play(opening, "bid 12")
    assert VIEW.help(look_at(state, taken(state), language="en")) == (
        ("a", "Bid 11"),
        ("b", "Choose: pass"),
    )


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


def test_the_piece_in_hand_is_drawn_where_it_would_stand():
    state, _ = play(new(), FIRST)
    hand = taken(state)
    bare = [s for s in VIEW.picture(look_at(state)) if isinstance(s, Polygon)]
    held = [s for s in VIEW.picture(look_at(state, hand)) if isinstance(s, Polygon)]
    assert len(held) > len(bare)


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
