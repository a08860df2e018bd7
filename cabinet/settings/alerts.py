"""The settings of alerts: who is told what went wrong, and how.

Passwords and addresses that are passwords themselves are in files of their own, which
only the program that sends may read: never in the operator's file, in no backup, in no
report. Without `mail_to`, `ntfy` and `webhook` nothing leaves the cabinet.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Final, Literal, TypeAlias
from urllib.parse import urlsplit

from pydantic import Field

from cabinet.core.errors import CabinetError
from cabinet.i18n.message import Message, message
from cabinet.places import is_there, read_secret
from cabinet.platform.files import write_durably
from cabinet.settings.parts import Part, TimeOfDay, wanted
from cabinet.settings.problems import Flaw

Subject: TypeAlias = Literal["jam", "door", "box", "trouble", "credits"]
SUBJECTS: Final = ("jam", "door", "box", "trouble", "credits")
MailAddress: TypeAlias = Annotated[
    str,
    Field(
        pattern=r"^[^@\s<>,;\"]{1,64}@[A-Za-z0-9.-]{1,120}$",
        json_schema_extra=wanted(message("kind.mail")),
        examples=["name@example.org"],
    ),
]


class Alerts(Part):
    """What is told to somebody who is not there, and how often at most."""

    mail_to: MailAddress | None = None
    mail_from: MailAddress | None = None
    mail_server: str | None = Field(
        default=None,
        pattern=r"^[A-Za-z0-9.:_-]{1,120}$",
        json_schema_extra=wanted(message("kind.host")),
        examples=["smtp.example.org"],
    )
    mail_port: int = Field(default=465, ge=1, le=65_535)
    mail_security: Literal["tls", "starttls", "none"] = "tls"
    mail_user: str | None = Field(default=None, min_length=1, max_length=120)
    ntfy: bool = False
    webhook: bool = False
    about: tuple[Subject, ...] = Field(default=SUBJECTS, max_length=5)
    per_hour: int = Field(default=6, ge=1, le=60)
    quiet_from: TimeOfDay | None = None
    quiet_to: TimeOfDay | None = None
    digest: TimeOfDay | None = None

    @property
    def channels(self) -> tuple[str, ...]:
        """The ways that are switched on."""
        on = {"mail": self.mail_to, "ntfy": self.ntfy, "webhook": self.webhook}
        return tuple(name for name, wanted in on.items() if wanted)


def alerts_flaws(alerts: Alerts) -> Iterator[Flaw]:
    """What is missing beside what is there."""
    if alerts.mail_to and not alerts.mail_server:
        hint = message("hint.add", what="mail_server: smtp.example.org")
        yield Flaw(("alerts", "mail_to"), message("setting.mail_alone"), hint)
    if bool(alerts.quiet_from) != bool(alerts.quiet_to):
        there = "quiet_from" if alerts.quiet_from else "quiet_to"
        other = "quiet_to" if alerts.quiet_from else "quiet_from"
        hint = message("hint.add", what=f'{other}: "08:00"')
        yield Flaw(("alerts", there), message("setting.quiet_alone"), hint)


# The secrets: a file each, written by the till and read by who sends.


FOLDER: Final = "secrets"
# Where the alerts program keeps what is to be told and what became of it.
QUEUE: Final = Path("alerts/queue.json")
SECRETS: Final = (
    *("mail_password", "ntfy_address", "ntfy_token"),
    *("webhook_address", "webhook_token"),
)
LONGEST: Final = 500


def is_kept(state: Path, name: str) -> bool:
    """Whether there is such a secret; nobody needs to read it for that."""
    return is_there(state / FOLDER / name)


def kept_secret(state: Path, name: str) -> str:
    """The secret; "" where there is none."""
    path = state / FOLDER / name
    return read_secret(path) if is_there(path) else ""


def secret_flaw(name: str, value: str) -> Message | None:
    """What is wrong with a secret; None: nothing."""
    if name not in SECRETS:
        return message("secret.unknown", names=", ".join(SECRETS))
    if len(value) > LONGEST or not value.isprintable():
        return message("secret.not_a_line")
    if value and name.endswith("_address"):
        try:
            found = urlsplit(value)
            good = found.scheme in ("http", "https") and bool(found.hostname)
            _ = found.port
        except ValueError:
            good = False
        if name == "ntfy_address" and not (good and found.path.strip("/")):
            return message("secret.ntfy_address")
        if not good:
            return message("secret.webhook_address")
    return None


def keep_secret(state: Path, name: str, value: str) -> None:
    """Write a secret down, or remove it: ""."""
    if wrong := secret_flaw(name, value):
        raise CabinetError(wrong)
    folder = state / FOLDER
    if not value:
        with suppress(FileNotFoundError):
            (folder / name).unlink()
        return
    if not is_there(folder):
        folder.mkdir(mode=0o700, parents=True)
    # Where the folder is installed its group, who sends, comes with it.
    write_durably(folder / name, value + "\n", 0o640)


def may_keep(state: Path) -> bool:
    """Whether this account writes secrets here."""
    folder = state / FOLDER
    return os.access(folder if is_there(folder) else state, os.W_OK)
