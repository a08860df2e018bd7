"""The acceptor itself: bytes in, bytes out, coins and faults by hand.

Written from the protocol's own description and not from the cabinet's code, so that
one can be wrong without the other.
"""

import random
from collections.abc import Sequence

EMPTY = ((0, 0),) * 5
EUROS = ("EU200A", "EU100A", "EU050A", "EU020A", "EU010A", "EU005A")


class Acceptor:
    """One acceptor; `power` and `coin` are what happens to it, `hear` what it is told.

    `faults` is the share of bytes that are lost, doubled or changed, each way.
    """

    def __init__(
        self,
        *,
        names: Sequence[str] = EUROS,
        echo: bool = True,
        serial: int = 123456,
        faults: float = 0.0,
        seed: int = 1,
        category: str = "Coin Acceptor",
        master: bool = True,
        life: int = 0,
        address: int = 2,
    ) -> None:
        self.names, self.echo, self.serial = list(names), echo, serial
        self.category, self.master, self.address = category, master, address
        self.faults, self._random = faults, random.Random(seed)
        self.life = life  # header 225, kept without power
        self.on = True
        self._reset()

    def _reset(self) -> None:
        self.counter, self.pairs = 0, list(EMPTY)
        self.mask, self.gate = 0, 0
        self._heard = b""

    # What happens to it

    def power(self, *, on: bool) -> None:
        """Switch it on or off."""
        if on and not self.on:
            self._reset()
        self.on = on

    @property
    def takes(self) -> bool:
        """Whether a coin that falls now is taken."""
        return self.on and self.mask != 0 and (self.gate != 0 or not self.master)

    def coin(self, place: int) -> bool:
        """A coin falls; whether it was taken."""
        if not self.takes or not self.mask >> (place - 1) & 1:
            return False
        self.life = (self.life + 1) % (1 << 24)
        self._event(place, 1)
        return True

    def error(self, code: int) -> None:
        """It notices that something is wrong."""
        if self.on:
            self._event(0, code)

    def _event(self, one: int, two: int) -> None:
        self.counter = self.counter % 255 + 1
        self.pairs = [(one, two), *self.pairs[:4]]

    # What is said on the wire

    def hear(self, octets: bytes) -> bytes:
        """The host's bytes; what comes back, the echo included."""
        if not self.on:
            return b""
        spoiled = self._spoil(octets)
        said = spoiled if self.echo else b""
        self._heard += spoiled
        while len(self._heard) >= 5:
            size = 5 + self._heard[1]
            if len(self._heard) < size:
                break
            frame, self._heard = self._heard[:size], self._heard[size:]
            if sum(frame) & 0xFF:
                self._heard = b""
            elif frame[0] == self.address:
                answer = self._answer(frame[3], frame[4:-1])
                if answer is not None:
                    body = bytes((frame[2], len(answer), self.address, 0)) + answer
                    said += self._spoil(body + bytes((-sum(body) & 0xFF,)))
        return said

    def silence(self) -> None:
        """Nothing came for 50 ms."""
        self._heard = b""

    def _answer(self, header: int, data: bytes) -> bytes | None:
        place = data[0] if data else 0
        known = {
            254: b"",
            245: self.category.encode(),
            246: b"SIM",
            244: b"C1",
            242: self.serial.to_bytes(3, "little"),
            249: bytes((2, 20)),
            225: self.life.to_bytes(3, "little"),
            229: bytes([self.counter, *(each for pair in self.pairs for each in pair)]),
        }
        if header == 184:
            within = 0 < place <= len(self.names)
            return (self.names[place - 1] if within else "......").encode()
        if header == 231 and len(data) == 2:
            self.mask = int.from_bytes(data, "little")
            return b""
        if header == 228 and self.master and data:
            self.gate = data[0] & 1
            return b""
        return known.get(header)

    def _spoil(self, octets: bytes) -> bytes:
        if not self.faults:
            return octets
        out = bytearray()
        for octet in octets:
            if self._random.random() >= self.faults:
                out.append(octet)
                continue
            match self._random.randrange(3):
                case 0:
                    continue
                case 1:
                    out += bytes((octet, octet))
                case 2:
                    out.append(octet ^ 1 << self._random.randrange(8))
        return bytes(out)
