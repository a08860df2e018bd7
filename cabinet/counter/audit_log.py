"""What the log says of the books: a line for each posting and each match.

The log follows the books and nothing else, so it cannot say what did not happen. No
edge, no move and no click of the meter is told: there may be millions of them.
"""

import logging
from collections.abc import Iterable, Sequence
from typing import Final

from cabinet.core.modes.state import Cabinet, OutOfOrder
from cabinet.core.money.ledger import Entry, Kind, MatchClosed, MatchOpened, Posting
from cabinet.diagnostics.logs import AUDIT_LOG, values
from cabinet.i18n.message import from_text
from cabinet.protocol.refusals import Problem

log = logging.getLogger(AUDIT_LOG)

# Settings are told change by change, by whoever changed them.
SILENT: Final = frozenset({Kind.METER, Kind.PRICE, Kind.SETTING})
_SECRET: Final = ("service", "pin")
TROUBLE: Final = frozenset({Kind.ALARM, Kind.RESTORED})


def tell(entries: Iterable[Entry]) -> None:
    """Write down what is on the disk now."""
    if not log.isEnabledFor(logging.WARNING):
        return
    for entry in entries:
        if isinstance(entry, Posting) and entry.kind not in SILENT:
            level = logging.WARNING if entry.kind in TROUBLE else logging.INFO
            log.log(level, "%s", _posting(entry))
        elif isinstance(entry, MatchOpened):
            record = entry.record
            told = values(match=record.id, game=record.game, persons=record.persons)
            log.info("match begins %s", told)
        elif isinstance(entry, MatchClosed):
            reason = str(from_text(entry.reason))
            told = values(match=entry.match, how=entry.how, reason=reason)
            log.info("match ends %s", told)


def turn_to(before: Cabinet, after: Cabinet) -> None:
    """Write down that the cabinet went out of order, or is in order again."""
    was, now = before.mode, after.mode
    if isinstance(now, OutOfOrder) and not isinstance(was, OutOfOrder):
        log.error("out of order %s", values(reason=now.reason, detail=now.detail))
    elif isinstance(was, OutOfOrder) and not isinstance(now, OutOfOrder):
        log.info("in order again %s", values(mode=after.mode_name))


def say(sentence: str, **pairs: object) -> None:
    """Write down what is no posting and matters all the same."""
    log.info("%s", f"{sentence} {values(**pairs)}".rstrip())


def refusal(problems: Sequence[Problem]) -> str:
    """What the log says of settings that were refused; who asked is told all of it.

    Only the first problem, and of a secret only where it is: staff reads the log, and a
    PIN with a wrong digit is nearly the PIN.
    """
    first = problems[0]
    return first.where if first.path == _SECRET else str(first)


def _posting(posting: Posting) -> str:
    told = values(
        slot=posting.slot,
        amount=posting.amount or None,
        credits=posting.credits or None,
        owner=posting.owner or None,
        match=posting.match,
        # The words are read when they are first wanted: not for a coin, which has none.
        note=posting.note and str(from_text(posting.note)),
    )
    return f"{posting.kind.value} {told}".rstrip()
