"""`cabinet report`: all that somebody far away needs to understand, in one file.

Settings without their secrets, versions, the end of every log, what the wires did
around alarms (as tapes that `cabinet replay` plays), the books in sums, and what the
doctor found. Each part is bounded, a part that fails is a sentence in its place, and
the newest `KEPT` reports stay.
"""

import io
import os
import platform
import re
import subprocess
import sys
import tarfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import Final

from cabinet.books.accounts import account
from cabinet.books.evidence import cases
from cabinet.books.exports import as_json
from cabinet.books.report import report
from cabinet.clock import SystemClock
from cabinet.core.errors import CabinetError
from cabinet.diagnostics.crash import REPORTS
from cabinet.diagnostics.evidence_drawing import listing, tape_text
from cabinet.diagnostics.logs import FOLDER as LOGS
from cabinet.places import Place
from cabinet.platform.files import open_own, open_plain, put_in_place
from cabinet.settings.history import HISTORY
from cabinet.settings.secrets import redacted, redacted_history

KEPT: Final = 8
LONGEST_PART: Final = 256_000
TAPES: Final = 12
_JOURNAL: Final = ("journalctl", "-q", "-u", "cabinet*", "-n", "2000", "--no-pager")


@dataclass(frozen=True, slots=True)
class ReportFile:
    """A file of the report: its name, and who writes it."""

    name: str
    text: Callable[[], str]


def write_report(place: Place, crash: Path | None, target: Path | None) -> Path:
    """Make the report and return where it is."""
    wall_ms = SystemClock().wall_ms()
    folder = place.state / REPORTS
    path = target or folder / _name(wall_ms, crash)
    unfinished = path.with_name(f"{path.name}.unfinished")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
        with (
            os.fdopen(open_own(unfinished, flags), "wb") as out,
            tarfile.open(fileobj=out, mode="w:gz") as archive,
        ):
            for part in parts(place, crash):
                _add(archive, part, path.name.partition(".")[0], wall_ms)
        put_in_place(unfinished, path)
        if target is None:
            for old in sorted(folder.glob("report-*.tar.gz"))[:-KEPT]:
                with suppress(PermissionError):  # each account may remove its own
                    old.unlink()
    except OSError as wrong:
        with suppress(OSError):
            unfinished.unlink()
        raise CabinetError(
            f"{path}: the report cannot be written ({wrong.strerror}); give another "
            "place with --to FILE"
        ) from None
    return path


def parts(place: Place, crash: Path | None) -> Iterator[ReportFile]:
    """What a report consists of; after a crash nobody waits for a whole doctor."""
    yield ReportFile("versions.txt", versions)
    if crash is not None:
        yield ReportFile("crash.txt", lambda: crash.read_text(encoding="utf-8"))
    yield ReportFile("settings.yaml", lambda: redacted(_end(place.config)))
    yield ReportFile(HISTORY, lambda: redacted_history(_end(place.state / HISTORY)))
    yield ReportFile("books.json", lambda: _books(place))
    if crash is None:
        yield ReportFile("doctor.json", lambda: _doctor(place))
    yield ReportFile("journal.txt", _journal)
    for log in sorted((place.state / LOGS).glob("*.*")):
        yield ReportFile(f"{LOGS}/{log.name}", partial(_end, log))
    with suppress(CabinetError):
        kept = cases(place.evidence)
        yield ReportFile("evidence.txt", lambda: listing(kept))
        for case in kept[-TAPES:]:
            yield ReportFile(f"tapes/why-{case.id}.tape", partial(tape_text, case))


def versions() -> str:
    """What runs here: the cabinet, its Python, its packages, its machine."""
    model = ""
    with suppress(OSError):
        model = Path("/proc/device-tree/model").read_text(encoding="utf-8").strip("\0")
    return "\n".join(
        (
            f"python {sys.version}",
            f"machine {platform.platform()} {model}".rstrip(),
            *(f"{name} {_version(name)}" for name in ("arkade-cabinet", *_needed())),
            "",
        )
    )


def _needed() -> list[str]:
    """The packages the cabinet asks for, not all that happen to be there."""
    asked = requires("arkade-cabinet") or ()
    return [re.split(r"[^\w-]", each)[0] for each in asked if "extra ==" not in each]


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "is not installed"


def _books(place: Place) -> str:
    return as_json(report(account(place.books), SystemClock().wall_ms(), None), None)


def _doctor(place: Place) -> str:
    # Not with the rest: after a crash, when every second counts, nobody asks for it.
    from cabinet.diagnostics.doctor.examination import examine
    from cabinet.diagnostics.doctor.printing import as_json as findings_json
    from cabinet.diagnostics.doctor.printing import doctor_words

    findings = list(examine(place).judge())
    return findings_json(findings, doctor_words("en"), SystemClock().wall_ms())


def _journal() -> str:
    done = subprocess.run(
        _JOURNAL, capture_output=True, text=True, timeout=10, check=False
    )
    return done.stdout or "the journal has nothing that this account may read\n"


def _end(path: Path) -> str:
    """The last part of a file."""
    with os.fdopen(open_plain(path), "rb") as file:
        file.seek(max(0, os.fstat(file.fileno()).st_size - LONGEST_PART))
        return file.read().decode(errors="replace")


def _add(archive: tarfile.TarFile, part: ReportFile, folder: str, wall_ms: int) -> None:
    try:
        text = part.text()
    except Exception as wrong:  # noqa: BLE001  # the rest is worth sending
        text = f"could not be read: {type(wrong).__name__}: {wrong}\n"
    octets = text.encode()[-LONGEST_PART:]
    entry = tarfile.TarInfo(f"{folder}/{part.name}")
    entry.size, entry.mtime, entry.mode = len(octets), wall_ms // 1000, 0o640
    archive.addfile(entry, io.BytesIO(octets))


def _name(wall_ms: int, crash: Path | None) -> str:
    moment = datetime.fromtimestamp(wall_ms / 1000, UTC)
    why = f"-{crash.stem}" if crash else ""
    return f"report-{moment:%Y%m%dT%H%M%SZ}{why}.tar.gz"
