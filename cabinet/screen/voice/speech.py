"""The mode for people who do not see the screen: on for a visit, off when they left.

It is switched on and off in attract, by holding A for two seconds; where no A is wired
the stick is held up. It ends by itself when nobody has touched anything in attract for
a minute. While a sentence is being said the house waits with its move, and the counter
with its deadlines.
"""

import logging
from collections.abc import Mapping
from typing import Final

from cabinet.core.events import MILLISECOND, SECOND, Nanos
from cabinet.core.inputs.wired_buttons import WiredButtons
from cabinet.loops.registry import AnySold
from cabinet.protocol.codec import Panel, Speaking
from cabinet.protocol.snapshot import OfferCard, Snapshot
from cabinet.screen.loop.key_repeat import BUTTONS, button_of
from cabinet.screen.match.table import Table
from cabinet.screen.scenes.show import Play, Show
from cabinet.screen.voice import match, scenes
from cabinet.screen.voice.lines import line
from cabinet.screen.voice.match import Explorer, VoiceButtons
from cabinet.screen.voice.narrator import RUNNING, Narrator, Voice
from cabinet.screen.voice.scenes import Lines

log = logging.getLogger("cabinet.screen")

HOLD: Final = 2 * SECOND
TAP: Final = 500 * MILLISECOND
LEFT_ALONE: Final = 60 * SECOND
# The counter hears this often that a sentence is being said.
TELL_EVERY: Final = SECOND
# What is shown changes sixty times a second; what can be said of it need not.
EVERY: Final = 50 * MILLISECOND


class Speech:
    """`touch` for each press, `tick` and `tell` once a frame."""

    def __init__(
        self, voice: Voice, wired: WiredButtons, games: Mapping[str, AnySold]
    ) -> None:
        self.on = False
        self.narrator = Narrator(voice)
        self.explorer = Explorer()
        self._games = games
        self._buttons = VoiceButtons.of(wired)
        has_a = any(line.endswith(".a") for line in wired.lines)
        self._switch = "a" if has_a else "up"
        self._held: dict[str, Nanos] = {}
        self._pressed: dict[str, Nanos] = {}
        self._touched: Nanos = 0
        self._told: Nanos = 0
        self._now: Nanos = 0
        self._seen: Nanos = 0
        self._scene: object = None
        self._announces = ""
        self._wordless: int | None = None

    @property
    def listened(self) -> bool:
        """Whether somebody waits for words."""
        return self.on or bool(self._announces)

    @property
    def state(self) -> str:
        """`on` or `off`; "" without a voice."""
        if not self.narrator.voice.ready:
            return ""
        return "on" if self.on else "off"

    @property
    def busy(self) -> bool:
        """Whether a sentence is being said or waits: nobody is hurried meanwhile."""
        return self.on and self.narrator.busy

    def switch(self, *, on: bool) -> None:
        """Begin to speak, or fall silent; without a voice there is nothing to begin."""
        if on == self.on or not self.narrator.voice.ready:
            return
        self.on, self._scene, self._touched = on, None, self._now
        self.explorer.open = False
        self.narrator.stop()
        self._announces = "on" if on else "off"

    def touch(
        self, event: Panel, snapshot: Snapshot | None, table: Table | None
    ) -> bool:
        """A hand on the panel; whether it is the voice's and not the match's."""
        mode = snapshot.mode if snapshot else ""
        self._hold(event, mode)
        if not self.on:
            return False
        if event.what == "pressed":
            self._touched = event.at
            self.narrator.touched(event.at)
        if mode != "playing" or table is None or (snapshot and snapshot.question):
            return False
        return self._in_match(event)

    def _hold(self, event: Panel, mode: str) -> None:
        if button_of(event.line) != self._switch:
            return
        if event.what == "pressed" and mode == "attract":
            self._held[event.line] = event.at
        else:
            self._held.pop(event.line, None)

    def _in_match(self, event: Panel) -> bool:
        """The buttons of the voice in a match; what explores reaches no game."""
        if self._tapped(event):
            if event.line == self._buttons.explore:
                self.explorer.open = not self.explorer.open
            elif event.line == self._buttons.again:
                self.narrator.say_again()
        if not self.explorer.open or event.what != "pressed":
            return False
        if button_of(event.line) in BUTTONS:
            self.explorer.press(button_of(event.line))
            return True
        return False

    def _tapped(self, event: Panel) -> bool:
        """Whether a button has come up soon: held, it is somebody else's."""
        if event.line == "start":
            return event.what == "tapped"
        if event.what == "pressed":
            self._pressed[event.line] = event.at
        if event.what != "released":
            return False
        return event.at - self._pressed.pop(event.line, 0) < TAP

    def tick(self, now: Nanos, mode: str) -> list[Speaking]:
        """A frame has passed; what the counter should hear."""
        self._now = now
        if mode != "attract":
            self._held.clear()
            self._touched = now
        if any(now - since >= HOLD for since in self._held.values()):
            self._held.clear()
            self.switch(on=not self.on)
        if self.busy:
            self._touched = max(self._touched, now)
        if self.on and now - self._touched > LEFT_ALONE:
            self.switch(on=False)
        self.narrator.tick(now)
        if not self.busy or now - self._told < TELL_EVERY:
            return []
        self._told = now
        return [Speaking()]

    def tell(self, show: Show, table: Table | None) -> None:
        """What is shown, in words."""
        if self._announces:
            said = show.words(f"voice.{self._announces}", name=show.snapshot.name)
            self.narrator.announce(said, show.words.language)
            self._announces = ""
        if not self.on or self._now - self._seen < EVERY:
            return
        self._seen = self._now
        snapshot = show.snapshot
        ended = snapshot.result.stage if snapshot.result else ""
        scene = (snapshot.mode, snapshot.question, ended, snapshot.reading)
        if scene != self._scene:
            self._scene = scene
            self.narrator.forget()
            self.explorer.open = False
        self.narrator.hear((*self._lines(show, table), *_lit(show)))

    def _lines(self, show: Show, table: Table | None) -> Lines:
        snapshot, play = show.snapshot, show.play
        looks = snapshot.result is not None and snapshot.result.stage == "look"
        plays = snapshot.mode == "playing" and not snapshot.question
        if (plays or looks) and play is not None:
            if table is None:
                return match.unheard(show)
            return self._match(show, play, table)
        return scenes.lines(show, self._by_ear, self._switch)

    def _match(self, show: Show, play: Play, table: Table) -> Lines:
        """The match in the game's words; one that has none cannot be heard."""
        if self._wordless == table.card.id:
            return match.unheard(show)
        try:
            return match.lines(show, play, table, self.explorer, self._buttons)
        except Exception:  # a stranger's view may raise: it is drawn all the same
            log.exception("match %d has no words", table.card.id)
            self._wordless = table.card.id
            return match.unheard(show)

    def _by_ear(self, offer: OfferCard) -> bool:
        game = self._games.get(offer.game)
        return match.by_ear(getattr(game, "view", None))


def _lit(show: Show) -> Lines:
    """What one button would take now."""
    return (line(show, RUNNING, show.lit.words, again=True),) if show.lit else ()
