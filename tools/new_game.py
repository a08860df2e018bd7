"""Write the folder of a new game, which plays at once, and say the line to add.

    python tools/new_game.py NAME [FOLDER]

FOLDER is where game folders live, `cabinet/games` unless told otherwise. What is
written is a whole game (a race to take the last of some stones) with the cabinet's
menu as its view and the house bots as its opponents: change it, rule by rule.
`tools/game_template` holds its files; `$name` stands there for the game's name.
"""

import argparse
import keyword
import sys
from pathlib import Path
from string import Template

TEMPLATES = Path(__file__).with_name("game_template")
THEIRS = """from cabinet.tabletop.api import Game
from cabinet.tabletop.bots import house_bots
from cabinet.tabletop.menu_view import MenuView
from cabinet.tabletop.options import OptionWords"""

AFTER = """{folder} is written. Now add one line to pyproject.toml:

    [project.entry-points."cabinet.games"]
    {name} = "{package}:GAME"

and install it: pip install -e .
Then the engine plays it (cabinet engine {name}), the conformance suite tests it,
and two goldens are missing: tests/golden/perft/{name}.perft (count by hand) and
tests/golden/playthroughs/{name}.txt (CABINET_BLESS=1 pytest tests/games)."""


def write(name: str, parent: Path) -> str:
    """Write the folder of the game `name` in `parent`; say what comes next."""
    if not name.isidentifier() or not name.islower() or keyword.iskeyword(name):
        raise ValueError(
            f"{name!r} is no name for a game: use a-z, 0-9 and _, like tic_tac"
        )
    folder = parent / name
    if folder.exists():
        raise ValueError(f"{folder} is there already: choose another name")
    title = name.replace("_", " ").title()
    cls = title.replace(" ", "")
    package = ".".join([*_package(parent), name])
    ours = f"from {package}.rules import Action, {cls}, State"
    inside = package.startswith("cabinet.")
    fields = {
        "name": name,
        "title": title,
        "cls": cls,
        "package": package,
        "folder": folder,
        "imports": f"{ours}\n{THEIRS}" if inside else f"{THEIRS}\n\n{ours}",
    }
    folder.mkdir(parents=True)
    for template in TEMPLATES.glob("*.txt"):
        text = Template(template.read_text(encoding="utf-8")).substitute(fields)
        (folder / template.stem).write_text(text, encoding="utf-8")
    return AFTER.format(**fields)


def _package(folder: Path) -> list[str]:
    """The dotted name of a folder: as far up as there are `__init__.py` files."""
    if not (folder / "__init__.py").exists():
        return []
    return [*_package(folder.resolve().parent), folder.resolve().name]


def main() -> int:
    """Run from the command line; 1 when nothing was written."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("name", help="the game's id, like tic_tac")
    games = Path(__file__).parents[1] / "cabinet" / "games"
    parser.add_argument("folder", nargs="?", type=Path, default=games)
    asked = parser.parse_args()
    try:
        print(write(asked.name, asked.folder))
    except ValueError as wrong:
        print(f"new_game: {wrong}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
