"""The settings of the coin acceptors."""

from collections.abc import Sequence
from typing import Annotated, Final, Literal

from pydantic import Field

from cabinet.core.events import MILLISECOND
from cabinet.core.operating import Slot, Width
from cabinet.i18n.message import Message, message
from cabinet.settings.parts import Millis, Money, Part, wanted
from cabinet.settings.wires import MOST_SLOTS

Window = Annotated[
    tuple[Millis, Millis],
    Field(
        json_schema_extra=wanted(message("kind.two_whole_numbers")),
        examples=[[12, 80]],
    ),
]


# Longer than any acceptor waits between two pulses of one coin.
COIN_PAUSE: Final = 150 * MILLISECOND
# What most acceptors wait; the simulated one does too, unless it has to be slower.
USUAL_GAP_MS: Final = 100


# The acceptor tells what a coin is worth; no usual coin is worth more.
DEAREST_COIN: Final = 200
CoinId = Annotated[
    str,
    Field(
        pattern=r"^[A-Z]{2}[0-9A-Za-z.]{3,4}[A-Z]$",
        json_schema_extra=wanted(message("kind.coin_id")),
        examples=["EU100A"],
    ),
]


class CoinWidth(Part):
    """A coin that is told by the length of its pulse."""

    ms: Window
    value: Money


class Pulses(Part):
    """What a number of pulses is worth."""

    pulses: Annotated[int, Field(ge=1, le=100)] = Field(examples=[1])
    value: Money


class Coin(Part):
    """One coin acceptor. Pulses add up, whichever coins they come from."""

    slot: int = Field(ge=1, le=MOST_SLOTS, examples=[1])
    kind: Literal["pulse", "line", "duration", "cctalk"] = "pulse"
    pulse_value: Money | None = None
    table: tuple[Pulses, ...] = Field(default=(), max_length=16)
    widths: tuple[CoinWidth, ...] = Field(default=(), max_length=16)
    coin_values: dict[CoinId, Money] = Field(default_factory=dict, max_length=32)
    max_bill: Money | None = Field(default=None, examples=[1000])
    width_ms: Window = (12, 80)
    gap_ms: Millis = 20
    jam_ms: Millis = 500
    max_per_s: int = Field(default=12, ge=1, le=50)
    max_coins_per_s: int = Field(default=8, ge=1, le=50)
    owner: Literal["common"] | Annotated[int, Field(ge=1, le=6)] = Field(
        default="common",
        json_schema_extra=wanted(message("kind.owner")),
    )
    tender: Literal["cash", "card", "token"] = "cash"
    box_coins: Annotated[int, Field(ge=1, le=100_000)] | None = None
    box_money: Money | None = None

    @property
    def values(self) -> tuple[int, ...]:
        """What its pulses can be worth."""
        if self.kind == "duration":
            return tuple(coin.value for coin in self.widths)
        if self.kind == "cctalk":
            return tuple(sorted({DEAREST_COIN, *self.coin_values.values()}))
        return (self._unit,)

    @property
    def window_ms(self) -> tuple[int, int]:
        """The shortest and the longest pulse that can be a coin."""
        if self.kind == "duration" and self.widths:
            return (
                min(coin.ms[0] for coin in self.widths),
                max(coin.ms[1] for coin in self.widths),
            )
        return self.width_ms

    @property
    def most_pulses_per_s(self) -> int:
        """How fast a train may be, or coins where each of them is one pulse."""
        if self.kind == "pulse":
            return self.max_per_s
        return min(self.max_per_s, self.max_coins_per_s)

    @property
    def _unit(self) -> int:
        """What one pulse is worth; a table's smallest entry tells."""
        if self.pulse_value is not None:
            return self.pulse_value
        pulses, value = min(self.worth.items(), default=(1, 0))
        return value // pulses

    @property
    def worth(self) -> dict[int, int]:
        """The table by the number of pulses."""
        return {entry.pulses: entry.value for entry in self.table}

    @property
    def kinds(self) -> tuple[tuple[int, int], ...]:
        """Each coin a hand can drop: how many pulses it makes, what it is worth."""
        return tuple(sorted(self.worth.items())) or ((1, max(self.values)),)

    def as_slot(self) -> Slot:
        """The acceptor as the decoder knows it."""
        shortest, longest = self.window_ms
        return Slot(
            self.slot,
            max(self.values),
            min_width=shortest * MILLISECOND,
            max_width=longest * MILLISECOND,
            gap=self.gap_ms * MILLISECOND,
            jam=self.jam_ms * MILLISECOND,
            max_per_s=self.max_per_s,
            max_coins_per_s=self.max_coins_per_s,
            coin_pause=COIN_PAUSE if self.kind == "pulse" else 0,
            owner=0 if self.owner == "common" else self.owner,
            tender=self.tender,
            widths=tuple(
                Width(coin.ms[0] * MILLISECOND, coin.ms[1] * MILLISECOND, coin.value)
                for coin in self.widths
            ),
        )


# A worn relay bounces for some milliseconds: pauses this short are hardly ever real.
SHORTEST_GAP_MS: Final = 5


def gap_advice(coins: Sequence[Coin]) -> tuple[Message, ...]:
    """Slots that would take a bounce for another coin."""
    return tuple(
        message("advice.short_gap", setting=f"coins.{index}.gap_ms", ms=coin.gap_ms)
        for index, coin in enumerate(coins)
        if coin.gap_ms < SHORTEST_GAP_MS
    )


def sim_coin(coins: Sequence[Coin]) -> dict[str, int]:
    """The pulse a simulated acceptor makes: one that every slot takes for a coin."""
    if not coins:
        return {}
    shortest = max(coin.window_ms[0] for coin in coins)
    longest = min(coin.window_ms[1] for coin in coins)
    width = (shortest + longest) // 2
    pace = 1 + 1100 // min(coin.most_pulses_per_s for coin in coins)
    gap = max(USUAL_GAP_MS, 2 * max(coin.gap_ms for coin in coins), pace - width)
    return {"coin_width_ms": width, "coin_gap_ms": gap}
