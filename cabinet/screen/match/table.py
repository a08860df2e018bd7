"""The match on the screen: who is to act, whose stick is whose, what is played.

People, bots and scenario files all play through `play`, so an action is the same
whoever it came from. The table is watched by everybody at the cabinet; only a
person who plays alone against the house sees with the eyes of a seat.
"""

from collections import deque
from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from itertools import groupby, starmap
from typing import Any, Final

from cabinet.core.events import MILLISECOND, Nanos
from cabinet.core.inputs.wired_buttons import WiredButtons
from cabinet.core.money.ledger import Move
from cabinet.i18n import Words
from cabinet.protocol.dice import TowerCard
from cabinet.protocol.snapshot import MatchCard
from cabinet.screen.loop.scanning import Choice
from cabinet.screen.match.hand_scan import HandScan, Position
from cabinet.screen.match.real_dice import RealDice, thrower
from cabinet.screen.match.realtime_queue import RealtimeQueue
from cabinet.screen.scenes.show import Play
from cabinet.screen.scenes.wired import keys_of
from cabinet.screen.sound.cues import CueCollector, of_events
from cabinet.tabletop.api import (
    CHANCE,
    AnyGame,
    GameEvent,
    Look,
    Outcome,
    Pointing,
    Seat,
    View,
    abilities,
)
from cabinet.tabletop.match import UNDO, Match, MoveLike
from cabinet.tabletop.optional import Handheld, Lingering, RealTime, Story
from cabinet.tabletop.personas import NOBODY, Persona, seat_name
from cabinet.tabletop.recount import recounted
from cabinet.throws import is_throw, sides_of


class Cursors:
    """One hand for each seat, as the game's view made it.

    It is made from what is seen and what the seat may play, and from where the hand
    before it pointed. A private hand belongs to who is at the stick: it stays as it is,
    held open or not, until they act or somebody else is there.
    """

    def __init__(self, view: View[Any, Any]) -> None:
        self._view = view
        self._private = isinstance(view, Handheld)
        self._hands: dict[Seat, Any] = {}
        self._legal: dict[Seat, tuple[str, ...]] = {}
        self._pointed: dict[Seat, Any] = {}

    def of(self, seat: Seat, seen: object, legal: tuple[str, ...]) -> Any:  # noqa: ANN401 - the game's own type
        """The hand of a seat."""
        if seat not in self._hands or self._legal[seat] != legal:
            before = self._pointed.get(seat)
            self._hands[seat] = self._view.hand(seen, legal, before)
            self._legal[seat] = legal
        return self._hands[seat]

    def renew(self, seat: Seat, seen: object, legal: tuple[str, ...]) -> None:
        """A hand that points nowhere yet."""
        self._hands[seat] = self._view.hand(seen, legal, None)
        self._legal[seat] = legal

    def press(
        self, seat: Seat, button: str, seen: object, legal: tuple[str, ...]
    ) -> tuple[bool, str | None]:
        """A button: whether the hand moved, and the action it plays, if it does."""
        before = self.of(seat, seen, legal)
        hand, action = self._view.press(before, button, seen, legal)
        self._hands[seat] = hand
        return bool(hand != before), action

    def let_go(self, button: str) -> None:
        """A button that was held comes up: a private hand is covered again."""
        if isinstance(self._view, Handheld):
            for seat, hand in self._hands.items():
                self._hands[seat] = self._view.let_go(hand, button)

    def points_elsewhere(
        self, seat: Seat, seen: object, legal: tuple[str, ...]
    ) -> bool:
        """Whether the hand does not point where it did before the last action."""
        return bool(self.of(seat, seen, legal) != self._pointed.get(seat))

    def settle(self, actor: Seat) -> None:
        """Somebody acted: each hand is made anew, near where it was."""
        self._pointed |= self._hands
        self._hands = {
            seat: hand
            for seat, hand in self._hands.items()
            if self._private and seat != actor
        }

    def keep_only(self, seats: tuple[Seat, ...]) -> None:
        """Nobody else is at the stick: a private hand left there is covered."""
        if self._private:
            self._hands = {s: hand for s, hand in self._hands.items() if s in seats}

    def point(self, seat: Seat, hand: Any, legal: tuple[str, ...]) -> None:  # noqa: ANN401
        """Point at something at once, as one button does."""
        self._hands[seat], self._legal[seat] = hand, legal

    def drop(self) -> None:
        """Something else is to be pointed at: each hand is made anew."""
        self._hands = {}


