"""What all simulated devices have in common: the wire, its faults, the events.

Written from the protocol's own description and not from the cabinet's code, so that
one can be wrong without the other.
"""

import random
from collections.abc import Sequence
from typing import TypedDict, Unpack

EMPTY = ((0, 0),) * 5


class Ways(TypedDict, total=False):
    """How a device is, whatever it is."""

    echo: bool
    serial: int
    faults: float
    seed: int
    master: bool
    address: int
    crc: bool


class Device:
    """A device of ccTalk: bytes in, bytes out.

    `faults` is the share of bytes that are lost, doubled or changed, each way. `crc`:
    it speaks the form with a CRC. A subclass says what it answers.
    """

    category = "Nothing"
    product = "X1"
    events_header = 229
    usual_address = 2

    def __init__(
        self,
        names: Sequence[str],
        **how: Unpack[Ways],
    ) -> None:
        self.names = list(names)
        self.echo, self.master = how.get("echo", True), how.get("master", True)
        self.serial, self.crc = how.get("serial", 123456), how.get("crc", False)
        self.address = how.get("address", self.usual_address)
        self.faults = how.get("faults", 0.0)
        self._random = random.Random(how.get("seed", 1))
        self.on = True
        self._reset()

    def _reset(self) -> None:
        self.counter, self.pairs = 0, list(EMPTY)
        self.mask, self.gate = 0, 0
        self._heard = b""

    def power(self, *, on: bool) -> None:
        """Switch it on or off."""
        if on and not self.on:
            self._reset()
        self.on = on

    @property
    def takes(self) -> bool:
        """Whether what is put into it now can be taken."""
        return self.on and self.mask != 0 and (self.gate != 0 or not self.master)

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
            if not self._is_whole(frame):
                self._heard = b""
            elif frame[0] == self.address:
                answer = self._answer(frame[3], frame[4:-1])
                if answer is not None:
                    said += self._spoil(self._frame(answer))
        return said

    def silence(self) -> None:
        """Nothing came for 50 ms."""
        self._heard = b""

    def _is_whole(self, frame: bytes) -> bool:
        if self.crc:
            check = _crc(frame[:2] + frame[3:-1])
            return (check & 255, check >> 8) == (frame[2], frame[-1])
        return sum(frame) & 0xFF == 0

    def _frame(self, data: bytes) -> bytes:
        """An answer to the host, who is at address 1."""
        if self.crc:
            check = _crc(bytes((1, len(data), 0)) + data)
            head = bytes((1, len(data), check & 255, 0))
            return head + data + bytes((check >> 8,))
        body = bytes((1, len(data), self.address, 0)) + data
        return body + bytes((-sum(body) & 0xFF,))

    def _answer(self, header: int, data: bytes) -> bytes | None:
        events = [self.counter, *(each for pair in self.pairs for each in pair)]
        known = {
            254: b"",
            245: self.category.encode(),
            246: b"SIM",
            244: self.product.encode(),
            242: self.serial.to_bytes(3, "little"),
            249: bytes((2, 20)),
            self.events_header: bytes(events),
        }
        if header == 231 and len(data) == 2:
            self.mask = int.from_bytes(data, "little")
            return b""
        if header == 228 and self.master and data:
            self.gate = data[0] & 1
            return b""
        return known.get(header)

    def _name(self, data: bytes, none: str) -> bytes:
        place = data[0] if data else 0
        within = 0 < place <= len(self.names)
        return (self.names[place - 1] if within else none).encode()

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


class Bus:
    """Several devices on one wire: everybody hears the host, each answers for itself.

    What one says the others hear as well.
    """

    def __init__(self, *devices: Device, echo: bool = True) -> None:
        self.devices, self.echo = devices, echo
        for device in devices:
            device.echo = False

    def hear(self, octets: bytes) -> bytes:
        """See `Device.hear`."""
        answers = [device.hear(octets) for device in self.devices]
        for speaker, said in enumerate(answers):
            for listener, device in enumerate(self.devices):
                if said and listener != speaker:
                    device.hear(said)
        return (octets if self.echo else b"") + b"".join(answers)

    def silence(self) -> None:
        """See `Device.silence`."""
        for device in self.devices:
            device.silence()


def _crc(octets: bytes) -> int:
    """CRC-CCITT begun with 0, a bit at a time."""
    check = 0
    for octet in octets:
        for bit in range(7, -1, -1):
            top = (check >> 15 ^ octet >> bit) & 1
            check = check << 1 & 0xFFFF ^ (0x1021 if top else 0)
    return check
