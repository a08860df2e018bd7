"""`python -m bench [NAME…]`: measure everything, or only the modules named."""

import os
import platform
import sys
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from time import perf_counter
from typing import Final

from bench.table import Row, heading

NAMES: Final = (
    *("startup", "latency", "wires", "link", "frames", "shows", "books"),
    *("decode", "rules", "search", "phones", "console", "live", "loops"),
    "aztecs",
)
# Only when they are named: a small set to compare with, and somebody else's program.
ON_DEMAND: Final = ("quick", "peers")
BENCHES: Final[Mapping[str, Callable[[], Iterator[Row]]]] = {
    name: import_module(f"bench.{name}").rows for name in (*NAMES, *ON_DEMAND)
}


def main(names: list[str]) -> int:
    """Print the table, row by row; a number over its bar is news, not a failure."""
    if unknown := set(names) - set(BENCHES):
        print(f"bench: {', '.join(sorted(unknown))}: choose from {', '.join(BENCHES)}")
        return 2
    began = perf_counter()
    print(_machine(), _load(), "", heading(), sep="\n", flush=True)
    missed = 0
    for name in names or NAMES:
        _progress(f"… {name}")
        for row in BENCHES[name]():
            _progress("")
            print(row.line(), flush=True)
            _progress(f"… {name}")
            missed += row.ok is False
        _progress("")
    print(f"\n{perf_counter() - began:.0f} s in all. {_load()}")
    if missed:
        print(f"{missed} over the bar.")
    return 0


def _machine() -> str:
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{os.cpu_count()} cores ({platform.machine()}), {python}"


def _load() -> str:
    load, cores = os.getloadavg()[0], os.cpu_count() or 1
    said = f"load average {load:.2f}"
    if load > cores / 2:
        said += (
            ": this machine is busy with other things, so read the best runs and "
            "the CPU times, and measure again when it is idle"
        )
    return said


def _progress(words: str) -> None:
    """What is being measured now, on the line that the next row overwrites."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{words}")
        sys.stderr.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
