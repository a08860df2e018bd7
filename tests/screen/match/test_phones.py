"""Phones in front of a controller: who sees what, who may play what, and only once."""

import json
from dataclasses import replace

import pytest

from cabinet.core.events import MILLISECOND, SECOND
from cabinet.core.money.ledger import Seating
from cabinet.core.preferences import Preferences
from cabinet.games import arkade, azteka, space_aztecs
from cabinet.i18n import words
from cabinet.protocol.codec import Action, Panel, Prefer
from cabinet.protocol.phones import (
    PhoneAction,
    PhoneAnswer,
    PhoneButton,
    PhoneHere,
    SeatView,
)
from cabinet.protocol.snapshot import MatchCard
from cabinet.screen.loop.controller import ScreenController
from cabinet.screen.match.phones import STRANGER, Phones
from cabinet.screen.match.thinking import InlineThinker
from tests.support.ears import Mouth
from tools.gallery.samples import BASE

GAMES = {
    "arkade": arkade.GAME,
    "azteka": azteka.GAME,
    "space_aztecs": space_aztecs.GAME,
}
PERSON = Seating("person")
TOKENS = ("one", "two", "three")


class Cabinet:
    """A controller with phones, three people at a table, and a clock."""

    def __init__(self, game="space_aztecs", persons=3, options=None, **controller):
        self.controller = ScreenController(GAMES, InlineThinker(GAMES), **controller)
        self.phones = Phones(self.controller)
        self.said = []
        self.now = SECOND
        seats = (PERSON,) * persons
        card = MatchCard(1, game, options or {}, seats, seed=4)
        self.tokens = TOKENS[:persons]
        self.snapshot = replace(
            BASE, mode="playing", match=card, phones_at="http://x/", phones=self.tokens
        )
        self.hear(self.snapshot)

    def hear(self, message):
        self.phones.hear(message)
        self.frame()

    def frame(self, times=1):
        for _ in range(times):
            self.now += SECOND // 60
            self.phones.tick(self.now)
            self.phones.picture()
            self.said += self.phones.say()

    def here(self, *tokens, language="en"):
        for token in tokens:
            self.hear(PhoneHere(token, here=True, language=language))

    def press(self, line, held=80 * MILLISECOND):
        self.now += MILLISECOND
        self.hear(Panel(line, "pressed", self.now))
        self.phones.hear(Panel(line, "released", self.now + held))
        self.frame()

    def view(self, token):
        """What a phone shows now."""
        views = [json.loads(m.view) for m in self.all(SeatView) if m.token == token]
        return views[-1] if views else None

    def all(self, kind):
        return [message for message in self.said if isinstance(message, kind)]

    def play(self, token, **changes):
        """Play the first choice of a phone; the answer."""
        view = self.view(token)
        choices = view["page"]["choices"]
        said = {
            "match": view["match"],
            "turn": view["turn"],
            "action": choices[0]["action"] if choices else "take 1",
        }
        self.hear(PhoneAction(token, 7, **(said | changes)))
        return str(self.all(PhoneAnswer)[-1].why or "")

    @property
    def due(self):
        """The token of the first who is to act."""
        return self.tokens[self.controller.match.actors[0]]


@pytest.fixture
def cabinet():
    cabinet = Cabinet()
    yield cabinet
    cabinet.phones.close()


def test_nobody_looks_so_nothing_is_shown(cabinet):
    cabinet.frame(10)
    assert cabinet.all(SeatView) == []


def test_a_phone_is_shown_its_seat_once_until_something_changes(cabinet):
    cabinet.here("two")
    cabinet.frame(30)
    (shown,) = cabinet.all(SeatView)
    assert shown.token == "two"
    assert cabinet.view("two")["seat"] == 1
    cabinet.here("three")
    assert len(cabinet.all(SeatView)) == 2


def test_a_token_of_no_seat_is_shown_that_it_has_none_and_plays_nothing(cabinet):
    cabinet.here("four")
    assert cabinet.view("four") == {"mode": "gone"}
    cabinet.hear(PhoneAction("four", 1, 1, 0, "take 1"))
    assert cabinet.all(PhoneAnswer) == [PhoneAnswer("four", 1, STRANGER)]
    assert cabinet.all(Action) == []


