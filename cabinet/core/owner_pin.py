"""The owner's PIN, kept so that a file does not tell it at a glance.

The file has it as `pbkdf2:SALT:KEY`. Four digits are ten thousand guesses, so whoever
has the file and a while has the PIN: this keeps it from eyes, backups and
photographs, not from thieves. The guard against guessing is the pause at the counter.

The derivation is PBKDF2 with HMAC-SHA-256 (RFC 8018) for one block, spelled out here:
the one of `hashlib` is OpenSSL's, which the counter does not load.
"""

from hashlib import sha256
from hmac import compare_digest
from typing import Final

PATTERN: Final = r"[0-9]{4}"
SEALED: Final = r"pbkdf2:[0-9a-f]{32}:[0-9a-f]{64}"
SALT_BYTES: Final = 16
_NAME: Final = "pbkdf2"
# Some 25 ms, in service only, where no coin is money.
ROUNDS: Final = 20_000
_BLOCK: Final = 64


def sealed(pin: str, salt: bytes) -> str:
    """What the settings keep of a PIN."""
    return f"{_NAME}:{salt.hex()}:{derived(pin, salt).hex()}"


def fits(said: str, kept: str) -> bool:
    """Whether a PIN that somebody says is the one that is kept, sealed or plain."""
    name, _, rest = kept.partition(":")
    if name != _NAME:
        return compare_digest(said.encode(), kept.encode())
    salt, _, key = rest.partition(":")
    if len(said.encode()) > _BLOCK:
        return False
    return compare_digest(derived(said, bytes.fromhex(salt)), bytes.fromhex(key))


def derived(pin: str, salt: bytes, rounds: int = ROUNDS) -> bytes:
    """The key of a PIN no longer than a block of the hash."""
    padded = pin.encode().ljust(_BLOCK, b"\0")
    inner = sha256(bytes(octet ^ 0x36 for octet in padded))
    outer = sha256(bytes(octet ^ 0x5C for octet in padded))

    def signed(message: bytes) -> bytes:
        one = inner.copy()
        one.update(message)
        two = outer.copy()
        two.update(one.digest())
        return two.digest()

    last = signed(salt + b"\0\0\0\1")
    total = int.from_bytes(last, "big")
    for _ in range(rounds - 1):
        last = signed(last)
        total ^= int.from_bytes(last, "big")
    return total.to_bytes(32, "big")
