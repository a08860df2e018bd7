"""Change settings in the text of a file and leave the rest of it as it is.

Only the characters of a value are replaced: comments, order, blank lines and the
way other things are written stay. What comes out is read again and has to hold
exactly the old settings with the changes, or nothing is changed at all.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import pairwise
from typing import Any, Final, NamedTuple, TypeAlias

import yaml

from cabinet.i18n.message import Message, message
from cabinet.settings.old_names import as_written
from cabinet.settings.problems import ConfigError, Path, Problem
from cabinet.settings.yaml_marks import compose

# A list that became another one, entry by entry: comments stay with what stays.


class Step(NamedTuple):
    """The old entry at a place is changed or goes, or a new one comes before it."""

    what: str
    place: int
    new: Any = None


def steps(old: Sequence[Any], new: Sequence[Any]) -> list[Step]:
    """How to come from one list to the other; the last place is the first step."""
    return list(_steps(old, new))[::-1]


def taken_out(text: str, node: yaml.SequenceNode, place: int) -> str:
    """The text without an entry of a block list; comments above it stay."""
    begin = _line(text, node.value[place].start_mark.index)
    return text[:begin] + text[_next_line(text, end_of(node.value[place])) :]


def put_in(text: str, node: yaml.SequenceNode, place: int, entry: str) -> str:
    """The text with an entry more before that place of a block list."""
    dash = " " * node.start_mark.column
    if place:
        at = _next_line(text, end_of(node.value[place - 1]))
    else:
        at = _line(text, node.value[0].start_mark.index)
    head = text[:at] if text[at - 1] == "\n" else f"{text[:at]}\n"
    return f"{head}{dash}- {entry}\n{text[at:]}"


def end_of(node: yaml.Node) -> int:
    """Where a node's own characters end; a block's end mark is on what follows it."""
    if not isinstance(node, yaml.CollectionNode) or node.flow_style:
        return int(node.end_mark.index)
    last = node.value[-1]
    return end_of(last[1] if isinstance(last, tuple) else last)


def _steps(old: Sequence[Any], new: Sequence[Any]) -> Iterator[Step]:
    before, after = ([json.dumps(each) for each in entries] for entries in (old, new))
    for what, a, b, c, d in SequenceMatcher(None, before, after).get_opcodes():
        if what == "equal":
            continue
        both = min(b - a, d - c)
        for n in range(both):
            yield Step("change", a + n, new[c + n])
        for place in range(a + both, b):
            yield Step("out", place)
        for each in new[c + both : d]:
            yield Step("in", b, each)


def _line(text: str, at: int) -> int:
    return text.rfind("\n", 0, at) + 1


def _next_line(text: str, at: int) -> int:
    found = text.find("\n", at)
    return len(text) if found < 0 else found + 1


# The entries of a list in another order, each with the comments that stand on it.


class Order(tuple[int, ...]):
    """The wish that a list be in this order: which old entry stands at each place."""

    __slots__ = ()


def reordered(text: str, node: yaml.SequenceNode, order: Sequence[int]) -> str:
    """The text with the entries of a list put in `order`, by their old places."""
    spans = _flow_spans(node) if node.flow_style else _block_spans(text, node)
    pieces = [text[begin:end] for begin, end in spans]
    between = [text[end:begin] for (_, end), (begin, _) in pairwise(spans)]
    moved = [pieces[place] for place in order]
    body = "".join(a + b for a, b in zip(moved, (*between, ""), strict=True))
    return text[: spans[0][0]] + body + text[spans[-1][1] :]


def permutation(old: Sequence[object], new: Sequence[object]) -> list[int] | None:
    """Which old entry stands at each new place; None when these are not the same."""
    left = list(range(len(old)))
    order: list[int] = []
    for entry in new:
        place = next((n for n in left if old[n] == entry), None)
        if place is None:
            return None
        left.remove(place)
        order.append(place)
    return None if left else order


def _flow_spans(node: yaml.SequenceNode) -> list[tuple[int, int]]:
    return [(each.start_mark.index, each.end_mark.index) for each in node.value]


def _block_spans(text: str, node: yaml.SequenceNode) -> list[tuple[int, int]]:
    """Whole lines; comments above an entry are its own, blank lines nobody's."""
    begins = [
        _first_comment(text, text.rfind("\n", 0, each.start_mark.index) + 1)
        for each in node.value
    ]
    last = text.find("\n", end_of(node.value[-1]))
    ends = (*begins[1:], len(text) if last < 0 else last)
    return [
        (begin, begin + len(text[begin:end].rstrip()))
        for begin, end in zip(begins, ends, strict=True)
    ]


def _first_comment(text: str, line: int) -> int:
    """Where the comments right above a line begin."""
    while line:
        above = text.rfind("\n", 0, line - 1) + 1
        if not text[above:line].lstrip().startswith("#"):
            break
        line = above
    return line


