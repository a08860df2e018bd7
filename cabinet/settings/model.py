"""Every setting of the cabinet, once: the truth of file, schema and service menu.

What one setting means for another is in `checks`.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field

from cabinet.core.inputs.switches import Switches
from cabinet.core.loudness import Loudness, QuietHours
from cabinet.core.operating import OperatingSettings, TimeOuts
from cabinet.core.owner_pin import PATTERN, SEALED
from cabinet.core.ports import Wiring
from cabinet.i18n.message import message
from cabinet.settings.catalogue import Catalogue
from cabinet.settings.coins import Coin, sim_coin
from cabinet.settings.parts import (
    Part,
    Seconds,
    TimeOfDay,
    Words,
    add_hint,
    nanos,
    wanted,
)
from cabinet.settings.problems import ConfigError, Flaw, Problem
from cabinet.settings.sales import CoinMeter, Mode, Pricing
from cabinet.settings.wires import MOST_SLOTS, Io

# The settings under `dice`: who throws them.


class Dice(Part):
    """Where dice come from."""

    source: Literal["seeded", "typed", "tower"] = Field(
        default="seeded",
        title="Source",
        description=(
            "seeded: the cabinet throws them; typed: people throw their own and tell "
            "with the stick how they fell; tower: a dice tower reads them."
        ),
    )
    port: str | None = Field(
        default=None,
        min_length=1,
        max_length=250,
        title="Port",
        description="For tower: the dice tower's serial device or URL.",
        examples=["/dev/ttyACM1"],
    )

    @property
    def tower(self) -> str:
        """Where the dice tower is; "" if there is none."""
        return (self.port or "") if self.source == "tower" else ""


def dice_flaws(dice: Dice, io: Io | None) -> Iterator[Flaw]:
    """What the tower's port lacks, or whose it is."""
    if dice.source != "tower":
        return
    hint = message("hint.tower_device", device="ls /dev/serial/by-id")
    if not dice.port:
        yield Flaw(("dice", "port"), message("setting.missing_for_tower"), hint)
    elif dice.port == "auto":
        yield Flaw(("dice", "port"), message("setting.tower_not_found"), hint)
    elif io is not None and io.backend == "serial" and io.port == dice.port:
        what = message("setting.port_of_the_board", port=dice.port)
        yield Flaw(("dice", "port"), what, hint)


# The settings of a cabinet that is one of many: broker, commands, bundles.


Command: TypeAlias = Literal["credit", "standby", "wake", "restart-screen"]
FileName: TypeAlias = Annotated[
    str,
    Field(
        pattern=r"^/.{1,199}$",
        json_schema_extra=wanted(message("kind.path")),
    ),
]


class Fleet(Part):
    """The broker this cabinet tells what happens, and what may be asked of it."""

    broker: str | None = Field(
        default=None,
        title="Broker",
        description="The MQTT broker's name or address; left out: this cabinet is "
        "alone.",
        pattern=r"^[A-Za-z0-9.:_-]{1,120}$",
        json_schema_extra=wanted(message("kind.host")),
        examples=["broker.local"],
    )
    port: int = Field(
        default=1883,
        title="Port",
        description="The broker's; with TLS usually 8883.",
        ge=1,
        le=65_535,
    )
    tls: bool = Field(
        default=False, title="TLS", description="true: encrypted, the broker proven."
    )
    ca_file: FileName | None = Field(
        default=None,
        title="Authority",
        description="Certificates that vouch for the broker; left out: the system's.",
    )
    user: str | None = Field(
        default=None,
        title="User",
        description="How the broker knows this cabinet; left out: it need not.",
        min_length=1,
        max_length=60,
    )
    password_file: FileName | None = Field(
        default=None,
        title="Password file",
        description="Holds the password, so that this file and its history do not.",
    )
    home_assistant: bool = Field(
        default=True,
        title="Home Assistant",
        description="Appears there by itself, as a device.",
    )
    share_scores: bool = Field(
        default=False,
        title="Share high scores",
        description="Tells its own to the others and shows theirs among them.",
    )
    commands: tuple[Command, ...] = Field(
        default=(),
        title="Commands",
        description="What may be asked from afar: credit, standby, wake, "
        "restart-screen; left out: nothing.",
        max_length=4,
    )
    bundle_key: str | None = Field(
        default=None,
        title="Bundle key",
        description="Whose signed settings are taken (`cabinet fleet key`); "
        "left out: nobody's.",
        pattern=r"^[A-Za-z0-9+/]{43}=$",
        json_schema_extra=wanted(message("kind.fleet_key")),
    )
    metrics_token_file: FileName | None = Field(
        default=None,
        title="Metrics token",
        description="Who says what this file holds may read /metrics over the network; "
        "left out: this machine only.",
    )

    @property
    def metrics_token_path(self) -> Path | None:
        """Where the token of /metrics is."""
        return Path(self.metrics_token_file) if self.metrics_token_file else None


