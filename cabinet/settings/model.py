"""Every setting of the cabinet, once: the truth of file, schema and service menu.

What one setting means for another is in `checks`.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Final, Literal, TypeAlias, get_args

from pydantic import Field

from cabinet.core.guests import PROGRAM
from cabinet.core.inputs.wired_buttons import WiredButtons
from cabinet.core.loudness import Loudness
from cabinet.core.operating import HouseFace, OperatingSettings, TimeOuts
from cabinet.core.owner_pin import PATTERN, SEALED
from cabinet.core.ports import Wiring
from cabinet.core.preferences import CHOICES, Preferences
from cabinet.core.program_settings import Coaching, Doors
from cabinet.i18n.message import message
from cabinet.settings.alerts import Alerts
from cabinet.settings.catalogue import Catalogue
from cabinet.settings.coins import Coin, sim_coin
from cabinet.settings.parts import (
    Part,
    Seconds,
    Words,
    add_hint,
    nanos,
    wanted,
)
from cabinet.settings.problems import ConfigError, Flaw, Problem
from cabinet.settings.sales import CoinMeter, Mode, Pricing
from cabinet.settings.week import Week
from cabinet.settings.wires import MOST_SLOTS, Io

# The settings under `dice`: who throws them.


class Dice(Part):
    """Where dice come from."""

    source: Literal["seeded", "typed", "tower"] = "seeded"
    port: str | None = Field(
        default=None, min_length=1, max_length=250, examples=["/dev/ttyACM1"]
    )

    @property
    def tower(self) -> str:
        """Where the dice tower is; "" if there is none."""
        return (self.port or "") if self.source == "tower" else ""


def serial_ports(io: Io) -> list[str]:
    """The ports that the wires have taken."""
    ports = [each.port for each in io.devices.values()] if io.several else []
    if io.backend == "serial":
        ports.append(io.port)
    return [port for port in ports if port]


def dice_flaws(dice: Dice, io: Io | None) -> Iterator[Flaw]:
    """What the tower's port lacks, or whose it is."""
    if dice.source != "tower":
        return
    hint = message("hint.tower_device", device="ls /dev/serial/by-id")
    if not dice.port:
        yield Flaw(("dice", "port"), message("setting.missing_for_tower"), hint)
    elif dice.port == "auto":
        yield Flaw(("dice", "port"), message("setting.tower_not_found"), hint)
    elif io is not None and dice.port in serial_ports(io):
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
        pattern=r"^[A-Za-z0-9.:_-]{1,120}$",
        json_schema_extra=wanted(message("kind.host")),
        examples=["broker.local"],
    )
    port: int = Field(default=1883, ge=1, le=65_535)
    tls: bool = False
    ca_file: FileName | None = None
    user: str | None = Field(default=None, min_length=1, max_length=60)
    password_file: FileName | None = None
    home_assistant: bool = True
    share_scores: bool = False
    commands: tuple[Command, ...] = Field(default=(), max_length=4)
    bundle_key: str | None = Field(
        default=None,
        pattern=r"^[A-Za-z0-9+/]{43}=$",
        json_schema_extra=wanted(message("kind.fleet_key")),
    )
    metrics_token_file: FileName | None = None

    @property
    def metrics_token_path(self) -> Path | None:
        """Where the token of /metrics is."""
        return Path(self.metrics_token_file) if self.metrics_token_file else None


# The settings of what is heard. When it is lower is in the schedule.


Percent: TypeAlias = Annotated[int, Field(ge=0, le=100)]


class Sound(Part):
    """What is heard, and how loud."""

    enabled: bool = True
    coin: Percent = 100
    effects: Percent = 80
    music: Percent = 60
    attract: Percent = 40
    attract_pause: int = Field(default=60, ge=0, le=86_400)
    voice: Percent = 90
    headphones: str = Field(
        default="",
        pattern=r"^[A-Za-z0-9_][A-Za-z0-9_.:,=@/-]{0,99}$|^$",
        json_schema_extra=wanted(message("kind.alsa_name")),
    )

    def loudness(self) -> Loudness:
        """The same as the screen needs it."""
        return Loudness(
            enabled=self.enabled,
            coin=self.coin,
            effects=self.effects,
            music=self.music,
            attract=self.attract,
            attract_pause=self.attract_pause,
            voice=self.voice,
            headphones=self.headphones,
        )


# A number, or a name as machines have them: what else cannot be listened on, and the
# page that could mend it would be gone.
_OCTET: Final = "(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])"
_LABEL: Final = "[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
HOST: Final = (
    rf"^({_OCTET}(\.{_OCTET}){{3}}"
    r"|([0-9a-fA-F]{1,4}:){7}[0-9a-fA-F]{1,4}|[0-9a-fA-F:]*::[0-9a-fA-F:]*"
    rf"|([A-Za-z0-9]([A-Za-z0-9-]{{0,61}}[A-Za-z0-9])?\.)*{_LABEL})$"
)


