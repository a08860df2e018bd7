"""A field that is given as itself, or as a function that makes it when it is wanted.

A game's view and bots are most of what there is to load of it, and whoever only asks
what may be played, with which options and by how many, wants neither.
"""

from collections.abc import Callable
from typing import Any, Generic, TypeVar, cast, overload

T = TypeVar("T")


class Later(Generic[T]):
    """The descriptor of such a field; what was made stays."""

    def __init__(self, default: Callable[[], T] | None = None) -> None:
        self._default = default

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = f"_{name}"

    @overload
    def __get__(self, holder: None, owner: type) -> Callable[[], T]: ...
    @overload
    def __get__(self, holder: object, owner: type) -> T: ...
    def __get__(self, holder: Any, owner: type) -> T | Callable[[], T]:
        if holder is None:
            if self._default is None:
                raise AttributeError(f"{self._name[1:]} has no default")
            return self._default
        given = getattr(holder, self._name)
        if callable(given):
            given = given()
            object.__setattr__(holder, self._name, given)
        return cast(T, given)

    def __set__(self, holder: object, given: T | Callable[[], T]) -> None:
        object.__setattr__(holder, self._name, given)
