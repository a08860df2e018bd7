"""`cabinet scenario FILE…`: play scenario files, say which hold."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TextIO

from cabinet import settings
from cabinet.core.errors import CabinetError
from cabinet.scenario.rig import Rig
from cabinet.scenario.script import Script, Step, read_script
from cabinet.scenario.steps import STEPS, StepError
from cabinet.tabletop.registry import installed


class ScenarioError(CabinetError):
    """A step failed: where, what was expected and what was found."""

    def __init__(self, script: Script, number: int, step: Step, why: str) -> None:
        super().__init__(
            f"{script.name}:{step.line}: step {number}, {step.word}: {why}"
        )
        self.step = number
        self.line = step.line


def play_file(path: Path, config_path: Path) -> int:
    """Play one file; the number of steps, or `CabinetError`."""
    script = read_script(path)
    games = installed()
    chosen = settings.load(
        config_path,
        _merged({"io": {"backend": "sim"}}, script.config),
        settings.catalogue_of(games),
    )
    with TemporaryDirectory(prefix="cabinet-scenario-") as folder:
        rig = Rig(chosen, games, Path(folder), script.seed)
        try:
            for number, step in enumerate(script.steps, start=1):
                try:
                    STEPS[step.word](rig, step.value)
                except StepError as wrong:
                    raise ScenarioError(script, number, step, str(wrong)) from None
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


def _merged(
    under: Mapping[str, object], over: Mapping[str, object]
) -> dict[str, object]:
    merged = dict(under)
    for key, value in over.items():
        below = merged.get(key)
        if isinstance(below, dict) and isinstance(value, dict):
            merged[key] = _merged(below, value)
        else:
            merged[key] = value
    return merged
