"""What systemd hands over to an office that may open no address itself.

The socket of `cabinet-office.socket` is open before the office is, and stays open when
the office dies: whoever calls meanwhile waits a moment instead of being refused.
"""

import os
import socket
from collections.abc import Mapping
from typing import Final

FIRST: Final = 3


def handed_over(env: Mapping[str, str] = os.environ) -> socket.socket | None:
    """The listening socket we were started with, if it is meant for us."""
    if env.get("LISTEN_PID") != str(os.getpid()) or not int(env.get("LISTEN_FDS", "0")):
        return None
    return socket.socket(fileno=FIRST)
