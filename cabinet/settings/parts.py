"""What all groups of settings share: strictness, and the kinds of numbers.

Settings are strict (text is not a number) and frozen, and a setting a group does
not know is an error. What each is called is in `english.yaml` and `french.yaml`;
`examples`, `$comment` and `errorMessage` end up in error messages.
"""

from functools import cache
from pathlib import Path
from typing import Annotated, Any, Final, TypeAlias

import yaml
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
# Nothing that cannot be seen: no control characters, and none that turn the direction
# of writing round or make one name look like another.
SEEN: Final = (
    r"^[^\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e"
    r"\u2060-\u206f\ufeff\ufff9-\ufffb]+$"
)
Words: TypeAlias = Annotated[
    str,
    Field(
        min_length=1,
        max_length=40,
        pattern=SEEN,
        json_schema_extra=wanted(message("kind.name", most=40)),
    ),
]


class Part(BaseModel):
    """A group of settings; a setting it does not know is an error."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, strict=True, defer_build=True
    )

    @classmethod
    def __pydantic_init_subclass__(cls, **_: object) -> None:
        """Give each setting its name and its sentence of help, for schema and menu."""
        for name, words in data("english").get(cls.__name__, {}).items():
            cls.model_fields[name].title, cls.model_fields[name].description = words


@cache
def data(name: str) -> Any:  # noqa: ANN401 - whatever YAML can hold
    """What is in one of the YAML files beside this one, by its name."""
    # The C parser, where there is one: every program waits for its settings.
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    text = Path(__file__).with_name(f"{name}.yaml").read_text(encoding="utf-8")
    return yaml.load(text, loader)


def minute_of_day(time: str) -> int:
    """A time such as `17:30` in minutes since midnight."""
    hours, _, minutes = time.partition(":")
    return 60 * int(hours) + int(minutes)


def nanos(seconds: float) -> Nanos:
    """Seconds of the file as the core counts time."""
    return round(seconds * SECOND)
