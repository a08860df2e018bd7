"""Who may see and do what on the console.

A request is believed when it was sent to us by name (no foreign name leads here, so a
page elsewhere cannot pretend to be ours), from a page of ours, with the cookie of
somebody who has logged in. A write carries the session's token besides.
"""

import hmac
import re
import secrets
import socket
from dataclasses import dataclass
from hashlib import sha256
from ipaddress import ip_address
from time import monotonic
from typing import Final

from starlette.requests import HTTPConnection

COOKIE: Final = "cabinet"
IDLE: Final = 30 * 60.0
LONGEST: Final = 12 * 3600.0
MOST_SESSIONS: Final = 50
_HOST: Final = re.compile(r"(?:\[([0-9a-fA-F:.]+)\]|([A-Za-z0-9._-]+))(?::[0-9]{1,5})?")
_SAFE_METHODS: Final = ("GET", "HEAD")
_RANKS: Final = {"": 0, "staff": 1, "owner": 2}


@dataclass(slots=True)
class Session:
    """Somebody who has logged in."""

    role: str
    since: float
    seen: float


class Sessions:
    """Everybody who has logged in since the office started."""

    def __init__(self) -> None:
        self._open: dict[str, Session] = {}
        self._secret = secrets.token_bytes(32)

    def begin(self, role: str, now: float) -> str:
        """Let somebody in; the number of the session, which is the cookie."""
        self._tidy(now)
        while len(self._open) >= MOST_SESSIONS:
            del self._open[min(self._open, key=self._worth)]
        number = secrets.token_urlsafe(32)
        self._open[number] = Session(role, now, now)
        return number

    def end(self, number: str) -> None:
        """Somebody logs out."""
        self._open.pop(number, None)

    def end_all(self, role: str) -> None:
        """The role has another password: whoever used the old one logs in again."""
        self._open = {
            key: each for key, each in self._open.items() if each.role != role
        }

    def role(self, number: str, now: float) -> str:
        """The role of a session that is still open, "" of any other."""
        self._tidy(now)
        session = self._open.get(number)
        if session is None:
            return ""
        session.seen = now
        return session.role

    def token(self, number: str) -> str:
        """What a form of this session has to carry; also of one not logged in yet."""
        return hmac.new(self._secret, number.encode(), sha256).hexdigest()

    def _worth(self, number: str) -> tuple[bool, float]:
        """Staff cannot push the owner out, however often it logs in."""
        session = self._open[number]
        return session.role == "owner", session.seen

    def _tidy(self, now: float) -> None:
        self._open = {
            key: each
            for key, each in self._open.items()
            if now - each.seen < IDLE and now - each.since < LONGEST
        }


def number_of(connection: HTTPConnection) -> str:
    """The cookie that came with a request, or ""."""
    return connection.cookies.get(COOKIE, "")


def allowed(connection: HTTPConnection) -> bool:
    """Whether a request or a websocket is from our page, by somebody logged in."""
    sessions: Sessions = connection.app.state.sessions
    return (
        host_is_ours(connection.headers.get("host", ""))
        and origin_is_ours(connection)
        and bool(sessions.role(number_of(connection), monotonic()))
    )


def enough(role: str, wanted: str) -> bool:
    """Whether a role may do what is for another one."""
    return _RANKS[role] >= _RANKS[wanted]


def host_is_ours(host: str) -> bool:
    """Whether a Host names us: by number, as this machine, or by its own name.

    A number cannot be rebound to another address; a name of somebody else's can.
    """
    found = _HOST.fullmatch(host)
    if found is None:
        return False
    name = (found[1] or found[2]).lower()
    try:
        ip_address(name)
    except ValueError:
        return name in _own_names()
    return True


def origin_is_ours(connection: HTTPConnection) -> bool:
    """Whether what changes something, or stays open, comes from a page of ours."""
    origin = connection.headers.get("origin")
    if origin is None:
        return connection.scope.get("method") in _SAFE_METHODS
    scheme, _, rest = origin.partition("://")
    return scheme in ("http", "https") and rest == connection.headers.get("host")


def _own_names() -> frozenset[str]:
    own = socket.gethostname().lower()
    return frozenset({"localhost", own, f"{own}.local"})
