"""An update that was asked for on the page or in the service menu.

Releases are looked for in three places; each is copied to where only root can write and
checked there with the pinned key (`verify.sh`), and only that copy is installed, by the
`install.sh` of the release in use. That tries it beside the cabinet, waits until nobody
plays, and goes back by itself. We say which step it is at, and how it ended.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Final

from cabinet.clock import SystemClock
from cabinet.machine import stick
from cabinet.machine.notes import ANSWERED, KEPT, Note, RefusedVerbError, tell
from cabinet.machine.release_file import ACCOUNT, ENDING, is_release, unpack
from cabinet.protocol.machine import SOURCES, ReleaseCard, UpdateCard

# How install.sh says what became of it: its exit codes.
RESULTS: Final = {0: "done", 1: "failed", 3: "unfit", 4: "back", 5: "broken", 6: "busy"}
_STEP: Final = re.compile(r"install: (?:([0-9])/5 |waiting)")
_BY_NUMBER: Final = {
    "1": "accounts",
    "2": "packages",
    "3": "try",
    "4": "switch",
    "5": "start",
}
# What systemd/boot.sh --seal writes: what is installed would be gone at the next start.
_SEALED: Final = "overlayroot=tmpfs"
_LAST_WORDS: Final = 6
_LONGEST_WORD: Final = 300
_MOST_OFFERS: Final = 4
UPDATE: Final = "update"
RELEASES: Final = "releases"


@dataclass(frozen=True, slots=True)
class Places:
    """Where an update finds and keeps things."""

    upload: Path = Path("/var/lib/cabinet/web/upload.release")
    folder: Path = Path("/var/lib/cabinet-update")
    current: Path = Path("/opt/cabinet/current")
    room: Path = Path("/opt/cabinet")
    key: Path = Path("/etc/cabinet-trust/release.pub")
    kernel: Path = Path("/proc/cmdline")
    newest: Path = Path("/etc/cabinet-trust/newest")
    answered: Path = ANSWERED
    kept: Path = KEPT
    account: str = ACCOUNT

    @property
    def scripts(self) -> Path:
        """The scripts of the release in use."""
        return self.current / "share/cabinet/systemd"


@dataclass(frozen=True, slots=True)
class CheckedRelease:
    """A release that was checked: a copy that nobody but root can write to."""

    card: ReleaseCard
    files: Path | None = None
    wheels: Path | None = None


def look(places: Places) -> tuple[ReleaseCard, ...]:
    """The newest release of each source; what cannot be taken with its reason."""
    cards = []
    for source in SOURCES:
        with offered(source, places) as offer:
            if offer is not None:
                cards.append(offer.card)
    return tuple(cards)


@contextmanager
def offered(source: str, places: Places) -> Iterator[CheckedRelease | None]:
    """The newest release there is at a source, as long as this lasts."""
    with tempfile.TemporaryDirectory(prefix="checking-", dir=places.room) as name:
        room = Path(name)
        room.chmod(0o711)  # the child has to reach its own folder in it
        offers = []
        with _found(source, places) as found:
            for number, path in enumerate(found[:_MOST_OFFERS]):
                offers.append(_checked(source, path, room / str(number), places))
            yield max(offers, key=_rank, default=None)


def _rank(offer: CheckedRelease) -> tuple[bool, int]:
    return offer.files is not None, offer.card.serial


@contextmanager
def _found(source: str, places: Places) -> Iterator[list[Path]]:
    match source:
        case "upload":
            yield [places.upload] if os.path.lexists(places.upload) else []
        case "folder":
            yield _releases_in(places.folder)
        case "stick":
            with _sticks() as folders:
                yield [path for folder in folders for path in _releases_in(folder)]
        case _:
            raise RefusedVerbError("no_release")


@contextmanager
def _sticks() -> Iterator[list[Path]]:
    """The first stick that can be read; a second one is somebody's mistake."""
    for device in stick.devices() if stick.BLOCKS.exists() else ():
        with stick.opened(device) as folder:
            if folder is not None and _releases_in(folder):
                yield [folder]
                return
    yield []


def _releases_in(folder: Path) -> list[Path]:
    try:
        return sorted(each for each in folder.iterdir() if is_release(each.name))
    except OSError:
        return []


def _checked(source: str, path: Path, room: Path, places: Places) -> CheckedRelease:
    """One release, copied and checked; whatever is wrong with it is on its card."""
    try:
        return _verified(source, path, room, places)
    except RefusedVerbError as wrong:
        return CheckedRelease(ReleaseCard(source, "", 0, wrong.code, wrong.detail))


