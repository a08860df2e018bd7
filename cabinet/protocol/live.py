"""What travels on a socket of its own: the screen's picture and its sounds.

The screen listens at a socket of its own; whoever connects wants to watch. Every
`REQUEST` asks for one picture and gets one, as soon as there is one it has not seen, so
nobody is ever sent more than they asked for. Each message of the screen is its kind,
its length and its bytes.
"""

from typing import Final

REQUEST: Final = b"+"
# One picture, as JPEG.
PICTURE: Final = b"P"
# Sounds that begin now, as JSON.
SOUNDS: Final = b"S"
# The loop that plays from now on, as JSON.
MUSIC: Final = b"M"
HEAD: Final = 5
LONGEST: Final = 4_000_000
# How many pictures may be on their way to one who has not said that they are seen.
MOST_UNSEEN: Final = 2


class NotLiveError(ValueError):
    """The other end does not speak as we do."""


def pack(kind: bytes, body: bytes) -> bytes:
    """A message as bytes."""
    return kind + len(body).to_bytes(HEAD - 1, "big") + body


def unpack(head: bytes) -> tuple[bytes, int]:
    """The kind of a message and the length of what follows, from its first bytes."""
    kind, length = head[:1], int.from_bytes(head[1:HEAD], "big")
    if kind not in (PICTURE, SOUNDS, MUSIC) or length > LONGEST:
        raise NotLiveError(f"the screen sent {head[:HEAD]!r}, which is no message")
    return kind, length
