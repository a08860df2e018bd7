"""Saucer Rain as a loop: buttons to the sky, the sky to pictures and sounds."""

from typing import Any

from cabinet.loops.api import Buttons, Options, Outcome
from saucer_rain.look import Look
from saucer_rain.sky import LEFT, RIGHT, Sky


class SaucerRain:
    """One game."""

    language = "fr"
    gentle = False
    best = 0
    one_button = False
    # Which way the ship of who has one button goes by itself.
    way = 1

    def begin(self, seats: int, options: Options, seed: int) -> None:
        """See `Loop`."""
        self.sky = Sky(seats, str(options["level"]), seed)
        self.look = Look()

    def frame(self, held: Buttons, pressed: Buttons, dt: float) -> None:
        """See `Loop`."""
        ways = [("right" in seat) - ("left" in seat) for seat in held]
        fire = [
            "a" in one or "a" in two for one, two in zip(held, pressed, strict=True)
        ]
        if self.one_button:
            ways[0], fire[0] = self._by_itself("a" in pressed[0]), True
        self.sky.update(ways, fire)

    def _by_itself(self, turns: bool) -> int:  # noqa: FBT001
        """With one button the ship shoots and flies to and fro; the button turns it."""
        x = self.sky.ships[0][0]
        ends = (x <= LEFT and self.way < 0) or (x >= RIGHT and self.way > 0)
        if turns or ends:
            self.way = -self.way
        return self.way

    def draw(self, surface: Any) -> None:  # noqa: ANN401 - a pygame.Surface
        """See `Loop`."""
        self.look.draw(surface, self.sky, self.language, self.best, gentle=self.gentle)

    def sounds(self) -> list[str]:
        """See `Loop`."""
        heard, self.sky.sounds = self.sky.sounds, []
        return heard

    def score(self) -> list[int]:
        """See `Loop`."""
        return [ship[6] for ship in self.sky.ships]

    def outcome(self) -> Outcome | None:
        """See `Loop`: alone everybody has won, of two the one who has more."""
        if not self.sky.over:
            return None
        scores = tuple(self.score())
        won = tuple(n for n, score in enumerate(scores) if score == max(scores))
        drawn = len(won) > 1
        return Outcome(True, () if drawn else won, scores)  # noqa: FBT003

    def checkpoint(self) -> dict[str, Any]:
        """See `Loop`."""
        return {**self.sky.write(), "way": self.way}

    def resume(self, state: dict[str, Any]) -> None:
        """See `Loop`."""
        self.way = int(state.pop("way", 1))
        self.sky.read(state)
