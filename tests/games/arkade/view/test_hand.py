"""What a stick and two buttons do where both play at once."""

from cabinet.games.arkade import GAME
from cabinet.games.arkade.view.hand import Hand
from tests.games.arkade.table import RULES, defence, play

VIEW = GAME.view


def seen(state):
    return RULES.seen_by(state, None)


def texts_of(state):
    """What the Defender may do, as written."""
    return tuple(RULES.write_action(state, a) for a in RULES.legal(state, 1))


def rush(ship, nuggets, move=None, fire=None):
    """Both play at once; only the ship's side counts here."""
    fields = {"options": {"mode": "arcade"}, "turn": "both", "ship": ship}
    return defence("2,1 O", "2,4 B", move=move, fire=fire, nuggets=nuggets, **fields)


def test_in_a_rush_a_nugget_is_only_spent_where_the_stick_points():
    state, before, played = rush(ship=1, nuggets=6), None, []
    for key in ("a", "a", "right", "a", "a"):
        table, legal = seen(state), texts_of(state)
        before, action = VIEW.press(VIEW.hand(table, legal, before), key, table, legal)
        played.append(action)
        if action and action != "roll":
            state, _ = play(state, action, seat=1)
    assert played == ["roll", "roll", None, "nudge right", "roll"]


def test_in_a_rush_a_dock_that_the_new_dice_do_not_reach_is_no_longer_pointed_at():
    aimed = rush(ship=2, nuggets=6, move=3, fire="V")
    hand, _ = VIEW.press(Hand("dock 1"), "right", seen(aimed), texts_of(aimed))
    assert hand.spot == "dock 3"
    hand, action = VIEW.press(hand, "b", seen(aimed), texts_of(aimed))
    assert action == "roll"
    rolled = rush(ship=2, nuggets=6, move=5, fire="V")
    assert VIEW.hand(seen(rolled), texts_of(rolled), hand).spot == "dock 5"


def test_in_a_rush_what_the_stick_points_at_stays_when_the_other_acts():
    state = rush(ship=2, nuggets=6)
    at_rest = VIEW.hand(seen(state), texts_of(state), None)
    hand, _ = VIEW.press(at_rest, "right", seen(state), texts_of(state))
    assert hand.spot == "dock 3"
    assert VIEW.hand(seen(state), texts_of(state), hand) == hand


def test_in_a_rush_the_ship_takes_its_die_before_a_nugget():
    state = rush(ship=1, nuggets=6, move=2, fire="B")
    legal = texts_of(state)
    assert {"go", "nudge right"} <= set(legal)
    assert VIEW.press(Hand("dock 2"), "a", seen(state), legal)[1] == "go"
