"""The rules and the search as machine code, where somebody has compiled them.

The source is the truth: what `tools/compile.py` made of it is used only while every
source file it was made from is still the same, byte for byte, and by this Python.
Otherwise, or with CABINET_PLAIN=1, the same modules run as they are written, with
the same answers, only slower.
"""

import json
import sys
from collections.abc import Mapping, Sequence
from hashlib import sha256
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final

ROOT: Final = Path(__file__).parent.parent
FOLDER: Final = ROOT / "build" / "compiled"
MANIFEST: Final = "manifest.json"
PLAIN: Final = "CABINET_PLAIN"
MODULES: Final = (
    "cabinet.games.arkade.rules.alien",
    "cabinet.games.arkade.bots.bits",
    "cabinet.games.arkade.rules.board",
    "cabinet.games.arkade.rules.chance",
    "cabinet.games.arkade.rules.defender",
    "cabinet.games.arkade.rules.turns",
    "cabinet.games.arkade.bots.gunnery",
    "cabinet.games.arkade.bots.insight",
    "cabinet.games.arkade.rules.menus",
    "cabinet.games.arkade.bots.planning",
    "cabinet.games.arkade.rules.position",
    "cabinet.games.arkade.bots.raid",
    "cabinet.games.arkade.rules.rules",
    "cabinet.games.aztec.rules.board",
    "cabinet.games.aztec.bots.insight",
    "cabinet.games.aztec.rules.play",
    "cabinet.games.aztec.rules.position",
    "cabinet.games.aztec.rules.rules",
    "cabinet.games.aztec.rules.site",
    "cabinet.games.azteka.rules.board",
    "cabinet.games.azteka.bots.insight",
    "cabinet.games.azteka.rules.playouts",
    "cabinet.games.azteka.rules.play",
    "cabinet.games.azteka.rules.position",
    "cabinet.games.azteka.rules.rules",
    "cabinet.tabletop.census",
    "cabinet.tabletop.search.alphabeta",
    "cabinet.tabletop.search.montecarlo",
)


def digest(path: Path) -> str:
    """A source file in a few letters; of one that is gone, none."""
    return sha256(path.read_bytes()).hexdigest() if path.is_file() else ""


def is_current(folder: Path = FOLDER) -> bool:
    """Whether `folder` holds what would be made of today's source by this Python."""
    manifest = _read(folder)
    return manifest is not None and all(
        digest(ROOT / path) == was for path, was in manifest["sources"].items()
    )


def _read(folder: Path) -> dict[str, dict[str, str]] | None:
    try:
        manifest = json.loads((folder / MANIFEST).read_text("utf-8"))
    except (OSError, ValueError):
        return None
    files: dict[str, str] = manifest["files"]
    suffix = EXTENSION_SUFFIXES[0]
    whole = all(f.endswith(suffix) and (folder / f).is_file() for f in files.values())
    return manifest if whole else None


def use(environ: Mapping[str, str], folder: Path = FOLDER) -> bool:
    """Import compiled modules from now on; False if there are none to be used.

    To be called before any of them is imported: half of each would be two truths.
    """
    if environ.get(PLAIN) or any(name in sys.modules for name in MODULES):
        return False
    manifest = _read(folder)
    if manifest is None or not is_current(folder):
        return False
    files = {name: folder / file for name, file in manifest["files"].items()}
    sys.meta_path.insert(0, _Finder(files))
    return True


class _Finder:
    """Finds the compiled modules, by name."""

    def __init__(self, files: Mapping[str, Path]) -> None:
        self._files = files

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        """See `importlib.abc.MetaPathFinder`."""
        if fullname not in self._files:
            return None
        return spec_from_file_location(fullname, self._files[fullname])
