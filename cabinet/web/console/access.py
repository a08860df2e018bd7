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
from typing import Any, Final

from starlette.requests import HTTPConnection

from cabinet.core.people import FIRST, NOBODY, Person, is_enough

# The numbers of those who have a password since there were only two of them.
OF_ROLE: Final = {"owner": FIRST, "staff": 2, "manager": 3}
COOKIE: Final = "cabinet"
SEALED_COOKIE: Final = f"__Host-{COOKIE}"
IDLE: Final = 30 * 60.0
LONGEST: Final = 12 * 3600.0
MOST_SESSIONS: Final = 50
_HOST: Final = re.compile(r"(?:\[([0-9a-fA-F:.]+)\]|([A-Za-z0-9._-]+))(?::[0-9]{1,5})?")
_SAFE_METHODS: Final = ("GET", "HEAD")


@dataclass(slots=True)
class Login:
    """Somebody who has logged in."""

    role: str
    since: float
    seen: float
    who: str = ""
    number: int = 0
    # What the counter gave for their password; "" where it needs none.
    ticket: str = ""
    address: str = ""
    # The secret of a second factor that the page has shown and nobody has proved yet.
    offered: str = ""


@dataclass(frozen=True, slots=True)
class OpenSession:
    """Somebody who is logged in, as the owner's page shows them."""

    name: str
    role: str
    who: str
    address: str
    minutes: int
    idle_minutes: int
    own: bool


