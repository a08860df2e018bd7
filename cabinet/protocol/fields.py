"""From a dataclass to a JSON document and back, field by field, strictly.

Nothing is guessed and nothing passes by: a field too many, too few or of another
type is a `ProtocolError` that names its place, in a sentence of bounded length
whatever was sent.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Final,
    NamedTuple,
    TypeAlias,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

from cabinet.core.errors import ProtocolError
from cabinet.i18n.message import Message, document, from_document

LONGEST_SHOWN: Final = 60
LARGEST: Final = 2**63 - 1
# What a match is dealt from: the only number that no database has to take as one.
LARGEST_SEED: Final = 2**128 - 1
Seed: TypeAlias = Annotated[int, LARGEST_SEED]
_IN_WORDS: Final[dict[object, str]] = {
    str: "a text",
    int: "a whole number",
    bool: "true or false",
    tuple: "a list",
}

T = TypeVar("T")


class _Shape(NamedTuple):
    hints: Mapping[str, object]
    required: frozenset[str]


_SHAPES: Final[dict[type[object], _Shape]] = {}


def plain(value: object, told: Callable[[Message], object] = document) -> Any:  # noqa: ANN401
    """A dataclass, or a part of one, as JSON writes it; `told` writes messages."""
    if isinstance(value, Message):
        return told(value)
    if isinstance(value, tuple):
        return [plain(one, told) for one in value]
    if isinstance(value, dict):
        return {key: plain(one, told) for key, one in value.items()}
    if is_dataclass(value):
        return {
            name: plain(getattr(value, name), told)
            for name in _shape(type(value)).hints
        }
    return value


def build(cls: type[T], found: Mapping[str, object], where: str) -> T:
    """The dataclass a document describes; `where` begins every complaint."""
    hints, required = _shape(cls)
    if strange := sorted(set(found) - set(hints)):
        raise ProtocolError(f"{where}: no field is called {shown(strange[0])}")
    if missing := sorted(required - set(found)):
        raise ProtocolError(f"{where}: {missing[0]} is missing")
    return cls(
        **{
            name: _value(hints[name], value, f"{where}.{name}")
            for name, value in found.items()
        }
    )


def shown(value: object) -> str:
    """What was found, short enough for a sentence."""
    text = value if isinstance(value, str) else repr(value)
    cut = text[:LONGEST_SHOWN]
    return (repr(cut) if text is value else cut) + (" …" if cut != text else "")


def _shape(cls: type[object]) -> _Shape:
    if cls not in _SHAPES:
        assert is_dataclass(cls)
        required = frozenset(
            f.name
            for f in fields(cls)
            if f.default is MISSING and f.default_factory is MISSING
        )
        _SHAPES[cls] = _Shape(get_type_hints(cls, include_extras=True), required)
    return _SHAPES[cls]


def _value(hint: object, value: object, where: str) -> object:
    origin = get_origin(hint)
    if origin is UnionType:
        return _one_of(get_args(hint), value, where)
    if origin is tuple and isinstance(value, list):
        inner = get_args(hint)[0]
        return tuple(_value(inner, v, f"{where}[{i}]") for i, v in enumerate(value))
    if origin is dict and isinstance(value, dict) and all(map(can_be_written, value)):
        inner = get_args(hint)[1]
        return {
            key: _value(inner, v, f"{where}.{key[:LONGEST_SHOWN]}")
            for key, v in value.items()
        }
    if origin is Annotated:
        return _counted(value, get_args(hint)[1], where)
    if hint is Message and isinstance(value, dict):
        return _message(value, where)
    if isinstance(hint, type) and is_dataclass(hint) and isinstance(value, dict):
        return build(hint, value, where)
    if type(value) is hint and can_be_written(value):
        return value
    raise ProtocolError(f"{where}: {shown(value)} is not {_in_words(origin or hint)}")


def _counted(value: object, largest: int, where: str) -> int:
    if type(value) is int and -largest <= value <= largest:
        return value
    raise ProtocolError(f"{where}: {shown(value)} is not {_in_words(int)}")


def _message(found: dict[str, object], where: str) -> Message:
    try:
        told = from_document(found)
    except ValueError:
        told = None
    if told is None or not can_be_written(json.dumps(found, ensure_ascii=False)):
        raise ProtocolError(f"{where}: {shown(found)} is not a message")
    return told


def _one_of(choices: tuple[object, ...], value: object, where: str) -> object:
    some = [choice for choice in choices if choice is not NoneType]
    if value is None and len(some) < len(choices):
        return None
    if len(some) == 1:
        return _value(some[0], value, where)
    if type(value) in some and can_be_written(value):
        return value
    wanted = " or ".join(map(_in_words, some))
    raise ProtocolError(f"{where}: {shown(value)} is not {wanted}")


def can_be_written(value: object) -> bool:
    """JSON lets through half a character and any number, which no file takes."""
    if isinstance(value, int):
        return -LARGEST <= value <= LARGEST
    try:
        return not isinstance(value, str) or value.encode() is not None
    except UnicodeEncodeError:
        return False


def _in_words(hint: object) -> str:
    return _IN_WORDS.get(hint, "an object")