# The settings of what is heard: volumes, and the hours in which they are lower.


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


# Every setting of the cabinet, once: the truth of file, schema and service menu.


# A number, or a name as machines have them: what else cannot be listened on, and the
# page that could mend it would be gone.
_OCTET: Final = "(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])"
_LABEL: Final = "[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
HOST: Final = (
    rf"^({_OCTET}(\.{_OCTET}){{3}}"
    r"|([0-9a-fA-F]{1,4}:){7}[0-9a-fA-F]{1,4}|[0-9a-fA-F:]*::[0-9a-fA-F:]*"
    rf"|([A-Za-z0-9]([A-Za-z0-9-]{{0,61}}[A-Za-z0-9])?\.)*{_LABEL})$"
)


class Cabinet(Part):
    """Who this cabinet is."""

    id: str = Field(
        default="arkade-1",
        title="Id",
        description="Names this cabinet in the books and on the network.",
        pattern=r"^[a-z0-9][a-z0-9-]{0,30}$",
        json_schema_extra=wanted(message("kind.id")),
    )
    name: Words = Field(
        default="Arkade", title="Name", description="Shown to players on the screen."
    )
    language: Literal["fr", "en"] = Field(
        default="fr",
        title="Language",
        description="What the screen speaks until told else.",
    )


class Waits(Part):
    """How long each mode waits for somebody, and the slot after a blow, in seconds."""

    select: Seconds = Field(default=30, title="Select", description="Choosing a mode.")
    join: Seconds = Field(default=60, title="Join", description="Waiting for players.")
    signing: Seconds = Field(
        default=60, title="Signing", description="For the name of a high score."
    )
    result: Seconds = Field(default=20, title="Result", description="Showing who won.")
    service: Seconds = Field(default=300, title="Service", description="In the menu.")
    playing: Seconds = Field(
        default=180, title="Playing", description="Without a move, before it asks."
    )
    question: Seconds = Field(
        default=20, title="Question", description="For an answer to that question."
    )
    screen: Seconds = Field(
        default=15, title="Screen", description="For a lost screen to come back."
    )
    tilt: int = Field(
        default=10,
        title="After a blow",
        description="The slot stays shut so long after the tilt switch moved; 0: a "
        "blow is an alarm and nothing else.",
        ge=0,
        le=600,
    )

    def patience(self) -> TimeOuts:
        """The same in nanoseconds."""
        waits = self.model_dump()
        return TimeOuts(**{name: nanos(waits[name]) for name in waits})


class Video(Part):
    """The display."""

    fullscreen: bool = Field(
        default=True, title="Full screen", description="false: in a window."
    )
    effects: Literal["full", "light", "off"] = Field(
        default="full",
        title="Effects",
        description=(
            "full: glow, scanlines and vignette; light: without glow; off: none. "
            "They give way on their own when frames run late."
        ),
    )
    reduce_flashing: bool = Field(
        default=False,
        title="Reduce flashing",
        description="true: nothing shakes or blinks fast, flashes are soft.",
    )