# Change settings in the text of a file and leave the rest of it as it is.


Value: TypeAlias = (
    "str | int | float | bool | Sequence[Value] | Mapping[str, Value] | None"
)
_COMMENT: Final = re.compile(r"([\]}]*)( +)#")
_PLAIN: Final = re.compile(r"[A-Za-zÀ-ÿ/][\w./-]*")


class _Absent:
    """The wish that a setting is not in the file."""


ABSENT: Final = _Absent()


class EditError(ConfigError):
    """A change that cannot be made in this file."""

    def __init__(self, what: Message, path: Path = ()) -> None:
        super().__init__([Problem(what, path=path)])


class _Span(NamedTuple):
    begin: int
    end: int


def edit(text: str, changes: Mapping[Path, "Value | _Absent"]) -> str:
    """The text with each setting at its path changed, added or taken out.

    Paths name entries of a list as they are before the edit: an `Order` comes last.
    """
    wanted = plain(text)
    for path, value in sorted(changes.items(), key=lambda c: isinstance(c[1], Order)):
        text = _edited(text, path, value)
        wanted = with_setting(wanted, path, value)
    if plain(text) != wanted:
        raise EditError(message("setting.not_editable"))
    return text


def plain(text: str) -> object:
    """What a text holds, without marks; {} when it is empty."""
    made = compose(text)
    if made.flaws:
        raise EditError(message("setting.mend_first", why=made.flaws[0].what))
    return {} if made.root is None else made.root.plain()


def written(value: Value) -> str:
    """A value on one line."""
    if isinstance(value, str):
        same = _PLAIN.fullmatch(value) and plain(f"x: {value}") == {"x": value}
        return value if same else json.dumps(value, ensure_ascii=False)
    if isinstance(value, Mapping):
        inside = ", ".join(f"{written(k)}: {written(v)}" for k, v in value.items())
        return f"{{{inside}}}"
    if isinstance(value, Sequence):
        return f"[{', '.join(written(item) for item in value)}]"
    return json.dumps(value)


def _edited(text: str, path: Path, value: "Value | _Absent") -> str:
    root = yaml.compose(text, Loader=yaml.SafeLoader)
    path = as_written(root, path)
    nodes, known = _walk(root, path)
    if isinstance(value, _Absent):
        return text if known < len(path) else _without(text, nodes, path)
    if known == len(path):
        if order := _order(nodes[-1], value):
            return reordered(text, *order)
        if changed := _entry_by_entry(text, nodes[-1], path, value):
            return changed
        span, lead = _place_of(text, nodes, path)
        return _replaced(text, span, f"{lead}{written(value)}")
    for step in reversed(path[known + 1 :]):
        value = {str(step): value}
    if isinstance(path[known], int):
        raise EditError(message("setting.no_entry"), path[: known + 1])
    return _added(text, nodes[-1], str(path[known]), value)


def _replaced(text: str, span: _Span, value: str) -> str:
    """The text with other characters in a span; a comment behind keeps its column."""
    gone, rest = text[span.begin : span.end], text[span.end :]
    if (found := _COMMENT.match(rest)) and "\n" not in gone:
        room = len(found[2]) + len(gone) - len(value)
        rest = f"{found[1]}{' ' * max(1, room)}{rest[found.end(2) :]}"
    return f"{text[: span.begin]}{value}{rest}"


def _order(node: yaml.Node, value: Value) -> tuple[yaml.SequenceNode, list[int]] | None:
    """The list and its new order, where a value is the same list in another one."""
    if not isinstance(node, yaml.SequenceNode) or not isinstance(value, list | tuple):
        return None
    if isinstance(value, Order):
        return (node, list(value)) if len(value) == len(node.value) else None
    held = plain(yaml.serialize(node))
    wanted = tuple(map(_frozen, value))
    order = permutation(held, wanted) if isinstance(held, tuple) else None
    return (node, order) if order and node.value else None


def _entry_by_entry(text: str, node: yaml.Node, path: Path, value: Value) -> str:
    """The text with some entries of a list changed; "" where it is written anew."""
    if not isinstance(node, yaml.SequenceNode) or node.flow_style:
        return ""
    held = plain(yaml.serialize(node))
    if not isinstance(value, list | tuple) or not value or not isinstance(held, tuple):
        return ""
    for what, place, new in steps(held, tuple(map(_frozen, value))):
        match what:
            case "out":
                text = taken_out(text, node, place)
            case "in":
                text = put_in(text, node, place, written(new))
            case _:
                text = _changed(text, (*path, place), node.value[place], new)
    return text


def _changed(text: str, path: Path, node: yaml.Node, new: Any) -> str:  # noqa: ANN401 - whatever YAML can hold
    """The text with another entry in a list: by its settings, if each has a line."""
    held: Any = plain(yaml.serialize(node))
    same = isinstance(new, Mapping) and isinstance(held, Mapping) and {*new} == {*held}
    if same and isinstance(node, yaml.CollectionNode) and not node.flow_style:
        for name in (each for each in new if new[each] != held[each]):
            text = _edited(text, (*path, name), new[name])
        return text
    span = _Span(node.start_mark.index, end_of(node))
    return _replaced(text, span, written(new))


