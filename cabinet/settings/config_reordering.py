"""The entries of a list in another order, each with the comments that stand on it."""

from collections.abc import Sequence
from itertools import pairwise

import yaml

from cabinet.settings.config_entries import end_of


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
