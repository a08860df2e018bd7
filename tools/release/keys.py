"""The key that signs releases: PEM files, as openssl writes and reads them.

The cabinet checks with `openssl`, which every Debian has, so that nothing of a release
runs before it is known to be ours.
"""

import hashlib
import os
from pathlib import Path

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import (
    Ed25519PrivateKey,
    Ed25519PublicKey,
)
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    KeySerializationEncryption,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
    load_pem_public_key,
)


class ReleaseError(Exception):
    """Why there is no release; the sentence is for a person."""


def new_key(path: Path, passphrase: str) -> Path:
    """Write a new private key that only we may read, and its public half beside it."""
    key = Ed25519PrivateKey.generate()
    lock: KeySerializationEncryption = NoEncryption()
    if passphrase:
        lock = BestAvailableEncryption(passphrase.encode())
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, lock)
    public = path.with_suffix(".pub")
    try:
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
        with os.fdopen(os.open(path, flags, 0o600), "wb") as out:
            out.write(private)
        public.write_bytes(public_half(key))
    except OSError as wrong:
        raise ReleaseError(f"{path}: cannot be written ({wrong.strerror})") from None
    return public


def public_half(key: Ed25519PrivateKey) -> bytes:
    """What an operator pins, as PEM."""
    return key.public_key().public_bytes(
        Encoding.PEM, PublicFormat.SubjectPublicKeyInfo
    )


def load_key(path: Path, passphrase: str) -> Ed25519PrivateKey:
    """The private key in a file."""
    try:
        word = passphrase.encode() if passphrase else None
        key = load_pem_private_key(path.read_bytes(), word)
    except OSError as wrong:
        raise ReleaseError(f"{path}: cannot be read ({wrong.strerror})") from None
    except (ValueError, TypeError, UnsupportedAlgorithm) as wrong:
        raise ReleaseError(f"{path}: no key can be read from it: {wrong}") from None
    if not isinstance(key, Ed25519PrivateKey):
        raise ReleaseError(f"{path}: this is no Ed25519 key")
    return key


def load_public(path: Path) -> Ed25519PublicKey:
    """The public key in a file."""
    try:
        key = load_pem_public_key(path.read_bytes())
    except OSError as wrong:
        raise ReleaseError(f"{path}: cannot be read ({wrong.strerror})") from None
    except (ValueError, UnsupportedAlgorithm) as wrong:
        raise ReleaseError(
            f"{path}: no public key can be read from it: {wrong}"
        ) from None
    if not isinstance(key, Ed25519PublicKey):
        raise ReleaseError(f"{path}: this is no Ed25519 key")
    return key


def fingerprint(path: Path) -> str:
    """What two people compare: the SHA-256 of the key, as openssl computes it."""
    der = load_public(path).public_bytes(
        Encoding.DER, PublicFormat.SubjectPublicKeyInfo
    )
    return hashlib.sha256(der).hexdigest()
