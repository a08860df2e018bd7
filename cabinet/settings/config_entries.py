"""A list that became another one, entry by entry: comments stay with what stays."""

import json
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Any, NamedTuple

import yaml


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
