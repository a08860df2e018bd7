"""Every setting of the cabinet, once: the truth of file, schema and service menu.

What one setting means for another is in `checks`.
"""

from typing import Final, Literal

from pydantic import Field

from cabinet.core.inputs.switches import Switches
from cabinet.core.operating import House, Patience
from cabinet.core.owner_pin import PATTERN, SEALED
from cabinet.core.ports import Wiring
from cabinet.settings.catalogue import Catalogue
from cabinet.settings.coins import Coin, sim_coin
from cabinet.settings.config_dice import Dice
from cabinet.settings.config_fleet import Fleet
from cabinet.settings.config_lines import MOST_SLOTS
from cabinet.settings.config_sound import Sound
from cabinet.settings.parts import Part, Seconds, Words, nanos
from cabinet.settings.problems import ConfigError, Problem
from cabinet.settings.sales import CoinMeter, Mode, Pricing
from cabinet.settings.wires import Io

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
        json_schema_extra={"errorMessage": "expected small letters, digits and dashes"},
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

    def patience(self) -> Patience:
        """The same in nanoseconds."""
        waits = self.model_dump()
        return Patience(**{name: nanos(waits[name]) for name in waits})


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
        json_schema_extra={"errorMessage": 'expected four digits in quotes, as "4711"'},
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


class Office(Part):
    """The operator's web page."""

    host: str = Field(
        default="127.0.0.1",
        title="Address",
        description="127.0.0.1: this machine only; 0.0.0.0: the whole network.",
        pattern=HOST,
        json_schema_extra={
            "errorMessage": "expected an address as 0.0.0.0, or this machine's name"
        },
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
        json_schema_extra={"$comment": "add coins: [{slot: 1, pulse_value: 100}]"},
    )
    pricing: Pricing = Field(
        title="Pricing",
        description="What money buys.",
        json_schema_extra={"$comment": "add pricing: {credit: 100}"},
    )
    modes: tuple[Mode, ...] = Field(
        title="Modes",
        description="What is on sale, in the order of the screen.",
        max_length=40,
        json_schema_extra={"$comment": "add modes: [{game: …, title: {fr: …, en: …}}]"},
    )
    meter: CoinMeter = Field(
        default_factory=CoinMeter,
        title="Meter",
        description="The electromechanical coin counter.",
    )
    patience: Waits = Field(
        default_factory=Waits, title="Patience", description="Seconds of waiting."
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
    office: Office = Field(
        default_factory=Office, title="Office", description="The web page."
    )
    fleet: Fleet = Field(
        default_factory=Fleet, title="Fleet", description="One cabinet of many."
    )

    def house(self, catalogue: Catalogue) -> House:
        """What the floor needs to know; only enabled modes are on sale.

        Raises `ConfigError` for a game that is not in the catalogue.
        """
        for index, mode in enumerate(self.modes):
            if mode.enabled and mode.game not in catalogue:
                what = f"no game '{mode.game}' is installed"
                raise ConfigError([Problem("settings", ("modes", index, "game"), what)])
        switches = Switches(frozenset(self.wiring().inputs))
        return House(
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