# How many frames long what happened is still news.
NEWS: Final = 150
# How many frames an action of the house is looked at before anybody is asked again,
# and in how many of them points count up.
LANDING: Final = 36
COUNTING: Final = 28
# Where all play at once nobody may act before 3, 2, 1 are over; GO stays a while.
COUNT: Final = 3
COUNT_IN: Final = 2500 * MILLISECOND
GO: Final = 700 * MILLISECOND
# How many times as long bots take in real time, at the pace that people asked for.
SLOWER: Final = {"relaxed": 2, "one_button": 8}
# So many of the last actions are told in words, of so many that are remembered.
RECENT: Final = 3
REMEMBERED: Final = 16
# What phones may look back on, and more than any action does.
STORY: Final = 60
MOST_EVENTS: Final = 1000


class Timeline:
    """The frames of one match, and what happened in them.

    `lately` is what the last action did, `age` frames ago; `frame` counts since the
    match was shown.
    """

    def __init__(self, view: View[Any, Any], lately: tuple[GameEvent, ...]) -> None:
        self.lately = lately
        self.age = 0
        self.frame = 0
        self._lingering: Lingering | None = getattr(view, "lingers", None)
        self._stays = 0
        self._lands = 0
        self._news: deque[tuple[int, GameEvent]] = deque()
        self.told: deque[tuple[int, GameEvent]] = deque(maxlen=STORY)

    @property
    def lingers(self) -> bool:
        """Whether the end of a round is still shown: nobody plays meanwhile."""
        return self.age < self._stays

    @property
    def landing(self) -> bool:
        """Whether an action of the house is still on its way to its place."""
        return self.age < self._lands

    @property
    def news(self) -> tuple[tuple[int, GameEvent], ...]:
        """What the last seconds brought, each with its age."""
        return tuple((self.frame - when, told) for when, told in self._news)

    def tick(self, *, quick: bool = False, stays: bool = False) -> None:
        """One more frame has been shown; a quick one counts twice.

        The end of a round `stays` as long as somebody listens to it.
        """
        if not stays or self.age + 1 != self._stays:
            self.age += 2 if quick and self.lingers else 1
        self.frame += 1
        while self._news and self.frame - self._news[0][0] > NEWS:
            self._news.popleft()

    def tell(self, lately: tuple[GameEvent, ...], turn: int, *, lands: int = 0) -> None:
        """The `turn`-th action did this; it lands for so many frames."""
        first = turn * MOST_EVENTS
        self.told += enumerate(lately, first)
        self.lately = lately
        self.age = 0
        self._news += ((self.frame, told) for told in lately)
        self._stays = self._lingering(lately) if self._lingering else 0
        self._lands = max(lands, self._stays) if lands else 0

    def skip(self) -> None:
        """Nobody wants to see the end of that round any longer."""
        self.age = max(self._stays, self._lands)


