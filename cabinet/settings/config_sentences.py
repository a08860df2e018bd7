"""What pydantic found wrong, said in our sentences.

Only the place and the sort of an error are taken from pydantic; the words come
from the schema. A union reports one error for each of its ways: they become one.
"""

from collections.abc import Iterator

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from cabinet.settings.config_lines import INPUTS, OUTPUTS
from cabinet.settings.problems import Flaw, Path, closest, there_are
from cabinet.settings.schema import example, expected, right, schema_at
from cabinet.settings.yaml_marks import Node


def shape_flaws(error: ValidationError, root: Node) -> list[Flaw]:
    """Every setting that is unknown, missing or not what it must be."""
    found: dict[Path, Flaw] = {}
    for detail in error.errors(include_url=False, include_context=False):
        flaw = _flaw(detail, root)
        found.setdefault(flaw.path, flaw)
    return list(found.values())


def _flaw(detail: ErrorDetails, root: Node) -> Flaw:
    path = detail["loc"]
    if path[-1] == "[key]":
        return _unknown(path[:-1], (*INPUTS, *OUTPUTS), "line")
    if detail["type"] == "extra_forbidden":
        return _unknown(path, schema_at(path[:-1]).get("properties", {}), "setting")
    if detail["type"] == "missing" and isinstance(path[-1], str):
        return _missing(path)
    return _wrong(_as_written(path, root), root)


def _unknown(path: Path, names: tuple[str, ...] | dict[str, object], what: str) -> Flaw:
    known = there_are(names) if len(names) < 12 else "see docs/operator.md"
    hint = closest(path[-1], names, otherwise=known)
    return Flaw(path, f"no such {what}", hint, on_key=True)


def _missing(path: Path) -> Flaw:
    rule = schema_at(path)
    comment = str(rule.get("$comment", ""))
    value = example(rule)
    hint = comment if comment.startswith("add ") else f"add {path[-1]}: {value or '…'}"
    return Flaw(path, "is missing", hint)


def _wrong(path: Path, root: Node) -> Flaw:
    rule, value = schema_at(path), _value(path, root)
    what, hint = expected(rule, value), right(rule, value)
    return Flaw(path, what, hint, on_key=value is None)


def _as_written(path: Path, root: Node) -> Path:
    """The part of pydantic's path that is in the file."""
    return tuple(_steps(path, root))


def _steps(path: Path, root: Node) -> Iterator[str | int]:
    node: Node | None = root
    for step in path:
        node = node.child(step) if node else None
        if node is None:
            return
        yield step


def _value(path: Path, root: Node) -> object:
    node: Node | None = root
    for step in path:
        node = node.child(step) if node else None
    return node.plain() if node else None
