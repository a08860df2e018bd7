"""Check codes: sixteen signs for all postings up to a collection, kept by the owner.

The chain proves that the postings fit together, not that they are the ones that were
written: it has no secret, so whoever can write the file can compute another one. A
code of the chain's head that was kept elsewhere, on paper or by the fleet's collector,
cannot be made to fit: other postings up to that collection have another code.
"""

from typing import Final

from cabinet.core.errors import CabinetError
from cabinet.i18n.message import message

# None of 0 O 1 I L. There are 31, a prime: one wrong sign, or two that changed
# places, always shows in the last one.
SIGNS: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
_GROUP: Final = 4
_LENGTH: Final = 15


def check_code(link: bytes) -> str:
    """The code of a posting's hash: 74 bits of it and a sign that checks them."""
    rest, values = int.from_bytes(link, "big"), []
    for _ in range(_LENGTH):
        rest, value = divmod(rest, len(SIGNS))
        values.append(value)
    return _grouped("".join(SIGNS[value] for value in (*values, _check(values))))


def read_code(text: str) -> str:
    """A code as somebody typed it; `CabinetError` when a sign of it is wrong."""
    signs = "".join(text.upper().replace("-", " ").split())
    values = [SIGNS.find(sign) for sign in signs]
    *body, last = values or [-1]
    if -1 in values or len(body) != _LENGTH or last != _check(body):
        raise CabinetError(message("not_a_check_code", text=text))
    return _grouped(signs)


def _check(values: list[int]) -> int:
    weighted = (place * value for place, value in enumerate(values, 1))
    return sum(weighted) % len(SIGNS)


def _grouped(signs: str) -> str:
    starts = range(0, len(signs), _GROUP)
    return "-".join(signs[start : start + _GROUP] for start in starts)
