"""YAML read with the place of every key and value, and without its traps.

Values are what they look like: `true` and `false` are the only booleans, numbers
are decimal, and `yes`, `12:30`, `010` or `2024-01-01` stay text. Duplicate keys,
anchors, aliases and tags are refused. A section has today's name in the tree, also
where the text uses an old one. The tree is made from the parser's events,
one node for each, so no file can unfold into more than what is written in it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, TypeAlias

import yaml

from cabinet.i18n.message import Message, Verbatim, message
from cabinet.settings.old_names import current
from cabinet.settings.parts import data
from cabinet.settings.problems import FilePosition, Flaw, SettingPath


def syntax_flaw(error: yaml.YAMLError, text: str) -> Flaw:
    """The parser's complaint as one flaw, placed; `complaints.yaml` has the words."""
    if not isinstance(error, yaml.MarkedYAMLError):
        return _unprintable(text)
    mark = error.problem_mark or error.context_mark
    said = error.problem or "not YAML"
    if mark is not None and _char_at(text, mark) == "\t":
        said = "tab character"
    if name := _after_a_lost_comma(error, text):
        what = message("syntax.no_comma", name=name)
        return Flaw((), what, message("hint.comma"), _syntax_place(mark))
    for piece, what, right, *opening in data("complaints"):
        if piece in said:
            began = error.context_mark if opening else None
            return Flaw((), Message(what), Message(right), _syntax_place(began or mark))
    hint = message("hint.not_yaml_because", why=Verbatim(said))
    return Flaw((), message("syntax.unreadable"), hint, _syntax_place(mark))


# The last word before the colon that the parser did not expect.
_NAME: Final = re.compile(r"([A-Za-z_][\w.-]*)\s*$")


def _after_a_lost_comma(error: yaml.MarkedYAMLError, text: str) -> str:
    """The name of a setting that follows another in braces without a comma."""
    began, mark = error.context_mark, error.problem_mark
    if "',' or '}'" not in str(error.problem) or not began or not mark:
        return ""
    if began.line != mark.line or _char_at(text, mark) != ":":
        return ""
    found = _NAME.search(text.split("\n")[mark.line][: mark.column])
    return found[1] if found else ""


def _syntax_place(mark: yaml.Mark | None) -> FilePosition:
    return FilePosition(mark.line + 1, mark.column + 1) if mark else FilePosition(1, 1)


def _char_at(text: str, mark: yaml.Mark) -> str:
    lines = text.split("\n")
    if mark.line >= len(lines):
        return ""
    return lines[mark.line][mark.column : mark.column + 1]


def _unprintable(text: str) -> Flaw:
    for number, line in enumerate(text.split("\n"), start=1):
        for column, char in enumerate(line, start=1):
            if not char.isprintable() and char not in "\t\r\x85\xa0\ufeff":
                what = message("syntax.invisible", code_point=f"U+{ord(char):04X}")
                return Flaw(
                    (), what, message("hint.delete"), FilePosition(number, column)
                )
    unreadable, hint = message("syntax.unreadable"), message("hint.not_yaml")
    return Flaw((), unreadable, hint, FilePosition(1, 1))


Scalar: TypeAlias = str | int | float | bool | None
DEEPEST: Final = 20

# The C parser gives the same marks, twenty times faster; not every system has it.
_PARSER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_INT: Final = re.compile(r"[-+]?(0|[1-9][0-9]{0,17})")
_FLOAT: Final = re.compile(
    r"[-+]?(0|[1-9][0-9]{0,17})?(\.[0-9]{0,17})?([eE][-+]?[0-9]{1,2})?"
)
_WORDS: Final[dict[str, Scalar]] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}


@dataclass(frozen=True, slots=True)
class YamlNode:
    """A value, where it begins, and where the key that names it begins."""

    value: "Scalar | dict[str, YamlNode] | list[YamlNode]"
    place: FilePosition | None = None
    key: FilePosition | None = None

    def child(self, step: str | int) -> "YamlNode | None":
        """The node one step down, if there is one."""
        if isinstance(self.value, dict):
            return self.value.get(str(step))
        if isinstance(self.value, list) and isinstance(step, int):
            return self.value[step] if step < len(self.value) else None
        return None

    def down(self, path: SettingPath) -> list["YamlNode"]:
        """The node itself and those below it along a path, as far as it goes."""
        nodes = [self]
        for step in path:
            if (below := nodes[-1].child(step)) is None:
                break
            nodes.append(below)
        return nodes

    def plain(self) -> object:
        """The value without its marks; sequences as tuples."""
        if isinstance(self.value, dict):
            return {key: node.plain() for key, node in self.value.items()}
        if isinstance(self.value, list):
            return tuple(node.plain() for node in self.value)
        return self.value


