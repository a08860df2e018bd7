"""What the counter asks of root, and what root says of the machine.

The counter has no right to change the machine. It leaves a note in its runtime folder,
which nobody else can write to; one of root's units sees it, checks it again and answers
in a folder of its own (`cabinet.machine`). Where there are no such units, as in
simulation, nothing can be asked.
"""

import json
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, Self, TypeVar

from cabinet.clock import SystemClock
from cabinet.core.errors import ProtocolError
from cabinet.i18n.message import Message, message
from cabinet.platform.files import write_durably
from cabinet.platform.processes import BY_HAND, clock_kept_by
from cabinet.protocol.fields import build
from cabinet.protocol.machine import (
    LOOK,
    REBOOT,
    UPDATE,
    VERBS,
    AskMachine,
    ClockCard,
    Machine,
    NetworkCard,
    OutcomeCard,
    ReleaseCard,
    UpdateCard,
)

RUNTIME: Final = "RUNTIME_DIRECTORY"
ANSWERS: Final = "CABINET_MACHINE"
NOTE: Final = "ask-"
_MOST_VALUES: Final = 6
_LONGEST: Final = 300
_LARGEST: Final = 200_000
# Longer than any unit takes to begin; what is not answered by then never will be.
_PATIENCE_S: Final = 300.0
_ZONE: Final = Path("/etc/localtime")

T = TypeVar("T")


class MachineDesk:
    """Asks with notes in one folder, and reads answers in another."""

    def __init__(self, notes: Path | None = None, answers: Path | None = None) -> None:
        self._notes = notes
        self._answers = answers
        # The number of what was asked last of each verb, and when.
        self._asked: dict[str, tuple[int, float]] = {}
        self._zone = ""

    @classmethod
    def of(cls, env: Mapping[str, str]) -> Self:
        """Where systemd says that root listens."""
        folder = env.get(RUNTIME, "").partition(":")[0]
        answers = env.get(ANSWERS, "")
        if not folder or not answers:
            return cls()
        return cls(Path(folder), Path(answers))

    def refusal(self, asked: AskMachine) -> Message | None:
        """Why that cannot be asked now; None: it can."""
        if self._notes is None:
            return message("refused.no_machine")
        sizes = [len(text) for pair in asked.values.items() for text in pair]
        known = asked.what in VERBS.get(asked.verb, ())
        if (
            not known
            or len(sizes) > 2 * _MOST_VALUES
            or max(sizes, default=0) > _LONGEST
        ):
            return message("refused.not_a_verb")
        # A look that is on its way is as good as another.
        if asked.what != LOOK and asked.verb in self._doing():
            return message("refused.machine_busy")
        return None

    def ask(self, asked: AskMachine) -> None:
        """Leave the note; `OSError` where that cannot be."""
        assert self._notes is not None
        if asked.what == LOOK and asked.verb in self._doing():
            return
        number = SystemClock().wall_ms()
        note = {**asked.values, "what": asked.what, "number": str(number)}
        # It may hold a password: nobody but root and we may read it.
        write_durably(self._notes / f"{NOTE}{asked.verb}", json.dumps(note), 0o600)
        if asked.verb != REBOOT:
            self._asked[asked.verb] = number, time.monotonic()

    def card(self) -> Machine:
        """The machine as it is now."""
        if self._notes is None:
            return Machine(clock=self._clock())
        releases = self._read("releases") or {}
        found = releases.get("releases")
        offered = found if isinstance(found, list) else []
        cards = (_card(ReleaseCard, each) for each in offered)
        return Machine(
            installed=True,
            doing=tuple(self._doing()),
            outcomes=tuple(self._outcomes()),
            clock=self._clock(),
            network=_card(NetworkCard, self._read("network")),
            releases=tuple(card for card in cards if card is not None),
            looked=bool(releases),
            update=_card(UpdateCard, self._read("update")),
            version=str(releases.get("version", "")),
            pinned=releases.get("pinned", True) is True,
            now=SystemClock().wall_ms() // 1000,
        )

    def _outcomes(self) -> Iterator[OutcomeCard]:
        for verb in VERBS:
            if card := _card(OutcomeCard, self._read(f"outcome-{verb}")):
                yield card

    def _doing(self) -> Iterator[str]:
        """What was asked and has no answer yet; an update may outlive us."""
        answered = {card.verb: card.number for card in self._outcomes()}
        for verb, (number, since) in self._asked.items():
            late = time.monotonic() - since > _PATIENCE_S
            if answered.get(verb) != number and not late:
                yield verb
        update = _card(UpdateCard, self._read("update"))
        if update is not None and update.step and UPDATE not in self._asked:
            yield UPDATE

    def _clock(self) -> ClockCard:
        zone = _zone()
        if zone != self._zone:  # set beside us: our own times follow
            time.tzset()
            self._zone = zone
        by_hand = self._answers / BY_HAND if self._answers else None
        now = time.strftime("%Y-%m-%d %H:%M:%S")
        return ClockCard(now, zone, clock_kept_by(by_hand))

    def _read(self, name: str) -> dict[str, Any] | None:
        if self._answers is None:
            return None
        try:
            with (self._answers / f"{name}.json").open(encoding="utf-8") as file:
                found = json.loads(file.read(_LARGEST))
        except (OSError, ValueError, RecursionError):
            return None
        return found if isinstance(found, dict) else None


def _card(kind: type[T], found: object) -> T | None:
    if not isinstance(found, dict):
        return None
    try:
        return build(kind, found, kind.__name__.lower())
    except ProtocolError:  # of another release
        return None


def _zone() -> str:
    """The zone by its name, as the system's link has it."""
    try:
        name = str(_ZONE.readlink())
    except OSError:
        return time.tzname[0]
    return name.partition("zoneinfo/")[2]
