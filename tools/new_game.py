"""Write a new game that plays at once, in this repository or as a package of its own.

    python tools/new_game.py NAME [FOLDER]
    python tools/new_game.py NAME --package DIR

The first writes the game's folder into FOLDER, `cabinet/games` unless told otherwise,
and says which line to add to `pyproject.toml`. The second writes all that `pip install`
needs into DIR, with tests. The game is a whole one (a full line of a small board wins)
with the cabinet's menu as its view and the house bots as opponents: change it, rule by
rule.
"""

import argparse
import keyword
import sys
from pathlib import Path

INIT = '''"""{title}, as the cabinet sees it."""

from typing import Final

{imports}

GAME: Final[Game[State, Action]] = Game(
    rules={cls}(),
    title={{"fr": "{title}", "en": "{title}"}},
    view=MenuView(),
    bots=house_bots(),
    options={{
        "size": {{
            "fr": OptionWords("Taille", "Combien de cases a un côté."),
            "en": OptionWords("Size", "How many cells a side has."),
        }}
    }},
)
'''

THEIRS = """from cabinet.tabletop.api import Game
from cabinet.tabletop.bots import house_bots
from cabinet.tabletop.menu_view import MenuView
from cabinet.tabletop.options import OptionWords"""

README = """# {title}

The rules in numbered sentences; each has a case in the game's tests.

1. The board is square and empty, with 3 cells a side (option `size`: 3 or 4).
2. In turn the players put a piece of theirs on a free cell; seat 0 has X and begins.
3. Whoever fills a row, a column or a diagonal with their own pieces wins.
4. A full board without such a line is a draw.
"""

