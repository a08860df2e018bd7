"""The doors in the wall. Adapters implement these; the core only names them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from cabinet.core.acceptors import Ruling
from cabinet.core.boards import Boards
from cabinet.core.events import BoardNews, Edge, Nanos, ToBook, TowerMet, TowerNews
from cabinet.core.money.ledger import Entry, OpenBooks
from cabinet.core.operating import Meter, Slot
from cabinet.throws import Throw


class Clock(Protocol):
    """Time, from one place."""

    def now(self) -> Nanos:
        """Nanoseconds that never jump (CLOCK_MONOTONIC)."""

    def wall_ms(self) -> int:
        """Milliseconds since 1970, as far as this machine knows. It may jump."""

    def moment(self) -> tuple[int, int]:
        """The local day (as `date.toordinal`) and its minute. It may jump."""

    def trusted(self) -> bool:
        """Whether somebody keeps the wall clock right, or has set it."""


@dataclass(frozen=True, slots=True)
class Wire:
    """How one line is reached: a GPIO number, or a key of a keyboard or a pad.

    `pulses`: an output that is on while it goes up and down, and not at any level.
    `device` is which of several devices it hangs on; "" where there is only one.
    """

    pin: int | None = None
    active_low: bool = True
    key: str | None = None
    pulses: bool = False
    device: str = ""


@dataclass(frozen=True, slots=True)
class Wiring:
    """Every line of the cabinet, and what a backend needs to reach them.

    Inputs are named `coin.1`, `power`, `start`, `mode`, `player`, `service`,
    `test`, `door`, `tilt`, `p1.up` … `p6.b`; outputs `lamp.start`, `lamp.coin`,
    `lamp.p1` …, `lockout`, `meter`. `options` are the backend's own settings.
    """

    inputs: Mapping[str, Wire]
    outputs: Mapping[str, Wire]
    options: Mapping[str, object] = field(default_factory=dict)

    @property
    def keys(self) -> dict[str, str]:
        """The keys of the simulated panel; those of a real encoder are its own."""
        devices = self.options.get("devices")
        kinds = devices if isinstance(devices, Mapping) else {}
        return {
            line: wire.key
            for line, wire in self.inputs.items()
            if wire.key and kinds.get(wire.device, {}).get("kind", "sim") == "sim"
        }


class IoPort(Protocol):
    """The wires: lines in, lines out.

    `poll` never blocks and never loses an edge: each edge is returned once, in
    the order it happened, stamped when it happened. Whoever opened the port gave
    it a `wake` function; the port calls it, from any thread, when `poll` has
    something new. After `close`, `poll` is empty and every output is off (the
    slot is shut: `lockout` off means coins are rejected). `close` may be called
    twice; `write` after `close` does nothing.
    """

    @property
    def lost(self) -> str:
        """Why nothing will be heard until it is opened anew; "" while all is well.

        A board that is unplugged is not lost: it may come back by itself.
        """

    def poll(self) -> Sequence[Edge]:
        """Edges since the last poll, oldest first."""

    @property
    def heard_until(self) -> Nanos:
        """The moment before which the last poll told everything.

        Only up to here may a pulse be judged: an edge that a thread, the kernel or a
        cable still has may end it. It is never later than the last poll began.
        """

    def due(self) -> Nanos | None:
        """When the next edge already known will happen; None for real wires."""

    def levels(self) -> Mapping[str, bool]:
        """Which inputs are active right now."""

    def write(self, output: str, *, on: bool) -> None:
        """Drive an output; an output that is not wired is ignored."""

    def close(self) -> None:
        """Release the hardware, every output off."""


@runtime_checkable
class BoardPort(IoPort, Protocol):
    """An `IoPort` behind a board that counts coins by itself and can be unplugged.

    It tells no edges of coin lines: the decoder would count them again. Until
    `begin` it is silent, because only the books know which coins are credited.
    Each of its news is told once, and a coin or a new board that could not be
    written stays with whoever was told; the board is answered after `booked`. While
    the link is lost every line reads idle. Where `meter` is `counted`, writing it on
    is one click, made by the board: `MeterClicked` tells when it was.
    """

    @property
    def counted(self) -> frozenset[str]:
        """The lines whose coins or clicks are counted there; empty: only wires."""

    @property
    def awaited(self) -> tuple[str, ...]:
        """The devices that `LinkFound` has yet to tell of; ("",) is all of it."""

    def begin(
        self, boards: Boards, slots: Sequence[Slot], meter: Meter | None = None
    ) -> None:
        """Find the board: what is credited so far, what pulses and clicks must be."""

    def news(self) -> Sequence[BoardNews]:
        """What the last `poll` found besides edges, oldest first."""

    def booked(self, news: ToBook) -> None:
        """A coin or a board is in the books for ever; it need not be told again."""


@runtime_checkable
class BillPort(BoardPort, Protocol):
    """A `BoardPort` behind which there may be validators that hold bills in escrow."""

    @property
    def bill_slots(self) -> frozenset[int]:
        """The slots that take bills, as far as they are known."""

    def rule(self, rulings: Mapping[str, Ruling], room: Mapping[int, int]) -> None:
        """Say where held bills go, by validator, and the dearest bill of each slot.

        It may be said again and again.
        """


@runtime_checkable
class KnownPort(Protocol):
    """A port that can tell what its wires hang on, for `cabinet doctor`."""

    def about(self) -> Mapping[str, str]:
        """Facts by name: `port`, `board`, `firmware`, `pins`, `lost` and the like."""


class DicePort(Protocol):
    """A dice tower that can be unplugged; see `firmware_bridge.dice` for its law.

    Until `begin` it is silent, because only the books know which throws are past.
    Each of its news is told once. `close` may be called twice.
    """

    def begin(self, past: Mapping[int, int], wanted: Throw | None) -> None:
        """Find the tower: the last throw of each that the books have, the open one."""

    def want(self, throw: Throw | None) -> None:
        """Ask for this throw and no other; one that was wanted before is past."""

    def enter(self, met: TowerMet) -> None:
        """A new tower is in the books: its throws count from there."""

    def poll(self) -> Sequence[TowerNews]:
        """What happened, oldest first; never blocks."""

    def due(self) -> Nanos | None:
        """When `poll` should be called even if nothing woke anybody."""

    def close(self) -> None:
        """Let go of the tower."""


class Books(Protocol):
    """The durable record of money and matches."""

    def open(self) -> OpenBooks:
        """What the books say: balance, totals and a match in progress."""

    def commit(self, entries: Sequence[Entry], at: Nanos) -> None:
        """Write all entries or none; return only when they are on the disk.

        Raises `BooksError` when the disk refuses; then nothing was written.
        """

    def commit_all(self, dated: Sequence[tuple[Sequence[Entry], Nanos]]) -> None:
        """The same for entries of several moments: one wait for the disk for all."""

    def prove_writable(self) -> None:
        """Write and sync without changing anything; `BooksError` when that fails."""

    def free_space(self) -> int | None:
        """How many bytes the disk still takes; None where nobody knows."""

    def close(self) -> None:
        """Let go of the file."""
