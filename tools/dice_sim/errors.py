"""What the laboratory refuses, in sentences a person can act on."""

from collections.abc import Iterable
from difflib import get_close_matches

from cabinet.core.errors import CabinetError


class LabError(CabinetError):
    """Something asked of the laboratory that cannot be; nothing was lost by it."""


class InterruptedRunError(LabError):
    """A run that ended early; what had been finished is kept."""


def no_such(what: str, name: str, names: Iterable[str]) -> LabError:
    """`name` is none of `names`: which of them was meant, and which there are."""
    known = list(names)
    close = get_close_matches(name, known, n=1)
    hint = f"; did you mean {close[0]}?" if close else ""
    return LabError(f"there is no {what} {name!r}{hint} (there are: {_all(known)})")


def _all(names: list[str]) -> str:
    return ", ".join(names) or "none"
