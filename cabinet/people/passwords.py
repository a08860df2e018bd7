"""Passwords of people: argon2id hashes, compared and changed by the counter's child.

Who logs in says a name and a password, so a guess is about one person. Those of the
two passwords of old have no name before somebody gives them one, and leave it empty.
"""

import json
import secrets
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from cabinet.core.errors import CabinetError
from cabinet.core.owner_pin import derived, fits
from cabinet.core.people import FIRST, is_name, plain_name, same_name
from cabinet.i18n.authors import ROLES
from cabinet.people.file import Kept, PeopleFile
from cabinet.people.second_factor import FILE as SECOND_FILE
from cabinet.people.second_factor import SecondFactor

SHORTEST: Final = 10
LONGEST: Final = 128
# With more of them a guessed PIN would be somebody's too often.
MOST_PEOPLE: Final = 20
# One of those that OWASP asks for at least, as good as the others: 9 MiB, four passes,
# one lane. With more memory the program would not fit into what it may have.
_HASHER: Final = PasswordHasher(time_cost=4, memory_cost=9 * 1024, parallelism=1)


class PasswordError(CabinetError):
    """What somebody wants of a person and cannot be; `args[0]` is the key of why."""


class People:
    """Everybody who may do something; the first owner's password is set by pairing."""

    def __init__(self, state: Path) -> None:
        self.file = PeopleFile(state)
        self.kept_by_till = self.file.kept_by_till

    def second(self, number: int) -> SecondFactor:
        """The second factor of somebody; the first owner's is where it always was."""
        stem, _, kind = SECOND_FILE.partition(".")
        name = SECOND_FILE if number == FIRST else f"{stem}-{number}.{kind}"
        return SecondFactor(self.file.folder / name)

    @property
    def asks_for_codes(self) -> bool:
        """Whether somebody's login takes a code."""
        return any(self.second(each.number).is_on for each in self.file.active())

    def paired(self) -> bool:
        """Whether an owner can log in."""
        return any(one.role == "owner" and one.password for one in self.file.active())

    def who(self, password: str, name: str = "") -> Kept | None:
        """Whose name and password these are. Takes its time, whoever it is."""
        found, looked = None, False
        for each in self.file.active():
            if same_name(each.name, name) and each.password:
                looked = True
                if _fits(each.password, password):
                    found = each
        if not looked:
            _fits(_nobodys(), password)
        return found

    def named(self, number: int) -> Kept:
        """Somebody who is active; `PasswordError` where there is no such."""
        for each in self.file.active():
            if each.number == number:
                return each
        raise PasswordError("person.unknown")

    def add(self, name: str, role: str, password: str = "") -> Kept:
        """Somebody new, with the next number."""
        everybody = self.file.everybody()
        if len(self.file.active()) >= MOST_PEOPLE:
            raise PasswordError("person.too_many")
        number = 1 + max(2, *(each.number for each in everybody))
        made = Kept(number, _role(role), self._name(name, number))
        if password:
            made = replace(made, password=self._hashed(made, password))
        self.file.write((*everybody, made))
        return made

    def change(self, number: int, name: str, role: str) -> Kept:
        """Another name or role; the first owner stays one."""
        now = self.named(number)
        if number == FIRST and role != now.role:
            raise PasswordError("person.first")
        changed = replace(now, role=_role(role))
        if name != now.name:
            former = (*now.former, now.name) if now.name else now.former
            name = self._name(name, number)
            changed = replace(changed, name=name, former=former)
        self._put(changed)
        return changed

    def set(self, number: int, password: str) -> Kept:
        """Give somebody a password; "": they cannot log in any more."""
        now = self.named(number)
        if not password and number == FIRST:
            raise PasswordError("person.first")
        hashed = self._hashed(now, password) if password else ""
        changed = replace(now, password=hashed)
        self._put(changed)
        return changed

    def draw_pin(self, number: int, taken: Callable[[str], bool]) -> str:
        """A PIN that nobody has: drawn, so that nobody is told which one is taken.

        `taken` knows of the one in the operator's file, which is the first owner's.
        """
        if number == FIRST:
            raise PasswordError("person.first_pin")
        self.named(number)
        salt, pins = self.file.pins()
        while True:
            pin = f"{secrets.randbelow(10_000):04}"
            key = derived(pin, bytes.fromhex(salt)).hex()
            if len(set(pin)) > 1 and key not in pins.values() and not taken(pin):
                self.file.set_pin(number, pin)
                return pin

    def end(self, number: int) -> Kept:
        """Somebody is gone: no password, no PIN, and nobody else is ever called so."""
        if number == FIRST:
            raise PasswordError("person.first")
        self.file.set_pin(number, "")
        gone = replace(self.named(number), password="", ended=True)
        self._put(gone)
        self.second(number).forget()
        return gone

    def _put(self, changed: Kept) -> None:
        everybody = self.file.everybody()
        self.file.write(
            changed if each.number == changed.number else each for each in everybody
        )

    def _name(self, name: str, number: int) -> str:
        """A name that is nobody else's, and never was: the books know people by it."""
        name = plain_name(name)
        if not is_name(name):
            raise PasswordError("person.name")
        for each in self.file.everybody():
            names = (each.name, *each.former)
            if each.number != number and any(same_name(name, one) for one in names):
                raise PasswordError("person.name_taken")
        return name

    def _hashed(self, who: Kept, password: str) -> str:
        """The hash of a password; without names two cannot have the same."""
        if not SHORTEST <= len(password) <= LONGEST:
            raise PasswordError("password.length")
        others = (one for one in self.file.active() if one.number != who.number)
        alike = (one for one in others if same_name(one.name, who.name))
        if any(one.password and _fits(one.password, password) for one in alike):
            raise PasswordError("password.same")
        return _HASHER.hash(password)


