"""Frames: 0, COBS(type, sequence, payload, CRC-16 little-endian), 0.

The zeros on both sides let a reader find its place after any noise. The CRC is
compared, never run through to a residue of zero: a damaged COBS code byte makes
extra zeros at the end, and those leave a residue of zero alone.
"""

from binascii import crc_hqx
from dataclasses import dataclass
from typing import Final

MOST_PAYLOAD: Final = 40
_MOST_CODED: Final = MOST_PAYLOAD + 5  # type, sequence, CRC and one COBS byte


class FrameError(ValueError):
    """Something that cannot be put into a frame."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One whole, undamaged frame; what it means is in `messages`."""

    type: int
    sequence: int
    payload: bytes = b""


def crc16(octets: bytes) -> int:
    """CRC-16/CCITT-FALSE (its published check value is 0x29B1)."""
    return crc_hqx(octets, 0xFFFF)


def encode(frame: Frame) -> bytes:
    """The bytes of a frame, zeros included; refuses what no chip could hold."""
    if len(frame.payload) > MOST_PAYLOAD:
        raise FrameError(
            f"a payload of {len(frame.payload)} bytes is too long"
            f" (at most {MOST_PAYLOAD})"
        )
    body = bytes((frame.type, frame.sequence)) + frame.payload
    body += crc16(body).to_bytes(2, "little")
    runs = body.split(b"\0")
    return b"\0" + b"".join(bytes((len(run) + 1,)) + run for run in runs) + b"\0"


class FrameReader:
    """Finds frames in whatever arrives, in pieces of any size.

    `damaged` counts what lay between two zeros and was no frame. What came before
    the first zero does not count: whoever opens a line may come in the middle.
    """

    __slots__ = ("_coded", "_overlong", "_synchronised", "damaged")

    def __init__(self) -> None:
        self._coded = bytearray()
        self._overlong = False
        self._synchronised = False
        self.damaged = 0

    def feed(self, octets: bytes) -> list[Frame]:
        """Every frame these bytes complete."""
        *finished, rest = octets.split(b"\0")
        frames = [frame for piece in finished if (frame := self._finish(piece))]
        self._keep(rest)
        return frames

    def _keep(self, piece: bytes) -> None:
        room = _MOST_CODED - len(self._coded)
        self._overlong |= len(piece) > room
        self._coded += piece[:room]

    def _finish(self, piece: bytes) -> Frame | None:
        self._keep(piece)
        frame = None if self._overlong else _decode(bytes(self._coded))
        if frame is None and self._coded and self._synchronised:
            self.damaged += 1
        self._coded.clear()
        self._overlong = False
        self._synchronised = True
        return frame


def _decode(coded: bytes) -> Frame | None:
    body = _cobs_decode(coded)
    if len(body) < 4 or crc16(body[:-2]) != int.from_bytes(body[-2:], "little"):
        return None
    return Frame(body[0], body[1], body[2:-2])


def _cobs_decode(coded: bytes) -> bytes:
    runs = []
    at = 0
    while at < len(coded):
        end = at + coded[at]
        if end > len(coded):
            return b""
        runs.append(coded[at + 1 : end])
        at = end
    return b"\0".join(runs)
