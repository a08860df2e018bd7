"""What the operator decided, as values the state machine reads.

The settings package makes one from `config/cabinet.yaml`; tests make one by
hand. Durations are nanoseconds, money is minor units.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from cabinet.core.events import MILLISECOND, SECOND, Nanos
from cabinet.core.guests import Guest
from cabinet.core.inputs.wired_buttons import WiredButtons
from cabinet.core.money.ledger import OptionValue
from cabinet.core.money.tariff import Tariff
from cabinet.core.money.tenders import CASH
from cabinet.core.people import Person
from cabinet.core.preferences import Preferences
from cabinet.core.schedule import Moment, Schedule


@dataclass(frozen=True, slots=True)
class Width:
    """A pulse of `shortest` to `longest` is a coin of `value`."""

    shortest: Nanos
    longest: Nanos
    value: int


@dataclass(frozen=True, slots=True)
class Slot:
    """A coin acceptor: every pulse is worth `pulse_value`.

    Where the length of the pulse tells the coin, `widths` are the lengths it can
    have, and `pulse_value` is the dearest of them. A coin is a pulse where
    `coin_pause` is 0, else a train of them with no longer silence than that in
    it. `owner` is whose purse it fills: 0 is everybody's, 1 to 6 a player's. `tender`
    is what it takes (see `tenders`).
    """

    number: int = 1
    pulse_value: int = 100
    min_width: Nanos = 12 * MILLISECOND
    max_width: Nanos = 80 * MILLISECOND
    gap: Nanos = 20 * MILLISECOND
    jam: Nanos = 500 * MILLISECOND
    max_per_s: int = 12
    max_coins_per_s: int = 8
    coin_pause: Nanos = 150 * MILLISECOND
    owner: int = 0
    widths: tuple[Width, ...] = ()
    tender: str = CASH

    @property
    def line(self) -> str:
        """The name of its input line."""
        return f"coin.{self.number}"

    @property
    def longest_pause(self) -> Nanos:
        """From pulse to pulse of one coin; 0 where every pulse is a coin."""
        return self.coin_pause + self.max_width if self.coin_pause else 0


@dataclass(frozen=True, slots=True)
class Meter:
    """The electromechanical coin counter: a click per coin, or per `value`."""

    per_coin: bool = True
    value: int = 100
    on: Nanos = 60 * MILLISECOND
    off: Nanos = 60 * MILLISECOND


def mode_key(game: str, options: Mapping[str, OptionValue]) -> str:
    """How the books call a mode."""
    chosen = (f"{name}={value}" for name, value in sorted(options.items()))
    return " ".join((game, *chosen))


@dataclass(frozen=True, slots=True)
class Offer:
    """One game mode on sale. `seats` is the fewest and the most.

    `continue_credits` is what playing on after the result costs; None: as much as
    the first time. `scored`: it
    has a table of high scores. `level` is that of the house's bots, until a player
    says otherwise. `hands`: how many can play, where all play at once and each needs a
    stick of their own; None: they share the sticks there are. `minutes` are what the
    credits buy; 0: a match lasts until its end. `idle` is how long without a button we
    wait before we ask; 0: as everywhere. `guest` is the program that is sold, if any.
    `last_look` is how long the final position of a match stays. `at_join` is the option
    that players choose where they take their seats, among `choices`, the usual one
    first; "" and (): they choose none. `runs_on`: it is a game that waits for nobody,
    even with one button, if `one_button` is enough for it.
    """

    game: str
    title: Mapping[str, str]
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    credits: int = 1
    per_player: bool = False
    seats: tuple[int, int] = (2, 2)
    continue_credits: int | None = None
    scored: bool = False
    level: str = "normal"
    hands: int | None = None
    minutes: int = 0
    idle: Nanos = 0
    guest: Guest | None = None
    last_look: Nanos = 3 * SECOND
    runs_on: bool = False
    one_button: bool = True
    at_join: str = ""
    choices: tuple[OptionValue, ...] = ()

    def chosen(self, choice: int) -> Mapping[str, OptionValue]:
        """The options of a match that is played with one of the choices."""
        if not choice:
            return self.options
        return {**self.options, self.at_join: self.choices[choice]}

    def patience(self, usual: Nanos) -> Nanos:
        """How long nobody has to press anything before we ask."""
        return self.idle or usual

    @property
    def most(self) -> int:
        """How many people can play it here."""
        most = self.seats[1]
        return most if self.hands is None else max(1, min(most, self.hands))

    @property
    def key(self) -> str:
        """How the books call it: `azteka`, or `azteka variant=aggressive`."""
        return mode_key(self.game, self.options)

    def at(self, now: Moment, schedule: Schedule) -> "Offer":
        """The offer as it is sold at a moment; where it is free, playing on is too."""
        credits = schedule.price(now, self.game, self.key, self.credits)
        if credits == self.credits:
            return self
        again = None if self.continue_credits is None or credits else 0
        kept = self.continue_credits if again is None else again
        return replace(self, credits=credits, continue_credits=kept)

    def shares(self, persons: int) -> tuple[int, ...]:
        """What everybody pays together, then what each person pays; bots are free."""
        if self.per_player:
            return (0, *(self.credits,) * persons)
        return (self.credits,)

    def price(self, persons: int) -> int:
        """Credits for a match of so many persons."""
        return sum(self.shares(persons))


@dataclass(frozen=True, slots=True)
class TimeOuts:
    """How long each mode waits for somebody, and the slot after a blow."""

    select: Nanos = 30 * SECOND
    join: Nanos = 60 * SECOND
    signing: Nanos = 60 * SECOND
    result: Nanos = 20 * SECOND
    service: Nanos = 300 * SECOND
    playing: Nanos = 180 * SECOND
    question: Nanos = 20 * SECOND
    tilt: Nanos = 10 * SECOND
    screen: Nanos = 15 * SECOND

    def times(self, slowness: int) -> "TimeOuts":
        """So many times as long, where people are waited for."""
        if slowness == 1:
            return self
        return replace(
            self,
            select=slowness * self.select,
            join=slowness * self.join,
            signing=slowness * self.signing,
            result=slowness * self.result,
            playing=slowness * self.playing,
            question=slowness * self.question,
        )


@dataclass(frozen=True, slots=True)
class HouseFace:
    """What tells players whose cabinet this is.

    `welcome` is by language, `logo` a PNG file and `music` a folder; "" is ours.
    """

    welcome: Mapping[str, str] = field(default_factory=dict)
    colours: str = "arkade"
    logo: str = ""
    music: str = ""


@dataclass(frozen=True, slots=True)
class OperatingSettings:
    """Everything `step` may depend on besides the state and the event.

    `author` is who decided it, in words for the journal. `pin` is what the owner
    says to change more than staff may; "": nobody is asked. `gifts_per_day` limits
    the credits of the SERVICE button, `gifts_per_person` those of each person; 0: it
    does not. `people` run the cabinet, with their PINs. `remote` is what may be asked
    from afar (see `remote`). `wired` are the buttons there are.
    `changed` are the settings that differ from those before, each with
    its author, for the books. `reserve` is the room on the disk, in bytes, below which
    no coin is taken. `devices` are the lines, in and out, of each device under
    `io.devices`; empty where everything hangs on one thing. The rest is the `schedule`,
    and what it says of the moment: the `volume` that is left, in percent, and until
    when the cabinet is closed. `clock_waits`: no rule counts before the clock is right.
    `power_locked`: ON/OFF does nothing while the coin door is shut. `preferences` are
    those that each visit begins with.
    """

    tariff: Tariff = field(default_factory=Tariff)
    slots: tuple[Slot, ...] = (Slot(),)
    offers: tuple[Offer, ...] = ()
    patience: TimeOuts = field(default_factory=TimeOuts)
    meter: Meter | None = None
    id: str = "arkade-1"
    name: str = "Arkade"
    language: str = "fr"
    house: HouseFace = field(default_factory=HouseFace)
    author: str = ""
    pin: str = ""
    gifts_per_day: int = 0
    gifts_per_person: int = 0
    people: tuple[Person, ...] = ()
    remote: tuple[str, ...] = ()
    wired: WiredButtons = field(default_factory=WiredButtons)
    changed: tuple[tuple[str, str], ...] = ()
    reserve: int = 0
    devices: Mapping[str, frozenset[str]] = field(default_factory=dict)
    schedule: Schedule = field(default_factory=Schedule)
    volume: int = 100
    closed_until: Moment | None = None
    opens_today: bool = False
    clock_waits: bool = False
    power_locked: bool = False
    preferences: Preferences = field(default_factory=Preferences)

    def owner(self, slot: int) -> int:
        """Whose purse a slot fills."""
        return next((s.owner for s in self.slots if s.number == slot), 0)

    def tender(self, slot: int) -> str:
        """What a slot takes: cash, cards or tokens."""
        return next((s.tender for s in self.slots if s.number == slot), CASH)

    def for_visit(self, preferences: Preferences) -> "OperatingSettings":
        """The same for a visitor who needs longer."""
        slowness = preferences.slowness
        if slowness == 1:
            return self
        return replace(self, patience=self.patience.times(slowness))

    def at(self, now: Moment | None) -> "OperatingSettings":
        """The operating settings at a moment; None: nobody knows what time it is."""
        if not self.schedule.rules:
            return self
        if now is None:
            return replace(self, clock_waits=True)
        closed_until = self.schedule.closed_until(now)
        tariff = self.tariff
        if self.schedule.is_free(now):
            tariff = replace(tariff, free_play=True)
        return replace(
            self,
            tariff=tariff,
            offers=tuple(offer.at(now, self.schedule) for offer in self.offers),
            volume=self.schedule.volume(now),
            closed_until=closed_until,
            opens_today=closed_until is not None and closed_until.day == now.day,
        )
