"""`cabinet scenario FILE…`: read and play scenario files, say which hold.

Everything that can be known wrong before playing is refused at once, as the operator's
file is: file, line, column, what is wrong, what would be right.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, TextIO

from cabinet import settings
from cabinet.core.errors import CabinetError
from cabinet.i18n.message import Message, verbatim
from cabinet.loops.registry import GameShelf
from cabinet.scenario.rig import Rig
from cabinet.scenario.steps import EXPECTABLE, STEPS, StepError
from cabinet.settings.problems import (
    ConfigError,
    FilePosition,
    Flaw,
    Problem,
    Source,
    any_of,
    closest,
)
from cabinet.settings.yaml_marks import YamlNode, compose


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

    def _config(self, node: YamlNode | None) -> Mapping[str, Any]:
        value = node.plain() if node else {}
        if isinstance(value, dict):
            return value
        self._wrong(node, "config is a mapping", "as in config/cabinet.yaml")
        return {}

    def _seed(self, node: YamlNode | None) -> int:
        if node is None:
            return 0
        if type(node.value) is int:
            return node.value
        self._wrong(node, f"a seed is a whole number, not {node.plain()!r}", "seed: 7")
        return 0

    def _steps(self, root: YamlNode) -> tuple[Step, ...]:
        node = root.child("steps")
        if node is None or not isinstance(node.value, list) or not node.value:
            self._wrong(node or root, "steps are missing", "steps: [{coin: 1}, …]")
            return ()
        steps = (self._step(item) for item in node.value)
        return tuple(step for step in steps if step)

    def _step(self, node: YamlNode) -> Step | None:
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

    def _check(self, word: str, node: YamlNode) -> None:
        kind = STEPS[word]
        known = EXPECTABLE if word == "expect" else kind.fields
        if isinstance(node.value, dict) and known:
            has_no = "nothing is called" if word == "expect" else f"{word} has no"
            for key, inner in node.value.items():
                if key not in known:
                    hint = _closest(key, known)
                    self._wrong(inner, f"{has_no} {key!r}", hint, key=True)
            for key in kind.needed:
                if key not in node.value:
                    self._wrong(node, f"{word} needs {key!r}", kind.example)
        elif not isinstance(node.value, kind.bare) or node.value is True:
            self._wrong(node, f"{word} cannot be {node.plain()!r}", kind.example)

    def _wrong(
        self,
        node: YamlNode | None,
        what: str,
        hint: Message | str | None,
        *,
        key: bool = False,
    ) -> None:
        place: FilePosition | None = None
        if node:
            place = node.key if key and node.key else node.place
        hint = verbatim(hint) if isinstance(hint, str) else hint
        flaw = Flaw((), verbatim(what), hint)
        self._problems.append(self._source.problem(flaw, place))


def _closest(name: str, names: Iterable[str]) -> Message | None:
    """The name that was probably meant; or all there are."""
    return closest(name, names, verbatim(str(any_of(names))))


class ScenarioError(CabinetError):
    """A step failed: where, what was expected and what was found."""


def play_file(path: Path, config_path: Path) -> int:
    """Play one file; the number of steps, or `CabinetError`."""
    script = read_script(path)
    games = GameShelf()
    over = {"io": {"backend": "sim"}} | dict(script.config)
    if isinstance(over["io"], dict):
        over["io"] = {"backend": "sim"} | over["io"]
    chosen = settings.load(config_path, over, settings.catalogue_of(games))
    with TemporaryDirectory(prefix="cabinet-scenario-") as folder:
        rig = Rig(chosen, games, Path(folder), script.seed)
        try:
            for number, step in enumerate(script.steps, start=1):
                try:
                    STEPS[step.word].do(rig, step.value)
                except StepError as wrong:
                    where = f"{script.name}:{step.line}: step {number}, {step.word}"
                    raise ScenarioError(f"{where}: {wrong}") from None
        finally:
            rig.close()
    return len(script.steps)


def run_files(files: Sequence[Path], config_path: Path, out: TextIO) -> int:
    """Play every file, even after one failed; 0 only if all hold."""
    failed = 0
    for path in files:
        try:
            steps = play_file(path, config_path)
        except CabinetError as wrong:
            failed += 1
            out.write(f"FAILED  {wrong}\n")
        else:
            out.write(f"ok      {path} ({steps} steps)\n")
        out.flush()
    out.write(f"{len(files) - failed} passed, {failed} failed\n")
    return 1 if failed else 0
