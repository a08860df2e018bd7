"""Write a new game that plays at once, in this repository or as a package of its own.

    python tools/new_game.py NAME [FOLDER]
    python tools/new_game.py NAME --package DIR
    python tools/new_game.py --loop NAME [--package DIR]

The first writes the game's folder into FOLDER, `cabinet/games` unless told otherwise,
and says which line to add to `pyproject.toml`. The second writes all that `pip install`
needs into DIR, with tests. `tools/game_template` holds the files. The third writes a
game of real time instead, always as a package: into DIR, or a folder of its name here.

The game is a whole one (a full line of a small board wins) with the cabinet's menu as
its view and the house bots as opponents: change it, rule by rule.
"""

import argparse
import keyword
import sys
from pathlib import Path
from string import Template

TEMPLATES = Path(__file__).with_name("game_template")
LOOP_TEMPLATES = Path(__file__).with_name("loop_template")
THEIRS = """from cabinet.tabletop.api import Game
from cabinet.tabletop.bots import house_bots
from cabinet.tabletop.menu_view import MenuView
from cabinet.tabletop.options import OptionWords"""

GAME_FILES = ("__init__.py", "rules.py", "README.md")


def write(name: str, parent: Path, *, package: bool = False) -> str:
    """Write the game `name` in `parent`; say what comes next.

    With `package`, `parent` becomes a package of its own.
    """
    folder = parent / name
    _check(name, folder, parent if package else None)
    title = name.replace("_", " ").title()
    cls = title.replace(" ", "")
    dotted = ".".join([*_package(parent), name])
    names = ", ".join(sorted(("Action", cls, "State")))
    ours = f"from {dotted}.rules import {names}"
    inside = dotted.startswith("cabinet.")
    fields: dict[str, object] = {
        "name": name,
        "title": title,
        "cls": cls,
        "package": dotted,
        "project": name.replace("_", "-"),
        "parent": parent,
        "folder": folder,
        "imports": f"{ours}\n{THEIRS}" if inside else f"{THEIRS}\n\n{ours}",
    }
    files = {folder / file: file for file in GAME_FILES}
    if package:
        files[parent / "pyproject.toml"] = "pyproject.toml"
        files[parent / "tests" / f"test_{name}.py"] = "tests.py"
    _write(files, fields, TEMPLATES)
    return _filled("after_package" if package else "after", fields).rstrip()


def write_loop(name: str, parent: Path) -> str:
    """Write the loop `name` as a package in `parent`; say what comes next."""
    _check(name, parent / name, parent)
    title = name.replace("_", " ").title()
    fields: dict[str, object] = {
        "name": name,
        "title": title,
        "cls": title.replace(" ", ""),
        "project": name.replace("_", "-"),
        "parent": parent,
    }
    files = {
        parent / name / "__init__.py": "__init__.py",
        parent / name / "loop.py": "loop.py",
        parent / "pyproject.toml": "pyproject.toml",
        parent / "tests" / f"test_{name}.py": "tests.py",
    }
    _write(files, fields, LOOP_TEMPLATES)
    return _filled("after_package", fields, LOOP_TEMPLATES).rstrip()


def _check(name: str, folder: Path, package: Path | None) -> None:
    """`ValueError` unless it can be called so, and nothing is written over."""
    if not name.isidentifier() or not name.islower() or keyword.iskeyword(name):
        raise ValueError(
            f"{name!r} is no name for a game: use a-z, 0-9 and _, like tic_tac"
        )
    if folder.exists():
        raise ValueError(f"{folder} is there already: choose another name")
    if package and (there := package / "pyproject.toml").exists():
        raise ValueError(f"{there} is there already: choose another DIR")


def _write(files: dict[Path, str], fields: dict[str, object], source: Path) -> None:
    for file, template in files.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(_filled(template, fields, source), encoding="utf-8")


def _filled(template: str, fields: dict[str, object], source: Path = TEMPLATES) -> str:
    text = source.joinpath(f"{template}.txt").read_text(encoding="utf-8")
    return Template(text).substitute(fields)


def _package(folder: Path) -> list[str]:
    """The dotted name of a folder: as far up as there are `__init__.py` files."""
    if not (folder / "__init__.py").exists():
        return []
    return [*_package(folder.resolve().parent), folder.resolve().name]


def main() -> int:
    """Run from the command line; 1 when nothing was written."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("name", help="the game's id, like tic_tac")
    parser.add_argument("--loop", action="store_true", help="a game of real time")
    games = Path(__file__).parents[1] / "cabinet" / "games"
    where = parser.add_mutually_exclusive_group()
    where.add_argument("folder", nargs="?", type=Path, default=games)
    where.add_argument("--package", metavar="DIR", type=Path)
    asked = parser.parse_args()
    parent, package = asked.package or asked.folder, asked.package is not None
    try:
        if asked.loop:
            print(write_loop(asked.name, asked.package or Path(asked.name)))
        else:
            print(write(asked.name, parent, package=package))
    except ValueError as wrong:
        print(f"new_game: {wrong}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
