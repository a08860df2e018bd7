"""The coin acceptor: coins and errors by hand."""

from collections.abc import Sequence
from typing import Unpack

from tools.cctalk_sim.device import Device, Ways

EUROS = ("EU200A", "EU100A", "EU050A", "EU020A", "EU010A", "EU005A")


class Acceptor(Device):
    """One acceptor; `power` and `coin` are what happens to it, `hear` what it is told.

    `life` is its count of coins (header 225), which it keeps without power.
    """

    product = "C1"
    events_header = 229

    def __init__(
        self,
        *,
        names: Sequence[str] = EUROS,
        category: str = "Coin Acceptor",
        life: int = 0,
        **how: Unpack[Ways],
    ) -> None:
        self.category, self.life = category, life
        super().__init__(names, **how)

    def coin(self, place: int) -> bool:
        """A coin falls; whether it was taken."""
        if not self.takes or not self.mask >> (place - 1) & 1:
            return False
        self.life = (self.life + 1) % (1 << 24)
        self._event(place, 1)
        return True

    def _answer(self, header: int, data: bytes) -> bytes | None:
        match header:
            case 184:
                return self._name(data, "......")
            case 225:
                return self.life.to_bytes(3, "little")
        return super()._answer(header, data)