class Sessions:
    """Everybody who has logged in since the program started."""

    def __init__(self) -> None:
        self._open: dict[str, Login] = {}
        self._secret = secrets.token_bytes(32)

    def begin(
        self,
        role: str,
        now: float,
        ticket: str = "",
        address: str = "",
        person: Person | None = None,
    ) -> str:
        """Let somebody in; the number of the session, which is the cookie."""
        who = person or Person(OF_ROLE[role], role)
        self._tidy(now)
        while len(self._open) >= MOST_SESSIONS:
            del self._open[min(self._open, key=self._worth)]
        number = secrets.token_urlsafe(32)
        self._open[number] = Login(
            role, now, now, who.name, who.number, ticket, address
        )
        return number

    def end(self, number: str) -> None:
        """Somebody logs out."""
        self._open.pop(number, None)

    def end_all(self, person: int) -> None:
        """Somebody has another password, role or name, or is gone."""
        self._open = {
            key: each for key, each in self._open.items() if each.number != person
        }

    def who(self, number: str, now: float) -> Person:
        """Who has a session that is still open; `NOBODY` of any other."""
        role = self.role(number, now)
        if not role:
            return NOBODY
        session = self._open[number]
        return Person(session.number, role, session.who)

    def role(self, number: str, now: float) -> str:
        """The role of a session that is still open, "" of any other."""
        self._tidy(now)
        session = self._open.get(number)
        if session is None:
            return ""
        session.seen = now
        return session.role

    def ticket(self, number: str) -> str:
        """What to show the counter in the name of this session."""
        session = self._open.get(number)
        return session.ticket if session else ""

    def listed(self, own: str, now: float) -> list[OpenSession]:
        """Everybody who is logged in, whoever looks first, then the newest."""
        self._tidy(now)
        found = [
            OpenSession(
                self.name(number),
                each.role,
                each.who,
                each.address,
                int((now - each.since) // 60),
                int((now - each.seen) // 60),
                number == own,
            )
            for number, each in self._open.items()
        ]
        return sorted(found, key=lambda each: (not each.own, each.minutes))

    def name(self, number: str) -> str:
        """What a page may call a session: who reads it cannot use it."""
        told = f"name {number}".encode()
        return hmac.new(self._secret, told, sha256).hexdigest()[:16]

    def named(self, name: str) -> str:
        """The number of the session with that name; "" where there is none."""
        return next((each for each in self._open if self.name(each) == name), "")

    def offer(self, number: str, secret: str) -> str:
        """The secret that this session is shown: always the same one."""
        session = self._open[number]
        session.offered = session.offered or secret
        return session.offered

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


def cookie_of(connection: HTTPConnection) -> str:
    """What our cookie is called.

    A browser takes the second name over TLS only, so nobody on the way can plant one.
    """
    return SEALED_COOKIE if is_encrypted(connection) else COOKIE


def is_encrypted(connection: HTTPConnection) -> bool:
    """Whether it came over TLS."""
    return connection.scope["scheme"] in ("https", "wss")


def number_of(connection: HTTPConnection) -> str:
    """The cookie that came with a request, or ""."""
    return connection.cookies.get(cookie_of(connection), "")


def allowed(connection: HTTPConnection) -> bool:
    """Whether a request or a websocket is from our page, by somebody logged in."""
    sessions: Sessions = connection.app.state.sessions
    return (
        host_is_ours(host_of(connection))
        and origin_is_ours(connection)
        and bool(sessions.role(number_of(connection), monotonic()))
    )


def enough(role: str, wanted: str) -> bool:
    """Whether a role may do what is for another one."""
    return is_enough(role, wanted)


def host_of(connection: HTTPConnection) -> str:
    """The Host of a request; "" where two are named, or none."""
    named = connection.headers.getlist("host")
    return named[0] if len(named) == 1 else ""


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
    """Whether what changes something, or stays open, comes from a page of ours.

    Over TLS a page that came in clear is not ours: anybody on the way can send one.
    Without TLS ours may have come with it, from a proxy on this machine.
    """
    named = connection.headers.getlist("origin")
    if not named:
        return connection.scope.get("method") in _SAFE_METHODS
    schemes = ("https",) if is_encrypted(connection) else ("http", "https")
    host = host_of(connection)
    return named in [[f"{scheme}://{host}"] for scheme in schemes]


def _own_names() -> frozenset[str]:
    own = socket.gethostname().lower()
    return frozenset({"localhost", own, f"{own}.local"})


# How often somebody may try a password or a pairing code.
#
# Each address has a few tries, then waits, twice as long each time. All together have
# so many a minute, whatever their addresses: that bounds what guessing costs us, and
# what it can find. An address that was right does not wait for the others: whoever
# floods us keeps nobody out who has been in. Nothing here knows a clock: it is told the
# time.


FREE_TRIES: Final = 5
FIRST_WAIT: Final = 30.0
LONGEST_WAIT: Final = 3600.0
# Wrong tries longer ago than this are forgiven.
FORGIVEN: Final = 24 * 3600.0
_MOST_DOUBLED: Final = 10
# Of everybody together: so many at once, and then one in so many seconds.
BURST: Final = 20.0
SECONDS_A_TRY: Final = 2.0
# Addresses remembered; the one that was silent longest is forgotten first.
MOST_ADDRESSES: Final = 1000


@dataclass(slots=True)
class _Record:
    last: float
    wrong: int = 0
    shut_until: float = 0.0


class Attempts:
    """Every address that was wrong lately, and the allowance of all."""

    def __init__(self) -> None:
        self._records: dict[str, _Record] = {}
        self._welcome: dict[str, None] = {}
        self._left = BURST
        self._since = 0.0

    def wait(self, address: str, now: float) -> float:
        """Seconds before this address may try; 0: now, and this is its try."""
        record = self._records.get(address)
        if record is not None and now < record.shut_until:
            return record.shut_until - now
        if address in self._welcome:
            return 0.0
        self._left = min(BURST, self._left + (now - self._since) / SECONDS_A_TRY)
        self._since = now
        if self._left < 1:
            return (1 - self._left) * SECONDS_A_TRY
        self._left -= 1
        return 0.0

    def was_wrong(self, address: str, now: float) -> None:
        """A try failed."""
        record = self._records.pop(address, None)
        if record is None or now - record.last > FORGIVEN:
            record = _Record(now)
        self._records[address] = record
        record.last = now
        record.wrong += 1
        if record.wrong >= FREE_TRIES:
            times = min(record.wrong - FREE_TRIES, _MOST_DOUBLED)
            record.shut_until = now + min(LONGEST_WAIT, FIRST_WAIT * 2**times)
        _forget_the_oldest(self._records)

    def was_right(self, address: str) -> None:
        """A try succeeded: what was wrong before is forgiven."""
        self._records.pop(address, None)
        self._welcome.pop(address, None)
        self._welcome[address] = None
        _forget_the_oldest(self._welcome)


def _forget_the_oldest(addresses: dict[str, Any]) -> None:
    while len(addresses) > MOST_ADDRESSES:
        del addresses[next(iter(addresses))]
