"""Our addresses in the networks this machine is in, from the kernel's own table.

No socket is opened for it: on a cabinet neither the counter nor the web program has
the right to.
"""

from itertools import pairwise
from pathlib import Path
from typing import Final

TABLE: Final = Path("/proc/self/net/fib_trie")
_OURS: Final = "/32 host LOCAL"
_LOOPBACK: Final = "127."


def read(table: str) -> tuple[str, ...]:
    """The IPv4 addresses in it that others can reach, each once."""
    lines = (line.strip() for line in table.splitlines())
    found = (at.rpartition(" ")[2] for at, kind in pairwise(lines) if kind == _OURS)
    return tuple(dict.fromkeys(one for one in found if not one.startswith(_LOOPBACK)))


def addresses() -> tuple[str, ...]:
    """Ours; none where there is no network, or a kernel that does not tell."""
    try:
        return read(TABLE.read_text(encoding="ascii"))
    except OSError:
        return ()
