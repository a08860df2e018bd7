"""The passwords of the console: argon2id hashes in a file that only we may read."""

import json
import os
import sys
from pathlib import Path
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from cabinet.core.errors import CabinetError
from cabinet.i18n.message import Verbatim, message
from cabinet.places import is_there
from cabinet.platform.files import write_durably
from cabinet.web.console.second_factor import FILE as SECOND_FILE
from cabinet.web.console.second_factor import SecondFactor

# A folder of its own: all of the state that the web pages may write.
FOLDER: Final = "web"
# Where the programs have accounts of their own the file is the counter's, in this
# folder: we may read it, and ask the counter to change it.
TILLS_FOLDER: Final = "access"
FILE: Final = "access.json"
# Where releases before this one kept the file. It is read while there is no new one,
# and left alone, so that going back to such a release finds the passwords it had.
OLD_FOLDER: Final = "office"
ROLES: Final = ("staff", "owner")
SHORTEST: Final = 10
LONGEST: Final = 128
# One of those that OWASP asks for at least, as good as the others: 9 MiB, four passes,
# one lane. With more memory the program would not fit into what it may have.
_HASHER: Final = PasswordHasher(time_cost=4, memory_cost=9 * 1024, parallelism=1)


class PasswordError(CabinetError):
    """A password that cannot be one; `args[0]` is the key of the words for it."""


class Passwords:
    """One password for each role; the owner's is set by pairing."""

    def __init__(self, state: Path) -> None:
        tills = state / TILLS_FOLDER
        self.kept_by_till = tills.is_dir() and not os.access(tills, os.W_OK)
        self._path = (tills if tills.is_dir() else state / FOLDER) / FILE
        self.second = SecondFactor(self._path.with_name(SECOND_FILE))
        self._old_path = state / OLD_FOLDER / FILE

    def known(self, role: str) -> bool:
        """Whether the role has a password."""
        return role in self._hashes()

    def role_of(self, password: str) -> str:
        """The role whose password this is, "" when it is nobody's. Takes its time."""
        hashes = self._hashes()
        found = ""
        for role in ROLES:
            if role in hashes and _fits(hashes[role], password):
                found = role
        return found

    def set(self, role: str, password: str) -> None:
        """Give a role a password; `PasswordError` says what is wrong with it."""
        if not SHORTEST <= len(password) <= LONGEST:
            raise PasswordError("password.length")
        hashes = self._hashes()
        others = (old for name, old in hashes.items() if name != role)
        if any(_fits(old, password) for old in others):
            raise PasswordError("password.same")
        self._write(hashes | {role: _HASHER.hash(password)})

    def remove(self, role: str) -> None:
        """Nobody logs in as that role any more."""
        hashes = self._hashes()
        if hashes.pop(role, None):
            self._write(hashes)

    def _hashes(self) -> dict[str, str]:
        path = self._path
        if not is_there(path) and os.access(self._old_path, os.R_OK):
            path = self._old_path
        try:
            found = json.loads(path.read_text(encoding="ascii"))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as wrong:
            raise CabinetError(
                f"{path}: the console's passwords cannot be read ({wrong}); "
                "delete the file and pair again"
            ) from None
        return {role: str(found[role]) for role in ROLES if role in found}

    def _write(self, hashes: dict[str, str]) -> None:
        """All of the new file or all of the old one, and nobody else's to read."""
        try:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            tills = self._path.parent.name == TILLS_FOLDER
            write_durably(self._path, json.dumps(hashes), 0o640 if tills else 0o600)
        except OSError as wrong:
            why = Verbatim(str(wrong.strerror))
            raise CabinetError(message("passwords_unwritten", why=why)) from None


def _fits(hashed: str, password: str) -> bool:
    try:
        return _HASHER.verify(hashed, password)
    except (VerificationError, InvalidHashError):
        return False


def main(state: Path, asked: str) -> dict[str, str]:
    """What the counter's child answers: whose password it is, or that it was done.

    `asked` is a line of JSON, so that no list of processes has the password.
    """
    request = json.loads(asked)
    try:
        return {"role": _done(Passwords(state), request["do"], request)}
    except CabinetError as wrong:
        return {"wrong": str(wrong.args[0])}


def _done(kept: Passwords, what: str, asked: dict[str, str]) -> str:
    """Do what a message of `cabinet/protocol/login.py` says; of which role that is."""
    role = asked.get("role", "owner")
    if what == "Vouch":
        role = kept.role_of(asked["password"])
        if role == "owner":
            kept.second.check(asked["code"])
    elif what == "Pair":
        kept.set(role, asked["password"])
        kept.second.forget()
    elif what == "SetSecondFactor" and asked["secret"]:
        kept.second.turn_on(asked["secret"], asked["code"])
    elif what == "SetSecondFactor":
        kept.second.turn_off(asked["code"])
    elif asked["password"] or role == "owner":
        kept.set(role, asked["password"])
    else:
        kept.remove(role)
    return role


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]), sys.stdin.readline())))  # noqa: T201
