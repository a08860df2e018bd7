"""What all groups of settings share: strictness, and the kinds of numbers.

Settings are strict (text is not a number) and frozen, and a setting a group does
not know is an error. `title` and `description` are for people; `examples`,
`$comment` and `errorMessage` end up in error messages.
"""

from typing import Annotated, TypeAlias

from pydantic import BaseModel, ConfigDict, Field
from pydantic.config import JsonDict

from cabinet.core.events import SECOND, Nanos
from cabinet.i18n.message import Message, document, message


def wanted(what: Message) -> JsonDict:
    """What a setting has to be, where its schema alone does not tell."""
    return {"errorMessage": document(what)}


def add_hint(example: str) -> JsonDict:
    """What to add where the setting is missing."""
    return {"$comment": document(message("hint.add", what=example))}


Money: TypeAlias = Annotated[
    int,
    Field(
        ge=1,
        le=10_000_000,
        examples=[100],
        json_schema_extra={"$comment": document(message("hint.minor_units"))},
    ),
]
Credits: TypeAlias = Annotated[int, Field(ge=1, le=999)]
Millis: TypeAlias = Annotated[int, Field(ge=1, le=10_000)]
Seconds: TypeAlias = Annotated[float, Field(ge=1, le=86_400, allow_inf_nan=False)]
Expiry: TypeAlias = Annotated[float, Field(ge=0, le=2_592_000, allow_inf_nan=False)]
TimeOfDay: TypeAlias = Annotated[
    str,
    Field(
        pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$",
        json_schema_extra=wanted(message("kind.time_of_day")),
    ),
]
Words: TypeAlias = Annotated[str, Field(min_length=1, max_length=40)]


class Part(BaseModel):
    """A group of settings; a setting it does not know is an error."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, strict=True, defer_build=True
    )


def nanos(seconds: float) -> Nanos:
    """Seconds of the file as the core counts time."""
    return round(seconds * SECOND)