def _walk(root: yaml.Node | None, path: Path) -> tuple[list[yaml.Node], int]:
    """The nodes down a path as far as it goes, and how many steps that is."""
    if root is None:
        root = yaml.MappingNode("", [], flow_style=False)
    nodes = [root]
    for known, step in enumerate(path):
        below = _child(nodes[-1], step)
        if below is None:
            return nodes, known
        nodes.append(below)
    return nodes, len(path)


def _child(node: yaml.Node, step: str | int) -> yaml.Node | None:
    if isinstance(node, yaml.MappingNode):
        return next((v for k, v in node.value if k.value == str(step)), None)
    if isinstance(node, yaml.SequenceNode) and isinstance(step, int):
        return node.value[step] if 0 <= step < len(node.value) else None
    return None


def _key_of(parent: yaml.Node, step: str | int) -> yaml.Node | None:
    if not isinstance(parent, yaml.MappingNode):
        return None
    keys: list[yaml.Node] = [key for key, _ in parent.value]
    return next(key for key in keys if key.value == str(step))


def _place_of(text: str, nodes: list[yaml.Node], path: Path) -> tuple[_Span, str]:
    """The characters to replace, and what has to stand before the new ones."""
    node, key = nodes[-1], _key_of(nodes[-2], path[-1])
    if key is None:
        return _Span(node.start_mark.index, end_of(node)), ""
    colon = text.index(":", key.end_mark.index) + 1
    if node.start_mark.line == key.end_mark.line and node.start_mark.index > colon:
        return _Span(node.start_mark.index, end_of(node)), ""
    return _Span(colon, max(colon, end_of(node))), " "


def _added(text: str, parent: yaml.Node, name: str, value: Value) -> str:
    if not isinstance(parent, yaml.MappingNode):
        raise EditError(message("setting.nothing_holds_it"), (name,))
    if parent.flow_style:
        close = parent.end_mark.index - 1
        comma = ", " if parent.value else ""
        inside = text[:close].rstrip(" ")
        return f"{inside}{comma}{name}: {written(value)}{text[close:]}"
    indent = " " * (parent.start_mark.column if parent.value else 0)
    at = _line_end(text, end_of(parent)) if parent.value else len(text)
    head = text[:at] if not at or text[at - 1] == "\n" else f"{text[:at]}\n"
    return f"{head}{indent}{name}: {written(value)}\n{text[at:]}"


def _without(text: str, nodes: list[yaml.Node], path: Path) -> str:
    parent, node, key = nodes[-2], nodes[-1], _key_of(nodes[-2], path[-1])
    if key is None:
        raise EditError(message("setting.not_removable"), path)
    if len(parent.value) == 1:
        above = _place_of(text, nodes[:-1], path[:-1])[0] if path[1:] else None
        begin, end = above or _Span(0, len(text))
        return f"{text[:begin]} {{}}{text[end:]}"
    if isinstance(parent, yaml.MappingNode) and not parent.flow_style:
        begin = text.rfind("\n", 0, key.start_mark.index) + 1
        return text[:begin] + text[_line_end(text, end_of(node)) :]
    last = parent.value[-1][0] is key
    begin, end = key.start_mark.index, end_of(node)
    if last:
        begin = text.rindex(",", 0, begin)
    else:
        end = text.index(",", end) + 1
        end += len(text[end:]) - len(text[end:].lstrip(" "))
    return text[:begin] + text[end:]


def _line_end(text: str, at: int) -> int:
    """Just behind the line that `at` is on, with its comment."""
    found = text.find("\n", at)
    return len(text) if found < 0 else found + 1


def with_setting(tree: object, path: Path, value: "Value | _Absent") -> object:
    """A tree of settings with one of them changed, added or taken out."""
    if not path:
        if isinstance(value, Order) and isinstance(tree, tuple):
            return tuple(tree[old] for old in value)
        return _frozen(value)
    step, rest = path[0], path[1:]
    if isinstance(tree, tuple) and isinstance(step, int):
        changed = with_setting(tree[step], rest, value)
        return (*tree[:step], changed, *tree[step + 1 :])
    entries = dict(tree) if isinstance(tree, dict) else {}
    if isinstance(value, _Absent) and not rest:
        entries.pop(str(step), None)
    elif not isinstance(value, _Absent) or str(step) in entries:
        entries[str(step)] = with_setting(entries.get(str(step)), rest, value)
    return entries


def _frozen(value: object) -> object:
    if isinstance(value, Mapping):
        return {str(name): _frozen(each) for name, each in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return tuple(_frozen(each) for each in value)
    return value