def test_what_a_phone_shows_is_what_its_seat_observes(cabinet):
    """Whatever a seat cannot know may change, and no phone shows a difference."""
    cabinet.here(*TOKENS)
    game, match = space_aztecs.GAME, cabinet.controller.match
    for _ in range(12):
        for seat, token in enumerate(TOKENS):
            legal = tuple(match.legal(seat)) if cabinet.view(token)["due"] else ()
            names = tuple(f"Player {n}" for n in (1, 2, 3))
            story, seen = cabinet.controller.table.story, match.seen_by(seat)
            page = game.view.phone(seen, legal, seat, names, "en", story)
            assert cabinet.view(token)["page"] == json.loads(json.dumps(page))
        assert cabinet.play(cabinet.due) == ""
        while cabinet.controller.table.lingers:
            cabinet.frame()


def named(token, name, figure):
    return PhoneHere(token, here=True, language="en", name=name, figure=figure)


def test_a_seat_is_called_what_its_phone_says_also_while_that_sleeps(cabinet):
    cabinet.here("one", "two")
    cabinet.hear(named("one", " Zoé<b> ", "owl"))
    cabinet.hear(named("two", "\x00", "<img>"))
    assert cabinet.view("one")["name"] == cabinet.view("one")["own"] == "Zoéb"
    assert cabinet.view("one")["figure"] == "owl"
    assert [row[0] for row in cabinet.view("two")["page"]["players"]] == [
        "Zoéb",
        "Player 2",
        "Player 3",
    ]
    cabinet.hear(PhoneHere("one", here=False))
    play = cabinet.controller.table.show(words("fr"))
    assert play.names == ("Zoéb", "Joueur 2", "Joueur 3")
    cabinet.hear(replace(cabinet.snapshot, phones=("four", "five", "six")))
    play = cabinet.controller.table.show(words("fr"))
    assert play.names == ("Joueur 1", "Joueur 2", "Joueur 3")


def test_a_phone_tells_of_an_effect_when_the_screen_has_shown_it(cabinet):
    cabinet.here(*TOKENS)
    for _ in range(6):
        assert cabinet.play(cabinet.due) == ""
    told = [cabinet.view("one")["page"]["events"]]
    while cabinet.controller.table.lingers:
        cabinet.frame()
        events = cabinet.view("one")["page"]["events"]
        if events != told[-1]:
            told.append(events)
    assert told[0] == []
    assert len(told) >= 4  # who begins, then card after card
    newest = [events[0]["n"] for events in told[1:]]
    assert newest == sorted(set(newest))


def played_out(*hands):
    """How many frames the first round is shown for, if the panel does this then."""
    cabinet = Cabinet()
    cabinet.here(*TOKENS)
    for _ in range(6):
        assert cabinet.play(cabinet.due) == ""
    for line, what in hands:
        cabinet.hear(Panel(line, what, cabinet.now))
    frames = 0
    while cabinet.controller.table.lingers:
        cabinet.frame()
        frames += 1
    cabinet.phones.close()
    return frames


def test_a_held_button_halves_the_effects_and_a_tap_ends_them():
    whole = played_out()
    held = played_out(("p2.b", "pressed"))
    assert whole > 200
    assert abs(held - whole / 2) <= 3
    assert played_out(("p1.a", "pressed"), ("p1.a", "released")) == 0


def test_an_action_is_played_once_however_often_it_is_sent(cabinet):
    cabinet.here(*TOKENS)
    first = cabinet.due
    view = cabinet.view(first)
    action = view["page"]["choices"][0]["action"]
    again = {"turn": view["turn"], "action": action}
    assert cabinet.play(first) == ""
    assert cabinet.play(first, **again) == (
        f"action 0 of seat {TOKENS.index(first)} was played; 1 is next"
    )
    assert len(cabinet.all(Action)) == 1


def test_a_choice_stands_though_others_chose_meanwhile(cabinet):
    cabinet.here(*TOKENS)
    for _ in TOKENS:
        assert cabinet.play(cabinet.due) == ""
    views = {token: cabinet.view(token) for token in TOKENS}
    for token, view in views.items():
        action = view["page"]["choices"][0]["action"]
        assert cabinet.play(token, turn=view["turn"], action=action) == ""
    assert len(cabinet.all(Action)) == 6


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"match": 2}, "this is match 1, not match 2"),
        ({"action": "take 9"}, "'take 9' is no action of Space Aztecs"),
        ({"action": "choose 1"}, "'choose 1': this is phase take"),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(cabinet, changes, why):
    cabinet.here(*TOKENS)
    assert cabinet.play(cabinet.due, **changes).startswith(why)
    assert cabinet.all(Action) == []


def test_who_is_not_due_is_told_whose_turn_it_is(cabinet):
    cabinet.here(*TOKENS)
    seat = cabinet.controller.match.actors[0]
    other = TOKENS[(seat + 1) % 3]
    assert f"seat {seat} to play" in cabinet.play(other)


