"""Who plays: this process, a pool of processes, or the workers of a Dask cluster.

Each takes stretches and gives them back counted, in any order: counts add up to the
same whoever played. At most a few stretches are out at a time.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Any, Final

from tools.dice_sim.errors import InterruptedRunError
from tools.dice_sim.keeping import Tally
from tools.dice_sim.plan import Cell, Manner, Stretch
from tools.dice_sim.worker import Answer, Order, answer, work

# Seconds that a process gets to end after it was told to.
_GRACE: Final = 5.0


@dataclass(frozen=True, slots=True)
class Done:
    """A stretch, what came of it, and the seconds of a processor it took."""

    stretch: Stretch
    tally: Tally
    seconds: float


Crew = Callable[[Iterator[Stretch]], Iterator[Done]]


def write_order(stretch: Stretch) -> Order:
    """A stretch as plain data."""
    manner = stretch.manner
    return [
        stretch.game,
        list(stretch.cell.seats),
        [list(option) for option in stretch.cell.options],
        [manner.seed, manner.thought, manner.longest, manner.swap],
        [stretch.start, stretch.stop],
    ]


def read_order(order: Order) -> Stretch:
    """The stretch that was written."""
    game, seats, options, manner, (start, stop) = order
    cell = Cell(tuple(seats), tuple((name, value) for name, value in options))
    return Stretch(game, cell, Manner(*manner), start, stop)


def done(stretch: Stretch, said: Answer) -> Done:
    """An answer taken in; `InterruptedRunError` if the game itself failed."""
    word, what, seconds = said
    if word == "failed":
        raise InterruptedRunError(f"{what} (in {_named(stretch)})")
    return Done(stretch, Tally(what), seconds)


def _named(stretch: Stretch) -> str:
    return (
        f"{stretch.game} {stretch.cell.label}, seed {stretch.manner.seed}, games "
        f"{stretch.start} to {stretch.stop - 1}"
    )


def alone(stretches: Iterator[Stretch]) -> Iterator[Done]:
    """Nobody but the process that asks plays."""
    for stretch in stretches:
        yield done(stretch, answer(write_order(stretch)))


class _Hand:
    """One worker process and the pipe to it."""

    def __init__(self) -> None:
        context = get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self._process = context.Process(target=work, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()

    def epitaph(self, stretch: Stretch) -> InterruptedRunError:
        self._process.join(_GRACE)
        code = self._process.exitcode
        how = f"signal {-code}" if code and code < 0 else f"exit code {code}"
        return InterruptedRunError(
            f"worker process {self._process.pid} died ({how}: killed, or out of "
            f"memory?) while it played {_named(stretch)}"
        )

    def dismiss(self) -> None:
        self._process.terminate()
        self._process.join(_GRACE)
        self.pipe.close()


def with_processes(workers: int) -> Crew:
    """So many processes of this machine play."""

    def play(stretches: Iterator[Stretch]) -> Iterator[Done]:
        hands = [_Hand() for _ in range(workers)]
        try:
            yield from _serve(hands, stretches)
        finally:
            for hand in hands:
                hand.dismiss()

    return play


def _serve(hands: list[_Hand], stretches: Iterator[Stretch]) -> Iterator[Done]:
    idle = list(hands)
    busy: dict[Any, tuple[_Hand, Stretch]] = {}
    while True:
        while idle and (stretch := next(stretches, None)) is not None:
            hand = idle.pop()
            _tell(hand, stretch)
            busy[hand.pipe] = hand, stretch
        if not busy:
            return
        for pipe in wait(list(busy)):
            assert isinstance(pipe, Connection)
            hand, stretch = busy.pop(pipe)
            try:
                said = pipe.recv()
            except (EOFError, ConnectionResetError):
                raise hand.epitaph(stretch) from None
            idle.append(hand)
            yield done(stretch, said)


def _tell(hand: _Hand, stretch: Stretch) -> None:
    try:
        hand.pipe.send(write_order(stretch))
    except (BrokenPipeError, ConnectionResetError):
        raise hand.epitaph(stretch) from None