def _verified(source: str, path: Path, room: Path, places: Places) -> CheckedRelease:
    if not places.key.exists():
        raise RefusedVerbError("no_key")
    room.mkdir(mode=0o711)
    unpacked, files = path, room / "release"
    if path.suffix == ENDING or not path.is_dir():
        unpacked = room / "unpacked"
        unpacked.mkdir(mode=0o700)
        if places.account:
            shutil.chown(unpacked, places.account, places.account)
        unpack(path, unpacked, places.account)
    done = subprocess.run(
        ["sh", places.scripts / "verify.sh", unpacked, places.key, files],
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    shutil.rmtree(room / "unpacked", ignore_errors=True)
    if done.returncode:
        said = done.stderr.replace(str(unpacked), path.name).strip().splitlines()
        last = said[-1].removeprefix("verify: ")[:_LONGEST_WORD] if said else ""
        raise RefusedVerbError("not_signed", last)
    card = _card(source, files, places)
    # Not beside an upload: the web program could put anything there.
    wheels = path.parent / "wheels" if source != "upload" else None
    return CheckedRelease(card, files, wheels if wheels and wheels.is_dir() else None)


def _card(source: str, files: Path, places: Places) -> ReleaseCard:
    """What the signer says of it, and whether install.sh would take it."""
    facts = dict(
        line.partition(": ")[::2]
        for line in (files / "release.txt").read_text(encoding="ascii").splitlines()
    )
    serial, version = facts.get("serial", ""), facts.get("version", "")[:40]
    if facts.get("name") != "arkade-cabinet" or not serial.isdecimal():
        raise RefusedVerbError("not_ours")
    with suppress(OSError, ValueError):
        newest = int(places.newest.read_text(encoding="ascii"))
        if int(serial) < newest:
            return ReleaseCard(source, version, int(serial), "older")
        if int(serial) == newest:
            return ReleaseCard(source, version, int(serial), "same")
    return ReleaseCard(source, version, int(serial))


class Progress:
    """What the page shows of the update; the result outlives a restart."""

    def __init__(self, card: UpdateCard, places: Places) -> None:
        self._card = card
        self._places = places
        # If the machine goes off in the middle this is what is left to say.
        self._keep(replace(card, result="cut", ended=_now()))

    def at(self, step: str) -> None:
        """It is at this step now."""
        self._card = replace(self._card, step=step, step_began=_now())
        tell(UPDATE, asdict(self._card), self._places.answered)

    def over(self, result: str, why: tuple[str, ...] = ()) -> None:
        """It has ended."""
        self._card = replace(self._card, step="", result=result, ended=_now(), why=why)
        self._keep(self._card)
        tell(UPDATE, asdict(self._card), self._places.answered)

    def _keep(self, card: UpdateCard) -> None:
        tell(UPDATE, asdict(card), self._places.kept)


def install(note: Note, places: Places) -> str:
    """Install the release that somebody was shown, and no other; its version."""
    source, serial = note.get("source", ""), note.get("serial", "")
    if source not in SOURCES or not serial.isascii() or not serial.isdecimal():
        raise RefusedVerbError("no_release")
    if _SEALED in places.kernel.read_text(encoding="ascii", errors="replace"):
        raise RefusedVerbError("sealed")
    before = current_version(places)
    progress = Progress(UpdateCard(before=before, source=source, began=_now()), places)
    progress.at("check")
    try:
        with offered(source, places) as offer:
            if offer is None:
                raise RefusedVerbError("no_release")
            if offer.card.problem not in ("", "same") or offer.files is None:
                raise RefusedVerbError(offer.card.problem, offer.card.detail)
            if offer.card.serial != int(serial):
                raise RefusedVerbError("another_release")
            progress = Progress(
                UpdateCard(offer.card.version, before, source, began=_now()),
                places,
            )
            _run_installer(offer, places, progress)
    except RefusedVerbError as wrong:
        progress.over("refused", (wrong.code, wrong.detail))
        raise
    except BaseException as wrong:
        progress.over("failed", (type(wrong).__name__,))
        raise
    if source == "upload":
        places.upload.unlink(missing_ok=True)
    return offer.card.version


def _run_installer(offer: CheckedRelease, places: Places, progress: Progress) -> None:
    assert offer.files is not None
    words = ["--release", str(offer.files), "--when-idle"]
    if offer.wheels:
        words += ["--wheels", str(offer.wheels)]
    # The script itself may be replaced while it runs: a shell reads as it goes.
    script = offer.files.parent / "install.sh"
    for each in ("install.sh", "verify.sh"):
        shutil.copyfile(places.scripts / each, offer.files.parent / each)
    environment = os.environ | {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin"}
    said: list[str] = []
    with subprocess.Popen(
        ["sh", str(script), *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        env=environment,
    ) as running:
        assert running.stdout is not None
        for line in running.stdout:
            sys.stdout.write(line)  # for the journal
            said = [*said, line.strip()[:_LONGEST_WORD]][-_LAST_WORDS:]
            if found := _STEP.match(line):
                progress.at(_BY_NUMBER.get(found[1] or "", "wait"))
    code = running.returncode
    result = RESULTS.get(code, "cut")
    progress.over(result, () if result == "done" else tuple(said))


def _now() -> int:
    return SystemClock().wall_ms() // 1000


def current_version(places: Places) -> str:
    """The version in use: the folder of a release begins with it."""
    try:
        return places.current.readlink().name.partition("-")[0]
    except OSError:
        return ""
