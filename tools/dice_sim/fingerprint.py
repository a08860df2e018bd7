"""The rules and bots of a game in eight letters: others, and it is another game.

What counts is the code of every file that the rules and the bots import, of the game
and of the table's own bots, and the game's data. How it looks on a screen does not,
nor what a comment says.
"""

import ast
from collections.abc import Iterator
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from cabinet.tabletop.registry import load
from tools.dice_sim.plan import bots_of

TABLE: Final = (
    "cabinet.tabletop.bots",
    "cabinet.tabletop.census",
    "cabinet.tabletop.search",
)
_DOCUMENTED: Final = ast.Module | ast.ClassDef | ast.FunctionDef
# Data that is only read out.
_WORDS: Final = ("words.", "howto.", "first.", "sounds.")


def fingerprint(name: str) -> str:
    """The same for the same files, whatever else changes in the house."""
    game = load(name)
    rules = type(game.rules).__module__
    home = rules.partition(".rules")[0]
    bots = (type(bot).__module__ for bot in bots_of(game).values())
    waiting = [rules, f"{home}.bots", f"{home}.bots.bots", *bots]
    files: dict[str, Path] = {}
    while waiting:
        module = waiting.pop()
        path = _source(module) if module.startswith((home, *TABLE)) else None
        if path is not None and module not in files:
            files[module] = path
            waiting += _imported(path)
    spec = find_spec(home)
    folder = Path(next(iter((spec and spec.submodule_search_locations) or ())))
    data = (p for p in folder.glob("data/*.toml") if not p.name.startswith(_WORDS))
    return _digest([*files.values(), *data])


def _digest(files: list[Path]) -> str:
    """Where a file is and in which order its imports stand makes no other game."""
    texts = [(path.suffix, path.read_text(encoding="utf-8")) for path in files]
    parts = sorted(code(text) if kind == ".py" else text for kind, text in texts)
    return sha256("\0".join(parts).encode()).hexdigest()[:8]


def code(text: str) -> str:
    """The lines that do something: no blank, comment, docstring or import."""
    told: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import | ast.ImportFrom):
            told.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
        if isinstance(node, _DOCUMENTED) and ast.get_docstring(node) is not None:
            first = node.body[0]
            told.update(range(first.lineno, (first.end_lineno or first.lineno) + 1))
    return "\n".join(
        line
        for number, line in enumerate(text.splitlines(), 1)
        if number not in told and line.strip() and not line.lstrip().startswith("#")
    )


def _source(module: str) -> Path | None:
    """Where a module is written; None for what is no module, or a package."""
    package, _, last = module.rpartition(".")
    try:
        spec = find_spec(package)
    except ModuleNotFoundError:
        return None
    if spec is None or not spec.submodule_search_locations:
        return None
    path = Path(next(iter(spec.submodule_search_locations))) / f"{last}.py"
    return path if path.is_file() else None


def _imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{name.name}" for name in node.names)
