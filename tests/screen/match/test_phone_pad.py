"""A phone as a stick and two buttons, in the games that hide nothing."""

import pytest

from cabinet.core.events import SECOND
from cabinet.i18n import words
from cabinet.protocol.codec import Action, Panel
from cabinet.protocol.phones import PhoneAnswer, PhoneButton, PhoneHere
from tests.screen.match.test_phones import Cabinet

ARCADE = {"mode": "arcade"}


def press(cabinet, token, button, *, down=True):
    """A finger on the phone, or off it; the answer."""
    cabinet.hear(PhoneButton(token, 1, button, down))
    return str(cabinet.all(PhoneAnswer)[-1].why or "")


def tap(cabinet, token, button):
    answer = press(cabinet, token, button)
    assert press(cabinet, token, button, down=False) == ""
    return answer


def test_in_a_game_without_secrets_a_phone_is_a_stick():
    cabinet = Cabinet("azteka", persons=2)
    cabinet.here(*cabinet.tokens)
    due = cabinet.due
    assert cabinet.view(due)["page"] is None
    assert tap(cabinet, due, "up") == ""
    assert tap(cabinet, due, "a") == ""
    (played,) = cabinet.all(Action)
    assert cabinet.tokens[played.seat] == due
    assert tap(cabinet, due, "a") == "it is not your turn"
    assert "there is no button 'coin'" in tap(cabinet, cabinet.due, "coin")
    cabinet.phones.close()


def pointed(cabinet):
    """Where the hands are of all who are due."""
    table = cabinet.controller.table
    return tuple(table._pointing(seat, words("en")).hand for seat in table.at_stick)


@pytest.mark.parametrize(
    ("game", "options", "button"),
    [("azteka", {}, "right"), ("arkade", ARCADE, "left")],
)
def test_a_direction_held_on_a_phone_repeats_as_the_sticks_does(game, options, button):
    """Two matches alike, one with a stick, one with a phone: the hands go together."""
    stick, phone = (Cabinet(game, 2, options) for _ in range(2))
    for each in (stick, phone):
        each.here(*each.tokens)
        each.frame(160)  # 3, 2, 1
        tap(each, each.due, "b")  # Arkade rolls, Azteka does nothing
        each.frame(200)
    seat = stick.controller.match.actors[0]
    line = f"p{seat + 1}.{button}"
    places = set()
    stick.hear(Panel(line, "pressed", stick.now))
    assert press(phone, phone.tokens[seat], button) == ""
    for _ in range(90):
        stick.frame()
        phone.frame()
        places.add(pointed(phone))
        assert pointed(phone) == pointed(stick)
    assert len(places) > 2
    stick.hear(Panel(line, "released", stick.now))
    assert press(phone, phone.tokens[seat], button, down=False) == ""
    still = pointed(phone)
    phone.frame(60)
    assert pointed(phone) == still


def test_a_phone_that_goes_away_lets_go_of_everything():
    cabinet = Cabinet("azteka", 2)
    cabinet.here(*cabinet.tokens)
    due = cabinet.due
    press(cabinet, due, "right")
    cabinet.frame(40)
    cabinet.hear(PhoneHere(due, here=False))
    still = pointed(cabinet)
    cabinet.frame(60)
    assert pointed(cabinet) == still


def test_in_real_time_both_phones_play_at_once():
    cabinet = Cabinet("arkade", 2, ARCADE)
    cabinet.here(*cabinet.tokens)
    cabinet.frame(160)  # 3, 2, 1
    for token in cabinet.tokens:
        assert tap(cabinet, token, "b") == ""
    cabinet.now += SECOND
    cabinet.frame(200)
    assert {action.seat for action in cabinet.all(Action)} >= {0, 1}


def test_a_phone_tells_how_real_dice_fell():
    cabinet = Cabinet("arkade", 2, {"mode": "strategy"}, real_dice=True)
    cabinet.here(*cabinet.tokens)
    table = cabinet.controller.table
    while not table.asks_dice:
        seat = table.match.actors[0]
        legal = table.match.legal(seat)
        cabinet.controller.play(seat, "roll" if "roll" in legal else legal[0])
        cabinet.frame(300)
    (seat,) = table.due("person")
    teller, other = cabinet.tokens[seat], cabinet.tokens[1 - seat]
    assert cabinet.view(teller)["dice"]
    assert not cabinet.view(other)["dice"]
    assert tap(cabinet, other, "a") == "it is not your turn"
    thrown = len(table.match.log)
    for _ in range(4):
        if table.asks_dice:
            assert tap(cabinet, teller, "a") == ""
    assert len(table.match.log) > thrown
    assert not table.asks_dice
