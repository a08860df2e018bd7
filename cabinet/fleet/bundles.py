"""Signed settings for many cabinets, believed for their signature.

A bundle is a text and an Ed25519 signature of it. The text says which cabinets it is
for, its number, from when to when it is good, and either changes (paths and values, as
`cabinet config set` takes them) or which bundle to take back. Numbers only grow: an old
bundle that comes again, from the broker or from somebody who kept it, is refused by its
number. One that was held back is refused by its date.
"""

import base64
import binascii
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import (
    Ed25519PrivateKey,
    Ed25519PublicKey,
)

from cabinet.core.errors import CabinetError
from cabinet.fleet.topics import EVERYBODY, PayloadError, read, text, whole
from cabinet.platform.files import sync

LONGEST: Final = 64_000
HIGHEST: Final = 2**53
_MOST_CHANGES: Final = 200
# Seconds since 1970. What is good for ever could be held back for ever.
_LATEST: Final = 2**40
LONGEST_VALIDITY: Final = 366 * 24 * 3600
# What a signature is for, so that one made for something else is none of ours.
_CONTEXT: Final = b"arkade-cabinet settings bundle 1\n"
# Who this cabinet is, whom it obeys and what is wired: set at the cabinet alone.
_AT_THE_CABINET: Final = ("fleet", "cabinet.id", "io", "coins", "service.pin")


@dataclass(frozen=True, slots=True)
class Bundle:
    """Changes for some cabinets, or the number of a bundle to take back.

    Good from `not_before` to `not_after`, in seconds since 1970.
    """

    number: int
    cabinets: tuple[str, ...]
    not_before: int
    not_after: int
    changes: Mapping[str, str] = field(default_factory=dict)
    undo: int = 0

    def is_for(self, cabinet: str) -> bool:
        """Whether a cabinet is meant."""
        return EVERYBODY in self.cabinets or cabinet in self.cabinets

    def document(self) -> dict[str, Any]:
        """What is signed."""
        head = {
            "number": self.number,
            "cabinets": list(self.cabinets),
            "not_before": self.not_before,
            "not_after": self.not_after,
        }
        if self.undo:
            return {**head, "undo": self.undo}
        return {**head, "changes": dict(self.changes)}


def author_of(number: int) -> str:
    """How the books and the history call who changed a setting by bundle."""
    return f"bundle {number}, fleet"


def new_key(path: Path) -> str:
    """Write a new private key that only we may read; its public half, as a line."""
    key = Ed25519PrivateKey.generate()
    try:
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
        with os.fdopen(os.open(path, flags, 0o600), "w", encoding="ascii") as out:
            out.write(_base64(key.private_bytes_raw()) + "\n")
        sync(path)
        sync(path.parent)
    except OSError as wrong:
        raise CabinetError(f"{path}: cannot be written ({wrong.strerror})") from None
    return public_half(key)


def public_half(key: Ed25519PrivateKey) -> str:
    """What cabinets are told of a key: `fleet.bundle_key`."""
    return _base64(key.public_key().public_bytes_raw())


def load_key(path: Path) -> Ed25519PrivateKey:
    """The private key that `new_key` wrote."""
    try:
        raw = base64.b64decode(path.read_text(encoding="ascii").strip(), validate=True)
        return Ed25519PrivateKey.from_private_bytes(raw)
    except OSError as wrong:
        raise CabinetError(f"{path}: cannot be read ({wrong.strerror})") from None
    except ValueError:
        raise CabinetError(
            f"{path}: this is no key; `cabinet fleet key FILE` makes one"
        ) from None


def sign(bundle: Bundle, key: Ed25519PrivateKey) -> bytes:
    """The bundle as it travels."""
    said = json.dumps(bundle.document(), ensure_ascii=False, sort_keys=True)
    signature = key.sign(_CONTEXT + said.encode())
    sealed = {"bundle": said, "signature": _base64(signature)}
    return json.dumps(sealed, ensure_ascii=False).encode() + b"\n"


def opened(payload: bytes, public_key: str) -> Bundle:
    """The bundle in a payload, once its signature is proven; else `PayloadError`."""
    sealed = read(payload, LONGEST)
    said, signature = sealed.get("bundle"), sealed.get("signature")
    if not isinstance(said, str) or not isinstance(signature, str):
        raise PayloadError("expected a bundle and its signature, both texts")
    try:
        raw = base64.b64decode(signature, validate=True)
        key = Ed25519PublicKey.from_public_bytes(base64.b64decode(public_key))
        key.verify(raw, _CONTEXT + said.encode(errors="surrogatepass"))
    except (InvalidSignature, binascii.Error, ValueError):
        raise PayloadError("the signature is not that of fleet.bundle_key") from None
    return _bundle(read(said.encode(), LONGEST))


def _bundle(document: dict[str, Any]) -> Bundle:
    number, cabinets = whole(document, "number", HIGHEST), document.get("cabinets")
    if not isinstance(cabinets, list) or not all(isinstance(x, str) for x in cabinets):
        raise PayloadError("cabinets: expected a list of ids")
    head = (number, tuple(cabinets), *_validity(document))
    if "undo" in document:
        return Bundle(*head, undo=whole(document, "undo", HIGHEST))
    changes = document.get("changes")
    if not isinstance(changes, dict) or not 0 < len(changes) <= _MOST_CHANGES:
        raise PayloadError(f"changes: expected 1 to {_MOST_CHANGES} settings")
    for path in changes:
        if any(_overlap(path, own) for own in _AT_THE_CABINET):
            raise PayloadError(f"{path}: this is set at the cabinet alone")
    values = {path: text({path: v}, path, 2_000) for path, v in changes.items()}
    return Bundle(*head, values)


def _validity(document: dict[str, Any]) -> tuple[int, int]:
    begin = whole(document, "not_before", _LATEST)
    end = whole(document, "not_after", _LATEST)
    if not begin < end <= begin + LONGEST_VALIDITY:
        days = LONGEST_VALIDITY // 86_400
        raise PayloadError(f"not_after: expected 1 s to {days} days after not_before")
    return begin, end


def _overlap(path: str, own: str) -> bool:
    """Whether one holds the other: `service` holds `service.pin`."""
    one, other = f"{path}.", f"{own}."
    return one.startswith(other) or other.startswith(one)


def _base64(raw: bytes) -> str:
    return base64.b64encode(raw).decode("ascii")
