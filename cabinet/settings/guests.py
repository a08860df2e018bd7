"""The settings of a program of somebody else's: `game: program` in a mode.

What is on the disk is no matter of the file: a program that was removed since is
refused when it is played, with the credit back, and `cabinet check` advises of it.
"""

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, TypeAlias

from pydantic import Field

from cabinet.core.guests import LINES, PROGRAM, TARGETS, Guest, is_target
from cabinet.i18n.message import Message, Verbatim, message
from cabinet.settings.parts import SEEN, Part, Words, add_hint, wanted
from cabinet.settings.problems import Flaw, SettingPath, any_of, closest, shown

_SOME_TARGETS = ("left ctrl", "mouse button 1", "pad a")
_SOME_LINES = ("p1.left", "p1.a", "start")
AbsolutePath: TypeAlias = Annotated[
    str,
    Field(
        pattern=r"^/.{1,199}$",
        json_schema_extra=wanted(message("kind.path")),
    ),
]
Argument: TypeAlias = Annotated[str, Field(min_length=1, max_length=500, pattern=SEEN)]
Pattern: TypeAlias = Annotated[str, Field(min_length=1, max_length=200)]
# Shorter and emulators miss it, longer and some refuse it.
CoinMillis: TypeAlias = Annotated[int, Field(ge=20, le=1_000)]


class GuestProgram(Part):
    """A program of somebody else's, and what the panel is for it."""

    name: str = Field(
        pattern=r"^[a-z][a-z0-9_]{0,30}$",
        json_schema_extra=wanted(message("kind.program")),
        examples=["snake"],
    )
    exec: tuple[Argument, ...] = Field(
        min_length=1,
        max_length=60,
        json_schema_extra=add_hint("exec: [/usr/games/…, -fullscreen]"),
    )
    folder: AbsolutePath | None = None
    environment: dict[str, Argument] = Field(default_factory=dict, max_length=60)
    keys: dict[str, Words] = Field(default_factory=dict, max_length=60)
    players: Annotated[int, Field(ge=1, le=6)] = 1
    coin_key: Words | None = None
    coin_ms: CoinMillis = 80
    coin_after_ms: Annotated[int, Field(ge=0, le=60_000)] = 1_000
    idle_s: Annotated[int, Field(ge=5, le=86_400)] | None = None
    window_s: Annotated[int, Field(ge=1, le=120)] = 10
    exit_codes: tuple[Annotated[int, Field(ge=0, le=255)], ...] = Field(
        default=(0,), max_length=20
    )
    score: Pattern | None = None
    score_file: AbsolutePath | None = None

    def as_guest(self) -> Guest:
        """The program as the screen runs it."""
        return Guest(
            self.name,
            self.exec,
            self.folder or "",
            dict(self.environment),
            dict(self.keys),
            self.coin_key or "",
            self.coin_ms,
            self.coin_after_ms,
            self.score or "",
            self.score_file or "",
            self.exit_codes,
            self.window_s,
        )


def program_flaws(
    programs: Mapping[int, tuple[str, GuestProgram | None]],
) -> Iterator[Flaw]:
    """What is wrong with the programs of modes, by their index: game and program."""
    named: dict[str, tuple[int, GuestProgram]] = {}
    for index, (game, program) in programs.items():
        path: SettingPath = ("modes", index)
        if program is None:
            if game == PROGRAM:
                what = message("setting.missing_for_program")
                added = "program: {name: …, exec: [/usr/games/…]}"
                hint = message("hint.add", what=added)
                yield Flaw((*path, "program"), what, hint)
            continue
        if game != PROGRAM:
            what = message("setting.not_with_game", game=game)
            hint = message("hint.game_program")
            yield Flaw((*path, "program"), what, hint, on_key=True)
        first, known = named.setdefault(program.name, (index, program))
        if known != program:
            other = f"modes.{first}"
            what = message("setting.program_twice", name=program.name, other=other)
            yield Flaw((*path, "program", "name"), what, message("hint.own_name"))
        yield from _program((*path, "program"), program)


def strange_programs(
    before: Iterable[GuestProgram | None], after: Iterable[GuestProgram | None]
) -> Iterator[Flaw]:
    """The programs whose command, environment or folder was not in the file before.

    `after` is every mode's, in their order. Who may change prices from a browser or
    with a stick may not say by that what runs on the machine.
    """
    known = [_started_by(each) for each in before if each]
    for index, program in enumerate(after):
        if program and _started_by(program) not in known:
            what = message("setting.program_by_hand", name=program.name)
            hint = message("hint.program_by_hand")
            yield Flaw(("modes", index, "program"), what, hint)


def _started_by(program: GuestProgram) -> tuple[object, ...]:
    return program.exec, program.environment, program.folder


def _program(path: SettingPath, program: GuestProgram) -> Iterator[Flaw]:
    if not program.exec[0].startswith("/"):
        what = message("setting.no_full_path", given=shown(program.exec[0]))
        yield Flaw((*path, "exec", 0), what, message("hint.full_path"))
    for line, target in program.keys.items():
        if line not in LINES:
            known = message("hint.for_example", value=any_of(_SOME_LINES))
            what = message("setting.not_for_programs")
            near = closest(line, LINES, known)
            yield Flaw((*path, "keys", line), what, near, on_key=True)
        yield from _target((*path, "keys", line), target)
    if program.coin_key is not None:
        yield from _target((*path, "coin_key"), program.coin_key)
    if program.score is not None:
        yield from _pattern((*path, "score"), program.score)
    elif program.score_file is not None:
        hint = message("hint.add", what=r"score: 'Score: (\d+)'")
        what = message("setting.missing_for_score")
        yield Flaw((*path, "score_file"), what, hint, on_key=True)


def _target(path: SettingPath, name: str) -> Iterator[Flaw]:
    if is_target(name):
        return
    known = message("hint.for_example", value=any_of(_SOME_TARGETS))
    what = message("setting.no_key", key=shown(name))
    yield Flaw(path, what, closest(name, TARGETS, known))


def _pattern(path: SettingPath, pattern: str) -> Iterator[Flaw]:
    try:
        found = re.compile(pattern)
    except re.error as wrong:
        what = message("setting.no_pattern", why=Verbatim(str(wrong)))
        yield Flaw(path, what, message("hint.score_pattern"))
        return
    if not found.groups:
        what = message("setting.pattern_without_number")
        yield Flaw(path, what, message("hint.score_pattern"))


def advice(modes: Iterable[Any]) -> Iterator[Message]:
    """What could not be played as this machine is now."""
    for index, mode in enumerate(modes):
        if mode.program is not None and mode.enabled:
            why = why_not(mode.program.as_guest())
            if why:
                where = f"modes.{index}.program"
                yield message("advice.program", path=where, why=why)


def why_not(guest: Guest) -> Message | None:
    """Why a program could not begin; None where nothing is against it."""
    path = Path(guest.exec[0])
    if not path.is_file():
        return message("guest_missing", path=Verbatim(str(path)))
    if not os.access(path, os.X_OK):
        return message("guest_not_executable", path=Verbatim(str(path)))
    if guest.folder and not Path(guest.folder).is_dir():
        return message("guest_no_folder", path=Verbatim(guest.folder))
    return None
