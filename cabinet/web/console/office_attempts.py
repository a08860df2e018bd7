"""How often somebody may try a password or a pairing code.

Each address has a few tries, then waits, twice as long each time. All together have
so many a minute, whatever their addresses: that bounds what guessing costs us, and
what it can find. An address that was right does not wait for the others: whoever
floods us keeps nobody out who has been in. Nothing here knows a clock: it is told
the time.
"""

from dataclasses import dataclass
from typing import Any, Final

FREE_TRIES: Final = 5
FIRST_WAIT: Final = 30.0
LONGEST_WAIT: Final = 3600.0
# Wrong tries longer ago than this are forgiven.
FORGIVEN: Final = 24 * 3600.0
_MOST_DOUBLED: Final = 10
# Of everybody together: so many at once, and then one in so many seconds.
BURST: Final = 20.0
SECONDS_A_TRY: Final = 2.0
# Addresses remembered; the one that was silent longest is forgotten first.
MOST_ADDRESSES: Final = 1000


@dataclass(slots=True)
class _Record:
    last: float
    wrong: int = 0
    shut_until: float = 0.0


class Attempts:
    """Every address that was wrong lately, and the allowance of all."""

    def __init__(self) -> None:
        self._records: dict[str, _Record] = {}
        self._welcome: dict[str, None] = {}
        self._left = BURST
        self._since = 0.0

    def wait(self, address: str, now: float) -> float:
        """Seconds before this address may try; 0: now, and this is its try."""
        record = self._records.get(address)
        if record is not None and now < record.shut_until:
            return record.shut_until - now
        if address in self._welcome:
            return 0.0
        self._left = min(BURST, self._left + (now - self._since) / SECONDS_A_TRY)
        self._since = now
        if self._left < 1:
            return (1 - self._left) * SECONDS_A_TRY
        self._left -= 1
        return 0.0

    def was_wrong(self, address: str, now: float) -> None:
        """A try failed."""
        record = self._records.pop(address, None)
        if record is None or now - record.last > FORGIVEN:
            record = _Record(now)
        self._records[address] = record
        record.last = now
        record.wrong += 1
        if record.wrong >= FREE_TRIES:
            times = min(record.wrong - FREE_TRIES, _MOST_DOUBLED)
            record.shut_until = now + min(LONGEST_WAIT, FIRST_WAIT * 2**times)
        _forget_the_oldest(self._records)

    def was_right(self, address: str) -> None:
        """A try succeeded: what was wrong before is forgiven."""
        self._records.pop(address, None)
        self._welcome.pop(address, None)
        self._welcome[address] = None
        _forget_the_oldest(self._welcome)


def _forget_the_oldest(addresses: dict[str, Any]) -> None:
    while len(addresses) > MOST_ADDRESSES:
        del addresses[next(iter(addresses))]
