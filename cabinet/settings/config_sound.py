"""The settings of what is heard: volumes, and the hours in which they are lower."""

from typing import Annotated, TypeAlias

from pydantic import Field

from cabinet.core.loudness import Loudness, QuietHours
from cabinet.settings.parts import Part, TimeOfDay

Percent: TypeAlias = Annotated[int, Field(ge=0, le=100)]


class Sound(Part):
    """What is heard, and how loud."""

    enabled: bool = Field(
        default=True, title="Enabled", description="false: the cabinet is mute."
    )
    coin: Percent = Field(
        default=100, title="Coin", description="Volume of a coin that was taken."
    )
    effects: Percent = Field(
        default=80,
        title="Effects",
        description="Volume of buttons, dice, shots and jingles.",
    )
    music: Percent = Field(
        default=60, title="Music", description="Volume of the music while people play."
    )
    attract: Percent = Field(
        default=40,
        title="Attract",
        description="Volume of the music while nobody plays; 0: none.",
    )
    attract_pause: int = Field(
        default=60,
        title="Pause",
        description="Seconds of silence between two times the tune plays to nobody.",
        ge=0,
        le=86_400,
    )
    quiet_from: TimeOfDay = Field(
        default="22:00", title="Quiet from", description="The first minute."
    )
    quiet_to: TimeOfDay = Field(
        default="08:00", title="Quiet to", description="The minute after."
    )
    quiet_volume: Percent = Field(
        default=30,
        title="Quiet volume",
        description="What is left of every volume in quiet hours; 0: silence.",
    )

    def loudness(self) -> Loudness:
        """The same as the screen needs it."""
        hours = QuietHours(
            _minute(self.quiet_from), _minute(self.quiet_to), self.quiet_volume
        )
        return Loudness(
            enabled=self.enabled,
            coin=self.coin,
            effects=self.effects,
            music=self.music,
            attract=self.attract,
            attract_pause=self.attract_pause,
            quiet=hours,
        )


def _minute(time: str) -> int:
    hours, _, minutes = time.partition(":")
    return 60 * int(hours) + int(minutes)
