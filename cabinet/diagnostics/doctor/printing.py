"""The findings as a person or a program reads them."""

import json
import textwrap
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Final

from cabinet.core.events import MILLISECOND, SECOND, Edge, Nanos
from cabinet.diagnostics.doctor.findings import Finding, Level, worst
from cabinet.i18n import Words, game_words
from cabinet.i18n import words as cabinet_words
from cabinet.i18n.message import Message
from cabinet.protocol.fields import plain
from cabinet.protocol.refusals import Problem

VERSION: Final = 1
# A sign first: colours are for those who see them.
SIGNS: Final = {Level.GREEN: "✓", Level.UNSEEN: "–", Level.AMBER: "!", Level.RED: "✗"}
COLOURS: Final = {
    Level.GREEN: "32",
    Level.UNSEEN: "2",
    Level.AMBER: "33",
    Level.RED: "31",
}
_WIDTH: Final = 100


def doctor_words(language: str) -> Words:
    """The doctor's own catalogue, in the form of a game's."""
    return game_words("cabinet.diagnostics.doctor", language)


def subject(finding: Finding, words: Words) -> str:
    """What was examined; wires and units have the same name everywhere."""
    key = f"subject.{finding.subject}"
    return words(key) if key in words else finding.subject


def found(finding: Finding, words: Words) -> str:
    """What was found, in one sentence."""
    return words(f"{finding.code}.found", **_told(finding, words))


def remedy(finding: Finding, words: Words) -> str:
    """What to do about it; "" when there is nothing to do."""
    key = f"{finding.code}.remedy"
    return words(key, **_told(finding, words)) if key in words else ""


def _told(finding: Finding, words: Words) -> dict[str, object]:
    """The values of a finding, with messages in the reader's words."""
    speech = cabinet_words(words.language)
    return {name: _said(value, speech) for name, value in finding.values.items()}


def _plain(value: object) -> object:
    """A value for programs: what is told to people, in English."""
    return str(value) if isinstance(value, Problem) else plain(value, str)


def _said(value: object, speech: Words) -> object:
    match value:
        case Message():
            return speech.say(value)
        case Problem():
            return value.in_full(speech)
    return value


def as_text(findings: Sequence[Finding], words: Words, *, colour: bool) -> str:
    """A line for each finding, what to do below it, and a summary at the end."""
    subjects = [subject(each, words) for each in findings]
    margin = max(map(len, subjects), default=0) + 2
    lines = [words("title"), ""]
    for each, about in zip(findings, subjects, strict=True):
        sign = _painted(SIGNS[each.level], each.level, colour=colour)
        head = f"{sign} {about:<{margin}}"
        lines += _wrapped(found(each, words), head, margin + 2)
        if what := remedy(each, words):
            lines += _wrapped(what, " " * (margin + 2) + "→ ", margin + 4)
    level = worst(findings)
    level = Level.GREEN if level is Level.UNSEEN else level
    lines += ["", _painted(words(f"summary.{level}"), level, colour=colour), ""]
    return "\n".join(lines)


def as_json(findings: Sequence[Finding], words: Words, wall_ms: int) -> str:
    """The same for a program; `code` stays when the words change."""
    document = {
        "version": VERSION,
        "at": datetime.fromtimestamp(wall_ms / 1000, UTC).isoformat(timespec="seconds"),
        "level": worst(findings),
        "findings": [
            {
                "part": each.part,
                "subject": each.subject,
                "level": each.level,
                "code": each.code,
                "values": {name: _plain(value) for name, value in each.values.items()},
                "found": found(each, words),
                "remedy": remedy(each, words),
            }
            for each in findings
        ],
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


class EdgePrinter:
    """One line for each edge as it happens; a pulse is told with its width."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._begun: Nanos | None = None
        self._rose: dict[str, Nanos] = {}

    def line(self, edge: Edge) -> str:
        """The edge, counted from the first one."""
        if self._begun is None:
            self._begun = edge.at
        at = (edge.at - self._begun) / SECOND
        rose = self._rose.pop(edge.line, None)
        if edge.active:
            self._rose[edge.line] = edge.at
            what = self._words("edge.active")
        elif rose is None:
            what = self._words("edge.idle")
        else:
            width = f"{(edge.at - rose) / MILLISECOND:.3g}"
            what = self._words("edge.pulse", ms=width)
        return f"{at:9.4f} s  {edge.line:<10} {what}\n"


def _painted(text: str, level: Level, *, colour: bool) -> str:
    return f"\x1b[{COLOURS[level]}m{text}\x1b[0m" if colour else text


def _wrapped(text: str, head: str, indent: int) -> Iterable[str]:
    """Cut at words; a line of the settings or a path is never cut."""
    pieces = textwrap.wrap(
        text, _WIDTH - indent, break_long_words=False, break_on_hyphens=False
    ) or [""]
    yield f"{head}{pieces[0]}"
    for piece in pieces[1:]:
        yield f"{' ' * indent}{piece}"
