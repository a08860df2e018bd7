"""How much somebody may ask of us: so many at once, and then so many a second."""

from typing import Final

# Whoever has been quiet longest is forgotten when there are more than this.
MOST_KEPT: Final = 1_000


class Allowance:
    """One bucket for each name: it holds `burst` and fills with `a_second`."""

    def __init__(self, burst: int, a_second: int) -> None:
        self._burst = float(burst)
        self._a_second = a_second
        self._left: dict[str, tuple[float, float]] = {}

    def grant(self, name: str, now: float) -> bool:
        """Whether this one may; if so, it is taken off."""
        left, since = self._left.pop(name, (self._burst, now))
        left = min(self._burst, left + (now - since) * self._a_second)
        granted = left >= 1
        self._left[name] = (left - 1 if granted else left, now)
        if len(self._left) > MOST_KEPT:
            del self._left[next(iter(self._left))]
        return granted
