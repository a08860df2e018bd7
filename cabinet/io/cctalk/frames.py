"""Frames of ccTalk: `[to][n][from][header][data][checksum]`, all bytes 0 modulo 256.

The form with a CRC has its low byte where the sender's address is, and its high byte at
the end. On one wire the host hears its own bytes first: a frame that is not addressed
to the host is an echo, or of somebody else's, and is left alone.
"""

from typing import Final, NamedTuple

HOST: Final = 1
ACCEPTOR: Final = 2
ACK: Final = 0
_FIXED: Final = 5


class Reply(NamedTuple):
    """A whole frame to the host."""

    source: int
    header: int
    data: bytes


def encode(to: int, header: int, data: bytes = b"", *, crc: bool = False) -> bytes:
    """A frame from the host."""
    if crc:
        body = bytes((to, len(data), header)) + data
        check = crc16(body)
        return bytes((to, len(data), check & 0xFF, header)) + data + _high(check)
    body = bytes((to, len(data), HOST, header)) + data
    return body + bytes((-sum(body) & 0xFF,))


def crc16(octets: bytes) -> int:
    """CRC-16 of ccTalk: polynomial 0x1021, begun with 0."""
    check = 0
    for octet in octets:
        check ^= octet << 8
        for _ in range(8):
            check = check << 1 ^ (0x1021 if check & 0x8000 else 0)
        check &= 0xFFFF
    return check


class FrameReader:
    """Finds frames to the host in what comes; `reset` after a silence."""

    def __init__(self, *, crc: bool = False, peer: int = ACCEPTOR) -> None:
        self._crc = crc
        self._peer = peer  # whose answers these are, where a CRC is in its place
        self._octets = b""
        self.damaged = 0

    def reset(self) -> None:
        """Nothing came for a while: what was begun will never be whole."""
        self.damaged += bool(self._octets)
        self._octets = b""

    def feed(self, octets: bytes, echo: bytes = b"") -> list[Reply]:
        """The whole frames to the host; `echo` is what was just sent."""
        self._octets += octets
        if echo and self._octets.startswith(echo):
            self._octets = self._octets[len(echo) :]
        found: list[Reply] = []
        while len(self._octets) >= _FIXED:
            size = _FIXED + self._octets[1]
            if len(self._octets) < size:
                break
            frame, self._octets = self._octets[:size], self._octets[size:]
            if not self._is_whole(frame):
                self.damaged += 1
                self._octets = b""
            elif frame[0] == HOST:
                source = self._peer if self._crc else frame[2]
                found.append(Reply(source, frame[3], frame[4:-1]))
        return found

    def _is_whole(self, frame: bytes) -> bool:
        if not self._crc:
            return sum(frame) & 0xFF == 0
        check = crc16(frame[:2] + frame[3:-1])
        return frame[2] == check & 0xFF and frame[-1:] == _high(check)


def _high(check: int) -> bytes:
    return bytes((check >> 8,))
