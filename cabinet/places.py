"""Where a cabinet keeps its things; found without reading its settings.

This file imports nothing heavy, so that a program knows where it lives before it
has loaded what it is.
"""

import os
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cabinet.core.errors import CabinetError

SERVICE_STATE: Final = Path("/var/lib/cabinet")
ENVIRONMENT: Final = "CABINET_CONFIG"
# Where the counter leaves a copy of its settings for programs that may not read them.
COPY_FOR_SCREEN: Final = "CABINET_COPY_FOR_SCREEN"
BUS: Final = "bus.sock"
BESIDE: Final = Path("config/cabinet.yaml")
INSTALLED: Final = Path("/etc/cabinet/cabinet.yaml")
# The file that comes with the package, for who has no clone: pyproject.toml.
SHIPPED: Final = Path(sys.prefix) / "share/arkade-cabinet/cabinet.yaml"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a cabinet keeps its things, and how it was asked to run."""

    config: Path
    state: Path
    sim: bool = False
    chip: bool = False
    headless: bool = False
    browser: bool = False
    web: bool = False
    fleet: bool = False
    alerts: bool = False
    record: Path | None = None

    @property
    def bus(self) -> Path:
        """The socket all programs meet at."""
        return self.state / BUS

    @property
    def live(self) -> Path:
        """The socket the screen is watched at, in the one folder it may write to."""
        return self.state / "live" / "live.sock"

    @property
    def books(self) -> Path:
        """The money."""
        return self.state / "books.sqlite3"

    @property
    def copies(self) -> Path:
        """Good copies of the money."""
        return self.state / "copies"

    @property
    def evidence(self) -> Path:
        """What the wires did when something was odd."""
        return self.state / "evidence.sqlite3"

    @property
    def driven(self) -> Path:
        """What the counter drives, for whoever has to shut it after its death."""
        return self.state / "driven.json"

    def arguments(self) -> tuple[str, ...]:
        """The same place, as a child's command line gives it."""
        words = ["--config", str(self.config), "--state", str(self.state)]
        words += ["--sim"] * self.sim + ["--chip"] * self.chip
        words += ["--headless"] * self.headless + ["--browser"] * self.browser
        if self.record:
            words += ["--record", str(self.record)]
        return tuple(words)


def default_state(env: Mapping[str, str], *, sim: bool) -> Path:
    """The folder for books and socket when none is given."""
    if not sim and os.access(SERVICE_STATE, os.W_OK):
        return SERVICE_STATE
    home = env.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(home) / "arkade-cabinet"


def find_config(
    explicit: Path | None,
    cwd: Path,
    env: Mapping[str, str],
    *,
    simulated: Path | None = None,
) -> Path:
    """The operator's file to use: the one asked for, or the first that is there.

    Where a cabinet is installed its own file is meant, also by who stands in a clone.
    A simulated cabinet prefers the clone's. Where there is neither, it begins with a
    copy of the shipped file in its state folder, `simulated`.
    """
    if explicit is not None:
        return explicit
    if env.get(ENVIRONMENT):
        return Path(env[ENVIRONMENT])
    places = (INSTALLED, cwd / BESIDE)
    for place in reversed(places) if simulated else places:
        if is_there(place):
            return place
    if simulated and is_there(SHIPPED):
        return _own_copy(simulated / BESIDE.name)
    raise CabinetError(
        f"no operator's file: looked for {INSTALLED} and for {BESIDE} in {cwd}; "
        f"name one with --config FILE or ${ENVIRONMENT}"
    )


def _own_copy(path: Path) -> Path:
    """The shipped file where its settings can be changed, and survive an upgrade."""
    if not is_there(path):
        make_folder(path.parent)
        shutil.copyfile(SHIPPED, path)
    return path


def which_is_meant(config: Path, cwd: Path) -> str:
    """What to say where another file is at hand and could be thought to be meant."""
    if config != INSTALLED or not is_there(cwd / BESIDE):
        return ""
    return f"this is about {INSTALLED}; for the file in this folder: --config {BESIDE}"


def is_there(path: Path) -> bool:
    """Whether it is there; what is hidden from us is there for others."""
    try:
        path.stat()
    except PermissionError:
        return True
    except OSError:
        return False
    return True


def make_folder(path: Path) -> None:
    """`path` as a folder, and those above it; `CabinetError` says why not."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as wrong:
        raise CabinetError(
            f"{path}: cannot make this folder ({wrong.strerror}); "
            "give another one with --state DIR"
        ) from None


def read_secret(path: Path) -> str:
    """A password or token in a file of its own, which not everybody may read."""
    try:
        if path.stat().st_mode & 0o007:
            raise CabinetError(
                f"{path}: everybody on this machine may read this; chmod 640"
            )
        return path.read_text(encoding="utf-8").strip()
    except OSError as wrong:
        raise CabinetError(f"{path}: cannot be read ({wrong.strerror})") from None
    except UnicodeDecodeError:
        raise CabinetError(f"{path}: expected a line of text") from None
