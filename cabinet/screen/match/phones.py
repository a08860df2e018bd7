"""Phones at the table: what each shows, and what it may play.

A phone's token stands for a seat of one match. It is shown that seat's observation
and nothing else, and plays an action of its seat exactly once: each has a number,
how many that seat has played before. In a game without secrets it is a stick and two
buttons; so it is in a loop or a program. The page only offers what can be played. The
counter hears of a hand on a phone: it asks nobody who plays whether anybody is there.
"""

import json
from collections.abc import Hashable
from typing import TYPE_CHECKING, Final

from cabinet.core.events import MILLISECOND, SECOND, Nanos
from cabinet.core.preferences import CHOICES, Preferences
from cabinet.i18n import LANGUAGES, words
from cabinet.i18n.message import Message, message, verbatim
from cabinet.picture.shapes import Picture
from cabinet.protocol.codec import BusMessage, Panel, PhoneUsed, Prefer
from cabinet.protocol.phones import (
    FromPhone,
    PhoneAction,
    PhoneAnswer,
    PhoneButton,
    PhoneHere,
    SeatView,
)
from cabinet.protocol.snapshot import MatchCard, Snapshot
from cabinet.screen.loop.key_repeat import BUTTONS, button_of
from cabinet.screen.match.adviser import BUTTON as HINT
from cabinet.screen.match.table import Table
from cabinet.screen.scenes import preferences as preferences_page
from cabinet.tabletop.api import Document, RulesError, Seat
from cabinet.tabletop.optional import Handheld
from cabinet.tabletop.personas import NOBODY, Persona, introduced

if TYPE_CHECKING:
    from cabinet.screen.loop.controller import ScreenController

STRANGER: Final = message("phone.no_seat")
# So long A is held to take a seat over; shorter than `TAP` asks nothing.
HOLD: Final = 1500 * MILLISECOND
TAP: Final = 200 * MILLISECOND
# The button of a phone that switches the voice of the cabinet.
VOICE: Final = "voice"
# The counter hears of hands on phones this often.
HAND_EVERY: Final = SECOND
# Where the minutes that were sold are shown.
# A phone asks for a preference as it presses a button.
PREFER: Final = "prefer "
_PREFERRED: Final = ("join", "playing", "idle")
_TIMED: Final = ("playing", "asked", "idle")


class TakingOver:
    """Takes a seat over from its phone, at the stick: A is held until it is meant.

    A stray press must never lay a player's secret open on the shared screen. So whoever
    is due and holds a phone keeps the seat until A has been held, from after it became
    their turn, for `HOLD`; meanwhile the screen asks by name, and the phone sees it and
    can say that its player is there. `phones` are the seats on phones.
    """

    def __init__(self, phones: set[Seat]) -> None:
        self._phones = phones
        self._down: dict[str, Nanos] = {}
        self._seat: Seat | None = None
        self._now: Nanos = 0

    def hear(self, event: Panel) -> None:
        """A finger on the panel, whatever the match makes of it."""
        if button_of(event.line) != "a":
            return
        if event.what == "pressed":
            self._down[event.line] = event.at
        elif event.what == "released":
            self._down.pop(event.line, None)

    def tick(self, now: Nanos, seat: Seat | None) -> None:
        """A frame begins; `seat` is who is waited for at a phone, if it is one."""
        self._now = now
        if seat != self._seat:
            self._seat = seat
            self._down.clear()
        if seat is not None and self.part >= 1:
            self._phones.discard(seat)
            self._down.clear()

    def keep(self, seat: Seat) -> None:
        """The seat's phone has spoken: its player is there."""
        if seat == self._seat:
            self._down.clear()

    @property
    def wanted(self) -> Seat | None:
        """The seat that somebody is about to take over."""
        return self._seat if self._held >= TAP else None

    @property
    def asks(self) -> tuple[Seat, float] | None:
        """That seat, and how much of the hold is over."""
        return None if self.wanted is None else (self.wanted, self.part)

    @property
    def part(self) -> float:
        """How much of the hold is over, up to 1."""
        return min(1.0, self._held / HOLD)

    @property
    def _held(self) -> Nanos:
        if self._seat is None or not self._down:
            return 0
        return max(0, self._now - min(self._down.values()))


