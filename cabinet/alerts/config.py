"""What the program needs of the operator's file and of the secrets, as plain values."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from cabinet import settings
from cabinet.alerts.ways import Access, MailAccess, WebAccess
from cabinet.loops.registry import GameShelf
from cabinet.places import Place
from cabinet.settings import Config
from cabinet.settings.alerts import kept_secret
from cabinet.settings.coins import Coin


@dataclass(frozen=True, slots=True)
class Wanted:
    """Who is told what, when; `ways` are those that are switched on."""

    cabinet: str
    language: str
    currency: str
    ways: Mapping[str, Access] = field(default_factory=dict)
    about: tuple[str, ...] = ()
    per_hour: int = 6
    quiet: tuple[int, int] | None = None
    digest: int | None = None
    coins: tuple[Coin, ...] = ()


def wanted(place: Place) -> Wanted:
    """The operator's file as it is now; `CabinetError` where it is wrong."""
    held = settings.load(place.config, None, settings.catalogue_of(GameShelf()))
    return from_config(held, place.state)


def from_config(held: Config, state: Path) -> Wanted:
    """What the settings want."""
    alerts = held.alerts
    quiet: tuple[int, int] | None = None
    if alerts.quiet_from and alerts.quiet_to:
        quiet = _minute(alerts.quiet_from), _minute(alerts.quiet_to)
    return Wanted(
        cabinet=held.cabinet.name,
        language=held.cabinet.language,
        currency=held.pricing.currency,
        ways={way: _access(way, held, state) for way in alerts.channels},
        about=alerts.about,
        per_hour=alerts.per_hour,
        quiet=quiet,
        digest=_minute(alerts.digest) if alerts.digest else None,
        coins=held.coins,
    )


_HOUR: Final = 60


def _minute(text: str) -> int:
    hour, _, minute = text.partition(":")
    return int(hour) * _HOUR + int(minute)


def _access(way: str, held: Config, state: Path) -> Access:
    alerts = held.alerts
    if way != "mail":
        return WebAccess(
            kept_secret(state, f"{way}_address"), kept_secret(state, f"{way}_token")
        )
    to = alerts.mail_to or ""
    return MailAccess(
        to=to,
        sender=alerts.mail_from or to,
        server=alerts.mail_server or "",
        port=alerts.mail_port,
        security=alerts.mail_security,
        user=alerts.mail_user or "",
        password=kept_secret(state, "mail_password") if alerts.mail_user else "",
    )
