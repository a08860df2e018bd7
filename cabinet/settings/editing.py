"""Change settings in the text of a file and leave the rest of it as it is.

Only the characters of a value are replaced: comments, order, blank lines and the
way other things are written stay. What comes out is read again and has to hold
exactly the old settings with the changes, or nothing is changed at all.
"""

import json
import re
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from itertools import pairwise
from typing import Any, Final, TypeAlias

import yaml

from cabinet.i18n.message import Message, message
from cabinet.settings.old_names import as_written
from cabinet.settings.problems import ConfigError, Problem, SettingPath
from cabinet.settings.yaml_marks import compose

Value: TypeAlias = (
    "str | int | float | bool | Sequence[Value] | Mapping[str, Value] | None"
)
_COMMENT: Final = re.compile(r"([\]}]*)( +)#")
_PLAIN: Final = re.compile(r"[A-Za-zÀ-ÿ/][\w./-]*")


class Order(tuple[int, ...]):
    """An edit that puts a list in this order: which old entry stands at each place."""

    __slots__ = ()


class _Absent:
    """An edit that takes a setting out of the file."""


ABSENT: Final = _Absent()


class EditError(ConfigError):
    """A change that cannot be made in this file."""

    def __init__(self, what: Message, path: SettingPath = ()) -> None:
        super().__init__([Problem(what, path=path)])


def edit(text: str, changes: Mapping[SettingPath, "Value | _Absent"]) -> str:
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


def _edited(text: str, path: SettingPath, value: "Value | _Absent") -> str:
    root = yaml.compose(text, Loader=yaml.SafeLoader)
    path = as_written(root, path)
    nodes, known = _walk(root, path)
    if isinstance(value, _Absent):
        return text if known < len(path) else _without(text, nodes, path)
    if known == len(path):
        node = nodes[-1]
        if isinstance(node, yaml.SequenceNode) and isinstance(value, list | tuple):
            if order := _order(node, value):
                return _reordered(text, node, order)
            if value and not node.flow_style:
                return _entry_by_entry(text, node, path, value)
        begin, end, lead = _place_of(text, nodes, path)
        return _replaced(text, begin, end, f"{lead}{written(value)}")
    for step in reversed(path[known + 1 :]):
        value = {str(step): value}
    if isinstance(path[known], int):
        raise EditError(message("setting.no_entry"), path[: known + 1])
    return _added(text, nodes[-1], str(path[known]), value)


def _replaced(text: str, begin: int, end: int, value: str) -> str:
    """The text with other characters there; a comment behind keeps its column."""
    gone, rest = text[begin:end], text[end:]
    if (found := _COMMENT.match(rest)) and "\n" not in gone:
        room = len(found[2]) + len(gone) - len(value)
        rest = f"{found[1]}{' ' * max(1, room)}{rest[found.end(2) :]}"
    return f"{text[:begin]}{value}{rest}"


def _order(node: yaml.SequenceNode, value: Sequence[Value]) -> list[int] | None:
    """The new order of the entries, where a value is the same list in another one."""
    if isinstance(value, Order):
        return list(value) if len(value) == len(node.value) else None
    return permutation(_held(node), frozen(value))


def _reordered(text: str, node: yaml.SequenceNode, order: Sequence[int]) -> str:
    """The text with the entries of a list put in `order`, by their old places."""
    spans = _block_spans(text, node)
    if node.flow_style:
        spans = [(each.start_mark.index, each.end_mark.index) for each in node.value]
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


def _block_spans(text: str, node: yaml.SequenceNode) -> list[tuple[int, int]]:
    """Whole lines; comments above an entry are its own, blank lines nobody's."""
    begins = [_first_comment(text, _line(text, n.start_mark.index)) for n in node.value]
    ends = (*begins[1:], _next_line(text, _end_of(node.value[-1])))
    return [
        (begin, begin + len(text[begin:end].rstrip()))
        for begin, end in zip(begins, ends, strict=True)
    ]


def _first_comment(text: str, line: int) -> int:
    """Where the comments right above a line begin."""
    while line:
        above = _line(text, line - 1)
        if not text[above:line].lstrip().startswith("#"):
            break
        line = above
    return line


def _entry_by_entry(
    text: str, node: yaml.SequenceNode, path: SettingPath, value: Sequence[Value]
) -> str:
    """The text with some entries of a block list changed; comments stay with theirs."""
    old, new = _held(node), frozen(value)
    before, after = ([json.dumps(each) for each in entries] for entries in (old, new))
    # From the last entry to the first, so that the marks above stay true.
    for what, a, b, c, d in SequenceMatcher(None, before, after).get_opcodes()[::-1]:
        if what == "equal":
            continue
        both = min(b - a, d - c)
        for entry in reversed(new[c + both : d]):
            text = _put_in(text, node, b, entry)
        for place in reversed(range(a + both, b)):
            begin = _line(text, node.value[place].start_mark.index)
            text = text[:begin] + text[_next_line(text, _end_of(node.value[place])) :]
        for n in reversed(range(both)):
            changed = node.value[a + n]
            text = _changed(text, (*path, a + n), changed, old[a + n], new[c + n])
    return text


