"""How many edges a second the decoder hears, on quiet wires and on noisy ones."""

import gc
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from time import process_time
from timeit import repeat
from typing import Final

from bench.table import Row
from cabinet.core.events import MICROSECOND, MILLISECOND, Edge
from cabinet.core.inputs.decoder import Decoder
from cabinet.core.operating import Slot

EDGES: Final = 100_000
ROUNDS: Final = 5
BAR: Final = 500_000
_BUTTONS: Final = ("p1.left", "p1.a", "p2.up", "p2.b", "mode", "start")


def rows() -> Iterator[Row]:
    """Each stream beside a loop that only takes its edges apart."""
    for what, edges in (
        ("clean presses and coins", clean_edges()),
        ("glitches of every width", glitchy_edges(Random(1))),
    ):
        bare, decoded = _per_second(edges, _look), _per_second(edges, decode)
        yield Row(f"bare loop over {what}", f"{bare:,.0f} edges/s")
        yield _row(f"decoder on {what}", decoded)
    storm = _per_second(storm_edges(Random(2)), decode)
    yield _row("decoder in a storm on the coin line", storm)


def _row(what: str, decoded: float) -> Row:
    return Row(what, f"{decoded:,.0f} edges/s", "≥ 500,000 edges/s", decoded >= BAR)


def _pulse(line: str, at: int, width: int) -> tuple[Edge, Edge]:
    return Edge(line, True, at), Edge(line, False, at + width)  # noqa: FBT003


def clean_edges() -> list[Edge]:
    """Buttons pressed and coins dropped in turn, without a bounce."""
    edges: list[Edge] = []
    at = 0
    while len(edges) < EDGES:
        for line in (*_BUTTONS, "coin.1"):
            edges += _pulse(line, at, 50 * MILLISECOND)
            at += 200 * MILLISECOND
    return edges


def glitchy_edges(rng: Random) -> list[Edge]:
    """Every line in turn catches a spike of a few microseconds to a few ms."""
    lines = (*_BUTTONS, *("coin.1",) * len(_BUTTONS))
    return _spikes(rng, lines, widest_us=12_000, longest_rest_us=2_000)


def storm_edges(rng: Random) -> list[Edge]:
    """What comes that fast: spikes and bounce, thousands a second, and no coin."""
    return _spikes(rng, ("coin.1",), widest_us=400, longest_rest_us=1_000)


def _spikes(
    rng: Random, lines: Sequence[str], widest_us: int, longest_rest_us: int
) -> list[Edge]:
    edges: list[Edge] = []
    at = 0
    while len(edges) < EDGES:
        line, width = rng.choice(lines), rng.randint(1, widest_us) * MICROSECOND
        edges += _pulse(line, at, width)
        at += width + rng.randint(1, longest_rest_us) * MICROSECOND
    return edges


def _per_second(
    edges: Sequence[Edge], work: Callable[[Sequence[Edge]], object]
) -> float:
    timed = partial(work, edges)
    return len(edges) / min(repeat(timed, gc.enable, process_time, ROUNDS, number=1))


def _look(edges: Sequence[Edge]) -> int:
    last = 0
    for _, active, at, _ in edges:
        if active:
            last = at
    return last


def decode(edges: Sequence[Edge]) -> None:
    """All of them through a decoder with one slot."""
    decoder = Decoder((Slot(),))
    for edge in edges:
        decoder.feed(edge)
