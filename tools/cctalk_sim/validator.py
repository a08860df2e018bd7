"""The bill validator: bills by hand, an escrow, a box.

What is in the box is the truth that a test compares the books with.
"""

from collections.abc import Sequence
from typing import Unpack

from tools.cctalk_sim.device import Device, Ways

BILLS = ("EU0005A", "EU0010A", "EU0020A", "EU0050A")
RETURN, STACK, STAY = 0, 1, 255
EMPTY_ESCROW, NOT_ROUTED = 254, 255


class Validator(Device):
    """One validator; `insert` and `power` are what happens to it.

    A bill takes `slow` questions about events to get from escrow into the box.
    `jams`: the next bills come back although they were sent to the box. `escrow`: it
    can hold bills. `tidy`: when power comes, a bill in its way goes into the box, and
    else back.
    """

    category = "Bill Validator"
    product = "B1"
    events_header = 159
    usual_address = 40

    def __init__(
        self,
        *,
        names: Sequence[str] = BILLS,
        slow: int = 3,
        escrow: bool = True,
        tidy: bool = False,
        scale: tuple[int, int] = (100, 2),
        **how: Unpack[Ways],
    ) -> None:
        self.slow, self.escrow, self.tidy, self.scale = slow, escrow, tidy, scale
        self.box: list[str] = []
        self.back: list[str] = []
        self.jams = 0
        self.held = self._moving = 0
        super().__init__(names, **how)

    def _reset(self) -> None:
        if self.held:
            (self.box if self.tidy and self._moving else self.back).append(
                self.names[self.held - 1]
            )
        self.held = self._moving = self.mode = 0
        super()._reset()

    def insert(self, place: int) -> bool:
        """A bill is put in; whether it was taken."""
        if self.held or not self.takes or not self.mask >> (place - 1) & 1:
            return False
        if self.mode & 2:
            self.held = place
            self._event(place, 1)
        else:
            self.box.append(self.names[place - 1])
            self._event(place, 0)
        return True

    def lose_patience(self) -> None:
        """Nobody said for too long what is to become of the bill."""
        if self.held and not self._moving:
            self._give_back()

    def _give_back(self) -> None:
        self.back.append(self.names[self.held - 1])
        self.held = self._moving = 0
        self._event(0, 1)

    def _answer(self, header: int, data: bytes) -> bytes | None:
        match header, list(data):
            case 157, _:
                return self._name(data, "       ")
            case 156, _:
                factor, digits = self.scale
                return factor.to_bytes(2, "little") + bytes((digits,))
            case 153, [mode]:
                self.mode = mode if self.escrow else mode & ~2
                return b""
            case 152, _:
                return bytes((self.mode,))
            case 154, [where]:
                return self._route(where)
            case 159, _ if self._moving:
                self._moving -= 1
                if not self._moving:
                    self._arrive()
        return super()._answer(header, data)

    def _route(self, where: int) -> bytes:
        if not self.held:
            return bytes((EMPTY_ESCROW,))
        if self._moving:
            return bytes((NOT_ROUTED,))
        if where == STACK:
            self._moving = self.slow + 1
        elif where == RETURN:
            self._give_back()
        return b""

    def _arrive(self) -> None:
        if self.jams:
            self.jams -= 1
            self._give_back()
            return
        self.box.append(self.names[self.held - 1])
        place, self.held = self.held, 0
        self._event(place, 0)