class ServiceMenu(Part):
    """Who may do what in the service menu."""

    pin: str | None = Field(
        default=None,
        title="PIN",
        description="Four digits, asked before anything but volumes and free play is "
        "done in the service menu; left out: nobody is asked.",
        pattern=f"^({PATTERN}|{SEALED})$",
        json_schema_extra=wanted(message("kind.pin")),
        examples=["4711"],
    )
    credits_per_day: int = Field(
        default=20,
        title="Service credits a day",
        description="The SERVICE button and the page give no more than this in 24 "
        "hours; 0: the button as many as it is pressed for, the page none.",
        ge=0,
        le=999,
    )


class Web(Part):
    """The operator's web page."""

    host: str = Field(
        default="127.0.0.1",
        title="Address",
        description="127.0.0.1: this machine only; 0.0.0.0: the whole network.",
        pattern=HOST,
        json_schema_extra=wanted(message("kind.address")),
    )
    port: int = Field(
        default=8080,
        title="Port",
        description="Its number on that address.",
        ge=1,
        le=65_535,
    )


class Config(Part):
    """The settings of an Arkade cabinet."""

    cabinet: Cabinet = Field(
        default_factory=Cabinet, title="Cabinet", description="Who this cabinet is."
    )
    io: Io = Field(
        default_factory=Io, title="Wires", description="What is wired where."
    )
    coins: tuple[Coin, ...] = Field(
        title="Coins",
        description="One entry for each coin acceptor.",
        max_length=MOST_SLOTS,
        json_schema_extra=add_hint("coins: [{slot: 1, pulse_value: 100}]"),
    )
    pricing: Pricing = Field(
        title="Pricing",
        description="What money buys.",
        json_schema_extra=add_hint("pricing: {credit: 100}"),
    )
    modes: tuple[Mode, ...] = Field(
        title="Modes",
        description="What is on sale, in the order of the screen.",
        max_length=40,
        json_schema_extra=add_hint("modes: [{game: …, title: {fr: …, en: …}}]"),
    )
    meter: CoinMeter = Field(
        default_factory=CoinMeter,
        title="Meter",
        description="The electromechanical coin counter.",
    )
    patience: Waits = Field(
        default_factory=Waits, title="TimeOuts", description="Seconds of waiting."
    )
    video: Video = Field(
        default_factory=Video, title="Video", description="The display."
    )
    sound: Sound = Field(
        default_factory=Sound, title="Sound", description="What is heard."
    )
    dice: Dice = Field(
        default_factory=Dice, title="Dice", description="Where dice come from."
    )
    service: ServiceMenu = Field(
        default_factory=ServiceMenu,
        title="Service",
        description="Who may do what in the service menu.",
    )
    web: Web = Field(
        default_factory=Web, title="Web page", description="The operator's page."
    )
    fleet: Fleet = Field(
        default_factory=Fleet, title="Fleet", description="One cabinet of many."
    )

    def operating(self, catalogue: Catalogue) -> OperatingSettings:
        """What the floor needs to know; only enabled modes are on sale.

        Raises `ConfigError` for a game that is not in the catalogue.
        """
        for index, mode in enumerate(self.modes):
            if mode.enabled and mode.game not in catalogue:
                what = message("setting.no_game", name=mode.game)
                path = ("modes", index, "game")
                raise ConfigError([Problem(what, path=path, name="settings")])
        switches = Switches(frozenset(self.wiring().inputs))
        return OperatingSettings(
            tariff=self.pricing.tariff(),
            slots=tuple(coin.as_slot() for coin in self.coins),
            offers=tuple(
                m.as_offer(catalogue, len(switches.sticks))
                for m in self.modes
                if m.enabled
            ),
            patience=self.patience.patience(),
            meter=self.meter.as_meter() if "meter" in self.io.lines else None,
            id=self.cabinet.id,
            name=self.cabinet.name,
            language=self.cabinet.language,
            pin=self.service.pin or "",
            gifts_per_day=self.service.credits_per_day,
            remote=self.fleet.commands,
            switches=switches,
        )

    def wiring(self) -> Wiring:
        """What a backend needs to reach the lines."""
        if self.io.backend == "sim":
            return self.io.wiring({**self.io.sim.model_dump(), **sim_coin(self.coins)})
        return self.io.wiring({"port": self.io.port} if self.io.port else {})
