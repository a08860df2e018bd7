"""Who may send which message: by the account, by the role of a program, by the person.

The table for operators is in docs/operator.md; this is what it says.
"""

from collections.abc import Collection
from typing import TypeAlias

from cabinet.core.people import NOBODY, Person
from cabinet.i18n.authors import ROLES
from cabinet.protocol.alerts import PutSecret, TryAlerts
from cabinet.protocol.codec import (
    Booked,
    BusMessage,
    Collect,
    Correct,
    Goodbye,
    Panel,
    Quit,
    Refused,
    Touch,
)
from cabinet.protocol.doctor import Examined
from cabinet.protocol.fleet import Remote, RemoteScores, SignedBundle, TakeBack
from cabinet.protocol.login import FromLogin, OfPeople, PersonChanged, Vouched
from cabinet.protocol.machine import REBOOT, AskMachine, LookAtMachine, Machine
from cabinet.protocol.operator import (
    Adopted,
    ClearScores,
    Edit,
    GiveCredit,
    Menu,
    PutLogo,
    Reload,
    Restart,
    RestartScreen,
    Rewrite,
    ShowTest,
    TakeCredits,
    TryOutput,
    TrySound,
    Undo,
    Unlocked,
    role_of,
)
from cabinet.protocol.phones import ConsoleCertificate, PhonesAt
from cabinet.protocol.snapshot import Snapshot

# What takes a person: to money, to the operator's file, or to what people see.
Signed: TypeAlias = (
    Edit
    | Reload
    | Rewrite
    | PutLogo
    | PutSecret
    | TryAlerts
    | Undo
    | Collect
    | Correct
    | GiveCredit
    | TakeCredits
    | Restart
    | RestartScreen
    | AskMachine
)
# What the menu on the screen may ask for too, in the name of whoever stands there.
AtMenu: TypeAlias = Edit | Restart | GiveCredit | TakeCredits | AskMachine
# What nobody but our own account may: end the cabinet, touch a simulated panel.
TillsOnly: TypeAlias = Quit | Touch
# What takes a role, whatever the account.
FleetsOnly: TypeAlias = Remote | RemoteScores | SignedBundle | TakeBack
# What is the counter's to say, and nobody else's.
CountersOwn: TypeAlias = (
    Snapshot
    | Panel
    | Booked
    | Refused
    | Goodbye
    | Menu
    | Adopted
    | Unlocked
    | Examined
    | Vouched
    | PersonChanged
    | Machine
)
_Managers: TypeAlias = (
    Collect
    | PutLogo
    | Restart
    | RestartScreen
    | ClearScores
    | TryOutput
    | TrySound
    | ShowTest
    | LookAtMachine
)


def may_ask(
    message: BusMessage,
    *,
    trusted: bool,
    roles: Collection[str],
    on_duty: bool,
    operator: Person = NOBODY,
) -> bool:
    """Whether somebody with that account and role, or the screen, may ask for that.

    Whatever account it has, the screen on duty may what its menu may. `operator` is
    who has logged in there.
    """
    if isinstance(message, FleetsOnly):
        return "fleet" in roles
    if isinstance(message, OfPeople):
        return "web" in roles or on_duty
    if isinstance(message, PhonesAt | ConsoleCertificate | FromLogin):
        return "web" in roles
    if trusted or (on_duty and isinstance(message, AtMenu | LookAtMachine)):
        return True
    if isinstance(message, Signed | LookAtMachine):
        return operator.may(role_for(message))
    return not isinstance(message, TillsOnly)


def role_for(message: BusMessage) -> str:
    """The least role that may ask for that, at the page or at the cabinet."""
    if isinstance(message, Edit):
        return max(map(role_of, message.changes), key=ROLES.index, default="staff")
    if isinstance(message, AskMachine):
        return "manager" if message.verb == REBOOT else "owner"
    if isinstance(message, GiveCredit | TakeCredits):
        return "staff"
    return "manager" if isinstance(message, _Managers) else "owner"
