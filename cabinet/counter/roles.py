"""Which program may be the screen, the web program, the fleet's or the alerts'.

Decided by what the kernel says of the other end of a connection, never by what it says
of itself. Where systemd runs the programs each role has an account of its own; the
environment variable CABINET_ROLES names others. Where our own launcher runs them they
share one account: there a role belongs to the process that the launcher started for it.
Games and guest programs have an account too, and nothing to say here.
"""

import os
import pwd
import socket
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Self

from cabinet.core.errors import CabinetError
from cabinet.platform import processes

# Whoever introduces itself as anything else is a tool.
ROLES: Final = ("screen", "web", "fleet", "alerts")
VARIABLE: Final = "CABINET_ROLES"
ROOT: Final = 0
# Under systemd each program has an account of its own (systemd/sysusers.conf).
# cabinet-office is the old name of cabinet-web, for one more release.
ACCOUNTS: Final[Mapping[str, tuple[str, ...]]] = {
    "screen": ("cabinet-screen",),
    "web": ("cabinet-web", "cabinet-office"),
    "fleet": ("cabinet-fleet",),
    "alerts": ("cabinet-alerts",),
}
# Whoever plays somebody else's game never speaks to the counter.
GAMES: Final = "games"
GAMES_ACCOUNT: Final = "cabinet-games"


@dataclass(frozen=True, slots=True)
class Peer:
    """Process and account at the other end; 0 and None where the kernel is silent.

    Then the rights of the socket's file have to do.
    """

    process: int = 0
    account: int | None = None

    @classmethod
    def of(cls, connection: socket.socket) -> Self:
        """Who connected."""
        option = getattr(socket, "SO_PEERCRED", None)
        if option is None:
            return cls()
        credentials = connection.getsockopt(socket.SOL_SOCKET, option, 12)
        process, account, _ = struct.unpack("iII", credentials)
        return cls(process, account)


@dataclass(frozen=True, slots=True)
class Roles:
    """The accounts of each role, and the launcher that started us, if one did."""

    accounts: Mapping[str, frozenset[int]]
    launcher: int = 0

    @classmethod
    def read(cls, env: Mapping[str, str], launcher: int = 0) -> Self:
        """From `screen=NAME web=NAME,NAME games=NAME`.

        A role that is left out has our own account, and the one that `install.sh`
        gives it.
        """
        ours = os.geteuid()
        accounts = {role: _uids(ACCOUNTS[role]) | {ours} for role in ROLES}
        accounts[GAMES] = _uids((GAMES_ACCOUNT,))
        for word in env.get(VARIABLE, "").split():
            role, equals, names = word.partition("=")
            if role not in accounts or not equals:
                raise CabinetError(
                    f"{VARIABLE}: {word!r} is not like screen=ACCOUNT "
                    f"(roles: {', '.join(accounts)})"
                )
            accounts[role] = frozenset(map(_known_uid, names.split(",")))
        return cls(accounts, launcher)

    def of(self, peer: Peer) -> frozenset[str]:
        """What this program may be."""
        if peer.account is None:
            return frozenset(ROLES)
        allowed = frozenset(
            role
            for role in ROLES
            if peer.account in (ROOT, *self.accounts.get(role, ()))
        )
        if self.launcher and allowed:
            return allowed & {_role_of_child(self.launcher, peer.process)}
        return allowed

    def is_trusted(self, peer: Peer) -> bool:
        """Whether it may ask for what touches money or the operator's file.

        Whoever has our own account can write both anyway. No other program may, not
        even the web program: it has to bring the word of an operator who logged in.
        """
        return peer.account in (None, ROOT, os.geteuid())

    def is_kept_out(self, peer: Peer) -> bool:
        """Whether it is a game or a guest program, which has no business here."""
        ours = (None, ROOT, os.geteuid())
        return peer.account not in ours and peer.account in self.accounts.get(GAMES, ())


def _role_of_child(launcher: int, process: int) -> str:
    """Which program of the launcher's this is, or is part of; "" when it is none."""
    child = processes.child_of(launcher, process)
    match processes.command_line(child) if child else ():
        case (_, "-P", "-m", "cabinet", str(role), *_):
            return role
    return ""


def _uids(names: tuple[str, ...]) -> frozenset[int]:
    return frozenset(uid for name in names if (uid := _uid(name)) != -1)


def _uid(name: str) -> int:
    try:
        return pwd.getpwnam(name).pw_uid
    except KeyError:
        return -1


def _known_uid(name: str) -> int:
    if name.isdecimal():
        return int(name)
    uid = _uid(name)
    if uid == -1:
        raise CabinetError(f"{VARIABLE}: there is no account {name!r} on this machine")
    return uid
