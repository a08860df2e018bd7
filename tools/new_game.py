"""Write the folder of a new game, which plays at once, and say the line to add.

    python tools/new_game.py NAME [FOLDER]

FOLDER is where game folders live, `cabinet/games` unless told otherwise. What is
written is a whole game (a race to take the last of some stones) with the cabinet's
menu as its view and the house bots as its opponents: change it, rule by rule.
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
        "stones": {{
            "fr": OptionWords("Cailloux", "Combien il y en a au début."),
            "en": OptionWords("Stones", "How many there are at the start."),
        }}
    }},
)
'''

THEIRS = """from cabinet.tabletop.api import Game
from cabinet.tabletop.bots import house_bots
from cabinet.tabletop.menu_view import MenuView
from cabinet.tabletop.options import OptionWords"""

README = """# {title}

The rules in numbered sentences; each has a case in the game's `test_rulebook.py`.

1. There are 12 stones (option `stones`: 12 or 21).
2. The players take one, two or three stones in turn; seat 0 begins.
3. Who takes the last stone wins.
"""

RULES = '''"""The rules of {title}; sentences are numbered as in README.md."""

from collections.abc import Mapping, Sequence
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
MOST: Final = 3


class State(NamedTuple):
    """A position: the stones at the start, those left, and whose turn it is."""

    stones: int
    left: int
    turn: Seat


class {cls}:
    """See `cabinet.tabletop.api.Rules`."""

    name = "{name}"
    seats = (2,)
    options: Mapping[str, Option] = {{"stones": Option((12, 21), 12)}}

    def new(self, players: int, options: Options, rng: Random) -> State:
        """Sentence 1."""
        if players not in self.seats:
            raise RulesError(f"{name} is for 2 players, not {{players}}")
        for option in options:
            if option not in self.options:
                known = ", ".join(self.options)
                raise RulesError(f"no option is called {{option!r}} (known: {{known}})")
        choices = self.options["stones"].choices
        stones = options.get("stones", self.options["stones"].default)
        if type(stones) is not int or stones not in choices:
            raise RulesError(f"stones is one of {{list(choices)}}, not {{stones!r}}")
        return State(stones, stones, 0)

    def players(self, state: State) -> int:
        """Always two."""
        return 2

    def actors(self, state: State) -> tuple[Seat, ...]:
        """One seat, until the last stone is gone."""
        return (state.turn,) if state.left else ()

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        """Sentence 2: how many to take."""
        if seat not in self.actors(state):
            return ()
        return range(1, min(MOST, state.left) + 1)

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
        """Sentences 2 and 3."""
        left = state.left - action
        if story is not None:
            story.append({{"event": "taken", "seat": seat, "stones": action}})
            if not left:
                story.append({{"event": "game_over", "winners": [seat]}})
        return State(state.stones, left, 1 - seat)

    def outcome(self, state: State) -> Outcome:
        """Sentence 3."""
        if state.left:
            return Outcome(over=False, winners=(), scores=(0, 0))
        winner = 1 - state.turn
        scores = (1, 0) if winner == 0 else (0, 1)
        return Outcome(
            over=True, winners=(winner,), scores=scores, reason="took the last stone"
        )

    def observe(self, state: State, seat: Seat | None) -> Document:
        """Everything lies open."""
        return self.write(state)

    def write(self, state: State) -> Document:
        """See `Rules.write`; when it is over `turn` is null."""
        return {{
            "game": self.name,
            "options": {{"stones": state.stones}},
            "left": state.left,
            "turn": state.turn if state.left else None,
            "winner": None if state.left else 1 - state.turn,
        }}

    def read(self, document: Document, rng: Random) -> State:
        """See `Rules.read`."""
        for field in document:
            if field not in ("game", "options", "left", "turn", "winner"):
                raise PositionError(f"{{field}}: {name} has no such field")
        if document.get("game", self.name) != self.name:
            raise PositionError(f"game: expected {{self.name!r}}")
        options = document.get("options", {{}})
        if not isinstance(options, dict):
            raise PositionError("options: expected an object")
        try:
            start = self.new(2, options, rng)
        except RulesError as wrong:
            raise PositionError(f"options: {{wrong}}") from wrong
        left = _whole(document, "left", start.left, start.stones)
        if left:
            _nothing(document, "winner")
            return State(start.stones, left, _whole(document, "turn", 0, 1))
        _nothing(document, "turn")
        return State(start.stones, 0, 1 - _whole(document, "winner", 0, 1))

    def write_action(self, state: State, action: Action) -> str:
        """Like `take 2`."""
        return f"take {{action}}"

    def read_action(self, state: State, seat: Seat, text: str) -> Action:
        """See `Rules.read_action`."""
        for action in self.legal(state, seat):
            if text == self.write_action(state, action):
                return action
        legal = [self.write_action(state, action) for action in self.legal(state, seat)]
        raise IllegalActionError(f"{{text!r}} is not one of: {{', '.join(legal)}}")


def _whole(document: Document, field: str, default: int, most: int) -> int:
    number: Any = document.get(field, default)
    if type(number) is not int or not 0 <= number <= most:
        raise PositionError(f"{{field}}: expected 0 to {{most}}, got {{number!r}}")
    return number


def _nothing(document: Document, field: str) -> None:
    if document.get(field) is not None:
        raise PositionError(f"{{field}}: expected null, got {{document[field]!r}}")
'''

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
    for file, text in (
        ("__init__.py", INIT),
        ("rules.py", RULES),
        ("README.md", README),
    ):
        (folder / file).write_text(text.format(**fields), encoding="utf-8")
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
