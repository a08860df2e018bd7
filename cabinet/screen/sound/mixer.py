"""The orchestra: every frame, what the ear heard goes to everybody who plays it."""

import os
from collections.abc import Sequence
from typing import Protocol

from cabinet.core.events import SECOND, Nanos
from cabinet.core.loudness import Loudness, QuietHours
from cabinet.core.ports import Clock
from cabinet.protocol.operator import Menu
from cabinet.screen.sound.cue_collector import CueCollector, Heard


class Player(Protocol):
    """Who makes it heard: the speaker, or the radio."""

    @property
    def state(self) -> str:
        """How it is, in one word: see `Speaker.state`."""

    def open(self) -> None:
        """Begin to be ready; called every frame, and returns at once."""

    def adopt(self, loudness: Loudness) -> None:
        """The operator has set other volumes."""

    def sound(self, heard: Heard, now: Nanos, minute: int) -> None:
        """Make this frame heard, at this minute of the day."""

    def close(self) -> None:
        """Go home."""


class Mixer:
    """Silent until its first frame has been seen: the picture comes first."""

    def __init__(
        self,
        cue_collector: CueCollector,
        loudness: Loudness,
        clock: Clock,
        players: Sequence[Player],
    ) -> None:
        self._cue_collector = cue_collector
        self._clock = clock
        self._pause = loudness.attract_pause * SECOND
        self._players = players

    @property
    def sound(self) -> str:
        """How the first who plays is: see `Speaker.state`."""
        return self._players[0].state

    def adopt(self, loudness: Loudness) -> None:
        """The operator has set other volumes."""
        self._pause = loudness.attract_pause * SECOND
        for player in self._players:
            player.adopt(loudness)

    def frame(self) -> None:
        """A frame was shown."""
        now = self._clock.now()
        heard = self._cue_collector.heard(now, self._pause)
        for player in self._players:
            player.open()
            player.sound(heard, now, self._clock.minute_of_day())

    def close(self) -> None:
        """Everybody goes home."""
        for player in self._players:
            player.close()


def wanted(*, headless: bool) -> bool:
    """Where nothing is shown nothing is heard, unless a driver is asked for by name."""
    return not headless or bool(os.environ.get("SDL_AUDIODRIVER"))


# The volumes as the operator's menu has them: once changed, they are heard so.


def loudness_of(menu: Menu) -> Loudness:
    """What the menu's settings of sound mean; what it does not have is as shipped."""
    every = (entry for group in menu.groups for entry in group.entries)
    values = {entry.path: entry.value for entry in every}
    shipped = Loudness()

    def volume(name: str, otherwise: int) -> int:
        return int(values.get(f"sound.{name}") or otherwise)

    def minute(name: str, otherwise: int) -> int:
        hours, colon, minutes = values.get(f"sound.{name}", "").partition(":")
        return int(hours) * 60 + int(minutes) if colon else otherwise

    return Loudness(
        enabled=values.get("sound.enabled") != "false",
        coin=volume("coin", shipped.coin),
        effects=volume("effects", shipped.effects),
        music=volume("music", shipped.music),
        attract=volume("attract", shipped.attract),
        attract_pause=volume("attract_pause", shipped.attract_pause),
        quiet=QuietHours(
            minute("quiet_from", shipped.quiet.start),
            minute("quiet_to", shipped.quiet.end),
            volume("quiet_volume", shipped.quiet.volume),
        ),
    )