def test_the_card_of_another_seat_is_not_played_with_ones_own_token(cabinet):
    """Seat 0 knows by chance what seat 1 holds, and says it with its own code."""
    cabinet.here(*TOKENS)
    for _ in TOKENS:
        assert cabinet.play(cabinet.due) == ""
    match = cabinet.controller.match
    theirs = next(card for card in match.legal(1) if card not in match.legal(0))
    refused = cabinet.play("one", action=theirs)
    assert refused.startswith(f"{theirs!r}: ")
    assert len(cabinet.all(Action)) == 3
    assert cabinet.play("two", action=theirs) == ""
    assert cabinet.all(Action)[-1].seat == 1


def test_while_the_cabinet_asks_no_phone_plays(cabinet):
    cabinet.here(*TOKENS)
    cabinet.hear(replace(cabinet.snapshot, question="leave"))
    assert cabinet.view("one")["mode"] == "asked"
    assert cabinet.play("one") == "the cabinet asks something: answer there first"


def test_the_stick_passes_over_who_holds_a_phone():
    cabinet = Cabinet()
    seat = cabinet.controller.match.actors[0]
    cabinet.here(TOKENS[seat])
    assert cabinet.controller.table.at_stick == ()
    cabinet.hear(PhoneHere(TOKENS[seat], here=False))
    assert cabinet.controller.table.at_stick == (seat,)


def test_a_hold_takes_a_lost_phones_seat_over_until_the_phone_speaks(cabinet):
    seat = cabinet.controller.match.actors[0]
    cabinet.here(TOKENS[seat])
    cabinet.hear(Panel("p1.a", "pressed", cabinet.now))
    cabinet.frame(150)
    cabinet.hear(Panel("p1.a", "released", cabinet.now))
    assert cabinet.controller.table.at_stick == (seat,)
    assert cabinet.all(Action) == []
    assert cabinet.play(TOKENS[seat]) == ""
    assert seat in cabinet.controller.phones


def test_without_phones_one_after_the_other_looks_and_chooses(cabinet):
    for _ in TOKENS:
        cabinet.press("p1.a")
    assert cabinet.controller.match.actors == (0, 1, 2)
    for seat in range(3):
        assert cabinet.controller.table.at_stick[0] == seat
        cabinet.press("p1.a")  # behind the curtain nothing is chosen
        cabinet.press("p1.b")
        cabinet.press("p1.a")
    assert len(cabinet.all(Action)) == 6


def test_cards_held_open_are_covered_when_the_button_comes_up(cabinet):
    for _ in TOKENS:
        cabinet.press("p1.a")
    cabinet.press("p1.b", held=SECOND)
    cabinet.press("p1.a")
    assert len(cabinet.all(Action)) == 3
    cabinet.press("p1.b")
    cabinet.press("p1.a")
    assert len(cabinet.all(Action)) == 4


def test_a_phone_switches_the_voice_of_the_cabinet_and_shows_how_it_is():
    silent = Cabinet()
    silent.here("one")
    assert "voice" not in silent.view("one")
    speaking = Cabinet(voice=Mouth())
    speaking.here("one", "two")
    assert speaking.view("one")["voice"] == "off"
    for number, shown in enumerate(("on", "off"), 1):
        speaking.hear(PhoneButton("one", number, "voice"))
        assert speaking.all(PhoneAnswer)[-1] == PhoneAnswer("one", number)
        speaking.frame(10)
        assert {speaking.view(token)["voice"] for token in ("one", "two")} == {shown}
    speaking.hear(PhoneButton("nobody", 9, "voice"))
    assert not speaking.controller.speech.on


def test_a_phone_chooses_how_its_player_wants_to_play(cabinet):
    cabinet.here("two")
    rows = {row["name"]: row for row in cabinet.view("two")["prefers"]}
    assert rows["contrast"]["said"] == "High contrast"
    assert rows["contrast"]["choices"] == [[0, "no"], [1, "yes"]]
    for button in ("contrast 1", "contrast 7", "credits 1", "contrast x", ""):
        cabinet.hear(PhoneButton("two", 7, f"prefer {button}"))
    cabinet.hear(PhoneButton("nobody", 7, "prefer contrast 0"))
    assert cabinet.all(Prefer) == [Prefer("contrast", 1)]
    whys = [answer.why and answer.why.code for answer in cabinet.all(PhoneAnswer)]
    assert whys == [None, *["phone.no_button"] * 4, "phone.no_seat"]
    chosen = replace(cabinet.snapshot, preferences=Preferences(contrast=1))
    cabinet.hear(chosen)
    rows = {row["name"]: row for row in cabinet.view("two")["prefers"]}
    assert rows["contrast"]["value"] == 1