@dataclass(slots=True)
class Composed:
    """What a text holds: its root (None: nothing), and what is wrong with it.

    `spoiled` are the paths whose values are not what was written.
    """

    root: YamlNode | None = None
    flaws: list[Flaw] = field(default_factory=list)
    spoiled: set[SettingPath] = field(default_factory=set)


class _UnusableError(Exception):
    """Reading on makes no sense."""


def compose(text: str) -> Composed:
    """Read one YAML document; never raises, whatever the text."""
    composer = _Composer(text)
    try:
        composer.document()
    except yaml.YAMLError as error:
        composer.made.root = None
        composer.made.flaws.append(syntax_flaw(error, text))
    except _UnusableError:
        composer.made.root = None
    return composer.made


class _Composer:
    def __init__(self, text: str) -> None:
        self.made = Composed()
        self._events: Iterator[yaml.Event] = yaml.parse(text, Loader=_PARSER)

    def document(self) -> None:
        """Read the only document of the stream."""
        next(self._events)
        if isinstance(next(self._events), yaml.StreamEndEvent):
            return
        self.made.root = self._node(next(self._events), (), None)
        next(self._events)
        after = next(self._events)
        if isinstance(after, yaml.DocumentStartEvent):
            what, hint = message("syntax.second_document"), message("hint.one_document")
            self.made.flaws.append(Flaw((), what, hint, _place(after)))

    def _node(
        self, event: yaml.Event, path: SettingPath, key: FilePosition | None
    ) -> YamlNode:
        place = _place(event)
        self._refuse_tricks(event, path)
        if isinstance(event, yaml.ScalarEvent):
            return YamlNode(_resolve(event), place, key)
        if isinstance(event, yaml.AliasEvent):
            return YamlNode(None, place, key)
        if len(path) >= DEEPEST:
            what, hint = message("syntax.too_deep"), message("hint.few_levels")
            self.made.flaws.append(Flaw((), what, hint, place))
            raise _UnusableError
        if isinstance(event, yaml.SequenceStartEvent):
            return YamlNode(self._items(path), place, key)
        return YamlNode(self._entries(path), place, key)

    def _items(self, path: SettingPath) -> list[YamlNode]:
        items: list[YamlNode] = []
        while not isinstance(event := next(self._events), yaml.SequenceEndEvent):
            items.append(self._node(event, (*path, len(items)), None))
        return items

    def _entries(self, path: SettingPath) -> dict[str, YamlNode]:
        entries: dict[str, YamlNode] = {}
        names: dict[str, str] = {}
        while not isinstance(event := next(self._events), yaml.MappingEndEvent):
            written, key = self._key(event, path), _place(event)
            name = written if path else current(written)
            node = self._node(next(self._events), (*path, name), key)
            first = entries.setdefault(name, node)
            before = names.setdefault(name, written)
            if first is not node and first.key is not None:
                what = message("setting.already_set", line=first.key.line)
                hint = message("hint.keep_one")
                if before != written:
                    line = first.key.line
                    what = message("setting.already_set_as", line=line, name=before)
                    hint = message("hint.keep_new_name", name=name)
                self._flaw((*path, written), what, hint, key)
        return entries

    def _key(self, event: yaml.Event, path: SettingPath) -> str:
        self._refuse_tricks(event, path)
        if isinstance(event, yaml.ScalarEvent) and event.value:
            return str(event.value)
        what, hint = message("setting.no_name"), message("hint.write_name_and_value")
        if not isinstance(event, yaml.ScalarEvent):
            what = message("setting.name_not_a_word")
        self._flaw(path, what, hint, _place(event))
        raise _UnusableError

    def _refuse_tricks(self, event: yaml.Event, path: SettingPath) -> None:
        if getattr(event, "anchor", None):
            what, hint = message("setting.anchor"), message("hint.write_out")
        elif getattr(event, "tag", None):
            what, hint = message("setting.tag"), message("hint.plain_value")
        else:
            return
        self._flaw(path, what, hint, _place(event))
        self.made.spoiled.add(path)

    def _flaw(
        self, path: SettingPath, what: Message, hint: Message, place: FilePosition
    ) -> None:
        self.made.flaws.append(Flaw(path, what, hint, place))


def _place(event: yaml.Event) -> FilePosition:
    mark = event.start_mark
    return FilePosition(mark.line + 1, mark.column + 1) if mark else FilePosition(1, 1)


def _resolve(event: yaml.ScalarEvent) -> Scalar:
    text = str(event.value)
    if event.style or not event.implicit[0]:
        return text
    if text in _WORDS:
        return _WORDS[text]
    try:
        if _INT.fullmatch(text):
            return int(text)
        if any(map(str.isdigit, text)) and _FLOAT.fullmatch(text):
            return float(text)
    except ValueError:  # E8, or more digits than Python reads
        pass
    return text
