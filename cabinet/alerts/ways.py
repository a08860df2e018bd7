"""How a letter leaves: a mail server, a topic of ntfy, an address of one's own.

Each way takes a letter whole or says why not; to try again is for others to decide.
What it says goes into a log and onto a page, so it never has an address or a password.
"""

import smtplib
import ssl
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import format_datetime
from typing import Final, TypeAlias

import httpx

from cabinet.core.errors import CabinetError
from cabinet.i18n.message import Message, Verbatim, message

TIMEOUT_S: Final = 15.0


class DeliveryError(CabinetError):
    """The letter was not taken, and why."""


@dataclass(frozen=True, slots=True)
class Said:
    """A letter in words: `id` is the same however often it is tried."""

    id: str
    kind: str
    wall_ms: int
    cabinet: str
    title: str
    lines: tuple[str, ...]

    @property
    def body(self) -> str:
        """All lines, each on its own."""
        return "\n".join(self.lines)


@dataclass(frozen=True, slots=True)
class MailAccess:
    """Where outgoing mail goes; the password is never shown."""

    to: str
    sender: str
    server: str
    port: int
    security: str
    user: str = ""
    password: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class WebAccess:
    """An address that takes a letter; it may be a password itself."""

    address: str = field(repr=False)
    token: str = field(default="", repr=False)


Access: TypeAlias = MailAccess | WebAccess


def send(way: str, access: Access, said: Said) -> None:
    """Deliver a letter; `DeliveryError` says why it was not."""
    if isinstance(access, MailAccess):
        _mail(access, said)
    elif not access.address:
        raise DeliveryError(message("alerts.no_address"))
    else:
        _WEB[way](access, said)


def _mail(access: MailAccess, said: Said) -> None:
    letter = _letter(access, said)
    context = ssl.create_default_context()
    try:
        if access.security == "tls":
            line: smtplib.SMTP = smtplib.SMTP_SSL(
                access.server, access.port, timeout=TIMEOUT_S, context=context
            )
        else:
            line = smtplib.SMTP(access.server, access.port, timeout=TIMEOUT_S)
        with line:
            if access.security == "starttls":
                line.starttls(context=context)
            if access.user:
                line.login(access.user, access.password)
            line.send_message(letter)
    except smtplib.SMTPException as wrong:
        raise DeliveryError(_smtp_says(wrong)) from None
    except ssl.SSLError as wrong:
        why = Verbatim(wrong.reason or "TLS")
        raise DeliveryError(message("alerts.no_trust", why=why)) from None
    except OSError as wrong:
        why = Verbatim(wrong.strerror or type(wrong).__name__)
        raise DeliveryError(message("alerts.no_mail_server", why=why)) from None


def _letter(access: MailAccess, said: Said) -> EmailMessage:
    letter = EmailMessage()
    letter["Subject"] = said.title
    letter["From"] = Address(said.cabinet, addr_spec=access.sender)
    letter["To"] = access.to
    letter["Date"] = format_datetime(datetime.fromtimestamp(said.wall_ms / 1000, UTC))
    domain = access.sender.rpartition("@")[2]
    letter["Message-ID"] = f"<{said.id}@{domain}>"
    letter["Auto-Submitted"] = "auto-generated"
    letter.set_content(said.body + "\n")
    return letter


def _smtp_says(wrong: smtplib.SMTPException) -> Message:
    match wrong:
        case smtplib.SMTPAuthenticationError():
            return message("alerts.mail_login", answer=wrong.smtp_code)
        case smtplib.SMTPRecipientsRefused():
            code = next(iter(wrong.recipients.values()))[0]
            return message("alerts.mail_recipient", answer=code)
        case smtplib.SMTPSenderRefused():
            return message("alerts.mail_sender", answer=wrong.smtp_code)
        case smtplib.SMTPResponseException():
            return message("alerts.mail_refused", answer=wrong.smtp_code)
        case smtplib.SMTPNotSupportedError():
            return message("alerts.mail_unable")
    return message("alerts.mail_ended")


def _ntfy(access: WebAccess, said: Said) -> None:
    """The topic's address takes the text; a title beyond ASCII goes beside it."""
    params = {"title": said.title, "tags": _TAGS.get(said.kind, "joystick")}
    if said.kind == "alarm":
        params["priority"] = "high"
    _post(access, params=params, content=said.body.encode())


def _webhook(access: WebAccess, said: Said) -> None:
    document = {
        "id": said.id,
        "kind": said.kind,
        "cabinet": said.cabinet,
        "at": datetime.fromtimestamp(said.wall_ms / 1000, UTC).isoformat(),
        "title": said.title,
        "lines": list(said.lines),
        # What Slack, Mattermost and Rocket.Chat show.
        "text": f"{said.title}\n{said.body}",
    }
    _post(access, json=document)


def _post(
    access: WebAccess,
    *,
    params: Mapping[str, str] | None = None,
    content: bytes | None = None,
    json: object = None,
) -> None:
    headers = {"Authorization": f"Bearer {access.token}"} if access.token else {}
    try:
        with httpx.Client(timeout=TIMEOUT_S, trust_env=False) as client:
            # An answer that leads elsewhere is not followed: it was not configured.
            found = client.post(
                access.address,
                params=params,
                content=content,
                json=json,
                headers=headers,
            )
    except (httpx.HTTPError, httpx.InvalidURL, UnicodeError) as wrong:
        why = Verbatim(type(wrong).__name__)
        raise DeliveryError(message("alerts.no_answer", why=why)) from None
    if not found.is_success:
        raise DeliveryError(message("alerts.web_refused", answer=found.status_code))


_TAGS: Final = {"alarm": "warning", "digest": "bar_chart"}
_WEB: Final[Mapping[str, Callable[[WebAccess, Said], None]]] = {
    "ntfy": _ntfy,
    "webhook": _webhook,
}
