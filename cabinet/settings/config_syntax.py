"""What a YAML parser complains of, in an operator's words.

The two parsers (libyaml's and the one in Python) word the same mistakes apart;
here they become one sentence, at one place.
"""

from typing import Final

import yaml

from cabinet.settings.problems import Flaw, Place

# A piece of the parser's sentence, what is wrong, what would be right. With
# `opening`, the place is where the thing began, not where its end was missed.
_SENTENCES: Final = (
    ("tab character", "a tab indents this line", "indent with spaces", False),
    (
        "unexpected end of stream",
        "these quotes are never closed",
        "end the text with the same quote",
        True,
    ),
    (
        "',' or ']'",
        "this list is never closed",
        "end it with ], commas between the items",
        True,
    ),
    (
        "',' or '}'",
        "this mapping is never closed",
        "end it with }, commas between the settings",
        True,
    ),
    (
        "mapping values are not allowed",
        "a second ':' on one setting, or a line indented too far",
        "put text that holds ': ' in quotes, and line settings up",
        False,
    ),
    (
        "could not find expected ':'",
        "the ':' after the name is missing",
        "write name: value, with a space after the colon",
        True,
    ),
    (
        "sequence entries are not allowed",
        "a list cannot begin on this line",
        "begin it on the next line, indented, each item after a dash",
        False,
    ),
    ("unknown escape", "this backslash means nothing", "write \\\\ for one", False),
    (
        "cannot start any token",
        "a value cannot begin with this character",
        "put the text in quotes",
        False,
    ),
    ("'-' indicator", "an item without its dash", "write - before each item", False),
    (
        "did not find expected key",
        "this line does not fit the lines above it",
        "line settings of one group up with spaces",
        False,
    ),
    (
        "expected <block end>",
        "this line does not fit the lines above it",
        "line settings of one group up with spaces",
        False,
    ),
)


def syntax_flaw(error: yaml.YAMLError, text: str) -> Flaw:
    """The parser's complaint as one flaw, placed."""
    if not isinstance(error, yaml.MarkedYAMLError):
        return _unprintable(text)
    mark = error.problem_mark or error.context_mark
    said = error.problem or "not YAML"
    if mark is not None and _char_at(text, mark) == "\t":
        said = "tab character"
    for piece, what, hint, opening in _SENTENCES:
        if piece in said:
            began = error.context_mark if opening else None
            return Flaw((), what, hint, _place(began or mark))
    hint = f"it is not YAML: {said}"
    return Flaw((), "this cannot be read", hint, _place(mark))


def _place(mark: yaml.Mark | None) -> Place:
    return Place(mark.line + 1, mark.column + 1) if mark else Place(1, 1)


def _char_at(text: str, mark: yaml.Mark) -> str:
    lines = text.split("\n")
    if mark.line >= len(lines):
        return ""
    return lines[mark.line][mark.column : mark.column + 1]


def _unprintable(text: str) -> Flaw:
    for number, line in enumerate(text.split("\n"), start=1):
        for column, char in enumerate(line, start=1):
            if not char.isprintable() and char not in "\t\r\x85\xa0\ufeff":
                what = f"a character that cannot be seen (U+{ord(char):04X})"
                return Flaw((), what, "delete it", Place(number, column))
    return Flaw((), "this cannot be read", "it is not YAML", Place(1, 1))
