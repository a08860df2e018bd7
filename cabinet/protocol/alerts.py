"""Messages of alerts: secrets to keep, and a test of the ways out."""

from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class PutSecret:
    """Keep a secret of the alerts in its file; "" removes it."""

    name: str
    value: str = field(repr=False)
    author: str = ""


@dataclass(frozen=True, slots=True)
class TryAlerts:
    """Send a test on every way; the counter hands it to the alerts program."""

    author: str


FromAlertsPage: TypeAlias = PutSecret | TryAlerts