class Phones:
    """Wraps the screen controller and adds phone players."""

    def __init__(self, controller: "ScreenController") -> None:
        self._controller = controller
        self._looking: dict[str, str] = {}
        self._seats: dict[str, Seat] = {}
        self._shown: dict[str, Hashable] = {}
        self._introduced: dict[str, Persona] = {}
        self._answers: list[BusMessage] = []
        # The lines that each phone holds down as a stick.
        self._held: dict[str, set[str]] = {}
        self._hand_at: Nanos = -HAND_EVERY
        self._now: Nanos = 0

    @property
    def scene(self) -> str:
        """See `ScreenController`."""
        return self._controller.scene

    @property
    def language(self) -> str:
        """See `ScreenController`."""
        return self._controller.language

    def shown(self, now: Nanos) -> None:
        """See `ScreenController`."""
        self._controller.shown(now)

    def hear(self, heard: BusMessage) -> None:
        """Take what a phone says; the rest is the screen controller's."""
        if isinstance(heard, PhoneHere):
            self._meet(heard)
        elif isinstance(heard, PhoneAction | PhoneButton):
            why = self._answer(heard)
            self._answers.append(PhoneAnswer(heard.token, heard.number, why))
        else:
            self._controller.hear(heard)
            if isinstance(heard, Snapshot):
                self._adopt(heard)

    def tick(self, now: Nanos) -> None:
        """One frame passes."""
        self._now = now
        self._controller.tick(now)

    def picture(self) -> Picture:
        """See `ScreenController`."""
        return self._controller.picture()

    def say(self) -> list[BusMessage]:
        """What the controller says, and what has changed for each phone, now drawn."""
        views = [view for token in self._looking if (view := self._news(token))]
        answers, self._answers = self._answers, []
        # First what is on the screen already; the counter writes to the disk then.
        return [*views, *answers, *self._controller.say()]

    def close(self) -> None:
        """Close the screen controller."""
        self._controller.close()

    # Who is there

    def _meet(self, phone: PhoneHere) -> None:
        token = phone.token
        self._shown.pop(token, None)
        self._looking.pop(token, None)
        if phone.here:
            self._looking[token] = phone.language
            if phone.name or phone.figure:
                self._introduced[token] = introduced(phone.name, phone.figure)
                self._name_seats()
        else:
            self._let_go(token, *self._held.get(token, ()))
        self._count(token)

    def _adopt(self, snapshot: Snapshot) -> None:
        seats = {token: seat for seat, token in enumerate(snapshot.phones) if token}
        if seats != self._seats:
            self._seats = seats
            self._controller.phones.clear()
            for token in self._looking:
                self._count(token)
            known = {*self._looking, *seats}
            kept = self._introduced.items()
            self._introduced = {t: who for t, who in kept if t in known}
            self._name_seats()

    def _name_seats(self) -> None:
        """Each seat has the name that its phone told, also while that sleeps."""
        self._controller.personas.clear()
        for token, persona in self._introduced.items():
            if (seat := self._seats.get(token)) is not None:
                self._controller.personas[seat] = persona

    def _count(self, token: str) -> None:
        """The seat is its phone's while that is there."""
        seat = self._seats.get(token)
        if seat is None:
            return
        if token in self._looking:
            self._controller.phones.add(seat)
            self._controller.taking.keep(seat)
        else:
            self._controller.phones.discard(seat)

    # What they play

    def _answer(self, said: FromPhone) -> Message | None:
        """Play; why not, if it cannot be."""
        seat, table = self._seats.get(said.token), self._controller.table
        if seat is None:
            return STRANGER
        self._count(said.token)
        if isinstance(said, PhoneButton) and said.button == VOICE:
            self._speak(switched=said.down)
            return None
        if isinstance(said, PhoneButton) and said.button.startswith(PREFER):
            return self._prefer(said)
        if isinstance(said, PhoneButton) and not said.down:
            self._let_go(said.token, f"p{seat + 1}.{said.button}")
            return None
        if (card := self._controller.open_match) is None:
            return message("phone.no_match")
        self._tell_hand(card)
        if self._controller.asked:
            idle = self._question == "idle"
            return None if idle else message("phone.cabinet_asks")
        if isinstance(said, PhoneAction):
            return self._play(table, seat, said)
        if isinstance(said, PhoneButton):
            return self._press(table, seat, said)
        return None

    def _speak(self, *, switched: bool) -> None:
        """The cabinet speaks to who does not see it, or falls silent."""
        speech = self._controller.speech
        if switched:
            speech.switch(on=not speech.on)

    def _prefer(self, said: PhoneButton) -> Message | None:
        """How its player wants to play, as on the page of the cabinet."""
        name, _, value = said.button.removeprefix(PREFER).partition(" ")
        if not said.down:
            return None
        if value not in map(str, CHOICES.get(name, ())):
            return message("phone.no_button", button=said.button[:20], known=BUTTONS)
        self._answers.append(Prefer(name, int(value)))
        return None

    @property
    def _question(self) -> str:
        snapshot = self._controller.snapshot
        return snapshot.question if snapshot else ""

    def _tell_hand(self, card: MatchCard) -> None:
        """Somebody plays, where the counter has no wire to see it."""
        if self._now - self._hand_at >= HAND_EVERY:
            self._hand_at = self._now
            self._answers.append(PhoneUsed(card.id))

    def _play(
        self, table: Table | None, seat: Seat, said: PhoneAction
    ) -> Message | None:
        if table is None:
            return message("phone.by_stick")
        if said.match != table.card.id:
            return message("phone.other_match", match=table.card.id, other=said.match)
        turn = _turn(table, seat)
        if said.turn != turn:
            return message("phone.played", turn=said.turn, seat=seat, next=turn)
        if not isinstance(table.game.view, Handheld):
            return message("phone.by_stick")
        if table.lingers:
            return message("phone.cards_turning")
        try:
            self._controller.play(seat, said.action)
        except RulesError as refusal:
            return verbatim(str(refusal))
        return None

    def _press(
        self, table: Table | None, seat: Seat, said: PhoneButton
    ) -> Message | None:
        button = said.button
        if button not in (*BUTTONS, HINT):
            return message("phone.no_button", button=button[:20], known=BUTTONS)
        if table is not None and isinstance(table.game.view, Handheld):
            return message("phone.by_touch")
        if table is not None and seat not in table.due("person"):
            return message("phone.not_your_turn")
        line = f"p{seat + 1}.{button}"
        self._held.setdefault(said.token, set()).add(line)
        self._controller.hear(Panel(line, "pressed", self._now))
        return None

    def _let_go(self, token: str, *lines: str) -> None:
        """Fingers are off the phone, or the phone is gone."""
        held = self._held.get(token, set())
        for line in held & {*lines}:
            held.discard(line)
            self._controller.hear(Panel(line, "released", self._now))

    # What they show

    def _news(self, token: str) -> SeatView | None:
        """What this phone has not been shown yet."""
        language = self._looking[token]
        seat, table = self._seats.get(token), self._controller.table
        mode = self._controller.snapshot.mode if self._controller.snapshot else "wait"
        if self._question:
            mode = "idle" if self._question == "idle" else "asked"
        taken = "" if seat is None else self._taken(seat)
        personas = self._controller.personas
        state: Hashable = (mode, seat, language, taken, *personas.items())
        if table is not None:
            state = (state, table.card.id, len(table.match.log), table.lingers)
            state = (state, table.landed)
        snapshot = self._controller.snapshot
        time = snapshot.time if snapshot else None
        hints = 0 if seat is None else self._controller.hints_left(seat)
        voice, prefers = self._controller.speech.state, None
        if snapshot is not None:
            prefers = snapshot.preferences
        over = self._controller.open_match is None
        state = (state, over, time, hints, voice, prefers)
        if self._shown.get(token) == state:
            return None
        self._shown[token] = state
        view = _view(table, seat, mode, language)
        if seat is not None and time is not None and mode in _TIMED:
            view["time"] = time.left_at(self._now) // MILLISECOND
            view["stands"] = time.since is None
        if seat is not None:
            own, figure = personas.get(seat, NOBODY)
            view |= {"own": own, "figure": figure, "name": own or view["name"]}
        if hints:
            view["hints"] = hints
        if seat is not None and voice:
            view["voice"] = voice
        if seat is not None and prefers is not None and mode in _PREFERRED:
            view["prefers"] = self._preferences(prefers, language)
        if taken:
            view["taken"] = taken
        return SeatView(token, json.dumps(view, ensure_ascii=False))

    def _preferences(self, chosen: Preferences, language: str) -> list[Document]:
        """Each row of the page: what it is called, what is chosen, and its choices."""
        speech = words(language if language in LANGUAGES else LANGUAGES[0])
        shown = preferences_page.rows(self._controller.wired, chosen)
        return [
            {
                "name": name,
                "said": speech(f"preferences.{name}.name"),
                "value": getattr(chosen, name),
                "choices": [
                    [value, speech(f"preferences.{name}.v{value}")]
                    for value in CHOICES[name]
                ],
            }
            for name in shown
            if name in CHOICES
        ]

    def _taken(self, seat: Seat) -> str:
        """Whether the seat is about to be taken over at the stick, or has been."""
        if self._controller.taking.wanted == seat:
            return "wanted"
        table = self._controller.table
        playing = table is not None and isinstance(table.game.view, Handheld)
        return "stick" if playing and seat not in self._controller.phones else ""


def _turn(table: Table, seat: Seat) -> int:
    """How many actions the seat has played."""
    return sum(move.seat == seat for move in table.match.log)


def _view(table: Table | None, seat: Seat | None, mode: str, language: str) -> Document:
    """All that one phone shows; without a seat, that it has none."""
    if seat is None:
        return {"mode": "gone"}
    speech = words(language if language in LANGUAGES else LANGUAGES[0])
    view: Document = {
        "mode": mode,
        "seat": seat,
        "name": speech("seat.person", number=seat + 1),
    }
    if table is None or seat >= table.match.players:
        return view
    match, game = table.match, table.game
    due = mode == "playing" and seat in table.due("person") and not table.lingers
    view |= {"match": table.card.id, "turn": _turn(table, seat), "due": due}
    view |= {"over": match.over, "page": None, "dice": due and table.asks_dice}
    if isinstance(game.view, Handheld):
        legal = tuple(match.legal(seat)) if due else ()
        names = table.names(speech)
        seen = match.seen_by(seat)
        view["page"] = game.view.phone(
            seen, legal, seat, names, speech.language, table.story
        )
    return view
