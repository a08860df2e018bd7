"""The match on the screen: its seats, the hands that point, what just happened.

People, bots and scenario files all play through `play`, so an action is the same
whoever it came from. The table is watched by everybody at the cabinet; only a
person who plays alone against the house sees with the eyes of a seat.
"""

from collections import deque
from dataclasses import replace
from typing import Any, Final

from cabinet.hallway import MatchCard, MoveCard
from cabinet.i18n import Words
from cabinet.screens.rush import Rush
from cabinet.screens.scenes.show import Play
from cabinet.screens.sound.cues import of_story
from cabinet.screens.sound.ear import Ear
from cabinet.tabletop.api import (
    CHANCE,
    AnyGame,
    Document,
    Happening,
    Lingering,
    Look,
    Outcome,
    Pointing,
    Seat,
)
from cabinet.tabletop.handheld import Handheld
from cabinet.tabletop.match import UNDO, Match
from cabinet.tabletop.real_time import RealTime

# How many frames long what happened is still news.
NEWS: Final = 150


class Table:
    """One match as the people at the cabinet see and touch it."""

    def __init__(
        self,
        game: AnyGame,
        card: MatchCard,
        ear: Ear | None = None,
        phones: set[Seat] | None = None,
        *,
        typed_dice: bool = False,
    ) -> None:
        self.game = game
        self._private = isinstance(game.view, Handheld)
        self._phones = phones if self._private else None
        self._ear = ear
        self.card = card
        self._typed_dice = typed_dice
        self.match = Match.resume(
            game, len(card.seats), card.options, card.seed, card.log, "manual"
        )
        self._hands: dict[Seat, Any] = {}
        self._pointed: dict[Seat, Any] = {}
        self._seen_now: Document | None = None
        self._legal_now: dict[Seat, tuple[str, ...]] = {}
        self._age = 0
        self._frame = 0
        self._stays = 0
        self._news: deque[tuple[int, Happening]] = deque()
        self.rush = Rush()
        self._last_act: tuple[int, Seat] = (-1, CHANCE)
        self._lately: tuple[Happening, ...] = self._fortune()
        self._seen_now = None

    @property
    def log(self) -> tuple[MoveCard, ...]:
        """Every action so far, as the hallway writes it."""
        return tuple(MoveCard(seat, action) for seat, action in self.match.log)

    def knows(self, card: MatchCard) -> bool:
        """Whether the card tells of this match, and nothing that is news here."""
        if self.card.id != card.id or self.log[: len(card.log)] != card.log:
            return False
        self.card = card
        return True

    def due(self, kind: str) -> tuple[Seat, ...]:
        """The seats of that kind, person or bot, that are to act."""
        if self.asks_dice:
            return self._typist if kind == "person" else ()
        seats = self.card.seats
        return tuple(s for s in self.match.actors if s >= 0 and seats[s].kind == kind)

    @property
    def lingers(self) -> bool:
        """Whether the end of a round is still shown: nobody plays meanwhile."""
        return self._age < self._stays

    @property
    def live(self) -> bool:
        """Whether this match is one that all play at once."""
        view = self.game.view
        return isinstance(view, RealTime) and view.live(self._seen())

    def takes(self, action: str) -> int:
        """For how many milliseconds an action is under way before it is played."""
        view = self.game.view
        return view.takes(action) if isinstance(view, RealTime) and self.live else 0

    def reaction(self, seat: Seat) -> int | None:
        """After how many milliseconds a bot there acts again, if that is its own."""
        view = self.game.view
        if not isinstance(view, RealTime) or not self.live:
            return None
        return view.reaction(self.card.seats[seat].level)

    def outcome(self) -> Outcome:
        """Who won and why, with what each seat is noted for."""
        outcome, points = self.match.outcome(), self.game.points
        if points is None or not outcome.over:
            return outcome
        return replace(outcome, scores=points(self.match.state, self.match.log))

    @property
    def asks_dice(self) -> bool:
        """Whether somebody has to say how the real dice fell."""
        if not self._typed_dice or self.match.actors != (CHANCE,):
            return False
        return self.match.legal(CHANCE)[0].startswith("dice ") and not self.live

    @property
    def _typist(self) -> tuple[Seat, ...]:
        """Who rolled; for the house, the first person."""
        people = self._people
        rolled = self.match.log[-1].seat if self.match.log else -1
        return (rolled,) if rolled in people else tuple(people[:1])

    def _fortune(self) -> tuple[Happening, ...]:
        """What the seed decides now: all but dice that are typed."""
        return () if self.asks_dice else tuple(self.match.throw())

    def tick(self) -> None:
        """One more frame has been shown."""
        self._age += 1
        self._frame += 1
        while self._news and self._frame - self._news[0][0] > NEWS:
            self._news.popleft()

    def play(self, seat: Seat, action: str) -> str:
        """Play; the action as the log has it. `RulesError` if it is refused."""
        due = self.due("person")
        if action == UNDO:
            self.match.take_back(seat)
            self._lately = ()
        else:
            told = self.match.play(action, CHANCE if self.asks_dice else seat)
            self._seen_now = None
            self._lately = (*told, *self._fortune())
        self._age = 0
        self._news += ((self._frame, told) for told in self._lately)
        lingering: Lingering | None = getattr(self.game.view, "lingers", None)
        self._stays = lingering(self._lately) if lingering else 0
        if self._ear:
            now_due = self.due("person")
            sounds = of_story(self.game.sounds, self._lately)
            self._ear.story(sounds, your_turn=now_due not in ((), due))
        self._last_act = (self._frame, seat)
        self._pointed |= self._hands
        self._hands, self._seen_now, self._legal_now = {}, None, {}
        return self.match.log[-1].action

    def press(self, stick: int, button: str) -> tuple[Seat, str] | None:
        """A button of stick `stick` (from 1): whose action it is, if it is one.

        While one person is due any stick is theirs; when several are, each has
        their own, and in a game of real time always. A private hand is looked at by
        one after the other, whatever the stick. A press while all who are due hold a
        phone takes the first of them over, and does nothing else.
        """
        due = self.at_stick
        if not due and self._phones:
            if self.lingers:
                self._age = self._stays
            else:
                self._phones.difference_update(self.due("person")[:1])
            return None
        seat = self.seat_of(stick)
        if seat not in due or (seat in self.rush.busy and button in ("a", "b")):
            return None
        if self.lingers:
            self._age = self._stays
            return None
        before = self._hand(seat)
        if button == "a" and self._slipped_away(seat):
            return None
        hand, action = self.game.view.press(
            before, button, self._seen(), self._legal(seat)
        )
        if self._ear:
            self._ear.press(button, moved=hand != before, played=action is not None)
        self._hands[seat] = hand
        return None if action is None else (seat, action)

    def _slipped_away(self, seat: Seat) -> bool:
        """Whether another's action of this very frame took what was pointed at."""
        frame, actor = self._last_act
        if not self.live or frame != self._frame or actor == seat:
            return False
        return bool(self._hand(seat) != self._pointed.get(seat))

    def let_go(self, stick: int, button: str) -> None:
        """A button that was held comes up: a private hand is covered again."""
        seat, view = self.seat_of(stick), self.game.view
        if isinstance(view, Handheld) and seat in self._hands:
            self._hands[seat] = view.let_go(self._hands[seat], button)

    @property
    def at_stick(self) -> tuple[Seat, ...]:
        """The people who are to act and have no phone in hand."""
        phones = self._phones or ()
        return tuple(seat for seat in self.due("person") if seat not in phones)

    def seat_of(self, stick: int) -> Seat:
        """Whose stick that is now."""
        due = self._people if self.live else self.at_stick
        alone = len(due) == 1 or (due and self._private)
        return due[0] if alone else stick - 1

    def show(self, words: Words) -> Play:
        """Everything a scene may show of this match."""
        names = seat_names(self.card, words)
        due = self.at_stick
        look = Look(
            seen=self._seen(),
            due=self.match.actors,
            legal=self._legal(due[0]) if due else (),
            hand=self._hand(due[0]) if due else None,
            names=names,
            lately=self._lately,
            age=self._age,
            frame=self._frame,
            language=words.language,
            seat=due[0] if due else None,
            hands=tuple(Pointing(s, self._hand(s), self._legal(s)) for s in due),
            busy=self.rush.busy,
            news=tuple((self._frame - when, told) for when, told in self._news),
        )
        view, outcome = self.game.view, self.outcome()
        return Play(
            picture=view.picture(look),
            help=view.help(look) if due else (),
            names=names,
            persons=due,
            phones=self.due("person") if not due else (),
            bots=self.due("bot"),
            over=self.match.over,
            ending=view.ending(outcome, names, words.language) if outcome.over else "",
            scores=counted(self.game, outcome, words) if outcome.over else None,
        )

    def _hand(self, seat: Seat) -> Any:  # noqa: ANN401 - the game's own type
        if seat not in self._hands:
            self._hands[seat] = self.game.view.hand(
                self._seen(), self._legal(seat), self._pointed.get(seat)
            )
        return self._hands[seat]

    def _legal(self, seat: Seat) -> tuple[str, ...]:
        if seat not in self._legal_now:
            undo = (UNDO,) if self.match.can_take_back(seat) else ()
            who = CHANCE if self.asks_dice else seat
            self._legal_now[seat] = (*self.match.legal(who), *undo)
        return self._legal_now[seat]

    @property
    def _people(self) -> list[Seat]:
        seats = enumerate(self.card.seats)
        return [seat for seat, who in seats if who.kind == "person"]

    def _seen(self) -> Document:
        if self._seen_now is None:
            people = self._people
            self._seen_now = self.match.observe(people[0] if len(people) == 1 else None)
        return self._seen_now


def counted(game: AnyGame, outcome: Outcome, words: Words) -> tuple[str, ...] | None:
    """What each seat counts, in words; () if that says nothing, None if points."""
    if game.counts is None:
        return None
    forms = game.counts.get(words.language)
    if forms is None:
        return ()
    return tuple(f"{n} {forms[words.is_many(n)]}" for n in outcome.scores)


def seat_names(card: MatchCard, words: Words) -> tuple[str, ...]:
    """What to call each seat in front of the players."""
    return tuple(
        words(f"seat.{'bot' if seat.kind == 'bot' else 'person'}", number=number)
        for number, seat in enumerate(card.seats, 1)
    )
