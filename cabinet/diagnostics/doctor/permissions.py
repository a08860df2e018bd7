"""Who may do what: the devices and folders that the cabinet's user must reach."""

import grp
import os
import pwd
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cabinet.diagnostics.doctor.findings import Finding, amber, green, red

_EVERYBODY: Final = 0o004
_ANYBODY_WRITES: Final = 0o002


@dataclass(frozen=True, slots=True)
class DeviceAccess:
    """A thing that is there: whether we may use it, and the group that may."""

    path: str
    allowed: bool
    group: str = ""
    mode: int = 0o640


@dataclass(frozen=True, slots=True)
class Permissions:
    """`secret`: the settings hold a PIN or a password, so not everybody may read."""

    user: str
    things: tuple[DeviceAccess, ...] = ()
    settings: DeviceAccess | None = None
    secret: bool = False

    def judge(self) -> Iterator[Finding]:
        """A line for what is closed to us, or one that all is open."""
        for thing in self.things:
            if not thing.allowed:
                who = {"user": self.user, "group": thing.group}
                yield red("permissions.denied", "permissions", path=thing.path, **who)
        settings = self.settings
        if settings is not None and settings.mode & _ANYBODY_WRITES:
            yield red("permissions.anybody_writes", "permissions", path=settings.path)
        elif settings is not None and self.secret and settings.mode & _EVERYBODY:
            yield amber("permissions.secret_open", "permissions", path=settings.path)
        elif all(thing.allowed for thing in self.things):
            yield green("permissions.open", "permissions", user=self.user)


def look(needed: Iterable[Path], settings: Path | None, *, secret: bool) -> Permissions:
    """See what this user may do with what is there."""
    things = tuple(_access(path) for path in needed if path.exists())
    asked = _access(settings, os.R_OK) if settings and settings.exists() else None
    return Permissions(_user(), things, asked, secret)


def group_of(path: Path) -> str:
    """The name of the group a file belongs to, its number if it has none."""
    number = path.stat().st_gid
    with suppress(KeyError):
        return grp.getgrgid(number).gr_name
    return str(number)


def _access(path: Path, wanted: int = os.R_OK | os.W_OK) -> DeviceAccess:
    group, mode = "", 0
    with suppress(OSError):
        mode = path.stat().st_mode & 0o777
        group = group_of(path)
    return DeviceAccess(str(path), os.access(path, wanted), group, mode)


def _user() -> str:
    with suppress(KeyError):
        return pwd.getpwuid(os.geteuid()).pw_name
    return str(os.geteuid())