RULES = '''"""The rules of {title}; sentences are numbered as in README.md."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

from cabinet.tabletop.api import (
    Document,
    Happening,
    IllegalActionError,
    Option,
    Options,
    Outcome,
    PositionError,
    RulesError,
    Seat,
)

Action: TypeAlias = int
FREE: Final = "."
PIECES: Final = ("X", "O")


class State(NamedTuple):
    """A position: the cells row by row, each free or with a piece on it."""

    size: int
    cells: str

    @property
    def turn(self) -> Seat:
        """Whose piece comes next."""
        return self.cells.count(PIECES[0]) - self.cells.count(PIECES[1])

    @property
    def winner(self) -> Seat | None:
        """Sentence 3: only the last piece can have filled a line."""
        last = 1 - self.turn
        return last if self.has_line(last) else None

    def has_line(self, seat: Seat) -> bool:
        """Whether a row, a column or a diagonal is all of that seat's pieces."""
        return any(set(line) == {{PIECES[seat]}} for line in self._lines())

    def _lines(self) -> Iterator[str]:
        size, cells = self.size, self.cells
        for n in range(size):
            yield cells[n * size : (n + 1) * size]
            yield cells[n::size]
        yield cells[:: size + 1]
        yield cells[size - 1 : -1 : size - 1]


class {cls}:
    """See `cabinet.tabletop.api.Rules`."""

    name = "{name}"
    seats = (2,)
    options: Mapping[str, Option] = {{"size": Option((3, 4), 3)}}

    def new(self, players: int, options: Options, rng: Random) -> State:
        """Sentence 1."""
        if players not in self.seats:
            raise RulesError(f"{name} is for 2 players, not {{players}}")
        for option in options:
            if option not in self.options:
                known = ", ".join(self.options)
                raise RulesError(f"no option is called {{option!r}} (known: {{known}})")
        choices = self.options["size"].choices
        size = options.get("size", self.options["size"].default)
        if type(size) is not int or size not in choices:
            raise RulesError(f"size is one of {{list(choices)}}, not {{size!r}}")
        return State(size, FREE * size * size)

    def players(self, state: State) -> int:
        """Always two."""
        return 2

    def actors(self, state: State) -> tuple[Seat, ...]:
        """One seat, until there is a line or no free cell."""
        over = state.winner is not None or FREE not in state.cells
        return () if over else (state.turn,)

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        """Sentence 2: the free cells."""
        if seat not in self.actors(state):
            return ()
        return [cell for cell, piece in enumerate(state.cells) if piece == FREE]

    def chances(self, state: State) -> Sequence[tuple[Action, int]]:
        """There are no dice."""
        return ()

    def apply(
        self,
        state: State,
        seat: Seat,
        action: Action,
        story: list[Happening] | None = None,
    ) -> State:
        """Sentence 2."""
        cells = state.cells[:action] + PIECES[seat] + state.cells[action + 1 :]
        after = State(state.size, cells)
        if story is not None:
            cell = self.write_action(state, action)
            story.append({{"event": "placed", "seat": seat, "cell": cell}})
            if not self.actors(after):
                story.append({{"event": "game_over", "winner": after.winner}})
        return after

    def outcome(self, state: State) -> Outcome:
        """Sentences 3 and 4."""
        over, winner = not self.actors(state), state.winner
        if winner is None:
            return Outcome(over, (), (0, 0), "the board is full" if over else "")
        return Outcome(over, (winner,), (1 - winner, winner), "a full line")

    def observe(self, state: State, seat: Seat | None) -> Document:
        """Everything lies open."""
        return self.write(state)

    def write(self, state: State) -> Document:
        """See `Rules.write`; when it is over `turn` is null."""
        size = state.size
        rows = range(0, size * size, size)
        return {{
            "game": self.name,
            "options": {{"size": size}},
            "board": [state.cells[row : row + size] for row in rows],
            "turn": state.turn if self.actors(state) else None,
            "winner": state.winner,
        }}

    def read(self, document: Document, rng: Random) -> State:
        """See `Rules.read`."""
        options = document.get("options", {{}})
        if not isinstance(options, dict):
            raise PositionError("options: expected an object")
        try:
            start = self.new(2, options, rng)
        except RulesError as wrong:
            raise PositionError(f"options: {{wrong}}") from wrong
        state = State(start.size, _cells(document, self.write(start)["board"]))
        if state.turn not in (0, 1) or state.has_line(state.turn):
            raise PositionError("board: expected a position that can be played to")
        worked_out = self.write(state)
        for field, given in document.items():
            if field not in worked_out:
                raise PositionError(f"{{field}}: {name} has no such field")
            if field != "options" and repr(given) != repr(worked_out[field]):
                raise PositionError(f"{{field}}: expected {{worked_out[field]!r}}")
        return state

    def write_action(self, state: State, action: Action) -> str:
        """Like `b3`: columns are letters from the left, rows numbers from the top."""
        row, column = divmod(action, state.size)
        return f"{{'abcd'[column]}}{{row + 1}}"

    def read_action(self, state: State, seat: Seat, text: str) -> Action:
        """See `Rules.read_action`."""
        for action in self.legal(state, seat):
            if text == self.write_action(state, action):
                return action
        legal = [self.write_action(state, action) for action in self.legal(state, seat)]
        raise IllegalActionError(f"{{text!r}} is not one of: {{', '.join(legal)}}")


def _cells(document: Document, start: list[str]) -> str:
    board: Any = document.get("board", start)
    size = len(start)
    fits = isinstance(board, list) and len(board) == size
    if not fits or not all(_is_row(row, size) for row in board):
        raise PositionError(f"board: expected {{size}} rows of {{size}}, each of . X O")
    return "".join(board)


def _is_row(row: object, size: int) -> bool:
    return isinstance(row, str) and len(row) == size and set(row) <= {{FREE, *PIECES}}
'''

