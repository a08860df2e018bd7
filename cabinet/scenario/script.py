"""A scenario file, read: its settings and its steps, each with its line.

Everything that can be known wrong before playing is refused here, all at once,
as the operator's file is: file, line, column, what is wrong, what would be right.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from cabinet.core.errors import CabinetError
from cabinet.i18n.message import Message, verbatim
from cabinet.scenario.steps import EXPECTABLE, FIELDS, STEPS
from cabinet.settings.problems import (
    ConfigError,
    Flaw,
    Place,
    Problem,
    Source,
    any_of,
    closest,
)
from cabinet.settings.yaml_marks import Node, compose


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a scenario: a word and what stands behind it."""

    line: int
    word: str
    value: Any


@dataclass(frozen=True, slots=True)
class Script:
    """A whole scenario."""

    name: str
    config: Mapping[str, Any]
    seed: int
    steps: tuple[Step, ...]


_KEYS: Final = ("config", "seed", "steps")


def read_script(path: Path) -> Script:
    """The scenario in a file; `ConfigError` tells all that is wrong with it."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as wrong:
        raise CabinetError(f"{path}: cannot be read ({wrong.strerror})") from None
    except UnicodeDecodeError:
        raise CabinetError(f"{path}: is not UTF-8 text") from None
    return _Reader(Source(str(path), text)).script()


class _Reader:
    def __init__(self, source: Source) -> None:
        self._source = source
        self._problems: list[Problem] = []

    def script(self) -> Script:
        made = compose(self._source.text)
        for flaw in made.flaws:
            self._problems.append(self._source.problem(flaw, flaw.place))
        root = made.root
        if root is None or not isinstance(root.value, dict):
            self._wrong(root, "a scenario is a mapping", "config:, seed:, steps:")
            raise ConfigError(self._problems)
        for key, node in root.value.items():
            if key not in _KEYS:
                hint = closest(key, _KEYS, verbatim(", ".join(_KEYS)))
                self._wrong(node, f"no scenario has {key!r}", hint, key=True)
        script = Script(
            self._source.name,
            self._config(root.child("config")),
            self._seed(root.child("seed")),
            self._steps(root),
        )
        if self._problems:
            raise ConfigError(self._problems)
        return script

    def _config(self, node: Node | None) -> Mapping[str, Any]:
        value = node.plain() if node else {}
        if isinstance(value, dict):
            return value
        self._wrong(node, "config is a mapping", "as in config/cabinet.yaml")
        return {}

    def _seed(self, node: Node | None) -> int:
        if node is None:
            return 0
        if type(node.value) is int:
            return node.value
        self._wrong(node, f"a seed is a whole number, not {node.plain()!r}", "seed: 7")
        return 0

    def _steps(self, root: Node) -> tuple[Step, ...]:
        node = root.child("steps")
        if node is None or not isinstance(node.value, list) or not node.value:
            self._wrong(node or root, "steps are missing", "steps: [{coin: 1}, …]")
            return ()
        steps = (self._step(item) for item in node.value)
        return tuple(step for step in steps if step)

    def _step(self, node: Node) -> Step | None:
        if not isinstance(node.value, dict) or len(node.value) != 1:
            self._wrong(node, "a step is one word and its value", "- coin: 1")
            return None
        ((word, value),) = node.value.items()
        if word not in STEPS:
            hint = _closest(word, STEPS)
            self._wrong(value, f"no step is called {word!r}", hint, key=True)
            return None
        self._check(word, value)
        line = node.place.line if node.place else 0
        return Step(line, word, value.plain())

    def _check(self, word: str, node: Node) -> None:
        kind = FIELDS[word]
        if isinstance(node.value, dict) and kind.fields:
            for key, inner in node.value.items():
                if key not in kind.fields:
                    hint = _closest(key, kind.fields)
                    self._wrong(inner, f"{word} has no {key!r}", hint, key=True)
            for key in kind.needed:
                if key not in node.value:
                    self._wrong(node, f"{word} needs {key!r}", kind.example)
        elif not isinstance(node.value, kind.bare) or node.value is True:
            self._wrong(node, f"{word} cannot be {node.plain()!r}", kind.example)
        if word == "expect" and isinstance(node.value, dict):
            self._check_expectation(node.value)

    def _check_expectation(self, facts: dict[str, Node]) -> None:
        for key, inner in facts.items():
            if key not in EXPECTABLE:
                hint = _closest(key, EXPECTABLE)
                self._wrong(inner, f"nothing is called {key!r}", hint, key=True)

    def _wrong(
        self,
        node: Node | None,
        what: str,
        hint: Message | str | None,
        *,
        key: bool = False,
    ) -> None:
        place: Place | None = None
        if node:
            place = node.key if key and node.key else node.place
        hint = verbatim(hint) if isinstance(hint, str) else hint
        flaw = Flaw((), verbatim(what), hint)
        self._problems.append(self._source.problem(flaw, place))


def _closest(name: str, names: Iterable[str]) -> Message | None:
    """The name that was probably meant; or all there are."""
    return closest(name, names, verbatim(str(any_of(names))))
