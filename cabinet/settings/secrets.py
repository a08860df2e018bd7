"""Settings that no history, log or terminal repeats: the owner's PIN.

A desk that is told a PIN keeps it sealed; one typed into the file by hand is taken as
it stands, and `cabinet check` advises to set it at a desk.
"""

import os
import re
from collections.abc import Mapping
from typing import Any, Final

from cabinet.core.owner_pin import PATTERN, SALT_BYTES, sealed
from cabinet.settings import Config
from cabinet.settings.problems import Path

_PIN: Final[Path] = ("service", "pin")
SECRETS: Final = (_PIN,)
HIDDEN: Final = "•••"
ADVICE: Final = (
    "service.pin stands there for everybody to read: set it on the cabinet, or with "
    "cabinet config set service.pin, and the file keeps it sealed"
)


def is_secret(path: Path) -> bool:
    """Whether a setting, or something in it, is nobody's business."""
    return any(secret[: len(path)] == path for secret in SECRETS)


def guarded(wishes: Mapping[Path, Any]) -> dict[Path, Any]:
    """The same wishes, with a PIN as the file keeps it."""
    return {
        path: sealed(value, os.urandom(SALT_BYTES)) if _is_plain(path, value) else value
        for path, value in wishes.items()
    }


def advice(config: Config) -> tuple[str, ...]:
    """What the operator would do better, in sentences."""
    return (ADVICE,) if _is_plain(_PIN, config.service.pin) else ()


def _is_plain(path: Path, value: object) -> bool:
    is_text = isinstance(value, str)
    return path == _PIN and is_text and bool(re.fullmatch(PATTERN, str(value)))