TESTS = '''"""{title} keeps every promise of a game, and the sentences of its README."""

from cabinet.tabletop.match import Match
from cabinet.tabletop.registry import load
from cabinet.testing.games import check_game

from {package} import GAME


def played(*cells: str, **options: int) -> Match:
    """A match in which both players put their pieces there, in turn."""
    match = Match(GAME, 2, options, seed=0)
    for cell in cells:
        match.play(cell)
    return match


def test_the_game_keeps_every_promise() -> None:
    check_game(GAME)


def test_the_cabinet_finds_it() -> None:
    assert load("{name}") is GAME


def test_sentence_1() -> None:
    assert played().document()["board"] == ["..."] * 3
    assert played(size=4).document()["board"] == ["...."] * 4


def test_sentence_2() -> None:
    assert played("a1", "b3").document()["board"] == ["X..", "...", ".O."]


def test_sentence_3() -> None:
    for line in (("a1", "a2", "a3"), ("a1", "b1", "c1"), ("c1", "b2", "a3")):
        match = played(line[0], "c2", line[1], "b3", line[2])
        assert match.outcome().winners == (0,)


def test_sentence_4() -> None:
    match = played("b2", "a1", "a2", "c2", "b1", "b3", "a3", "c1", "c3")
    assert match.over
    assert match.outcome().winners == ()
'''

PYPROJECT = """[project]
name = "{project}"
version = "0.1.0"
dependencies = ["arkade-cabinet"]

[project.entry-points."cabinet.games"]
{name} = "{package}:GAME"

[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[tool.setuptools]
packages = ["{package}"]
"""

AFTER = """{folder} is written. Now add one line to pyproject.toml:

    [project.entry-points."cabinet.games"]
    {name} = "{package}:GAME"

and install it: pip install -e .
Then the engine plays it (cabinet engine {name}), the conformance suite tests it,
and two goldens are missing: tests/golden/perft/{name}.perft (count by hand) and
tests/golden/playthroughs/{name}.txt (CABINET_BLESS=1 pytest tests/games)."""

AFTER_PACKAGE = """{parent} is written. Install it beside the cabinet, and test it:

    pip install -e {parent}
    pytest {parent}

The engine plays it (cabinet engine {name}). To play it at the cabinet, add a mode to
config/cabinet.yaml and run cabinet --sim:

  - game: {name}
    title: {{fr: {title}, en: {title}}}
    options: {{}}
    credits: 1
    per_player: false
    enabled: true"""

GAME_FILES = {"__init__.py": INIT, "rules.py": RULES, "README.md": README}


def write(name: str, parent: Path, *, package: bool = False) -> str:
    """Write the game `name` in `parent`; say what comes next.

    With `package`, `parent` becomes a package of its own.
    """
    if not name.isidentifier() or not name.islower() or keyword.iskeyword(name):
        raise ValueError(
            f"{name!r} is no name for a game: use a-z, 0-9 and _, like tic_tac"
        )
    folder = parent / name
    if folder.exists():
        raise ValueError(f"{folder} is there already: choose another name")
    if package and (parent / "pyproject.toml").exists():
        there = parent / "pyproject.toml"
        raise ValueError(f"{there} is there already: choose another DIR")
    title = name.replace("_", " ").title()
    cls = title.replace(" ", "")
    dotted = ".".join([*_package(parent), name])
    names = ", ".join(sorted(("Action", cls, "State")))
    ours = f"from {dotted}.rules import {names}"
    inside = dotted.startswith("cabinet.")
    fields = {
        "name": name,
        "title": title,
        "cls": cls,
        "package": dotted,
        "project": name.replace("_", "-"),
        "parent": parent,
        "folder": folder,
        "imports": f"{ours}\n{THEIRS}" if inside else f"{THEIRS}\n\n{ours}",
    }
    files = {folder / file: text for file, text in GAME_FILES.items()}
    if package:
        files[parent / "pyproject.toml"] = PYPROJECT
        files[parent / "tests" / f"test_{name}.py"] = TESTS
    for file, text in files.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text.format(**fields), encoding="utf-8")
    return (AFTER_PACKAGE if package else AFTER).format(**fields)


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
    where = parser.add_mutually_exclusive_group()
    where.add_argument("folder", nargs="?", type=Path, default=games)
    where.add_argument("--package", metavar="DIR", type=Path)
    asked = parser.parse_args()
    parent, package = asked.package or asked.folder, asked.package is not None
    try:
        print(write(asked.name, parent, package=package))
    except ValueError as wrong:
        print(f"new_game: {wrong}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