class Table:
    """One match as the people at the cabinet see and touch it."""

    def __init__(
        self,
        game: AnyGame,
        card: MatchCard,
        cue_collector: CueCollector | None = None,
        phones: set[Seat] | None = None,
        personas: Mapping[Seat, Persona] | None = None,
        *,
        real_dice: bool = False,
        tower: TowerCard | None = None,
        wired: WiredButtons | None = None,
    ) -> None:
        self.game = game
        self._wired = wired or WiredButtons()
        self._private = isinstance(game.view, Handheld)
        self._phones = phones if self._private else None
        self._personas = {} if personas is None else personas
        self._cue_collector = cue_collector
        self.card = card
        self.dice = RealDice(wanted=real_dice)
        self.dice.hear(tower)
        self._played: deque[tuple[Seat, list[GameEvent]]] = deque(maxlen=REMEMBERED)
        self.match = Match.resume(
            game,
            len(card.seats),
            card.options,
            card.seed,
            card.log,
            "manual",
            self._note_played,
        )
        self._hands = Cursors(game.view)
        self._seen_now: Hashable | None = None
        self._legal_now: dict[Seat, tuple[str, ...]] = {}
        self.realtime_queue = RealtimeQueue()
        self._last_act: tuple[int, Seat] = (-1, CHANCE)
        self._last_pressed: Seat = 0
        self._nearest: dict[Seat, Any] = {}
        self._scores_before = self._scores_now = self._scores()
        # How many times as long as usual people look at what the house played.
        self.slowness = 1
        self._scan: tuple[Seat, HandScan] | None = None
        self._calls = False
        self._timeline = Timeline(game.view, self._fortune())
        self._note_near()
        self._seen_now = None
        self._count_in: Nanos = 0
        self._counted_at: Nanos | None = None

    # Three, two, one

    def count_in(self) -> None:
        """Begin, or go on after a question, with 3, 2, 1 where all play at once."""
        self._count_in = COUNT_IN + GO if self.live and not self.match.over else 0
        self._counted_at = None

    @property
    def counts_in(self) -> bool:
        """Whether nobody may act yet."""
        return self._count_in > GO

    @property
    def counted_in(self) -> int | None:
        """3, 2, 1, then 0 for GO; None when that is over."""
        if not self._count_in:
            return None
        return -(-max(0, self._count_in - GO) * COUNT // COUNT_IN)

    def count(self, now: Nanos) -> None:
        """Go on counting; each number is heard, and GO."""
        before = self.counted_in if self._counted_at is not None else None
        if self._counted_at is not None:
            self._count_in = max(0, self._count_in - (now - self._counted_at))
        self._counted_at, told = now, self.counted_in
        if self._cue_collector and told is not None and told != before:
            self._cue_collector.at_once(("hurry" if told else "turn",))

    def tick(self, *, quick: bool = False, stays: bool = False) -> None:
        """One more frame has been shown; a quick one counts twice."""
        self._hands.keep_only(self.at_stick[:1])
        self._timeline.tick(quick=quick, stays=stays)
        self.dice.tick()
        if self._calls and not self._timeline.landing:
            self._calls = False
            if self._cue_collector and self.due("person"):
                self._cue_collector.played((), your_turn=True)

    # The match

    @property
    def log(self) -> tuple[Move, ...]:
        """Every action so far, as the protocol writes it."""
        return tuple(Move(seat, action) for seat, action in self.match.log)

    def knows(self, card: MatchCard) -> bool:
        """Whether the card tells of this match, and of nothing but fortune's news.

        That is what a dice tower was asked for and how its dice fell; it is played.
        """
        ours, theirs = self.log, card.log
        common = min(len(ours), len(theirs))
        if self.card.id != card.id or ours[:common] != theirs[:common]:
            return False
        if any(move.seat != CHANCE for move in theirs[common:]):
            return False
        for move in theirs[common:]:
            self._carry(CHANCE, move.action)
        self.card = card
        return True

    def outcome(self) -> Outcome:
        """Who won and why, with what each seat is noted for."""
        outcome, points = self.match.outcome(), self.game.points
        if points is None or not outcome.over:
            return outcome
        return replace(outcome, scores=points(self.match.state, self.match.log))

    def play(self, seat: Seat, action: str) -> str:
        """Play; the action as the log has it. `RulesError` if it is refused."""
        self._carry(seat, action)
        return self.match.log[-1].action

    def _carry(self, seat: Seat, action: str) -> None:
        entry = Move(seat, action)
        sides = sides_of(entry)
        if is_throw(entry) and sides is None:
            self.match.play(action, CHANCE)
            return
        due = self.due("person")
        if action == UNDO:
            self.match.take_back(seat)
            lately: tuple[GameEvent, ...] = ()
        else:
            told = self.match.play(action, CHANCE if self.asks_dice else seat)
            self._seen_now = None
            lately = (*told, *self._fortune())
        self._note_near()
        self._note_played(entry, [*lately])
        self._scores_before, self._scores_now = self._scores_now, self._scores()
        self.dice.settle(sides, told=bool(lately))
        lands = self.slowness * LANDING if self._of_house(seat) and not self.live else 0
        self._timeline.tell(lately, len(self.match.log), lands=lands)
        now_due = self.due("person")
        calls = now_due not in ((), due)
        self._calls = calls and bool(lands)
        if self._cue_collector:
            sounds = of_events(self.game.sounds, lately)
            self._cue_collector.played(sounds, your_turn=calls and not lands)
        self._last_act = (self._timeline.frame, seat)
        self._hands.settle(seat)
        self._seen_now, self._legal_now = None, {}

    def _of_house(self, seat: Seat) -> bool:
        return seat >= 0 and self.card.seats[seat].kind == "bot"

    def _note_played(self, move: MoveLike, lately: list[GameEvent]) -> None:
        """Remember what is told of the last actions."""
        if move.action == UNDO:
            if self._played:
                self._played.pop()
        elif move.seat >= 0:
            self._played.append((move.seat, lately))
        elif self._played:  # real dice, thrown for whoever acted last
            seat, before = self._played.pop()
            self._played.append((seat, before + lately))

    def _scores(self) -> tuple[int, ...]:
        """The scores so far; () where part of the position is hidden."""
        if self.game.points is not None:
            return self.game.points(self.match.state, self.match.log)
        if abilities(self.game.rules).seen_by is not None:
            return ()
        return self.match.outcome().scores

    def _fortune(self) -> tuple[GameEvent, ...]:
        """What the seed decides now: all but dice that are real."""
        return tuple(self.match.throw(but_dice=self.dice.wanted and not self.live))

    # Who is to act

    def due(self, kind: str) -> tuple[Seat, ...]:
        """The seats of that kind, person or bot, that are to act."""
        if self.asks_dice:
            told = kind == "person" and (not self.dice.by_tower or self.dice.is_gone)
            return self._typist if told else ()
        seats = self.card.seats
        return tuple(s for s in self.match.actors if s >= 0 and seats[s].kind == kind)

    @property
    def at_stick(self) -> tuple[Seat, ...]:
        """The people who are to act and have no phone in hand."""
        phones = self._phones or ()
        return tuple(seat for seat in self.due("person") if seat not in phones)

    @property
    def on_phones(self) -> tuple[Seat, ...]:
        """The people who are to act, when every one of them holds a phone."""
        return () if self.at_stick or self.asks_tower else self.due("person")

    def seat_of(self, stick: int) -> Seat:
        """Whose stick that is now; whoever has none shares the first."""
        due = people(self.card) if self.live else self.at_stick
        if len(due) == 1 or (due and self._private):
            return due[0]
        sharing = (seat for seat in due if self._wired.stick_of(seat) == stick)
        return next(sharing, stick - 1)

    @property
    def _typist(self) -> tuple[Seat, ...]:
        """Who rolled; for the house, the first person."""
        persons, rolled = people(self.card), thrower(self.match)
        return (rolled,) if rolled in persons else persons[:1]

    @property
    def last_actor(self) -> Seat:
        """Whose the last action was; that of chance before the first."""
        return self._last_act[1]

    @property
    def lingers(self) -> bool:
        """Whether the end of a round is still shown: nobody plays meanwhile."""
        return self._timeline.lingers

    @property
    def lands(self) -> bool:
        """Whether people still watch what the house has just played."""
        return self._timeline.landing and not self.due("bot")

    @property
    def hurries(self) -> bool:
        """Whether a held button makes what is shown now pass faster."""
        return self.lingers and getattr(self.game.view, "hurries", False)

    def skip(self) -> None:
        """Nobody wants to see the end of that round any longer."""
        self._timeline.skip()

    @property
    def landed(self) -> int:
        """How much of the last news a game with phones has shown."""
        view, line = self.game.view, self._timeline
        if not isinstance(view, Handheld):
            return 0
        return view.landed(line.lately, line.age)

    @property
    def _ahead(self) -> int:
        """How much of the last news is still to be shown, and not to be told before."""
        if not isinstance(self.game.view, Handheld):
            return 0
        return max(0, len(self._timeline.lately) - self.landed)

    @property
    def story(self) -> Story:
        """What phones may tell of it."""
        line = self._timeline
        return Story(tuple(line.told), line.lately, line.age)

    @property
    def asks_dice(self) -> bool:
        """Whether somebody has to throw real dice now, and to say how they fell."""
        return self.dice.wanted and bool(self.match.dice) and not self.live

    @property
    def asks_tower(self) -> bool:
        """Whether it is the dice tower that has to say it."""
        return self.asks_dice and self.dice.by_tower

    @property
    def live(self) -> bool:
        """Whether this match is one that all play at once."""
        view = self.game.view
        return isinstance(view, RealTime) and view.live(self._seen())

    def takes(self, action: str) -> int:
        """For how many milliseconds an action is under way before it is played."""
        view = self.game.view
        return view.takes(action) if isinstance(view, RealTime) and self.live else 0

    def reaction(self, seat: Seat, between: int | None) -> int | None:
        """After how many milliseconds a bot there acts again, if that is its own.

        `between` is how many pass between two actions of the fastest person.
        """
        view = self.game.view
        if not isinstance(view, RealTime) or not self.live:
            return None
        slower = SLOWER.get(self.card.pace, 1)
        level = self.card.seats[seat].level
        return slower * view.reaction(level, seat, between if slower == 1 else None)

    # Cursors

    def press(self, stick: int, button: str) -> tuple[Seat, str] | None:
        """A button of stick `stick` (from 1): whose action it is, if it is one.

        While one person is due any stick is theirs; when several are, each has
        their own, and in a game of real time always. A private hand is looked at by
        one after the other, whatever the stick. `a` takes dice in hand that a tower
        out of reach should have thrown.
        """
        if self.asks_tower:
            if button == "a":
                self.dice.take_in_hand()
                self._hands.drop()
                self._legal_now = {}
            return None
        seat, phones = self.seat_of(stick), self.on_phones
        if seat not in self.at_stick and not phones:
            return None
        if seat in self.realtime_queue.busy and button in ("a", "b"):
            return None
        if self.lingers:
            self.skip()
            return None
        if phones:
            return None
        if self.lands:
            self.skip()
            if button in ("a", "b"):
                return None
        if button == "a" and self._slipped_away(seat):
            return None
        seen, legal = self._seen(), self._legal(seat)
        self._last_pressed = seat
        moved, action = self._hands.press(seat, button, seen, legal)
        if self._cue_collector:
            self._cue_collector.press(button, moved=moved, played=action is not None)
        return None if action is None else (seat, action)

    def point(self, seat: Seat, buttons: tuple[str, ...]) -> None:
        """Have the hand of a person point where these buttons lead a fresh one."""
        seen, legal = self._seen(), self._legal(seat)
        self._hands.renew(seat, seen, legal)
        for button in buttons:
            self._hands.press(seat, button, seen, legal)

    def _slipped_away(self, seat: Seat) -> bool:
        """Whether another's action of this very frame took what was pointed at."""
        frame, actor = self._last_act
        if not self.live or frame != self._timeline.frame or actor == seat:
            return False
        return self._hands.points_elsewhere(seat, self._seen(), self._legal(seat))

    def let_go(self, button: str) -> None:
        """A button that was held comes up: a private hand is covered again."""
        self._hands.let_go(button)

    def choices(self, words: Words) -> tuple[Choice, ...]:
        """What one button can take for the first who is due at the stick."""
        if self.lands or self.lingers:
            return (Choice("skip", words("do.go_on"), button="a"),)
        if self.asks_tower:
            return (Choice("dice", words("tower.by_hand"), button="a"),)
        due = [seat for seat in self.at_stick if seat not in self.realtime_queue.busy]
        if not due:
            return ()
        seat = due[0]
        at = Position(self._seen(), self._legal(seat))
        hand = self._hands.of(seat, *at)
        scan = self._scan
        if scan is None or scan[0] != seat or not scan[1].knows(hand, at):
            scan = self._scan = seat, HandScan(self.game.view, hand, at)
        said = self._tools_said(scan[1], seat, words)
        told = {"a": words("do.confirm"), **said, "back": words("do.back")}
        return scan[1].choices(told, self._doing(at, seat, words))

    def _doing(self, at: Position, seat: Seat, words: Words) -> Callable[[Any], str]:
        """What A does, by what is pointed at."""
        view, look = self.game.view, replace(self.look(words), seat=seat)

        def does(hand: Any) -> str:  # noqa: ANN401 - the game's own type
            told = view.help(replace(look, hand=hand, legal=at.legal))
            return next((what for keys, what in told if "a" in keys.split("+")), "")

        return does

    def _tools_said(self, scan: HandScan, seat: Seat, words: Words) -> dict[str, str]:
        """What A and B do, and each tool that B would take."""
        view = self.game.view
        hand = scan.region.entry if scan.place is None else scan.place
        look = replace(self.look(words), seat=seat, hand=hand)
        said = dict(view.help(replace(look, legal=scan.at.legal)))
        held_before = () if scan.place is None else (hand, *scan.tools[:-1])
        for number, held in enumerate(held_before):
            told = dict(view.help(replace(look, legal=scan.at.legal, hand=held)))
            said[f"tool.{number}"] = told.get("b", words("do.change"))
        return said

    def light(self, hand: Any) -> None:  # noqa: ANN401 - the game's own type
        """Light a choice up: the hand of who scans goes there."""
        if self._scan is not None and hand is not None:
            seat, scan = self._scan
            self._hands.point(seat, hand, scan.at.legal)

    def take(self, choice: Choice) -> tuple[Seat, str] | None:
        """What one button took: whose action it is, if it is one."""
        if self._scan is None or (choice.hand is None and choice.button != "back"):
            return self.press(1, choice.button)
        seat, scan = self._scan
        hand, button = scan.take(choice)
        self.light(hand)
        return self.press(self._wired.stick_of(seat), button) if button else None

    # What is shown

    def names(self, words: Words) -> tuple[str, ...]:
        """What to call each seat in front of the players."""
        return seat_names(self.card, words, self._personas)

    @property
    def _figures(self) -> tuple[str, ...]:
        seats = range(len(self.card.seats))
        return tuple(self._personas.get(seat, NOBODY).figure for seat in seats)

    def show(self, words: Words) -> Play:
        """Everything a scene may show of this match."""
        due = self._asked
        look = self.look(words)
        names = look.names
        view, outcome, hurries = self.game.view, self.outcome(), self.hurries
        return Play(
            picture=view.picture(look),
            help=view.help(look) if due or hurries else (),
            names=names,
            persons=due,
            # While effects are played out, the bar only says how to hurry them.
            phones=() if hurries else self.on_phones,
            bots=() if hurries else self.due("bot"),
            over=self.match.over,
            ending=view.ending(outcome, names, words.language) if outcome.over else "",
            scores=self._counted(outcome, words) if outcome.over else None,
            made_of=self._made_of(words),
            near=self._near(outcome, words),
            tells_near=self.game.near is not None,
            tower=self.dice.note(self.match, asked=self.asks_tower),
            thrower=thrower(self.match),
            played=self._recounted(words),
            counted_in=self.counted_in,
        )

    @property
    def last_pressed(self) -> Seat:
        """Whose stick moved last; the first seat's before any did."""
        return self._last_pressed

    @property
    def happened(self) -> tuple[tuple[int, Seat, GameEvent], ...]:
        """The last events of the match, numbered, each with whose action it was."""
        log = self.match.log
        turns = ((n, n // MOST_EVENTS - 1, told) for n, told in self._timeline.told)
        return tuple(
            (n, log[turn].seat if 0 <= turn < len(log) else CHANCE, told)
            for n, turn, told in turns
        )

    @property
    def _asked(self) -> tuple[Seat, ...]:
        """The people who may point at something now."""
        waits = self.asks_tower or self.lands or self.counts_in
        return () if waits else self.at_stick

    def look(self, words: Words) -> Look[Any, Any]:
        """Everything the view may draw."""
        names, lands = self.names(words), self.lands
        due = self._asked
        hands = tuple(self._pointing(seat, words) for seat in due)
        return Look(
            seen=self._seen(),
            due=self.match.actors,
            legal=hands[0].legal if due else (),
            hand=hands[0].hand if due else None,
            names=names,
            figures=self._figures,
            lately=self._timeline.lately,
            age=self._timeline.age,
            frame=self._timeline.frame,
            language=words.language,
            seat=due[0] if due else None,
            hands=hands,
            busy=self.realtime_queue.busy,
            phones=self.on_phones,
            news=self._timeline.news,
            landing=lands or self.counts_in,
            scores=self._counted_up(),
            document=lambda: self.match.observe(self._eyes),
        )

    def _counted_up(self) -> tuple[int, ...]:
        """The scores on their way from those before the last action."""
        part = min(1.0, self._timeline.age / COUNTING)
        both = zip(self._scores_before, self._scores_now, strict=False)
        return tuple(before + round((now - before) * part) for before, now in both)

    def _recounted(self, words: Words) -> tuple[tuple[Seat, str], ...]:
        """The last actions in words, as far as the game has some."""
        package, language = self.game.package, words.language
        did = [
            (event.get("seat", actor), event)
            for actor, events in self._played
            for event in events
        ]
        did = did[: len(did) - self._ahead]
        told = [
            (seat, recounted(package, language, [event for _, event in events]))
            for seat, events in groupby(did, lambda each: each[0])
        ]
        return tuple([(seat, line) for seat, line in told if line][-RECENT:])

    def _counted(self, outcome: Outcome, words: Words) -> tuple[str, ...] | None:
        """What each seat counts, in words; () if that says nothing, None if points."""
        if self.game.counts is None:
            return None
        forms = self.game.counts.get(words.language)
        if forms is None:
            return ()
        return tuple(f"{n} {forms[words.is_many(n)]}" for n in outcome.scores)

    def _made_of(self, words: Words) -> tuple[str, ...]:
        """What each seat's points are made of; () if the game does not tell."""
        match, parts = self.match, self.game.parts
        if parts is None or not match.over:
            return ()
        seats = parts(match.state, match.log, words.language)
        return tuple(" · ".join(starmap(_part, seat)) for seat in seats)

    def _near(self, outcome: Outcome, words: Words) -> tuple[str, ...]:
        """How little each seat has lacked at its best; () if the game does not tell."""
        near, best, language = self.game.near, self._nearest, words.language
        if near is None or not outcome.over:
            return ()
        return tuple(
            near(best[seat], seat, language)[1] if seat in best else ""
            for seat in range(len(self.card.seats))
        )

    def _note_near(self) -> None:
        """Remember the position in which each person lacked least."""
        near, state = self.game.near, self.match.state
        if near is None:
            return
        for seat in people(self.card):
            lacks, _ = near(state, seat, "en")
            before = self._nearest.get(seat)
            if before is None or lacks <= near(before, seat, "en")[0]:
                self._nearest[seat] = state

    def keys(self, seat: Seat, words: Words) -> Mapping[str, str]:
        """What A and B of a seat are called in a sentence."""
        return keys_of(self._wired, seat, words)

    def _pointing(self, seat: Seat, words: Words) -> Pointing:
        legal = self._legal(seat)
        hand = self._hands.of(seat, self._seen(), legal)
        return Pointing(seat, hand, legal, self.keys(seat, words))

    def _legal(self, seat: Seat) -> tuple[str, ...]:
        if seat not in self._legal_now:
            undo = (UNDO,) if self.match.can_take_back(seat) else ()
            who = CHANCE if self.asks_dice else seat
            self._legal_now[seat] = (*self.match.legal(who), *undo)
        return self._legal_now[seat]

    def legal(self, seat: Seat) -> tuple[str, ...]:
        """What a person who is due may play, taking back included."""
        return self._legal(seat)

    @property
    def _eyes(self) -> Seat | None:
        """Whose: a person who plays alone sees what is theirs, else nobody does."""
        persons = people(self.card)
        return persons[0] if len(persons) == 1 else None

    def _seen(self) -> Hashable:
        if self._seen_now is None:
            self._seen_now = self.match.seen_by(self._eyes)
        return self._seen_now


def people(card: MatchCard) -> tuple[Seat, ...]:
    """The seats where a person sits."""
    seats = enumerate(card.seats)
    return tuple(seat for seat, who in seats if who.kind == "person")


def seat_names(
    card: MatchCard, words: Words, personas: Mapping[Seat, Persona] | None = None
) -> tuple[str, ...]:
    """What to call each seat in front of the players."""
    known = {} if personas is None else personas
    return tuple(
        seat_name(seat, words, known, bot=card.kind == "bot")
        for seat, card in enumerate(card.seats)
    )


def _part(what: str, worth: int | None) -> str:
    return what if worth is None else f"{what} {worth:+}"
