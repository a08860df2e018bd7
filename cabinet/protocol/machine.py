"""Messages about the machine under the cabinet: network, clock, restart, releases.

What changes the machine takes root, and none of our programs is that. The counter
decides who may ask and leaves a note; a unit of root's sees it, checks it and does it
(`cabinet.machine`). What it says is in files of its own, which the counter reads.
"""

from dataclasses import dataclass, field
from typing import Final, TypeAlias

# What may be asked: the unit that does it, and what of its work.
LOOK: Final = "look"
NETWORK: Final = "network"
CLOCK: Final = "clock"
UPDATE: Final = "update"
REBOOT: Final = "reboot"
VERBS: Final = {
    NETWORK: (LOOK, "join"),
    CLOCK: ("set", "zone"),
    UPDATE: (LOOK, "install"),
    REBOOT: ("now",),
}
# Where a release can come from.
SOURCES: Final = ("upload", "stick", "folder")
# Steps of an update, in this order.
STEPS: Final = ("check", "accounts", "packages", "try", "wait", "switch", "start")


@dataclass(frozen=True, slots=True)
class AskMachine:
    """Have one of root's units do `what` with these values, in somebody's name.

    `values` may hold the password of a Wi-Fi network, so they are in no log.
    """

    verb: str
    what: str
    values: dict[str, str] = field(default_factory=dict, repr=False)
    author: str = ""


@dataclass(frozen=True, slots=True)
class LookAtMachine:
    """Whoever shows the machine wants to know how it is."""


@dataclass(frozen=True, slots=True)
class LinkCard:
    """A network interface: `kind` is wifi or wired, `name` what it is joined to."""

    device: str
    kind: str
    up: bool
    name: str = ""


@dataclass(frozen=True, slots=True)
class WifiCard:
    """A Wi-Fi network in reach: `ssid` in hex, `signal` in percent.

    `security` is open, wpa, sae (WPA3 alone), or other, which cannot be joined here.
    """

    ssid: str
    name: str
    signal: int
    security: str
    joined: bool = False


@dataclass(frozen=True, slots=True)
class NetworkCard:
    """What NetworkManager says; `managed` is whether it is there and runs.

    `radio`: Wi-Fi is switched on; `has_wifi`: there is a Wi-Fi interface.
    """

    managed: bool = False
    has_wifi: bool = False
    radio: bool = True
    links: tuple[LinkCard, ...] = ()
    wifis: tuple[WifiCard, ...] = ()


@dataclass(frozen=True, slots=True)
class ClockCard:
    """The wall clock as a person reads it, and who keeps it.

    `kept` is network, hand, battery, or "" when nobody does.
    """

    now: str = ""
    zone: str = ""
    kept: str = ""


@dataclass(frozen=True, slots=True)
class ReleaseCard:
    """A release that somebody offers; `problem` is why it cannot be taken, or ""."""

    source: str
    version: str = ""
    serial: int = 0
    problem: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class UpdateCard:
    """The update that runs, or how the last one ended.

    `step` is one of `STEPS` while it runs; `began` and `step_began` are wall clock
    seconds. `result` is done, refused, unfit, back, broken, busy, cut or failed once
    it is over, at `ended`; `why` are the last words of the installer then.
    """

    version: str = ""
    before: str = ""
    source: str = ""
    step: str = ""
    began: int = 0
    step_began: int = 0
    result: str = ""
    ended: int = 0
    why: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OutcomeCard:
    """What became of the last thing that a verb was asked: `result` is done or why not.

    `about` is what it was done to, as a person would call it.
    """

    verb: str
    what: str
    result: str
    about: str = ""
    detail: str = ""
    number: int = 0


@dataclass(frozen=True, slots=True)
class Machine:
    """The machine as it is now.

    `installed`: root's units are there; a simulated cabinet has none. `doing` are the
    verbs that were asked and have not answered yet. `version` is the program's own,
    `pinned` whether releases are checked with a key that somebody has pinned, `now`
    the wall clock in seconds.
    """

    installed: bool = False
    doing: tuple[str, ...] = ()
    outcomes: tuple[OutcomeCard, ...] = ()
    clock: ClockCard = field(default_factory=ClockCard)
    network: NetworkCard | None = None
    releases: tuple[ReleaseCard, ...] = ()
    looked: bool = False
    update: UpdateCard | None = None
    version: str = ""
    pinned: bool = True
    now: int = 0

    def outcome(self, verb: str) -> OutcomeCard | None:
        """How the last thing that this verb was asked ended."""
        return next((each for each in self.outcomes if each.verb == verb), None)


FromMachinePages: TypeAlias = AskMachine | LookAtMachine
