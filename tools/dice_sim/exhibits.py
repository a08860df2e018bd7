"""What docs/balance.md shows: for the dice and each game, the commands that make it."""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final


@dataclass(frozen=True, slots=True)
class Exhibit:
    """One thing on the page: its heading, and the command that makes it."""

    title: str
    command: str


@dataclass(frozen=True, slots=True)
class Part:
    """A game on the page, or the dice."""

    name: str
    exhibits: tuple[Exhibit, ...]


PARTS: Final = tuple(
    Part(name, tuple(Exhibit(*made) for made in exhibits.items()))
    for name, exhibits in tomllib.loads(
        Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
    ).items()
)


def commands_of(parts: Sequence[Part]) -> list[str]:
    """Every command on the page."""
    return [exhibit.command for part in parts for exhibit in part.exhibits]