def _role(role: str) -> str:
    if role not in ROLES:
        raise PasswordError("person.unknown")
    return role


def _fits(hashed: str, password: str) -> bool:
    try:
        return _HASHER.verify(hashed, password)
    except (VerificationError, InvalidHashError):
        return False


@cache
def _nobodys() -> str:
    """What a password is compared with where nobody is called so: it takes as long."""
    return _HASHER.hash(secrets.token_urlsafe(SHORTEST))


def main(state: Path, asked: str) -> dict[str, Any]:
    """What the counter's child answers: who it is about, or what is wrong.

    `asked` is a line of JSON, so that no list of processes has the password.
    """
    request = json.loads(asked)
    try:
        return done(People(state), request["do"], request)
    except CabinetError as wrong:
        return {"wrong": str(wrong.args[0])}


def done(kept: People, what: str, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Do what a message of `cabinet/protocol/login.py` says.

    `by` is the number of whoever asks on the page: where a code is asked of them at
    the login, one is asked for every change of people too. 0 is at the cabinet.
    """
    if what == "Vouch":
        who = kept.who(asked["password"], asked["name"])
        if who is None:
            return {}
        kept.second(who.number).check(asked["code"])
        return _told(who)
    by = int(asked.get("by", 0))
    if what == "Pair":
        who = kept.set(by or FIRST, asked["password"])
        kept.second(who.number).forget()
        return _told(who)
    if what == "SetSecondFactor":
        _second(kept.second(by), asked)
        return _told(kept.named(by))
    if by:
        kept.second(by).check(asked["code"])
    return _changed(kept, what, asked)


def _changed(kept: People, what: str, asked: Mapping[str, Any]) -> dict[str, Any]:
    number = int(asked.get("number", 0))
    match what:
        case "AddPerson":
            return _told(kept.add(asked["name"], asked["role"], asked["password"]))
        case "ChangePerson":
            was = kept.named(number)
            now = kept.change(number, asked["name"], asked["role"])
            return _told(now) | {"was": was.name, "had": was.role}
        case "SetPassword":
            return _told(kept.set(number, asked["password"]))
        case "DrawPin" if asked["off"]:
            kept.file.set_pin(number, "")
            return _told(kept.named(number))
        case "DrawPin":
            house = asked["house"]
            pin = kept.draw_pin(number, lambda said: bool(house) and fits(said, house))
            return _told(kept.named(number)) | {"pin": pin}
        case "EndPerson":
            return _told(kept.end(number))
    raise PasswordError("person.unknown")


def _second(second: SecondFactor, asked: Mapping[str, Any]) -> None:
    if asked["secret"]:
        second.turn_on(asked["secret"], asked["code"])
    else:
        second.turn_off(asked["code"])


def _told(who: Kept) -> dict[str, Any]:
    return {"number": who.number, "role": who.role, "name": who.name}


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]), sys.stdin.readline())))  # noqa: T201
