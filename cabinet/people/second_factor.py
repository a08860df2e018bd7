"""A second factor: six digits from a phone, besides the password.

They are one-time passwords by time (TOTP, RFC 6238), as every such app shows them. Each
works once. Wrong ones shut the door for longer and longer, whoever says them: whoever
knows the password has some 24 tries a day. Pairing at the cabinet turns it off.
"""

import json
import re
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from hmac import compare_digest
from pathlib import Path
from typing import Final

from pyotp import random_base32
from pyotp.totp import TOTP

from cabinet.clock import SystemClock
from cabinet.core.errors import CabinetError
from cabinet.i18n.message import Verbatim, message
from cabinet.places import is_there
from cabinet.platform.files import write_durably

FILE: Final = "second.json"
# A phone's clock may be so many codes before or behind ours.
APART: Final = 1
FREE_TRIES: Final = 5
FIRST_WAIT: Final = 30
LONGEST_WAIT: Final = 3600
_MOST_DOUBLED: Final = 10
WALL_MS: Final = SystemClock().wall_ms
_SECRET: Final = re.compile("[A-Z2-7]{32}")
_CODE: Final = re.compile("[0-9]{6}")


class SecondFactorError(CabinetError):
    """A code that is not taken; `args[0]` is the key of the words for it."""


@dataclass(frozen=True, slots=True)
class _Kept:
    """`last` is the number of the newest code that was used, counted from 1970."""

    secret: str
    last: int
    wrong: int = 0
    shut_until: int = 0


class SecondFactor:
    """The file with the secret, which only whoever checks passwords may read."""

    def __init__(self, path: Path, wall_ms: Callable[[], int] = WALL_MS) -> None:
        self._path = path
        self._wall_ms = wall_ms

    def _now(self) -> int:
        return self._wall_ms() // 1000

    @property
    def is_on(self) -> bool:
        """Whether the login takes a code."""
        return is_there(self._path)

    def check(self, code: str) -> None:
        """Take a code, once; `SecondFactorError` says why not. Right while off."""
        if not self.is_on:
            return
        kept, now = self._kept(), self._now()
        if 0 < kept.shut_until - now <= LONGEST_WAIT:
            raise SecondFactorError("second.wait")
        used = _number(kept.secret, code, now)
        if used <= kept.last:
            self._write(_after_a_wrong_one(kept, now))
            raise SecondFactorError("second.wrong")
        self._write(_Kept(kept.secret, used))

    def turn_on(self, secret: str, code: str) -> None:
        """Ask for codes from now on; the first proves that the phone has the secret."""
        if self.is_on:
            raise SecondFactorError("second.on")
        used = _number(secret, code, self._now())
        if not used:
            raise SecondFactorError("second.wrong")
        self._write(_Kept(secret, used))

    def turn_off(self, code: str) -> None:
        """Ask for no more codes; it takes one to say so."""
        self.check(code)
        self.forget()

    def forget(self) -> None:
        """The same for somebody who has proved more, at the cabinet."""
        try:
            self._path.unlink(missing_ok=True)
        except OSError as wrong:
            raise _unwritten(wrong) from None

    def _kept(self) -> _Kept:
        """Nobody gets in by a damaged file."""
        try:
            return _Kept(**json.loads(self._path.read_text(encoding="ascii")))
        except (OSError, ValueError, TypeError) as wrong:
            raise CabinetError(
                f"{self._path}: the second factor cannot be read ({wrong}); "
                "pair again at the cabinet"
            ) from None

    def _write(self, kept: _Kept) -> None:
        try:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_durably(self._path, json.dumps(asdict(kept)), 0o600)
        except OSError as wrong:
            raise _unwritten(wrong) from None


def new_secret() -> str:
    """160 bits for an app to keep."""
    return random_base32()


def address(secret: str, cabinet: str, name: str = "owner") -> str:
    """What the QR code says to the app."""
    issuer = cabinet.replace(":", " ")
    return TOTP(secret).provisioning_uri(name=name, issuer_name=issuer)


def _number(secret: str, code: str, now: int) -> int:
    """Which code of the secret this is, if it is one of now; 0: it is none."""
    if not _SECRET.fullmatch(secret) or not _CODE.fullmatch(code):
        return 0
    made, found = TOTP(secret), 0
    for apart in range(-APART, APART + 1):
        if compare_digest(made.at(now, counter_offset=apart), code):
            found = now // made.interval + apart
    return found


def _after_a_wrong_one(kept: _Kept, now: int) -> _Kept:
    wrong = kept.wrong + 1
    if wrong < FREE_TRIES:
        return replace(kept, wrong=wrong)
    times = min(wrong - FREE_TRIES, _MOST_DOUBLED)
    wait = min(LONGEST_WAIT, FIRST_WAIT * 2**times)
    return replace(kept, wrong=wrong, shut_until=now + wait)


def _unwritten(wrong: OSError) -> CabinetError:
    return CabinetError(
        message("passwords_unwritten", why=Verbatim(str(wrong.strerror)))
    )
