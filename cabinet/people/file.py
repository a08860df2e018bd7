"""The files with the people: who they are, and apart from that their PINs.

The first is for the web pages too, which compare passwords; the second for nobody but
the counter, because no hash keeps ten thousand PINs secret. The file of releases before
this one (two passwords) is read while there is no new one, and left alone, so that
going back finds what there was.
"""

import json
import os
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Final

from cabinet.core.errors import CabinetError
from cabinet.core.owner_pin import SALT_BYTES, derived
from cabinet.core.people import FIRST, Person
from cabinet.i18n.message import Verbatim, message
from cabinet.places import is_there
from cabinet.platform.files import write_durably

# A folder of its own: all of the state that the web pages may write.
FOLDER: Final = "web"
# Where the programs have accounts of their own the files are the counter's, in this
# folder: the web pages may read the first, and ask the counter to change it.
TILLS_FOLDER: Final = "access"
FILE: Final = "people.json"
PINS: Final = "pins.json"
# Two passwords, of owner and staff, and where a release before that kept them.
BEFORE: Final = "access.json"
OLD_FOLDER: Final = "office"
VERSION: Final = 1
_NUMBERS: Final = {"owner": FIRST, "staff": 2}


@dataclass(frozen=True, slots=True)
class Kept:
    """Somebody as the file has them; `former` are names they had.

    `password` is an argon2id hash, "" where they cannot log in; `pin`: they have one.
    Who has `ended` stays, so that nobody else gets their number or their name.
    """

    number: int
    role: str
    name: str = ""
    password: str = ""
    pin: bool = False
    former: tuple[str, ...] = ()
    ended: bool = False


class PeopleFile:
    """Both files, in the folder that is the till's or our own."""

    def __init__(self, state: Path) -> None:
        tills = state / TILLS_FOLDER
        self.kept_by_till = tills.is_dir() and not os.access(tills, os.W_OK)
        self.folder = tills if tills.is_dir() else state / FOLDER
        self._state = state

    def everybody(self) -> tuple[Kept, ...]:
        """Everybody there ever was; the first owner is always there."""
        path = self.folder / FILE
        if not is_there(path):
            return self._of_two_passwords()
        try:
            read = json.loads(path.read_text(encoding="utf-8"))
            found = tuple(
                Kept(**{**each, "former": tuple(each["former"])})
                for each in read["people"]
            )
        except (OSError, ValueError, TypeError, KeyError) as wrong:
            raise _unreadable(path, wrong) from None
        return found

    def active(self) -> tuple[Kept, ...]:
        """Whoever has not ended."""
        return tuple(each for each in self.everybody() if not each.ended)

    def write(self, people: Iterable[Kept]) -> None:
        """All of the new file or all of the old one, and nobody else's to read."""
        kept = {"version": VERSION, "people": [asdict(each) for each in people]}
        tills = self.folder.name == TILLS_FOLDER
        self._write(FILE, kept, 0o640 if tills else 0o600)

    def with_pins(self) -> tuple[Person, ...]:
        """Everybody who is active, with their PINs: for the counter."""
        salt, pins = self.pins()
        return tuple(
            Person(
                each.number,
                each.role,
                each.name,
                f"pbkdf2:{salt}:{pins[each.number]}" if each.number in pins else "",
            )
            for each in self.active()
        )

    def pins(self) -> tuple[str, dict[int, str]]:
        """The salt that all PINs share, so that one look finds whose it is; each."""
        path = self.folder / PINS
        try:
            read = json.loads(path.read_text(encoding="ascii"))
            return str(read["salt"]), {int(n): str(k) for n, k in read["pins"].items()}
        except FileNotFoundError:
            return os.urandom(SALT_BYTES).hex(), {}
        except (OSError, ValueError, TypeError, KeyError, AttributeError) as wrong:
            raise _unreadable(path, wrong) from None

    def set_pin(self, number: int, pin: str) -> None:
        """Give somebody a PIN; "": they have none any more."""
        salt, pins = self.pins()
        rest = {each: key for each, key in pins.items() if each != number}
        if pin:
            rest[number] = derived(pin, bytes.fromhex(salt)).hex()
        self._write(PINS, {"salt": salt, "pins": rest}, 0o600)
        self.write(
            replace(each, pin=bool(pin)) if each.number == number else each
            for each in self.everybody()
        )

    def _of_two_passwords(self) -> tuple[Kept, ...]:
        """Two people without names, as the release before had them."""
        owner = Kept(FIRST, "owner")
        hashes = self._hashes()
        if "owner" in hashes:
            owner = replace(owner, password=hashes["owner"])
        if "staff" not in hashes:
            return (owner,)
        staff = Kept(_NUMBERS["staff"], "staff", password=hashes["staff"])
        return owner, staff

    def _hashes(self) -> dict[str, str]:
        """The passwords of the release before, by role."""
        path, older = self.folder / BEFORE, self._state / OLD_FOLDER / BEFORE
        if not is_there(path) and os.access(older, os.R_OK):
            path = older
        try:
            found = json.loads(path.read_text(encoding="ascii"))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as wrong:
            raise _unreadable(path, wrong) from None
        return {role: str(found[role]) for role in _NUMBERS if role in found}

    def _write(self, name: str, document: object, mode: int) -> None:
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            text = json.dumps(document, ensure_ascii=False)
            write_durably(self.folder / name, text, mode)
        except OSError as wrong:
            why = Verbatim(str(wrong.strerror))
            raise CabinetError(message("passwords_unwritten", why=why)) from None


def _unreadable(path: Path, wrong: Exception) -> CabinetError:
    return CabinetError(
        f"{path}: the people and their passwords cannot be read ({wrong}); "
        "delete the file and pair again"
    )