def _put_in(text: str, node: yaml.SequenceNode, place: int, entry: Value) -> str:
    """The text with an entry more before that place of a block list."""
    if place:
        at = _next_line(text, _end_of(node.value[place - 1]))
    else:
        at = _line(text, node.value[0].start_mark.index)
    return _new_line(text, at, f"{' ' * node.start_mark.column}- {written(entry)}")


def _changed(text: str, path: SettingPath, node: yaml.Node, old: Any, new: Any) -> str:  # noqa: ANN401 - whatever YAML can hold
    """The text with another entry in a list: by its settings, if each has a line."""
    same = isinstance(new, Mapping) and isinstance(old, Mapping) and {*new} == {*old}
    if same and isinstance(node, yaml.CollectionNode) and not node.flow_style:
        for name in (each for each in new if new[each] != old[each]):
            text = _edited(text, (*path, name), new[name])
        return text
    return _replaced(text, node.start_mark.index, _end_of(node), written(new))


def _held(node: yaml.Node) -> Any:  # noqa: ANN401 - whatever YAML can hold
    return plain(yaml.serialize(node))


def _walk(root: yaml.Node | None, path: SettingPath) -> tuple[list[yaml.Node], int]:
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


def _place_of(
    text: str, nodes: list[yaml.Node], path: SettingPath
) -> tuple[int, int, str]:
    """The characters to replace, and what has to stand before the new ones."""
    node, key = nodes[-1], _key_of(nodes[-2], path[-1])
    begin, end = node.start_mark.index, _end_of(node)
    if key is None:
        return begin, end, ""
    colon = text.index(":", key.end_mark.index) + 1
    if node.start_mark.line == key.end_mark.line and begin > colon:
        return begin, end, ""
    return colon, max(colon, end), " "


def _added(text: str, parent: yaml.Node, name: str, value: Value) -> str:
    if not isinstance(parent, yaml.MappingNode):
        raise EditError(message("setting.nothing_holds_it"), (name,))
    if parent.flow_style:
        close = parent.end_mark.index - 1
        comma = ", " if parent.value else ""
        inside = text[:close].rstrip(" ")
        return f"{inside}{comma}{name}: {written(value)}{text[close:]}"
    indent = " " * (parent.start_mark.column if parent.value else 0)
    at = _next_line(text, _end_of(parent)) if parent.value else len(text)
    return _new_line(text, at, f"{indent}{name}: {written(value)}")


def _new_line(text: str, at: int, line: str) -> str:
    head = text[:at] if not at or text[at - 1] == "\n" else f"{text[:at]}\n"
    return f"{head}{line}\n{text[at:]}"


def _without(text: str, nodes: list[yaml.Node], path: SettingPath) -> str:
    parent, node, key = nodes[-2], nodes[-1], _key_of(nodes[-2], path[-1])
    if key is None:
        raise EditError(message("setting.not_removable"), path)
    if len(parent.value) == 1:
        begin, end = 0, len(text)
        if path[1:]:
            begin, end, _ = _place_of(text, nodes[:-1], path[:-1])
        return f"{text[:begin]} {{}}{text[end:]}"
    if isinstance(parent, yaml.MappingNode) and not parent.flow_style:
        begin = _line(text, key.start_mark.index)
        return text[:begin] + text[_next_line(text, _end_of(node)) :]
    last = parent.value[-1][0] is key
    begin, end = key.start_mark.index, _end_of(node)
    if last:
        begin = text.rindex(",", 0, begin)
    else:
        end = text.index(",", end) + 1
        end += len(text[end:]) - len(text[end:].lstrip(" "))
    return text[:begin] + text[end:]


def _end_of(node: yaml.Node) -> int:
    """Where a node's own characters end; a block's end mark is on what follows it."""
    if not isinstance(node, yaml.CollectionNode) or node.flow_style:
        return int(node.end_mark.index)
    last = node.value[-1]
    return _end_of(last[1] if isinstance(last, tuple) else last)


def _line(text: str, at: int) -> int:
    """Where the line that `at` is on begins."""
    return text.rfind("\n", 0, at) + 1


def _next_line(text: str, at: int) -> int:
    """Just behind the line that `at` is on, with its comment."""
    found = text.find("\n", at)
    return len(text) if found < 0 else found + 1


def with_setting(tree: object, path: SettingPath, value: "Value | _Absent") -> object:
    """A tree of settings with one of them changed, added or taken out."""
    if not path:
        if isinstance(value, Order) and isinstance(tree, tuple):
            return tuple(tree[old] for old in value)
        return frozen(value)
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


def frozen(value: object) -> Any:  # noqa: ANN401 - whatever YAML can hold
    """A value that nobody can change: sequences are tuples, names are text."""
    if isinstance(value, Mapping):
        return {str(name): frozen(each) for name, each in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return tuple(frozen(each) for each in value)
    return value
