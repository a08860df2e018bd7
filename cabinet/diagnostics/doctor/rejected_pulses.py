"""Pulses that were not money, as the counter kept them: what they have in common."""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cabinet.books.evidence import cases
from cabinet.core.errors import BooksError
from cabinet.core.events import REJECTIONS
from cabinet.diagnostics.doctor.findings import Finding, amber, green
from cabinet.i18n.message import message, verbatim

WITHIN_MS: Final = 86_400_000
# A refused pulse now and then is a spike well refused.
MANY: Final = 10


@dataclass(frozen=True, slots=True)
class RejectedPulses:
    """How often each line had a pulse refused in the last day, by reason."""

    counts: tuple[tuple[str, str, int], ...] = ()

    def judge(self) -> Iterator[Finding]:
        """A line for each slot and reason, or one that nothing was refused."""
        for line, why, n in self.counts:
            known = why in REJECTIONS
            told = message(f"pulses_{why}") if known else verbatim(why)
            if n >= MANY:
                yield amber(f"refused.{why if known else 'other'}", line, n=n, why=told)
            else:
                yield green("refused.few", line, n=n, why=told)
        if not self.counts:
            yield green("refused.none", "pulses")


def look(path: Path, wall_ms: int) -> RejectedPulses:
    """Read the evidence beside the books."""
    counts: Counter[tuple[str, str]] = Counter()
    with suppress(BooksError):
        for case in cases(path):
            if case.kind == "rejected" and case.wall_ms > wall_ms - WITHIN_MS:
                counts[case.line, case.why.partition(",")[0]] += case.times
    return RejectedPulses(
        tuple((line, why, n) for (line, why), n in sorted(counts.items()))
    )
