"""A message as numbers in a row: what all messages have in common."""

from dataclasses import astuple, dataclass, fields
from itertools import islice
from struct import Struct
from typing import ClassVar, Final, Self

_ROWS: Final = {"base": 2, "totals": 2, "faces": 6}  # these fields hold many numbers


@dataclass(frozen=True, slots=True)
class Payload:
    """A message whose fields are numbers in the order of its payload."""

    TYPE: ClassVar[int]
    LAYOUT: ClassVar[Struct]

    def payload(self) -> bytes:
        """The message without its frame."""
        flat: list[int] = []
        for field in astuple(self):
            flat.extend(field if isinstance(field, tuple) else (field,))
        return self.LAYOUT.pack(*flat)

    @classmethod
    def read(cls, payload: bytes) -> Self:
        """The message in a payload of the right length."""
        numbers = iter(cls.LAYOUT.unpack(payload))
        return cls(
            *(
                tuple(islice(numbers, _ROWS[f.name]))
                if f.name in _ROWS
                else next(numbers)
                for f in fields(cls)
            )
        )
