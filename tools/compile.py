"""Compile the rules and the search with mypyc, for bots that think faster.

    python tools/compile.py [FOLDER]

Nothing depends on it: without a compiler, or when anything goes wrong, one sentence
says so, and the cabinet runs the source as it is. `cabinet.compiled` explains when
the result is used; FOLDER is where it looks, unless told otherwise.
"""

import ast
import fcntl
import json
import os
import shutil
import subprocess
import sys
import tempfile
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from pathlib import Path
from sysconfig import get_config_var
from typing import Final

from cabinet.compiled import (
    FOLDER,
    MANIFEST,
    MODULES,
    PLAIN,
    ROOT,
    digest,
    is_current,
)

TIMEOUT_S: Final = 1_800
LOG: Final = "compile.log"
LOCK: Final = "compile.lock"
# Both must say the same: random games, and what two thoughtful bots do.
PROBE: Final = """
import os, sys
from pathlib import Path
from cabinet import compiled
used = compiled.use(os.environ, Path(sys.argv[1]))
from random import Random
from cabinet.tabletop.census import playouts
from cabinet.tabletop.bots import simulations
from cabinet.tabletop.registry import load
print(used, file=sys.stderr)
for name in ("arkade", "azteka", "aztec"):
    game = load(name)
    print(playouts(game.rules, 2, {}, 5, Random(1)))
    state = game.rules.new(2, {}, Random(1))
    for level, bot in game.bots.items():
        print(level, bot.choose(game.rules, state, 0, Random(1), simulations(300)))
"""


class CompilingError(Exception):
    """Why there is no compiled code; the sentence is for a person."""


def main(words: list[str]) -> int:
    """Compile, or say in one sentence why not; both are fine."""
    folder = Path(words[0]).resolve() if words else FOLDER
    try:
        if is_current(folder):
            print(f"compile: {_shown(folder)} is up to date")
            return 0
        compile_into(folder)
    except CompilingError as why:
        print(f"compile: bots think in plain Python: {why}")
        return 0
    print(f"compile: rules and search ({len(MODULES)} modules) in {_shown(folder)}")
    return 0


def compile_into(folder: Path) -> None:
    """Make `folder` hold the compiled modules, tried and with their manifest."""
    require()
    folder.parent.mkdir(parents=True, exist_ok=True)
    with (
        (folder.parent / LOCK).open("w") as lock,
        tempfile.TemporaryDirectory(dir=folder.parent) as name,
    ):
        fcntl.flock(lock, fcntl.LOCK_EX)  # until whoever else compiles into it is done
        if is_current(folder):
            return
        work, made_from = Path(name), sources()
        _run_compiler(work, folder.parent / LOG)
        fresh = work / "compiled"
        _collect(work, fresh, made_from)
        _try(fresh)
        if folder.exists():
            shutil.rmtree(folder)
        fresh.rename(folder)


def sources() -> dict[str, str]:
    """The files that the compiled modules are made from, each with its digest.

    The compiler copies constants from one module into another, so what they import
    counts too, compiled or not.
    """
    found: set[Path] = set()
    for module in MODULES:
        path = _file(module)
        found.add(path)
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.ImportFrom) and node.module:
                names = [f"{node.module}.{name.name}" for name in node.names]
                found.update(map(_file, [node.module, *names]))
    return {
        path.relative_to(ROOT).as_posix(): digest(path)
        for path in sorted(found)
        if path.is_file()
    }


def _file(module: str) -> Path:
    return ROOT / f"{module.replace('.', '/')}.py"


def require() -> None:
    """`CompilingError` names what this machine lacks."""
    compiler = os.environ.get("CC") or (get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None:
        raise CompilingError(f"this machine has no compiler ({compiler})")
    for package in ("mypyc", "setuptools"):
        if find_spec(package) is None:
            raise CompilingError(f"the Python package {package} is not installed")
    if not (python_headers() / "Python.h").is_file():
        raise CompilingError("Python's own header files are missing (python3-dev)")


def python_headers() -> Path:
    """Where the C header files of this Python would be."""
    return Path(str(get_config_var("INCLUDEPY")))


def _run_compiler(work: Path, log: Path) -> None:
    """Compile a copy: the compiler leaves its results beside the source."""
    ignored = shutil.ignore_patterns("__pycache__", "*.so")
    shutil.copytree(ROOT / "cabinet", work / "cabinet", ignore=ignored)
    files = [str(_file(name).relative_to(ROOT)) for name in MODULES]
    command = [sys.executable, "-P", "-m", "mypyc", "--strict", *files]
    with log.open("wb") as output:
        try:
            done = subprocess.run(
                command,
                cwd=work,
                stdout=output,
                stderr=subprocess.STDOUT,
                timeout=TIMEOUT_S,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise CompilingError(f"it took over {TIMEOUT_S // 60} minutes") from None
    if done.returncode:
        raise CompilingError(f"compiling failed, and {log} says why")


def _collect(work: Path, fresh: Path, made_from: dict[str, str]) -> None:
    """Bring the modules together, and write down what they were made from."""
    suffix = EXTENSION_SUFFIXES[0]
    built = {name: work / f"{name.replace('.', '/')}{suffix}" for name in MODULES}
    shared = next(work.glob(f"*__mypyc{suffix}"))
    built[shared.name.removesuffix(suffix)] = shared
    fresh.mkdir()
    for name, path in built.items():
        path.rename(fresh / f"{name}{suffix}")
    manifest = {
        "sources": made_from,
        "files": {name: f"{name}{suffix}" for name in built},
    }
    (fresh / MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", "utf-8")


def _try(fresh: Path) -> None:
    """The compiled code must say what the source says, or it is thrown away."""
    compiled, plain = _ask(fresh, plain=False), _ask(fresh, plain=True)
    if compiled != plain:
        raise CompilingError("compiled code answered otherwise than the source")


def _ask(fresh: Path, *, plain: bool) -> str:
    environ = {key: value for key, value in os.environ.items() if key != PLAIN}
    if plain:
        environ[PLAIN] = "1"
    done = subprocess.run(
        [sys.executable, "-c", PROBE, str(fresh)],
        cwd=ROOT,
        env=environ,
        capture_output=True,
        text=True,
        check=False,
        timeout=TIMEOUT_S,
    )
    if done.returncode or (str(not plain) not in done.stderr):
        said = (done.stderr.strip().splitlines() or ["nothing"])[-1]
        raise CompilingError(f"the result does not run: {said}")
    return done.stdout


def _shown(folder: Path) -> str:
    return str(folder.relative_to(ROOT) if folder.is_relative_to(ROOT) else folder)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
