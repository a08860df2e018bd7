"""Where phones find us: looked up again and again, for networks come, go and change.

A cabinet is often on before its network is, and a router may give it another address
in the middle of an evening.
"""

import asyncio
import socket
from collections.abc import Callable
from typing import Final

from cabinet.platform.network import addresses

BETWEEN_LOOKS: Final = 2.0
_EVERYWHERE: Final = ("0.0.0.0", "::")
_LOOPBACK: Final = "127."


def phones_at(host: str, port: int) -> str | None:
    """What a phone's address begins with, as the network is now.

    "" while there is no network; None when only this machine may ever reach us.
    """
    if host.startswith(_LOOPBACK) or host in ("localhost", "::1"):
        return None
    if host in _EVERYWHERE:
        host = _own_address()
    return f"http://{host}:{port}/p/" if host else ""


async def follow(
    where: Callable[[], str | None],
    told: str | None,
    tell: Callable[[str], None],
    between: float = BETWEEN_LOOKS,
) -> None:
    """Tell every address after `told`, for as long as this runs."""
    while True:
        await asyncio.sleep(between)
        if (found := where()) is not None and found != told:
            told = found
            tell(found)


def _own_address() -> str:
    """Ours on the network, by asking where a packet would leave; none is sent."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
            way.connect(("192.0.2.1", 9))
            address: str = way.getsockname()[0]
    except OSError:
        address = next(iter(addresses()), "")
    return "" if address.startswith(_LOOPBACK) else address
