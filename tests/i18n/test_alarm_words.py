"""Every alarm that the core can raise is read in the reader's language."""

import ast
from pathlib import Path

import pytest

from cabinet.i18n import LANGUAGES, words
from cabinet.i18n.alarms import alarm_words, why_words
from firmware_bridge.dice_events import ThrowRefused, WireNoisy
from firmware_bridge.events import (
    BoardForgot,
    CommandRefused,
    WrongBoard,
    WrongProtocol,
    why_reset,
)
from firmware_bridge.messages import Credited, Kind, Result

CORE = Path("cabinet/core")
FRENCH = words("fr")


def raised():
    """The sentences of every call of `alarm`, with 7 for whatever is filled in."""
    for path in sorted(CORE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "alarm":
                yield path.name, node.args[1]
            if isinstance(node, ast.Assign) and path.name == "boards.py":
                yield from ((path.name, node.value),)
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "_enter":
                yield path.name, node.args[2]


def spelt(node):
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(
                p.value if isinstance(p, ast.Constant) else "7" for p in parts
            )
    return ""


SENTENCES = sorted({text for _, node in raised() if (text := spelt(node))})
TOLD = [
    BoardForgot(0xB0A4D, 1, credited=9, counted=7, at=0),
    CommandRefused(Credited((1, 2)), Result.NOT_WELCOMED, 0),
    ThrowRefused(0xD1CE, 5, (3, 6), 0),
    WireNoisy(12, 0),
]
REASONS = [
    "it left",
    "it stopped answering",
    "the owner wanted a new one",
    f"the board has restarted ({why_reset(12)})",
    f"the dice tower has restarted ({why_reset(0)})",
    "the board was unplugged from /dev/ttyACM0: plug it in again",
    "the dice tower was unplugged from /dev/ttyACM1: plug it in again",
    "the thread of lgpio has ended",
    str(WrongProtocol(9, 0)),
    str(WrongBoard(Kind.DICE_TOWER, Kind.SLOT, 0)),
    str(WrongBoard(7, Kind.DICE_TOWER, 0)),
]


def test_the_core_was_understood():
    assert len(SENTENCES) >= 13


@pytest.mark.parametrize("said", [*SENTENCES, *map(str, TOLD)])
def test_every_alarm_has_french_words(said):
    french = alarm_words(FRENCH, said)
    assert french != said
    assert "{" not in french


@pytest.mark.parametrize("why", REASONS)
def test_every_reason_has_french_words(why):
    assert why_words(FRENCH, why) != why
    assert why not in alarm_words(FRENCH, f"screen lost: {why}")


def test_what_the_machine_says_itself_stays_as_it_is():
    told = alarm_words(FRENCH, "match 7 failed: KeyError: 'saucer'")
    assert told == "Partie 7 interrompue : KeyError: 'saucer'"
    assert alarm_words(FRENCH, "no such alarm") == "no such alarm"


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_edge_is_one(language):
    one = alarm_words(words(language), "p1.up: 1 edges lost")
    assert one == {"fr": "p1.up : 1 front perdu", "en": "p1.up: 1 edge lost"}[language]