class Identity(Part):
    """Who this cabinet is."""

    id: str = Field(
        default="arkade-1",
        pattern=r"^[a-z0-9][a-z0-9-]{0,30}$",
        json_schema_extra=wanted(message("kind.id")),
    )
    name: Words = "Arkade"
    language: Literal["fr", "en"] = "fr"


Colours: TypeAlias = Literal["arkade", "gold", "ice", "leaf", "fire", "violet"]


class House(Part):
    """What tells players whose cabinet this is: a welcome, a logo, colours, music."""

    welcome_fr: Words | None = None
    welcome_en: Words | None = None
    colours: Colours = "arkade"
    logo: FileName | None = None
    music: FileName | None = None

    def face(self) -> HouseFace:
        """The same as the screen needs it."""
        told = {"fr": self.welcome_fr, "en": self.welcome_en}
        return HouseFace(
            welcome={language: text for language, text in told.items() if text},
            colours=self.colours,
            logo=self.logo or "",
            music=self.music or "",
        )


class Waits(Part):
    """How long each mode waits for somebody, and the slot after a blow, in seconds."""

    select: Seconds = 30
    join: Seconds = 60
    signing: Seconds = 60
    result: Seconds = 20
    service: Seconds = 300
    playing: Seconds = 180
    question: Seconds = 20
    screen: Seconds = 15
    tilt: int = Field(default=10, ge=0, le=600)

    def patience(self) -> TimeOuts:
        """The same in nanoseconds."""
        waits = self.model_dump()
        return TimeOuts(**{name: nanos(waits[name]) for name in waits})


class Video(Part):
    """The display."""

    fullscreen: bool = True
    effects: Literal["full", "light", "off"] = "full"
    reduce_flashing: bool = False
    off_when_closed: bool = False


Scan: TypeAlias = Literal["off", "slowest", "slow", "medium", "fast", "fastest"]
Dwell: TypeAlias = Literal["none", "short", "long"]


class Accessibility(Part):
    """What each visit begins with; whoever plays may change it for themselves."""

    contrast: bool = False
    large_letters: bool = False
    pictures: bool = False
    relaxed: bool = False
    one_button: Scan = "off"
    dwell: Dwell = "none"
    swap_sticks: bool = False
    swap_buttons: bool = False

    def preferences(self) -> Preferences:
        """The same as the state machine knows it."""
        scans, dwells = get_args(Scan), get_args(Dwell)
        return Preferences(
            contrast=int(self.contrast),
            letters=CHOICES["letters"][self.large_letters],
            pictures=int(self.pictures),
            relaxed=int(self.relaxed),
            scan=CHOICES["scan"][scans.index(self.one_button)],
            dwell=CHOICES["dwell"][dwells.index(self.dwell)],
            swap_sticks=int(self.swap_sticks),
            swap_buttons=int(self.swap_buttons),
        )


class Coach(Part):
    """What the house tells people while they play."""

    danger: bool = True
    hints: int = Field(default=3, ge=0, le=9)
    first_game: bool = True

    def coaching(self) -> Coaching:
        """The same as the screen needs it."""
        return Coaching(self.danger, self.hints, self.first_game)


class ServiceMenu(Part):
    """Who may do what in the service menu."""

    pin: str | None = Field(
        default=None,
        pattern=f"^({PATTERN}|{SEALED})$",
        json_schema_extra=wanted(message("kind.pin")),
        examples=["4711"],
    )
    credits_per_day: int = Field(default=20, ge=0, le=999)
    credits_per_person: int = Field(default=0, ge=0, le=999)
    power_locked: bool = False


class Disk(Part):
    """The disk the books are on."""

    reserve_mb: int = Field(default=100, ge=0, le=100_000)


_HIGHEST_PORT: Final = 65_535
_EVERYWHERE: Final = ("0.0.0.0", "::")


# Where nothing is said of the phones, they find theirs where the operator's page is, at
# the next number: so a file of before, with an open page, still serves phones.


class Web(Part):
    """The operator's page, and the pages of phones: each at an address of its own."""

    host: str = Field(
        default="127.0.0.1",
        pattern=HOST,
        json_schema_extra=wanted(message("kind.address")),
    )
    port: int = Field(default=8080, ge=1, le=_HIGHEST_PORT)
    certificate_file: FileName | None = None
    key_file: FileName | None = None
    phones_host: str | None = Field(
        default=None,
        pattern=HOST,
        json_schema_extra=wanted(message("kind.address")),
    )
    phones_port: int = Field(default=0, ge=0, le=_HIGHEST_PORT)

    def doors(self) -> Doors:
        """The same as the web program needs it."""
        beside = self.port + (1 if self.port < _HIGHEST_PORT else -1)
        return Doors(
            console=(self.host, self.port),
            phones=(self.phones_host or self.host, self.phones_port or beside),
            certificate=Path(self.certificate_file) if self.certificate_file else None,
            key=Path(self.key_file) if self.key_file else None,
        )


