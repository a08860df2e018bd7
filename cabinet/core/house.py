"""What the operator decided, as values the floor can read.

`cabinet.config` makes a `House` from `config/cabinet.yaml`; tests make one by
hand. Durations are nanoseconds, money is minor units.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from cabinet.core.events import MILLISECOND, SECOND, Nanos
from cabinet.core.ledger import OptionValue
from cabinet.core.tariff import Tariff


@dataclass(frozen=True, slots=True)
class Slot:
    """A pulse coin acceptor: every pulse is worth `pulse_value`."""

    number: int = 1
    pulse_value: int = 100
    min_width: Nanos = 12 * MILLISECOND
    max_width: Nanos = 80 * MILLISECOND
    gap: Nanos = 20 * MILLISECOND
    jam: Nanos = 500 * MILLISECOND
    max_per_s: int = 8

    @property
    def line(self) -> str:
        """The name of its input line."""
        return f"coin.{self.number}"


@dataclass(frozen=True, slots=True)
class Offer:
    """One game mode on sale. `seats` is the fewest and the most."""

    game: str
    title: Mapping[str, str]
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    credits: int = 1
    per_player: bool = False
    seats: tuple[int, int] = (2, 2)

    def price(self, persons: int) -> int:
        """Credits for a match of so many persons; bots play for nothing."""
        return self.credits * (persons if self.per_player else 1)


@dataclass(frozen=True, slots=True)
class Patience:
    """How long each mode waits for somebody."""

    select: Nanos = 30 * SECOND
    join: Nanos = 60 * SECOND
    result: Nanos = 20 * SECOND
    service: Nanos = 300 * SECOND
    playing: Nanos = 180 * SECOND
    question: Nanos = 20 * SECOND
    screen: Nanos = 15 * SECOND


@dataclass(frozen=True, slots=True)
class House:
    """Everything `step` may depend on besides the state and the event."""

    tariff: Tariff = field(default_factory=Tariff)
    slots: tuple[Slot, ...] = (Slot(),)
    offers: tuple[Offer, ...] = ()
    patience: Patience = field(default_factory=Patience)
    id: str = "arkade-1"
    name: str = "Arkade"
    language: str = "fr"

    @property
    def dearest_coin(self) -> int:
        """The most one pulse can bring, for shutting the slot in time."""
        return max((slot.pulse_value for slot in self.slots), default=0)
