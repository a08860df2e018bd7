"""What docs/balance.md shows: for the dice and each game, the commands that make it."""

from collections.abc import Sequence
from dataclasses import dataclass
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


PARTS: Final = (
    Part(
        "dice",
        (
            Exhibit("What the dice give", "dice-sim odds"),
            Exhibit(
                "The seeded generator",
                "dice-sim fair seeded --die move,fire --seed 2024 --tolerance 0.02 "
                "--throws 50000",
            ),
        ),
    ),
    Part(
        "arkade",
        (
            Exhibit(
                "Nuggets, hard against hard",
                "dice-sim play arkade --seats hard,hard --games 2000 "
                "--vary nuggets=4,6,8 --seed 260611",
            ),
            Exhibit(
                "Each level against the one below, in both modes",
                "dice-sim play arkade --seats hard,normal --seats normal,hard "
                "--seats normal,easy --seats easy,normal --seats easy,random "
                "--seats random,easy --games 1000 --vary mode=strategy,arcade "
                "--seed 260611",
            ),
            Exhibit(
                "Each level against itself, in both modes",
                "dice-sim play arkade --seats hard,hard --seats normal,normal "
                "--seats easy,easy --games 400 --vary mode=strategy,arcade "
                "--seed 260611",
            ),
            Exhibit(
                "Nuggets and faces, normal against normal",
                "dice-sim play arkade --seats normal,normal --games 400 "
                "--vary nuggets=4,6,8 --vary face=classic,advanced --seed 2024",
            ),
            Exhibit(
                "A handicap for an easy Alien against a hard Defender",
                "dice-sim tune arkade --seats easy,hard --games 400 --seed 2024",
            ),
        ),
    ),
    Part(
        "aztec",
        (
            Exhibit(
                "Corners, normal against normal",
                "dice-sim play aztec --seats normal,normal --games 200 "
                "--vary corners=both,none --seed 2024",
            ),
            Exhibit(
                "Normal against easy, everybody first in turn",
                "dice-sim play aztec --seats normal,easy --games 200 --swap "
                "--seed 2024",
            ),
        ),
    ),
    Part(
        "azteka",
        (
            Exhibit(
                "Variants and placement, normal against normal",
                "dice-sim play azteka --seats normal,normal --games 500 "
                "--vary variant=classic,aggressive --vary placement=life,own "
                "--seed 2024",
            ),
            Exhibit(
                "Normal against easy, everybody first in turn",
                "dice-sim play azteka --seats normal,easy --games 500 --swap "
                "--seed 2024",
            ),
        ),
    ),
    Part(
        "space_aztecs",
        (
            Exhibit(
                "Two and three, with Codex and without",
                "dice-sim play space_aztecs --seats easy,easy --seats easy,easy,easy "
                "--games 100 --vary codex=true,false --seed 2024",
            ),
            Exhibit(
                "Normal against easy, everybody first in turn",
                "dice-sim play space_aztecs --seats normal,easy --games 200 --swap "
                "--seed 2024",
            ),
        ),
    ),
)


def commands_of(parts: Sequence[Part]) -> list[str]:
    """Every command on the page."""
    return [exhibit.command for part in parts for exhibit in part.exhibits]