def web_flaws(web: Web) -> Iterator[Flaw]:
    """What the two addresses, or a certificate and its key, have against each other."""
    (host, port), (phones_host, phones_port) = web.doors().console, web.doors().phones
    same = host == phones_host or host in _EVERYWHERE or phones_host in _EVERYWHERE
    if same and port == phones_port:
        what = message("setting.port_of_the_page", port=port)
        yield Flaw(("web", "phones_port"), what, message("hint.own_port"))
    if web.key_file and not web.certificate_file:
        what = message("setting.key_alone")
        hint = message("hint.add", what="certificate_file: …")
        yield Flaw(("web", "key_file"), what, hint, on_key=True)


class Config(Part):
    """The settings of an Arkade cabinet."""

    cabinet: Identity = Field(default_factory=Identity)
    house: House = Field(default_factory=House)
    io: Io = Field(default_factory=Io)
    coins: tuple[Coin, ...] = Field(
        max_length=MOST_SLOTS,
        json_schema_extra=add_hint("coins: [{slot: 1, pulse_value: 100}]"),
    )
    pricing: Pricing = Field(json_schema_extra=add_hint("pricing: {credit: 100}"))
    modes: tuple[Mode, ...] = Field(
        max_length=40,
        json_schema_extra=add_hint("modes: [{game: …, title: {fr: …, en: …}}]"),
    )
    meter: CoinMeter = Field(default_factory=CoinMeter)
    schedule: Week = Field(default_factory=Week)
    patience: Waits = Field(default_factory=Waits)
    video: Video = Field(default_factory=Video)
    access: Accessibility = Field(default_factory=Accessibility)
    sound: Sound = Field(default_factory=Sound)
    dice: Dice = Field(default_factory=Dice)
    coaching: Coach = Field(default_factory=Coach)
    service: ServiceMenu = Field(default_factory=ServiceMenu)
    disk: Disk = Field(default_factory=Disk)
    web: Web = Field(default_factory=Web)
    fleet: Fleet = Field(default_factory=Fleet)
    alerts: Alerts = Field(default_factory=Alerts)

    def operating(self, catalogue: Catalogue) -> OperatingSettings:
        """What the state machine needs to know; only enabled modes are on sale.

        Raises `ConfigError` for a game that is not in the catalogue.
        """
        for index, mode in enumerate(self.modes):
            known = mode.game == PROGRAM or mode.game in catalogue
            if mode.enabled and not known:
                what = message("setting.no_game", name=mode.game)
                path = ("modes", index, "game")
                raise ConfigError([Problem(what, path=path, name="settings")])
        wired = WiredButtons(frozenset(self.wiring().inputs))
        return OperatingSettings(
            tariff=self.pricing.tariff(),
            slots=tuple(coin.as_slot() for coin in self.coins),
            offers=tuple(
                m.as_offer(catalogue, len(wired.sticks))
                for m in self.modes
                if m.enabled
            ),
            patience=self.patience.patience(),
            meter=self.meter.as_meter() if "meter" in self.io.lines else None,
            id=self.cabinet.id,
            name=self.cabinet.name,
            language=self.cabinet.language,
            house=self.house.face(),
            pin=self.service.pin or "",
            gifts_per_day=self.service.credits_per_day,
            gifts_per_person=self.service.credits_per_person,
            power_locked=self.service.power_locked,
            remote=self.fleet.commands,
            wired=wired,
            reserve=self.disk.reserve_mb * 1_000_000,
            devices=self.io.lines_of_devices(),
            schedule=self.schedule.schedule(),
            preferences=self.access.preferences(),
        )

    def _acceptor(self, device: str) -> dict[str, object]:
        """What an acceptor has to know of money."""
        lines = self.io.lines_of_devices()[device]
        slots = (c for c in self.coins if f"coin.{c.slot}" in lines)
        slot = next(slots, None)
        return {
            "currency": self.pricing.currency,
            "values": dict(slot.coin_values) if slot else {},
            "max_bill": (slot.max_bill if slot else None) or 0,
        }

    def wiring(self) -> Wiring:
        """What a backend needs to reach the lines."""
        sim = {**self.io.sim.model_dump(), **sim_coin(self.coins)}
        if self.io.backend == "sim" and not self.io.several:
            return self.io.wiring(sim)
        if self.io.several:
            devices = {
                name: device.options()
                | (sim if device.kind == "sim" else {})
                | (self._acceptor(name) if device.kind == "cctalk" else {})
                for name, device in self.io.devices.items()
            }
            return self.io.wiring({"devices": devices})
        return self.io.wiring({"port": self.io.port} if self.io.port else {})
