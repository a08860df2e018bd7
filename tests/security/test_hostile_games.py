"""A game that somebody has taken over, in a process of the games' account.

It is begun as on a cabinet: the screen's own code connects to a socket, and whoever
listens there gives the connection to the runner, as systemd does for
cabinet-games.socket.
"""

import json
import socket
import subprocess
from contextlib import closing, suppress

import pytest

from cabinet.loops.recording import idle
from cabinet.loops.run import LoopMatch
from cabinet.screen.loops.process import OWN, RUNNER, LoopProcess
from tests.security.test_accounts import owned_by_others
from tests.support.loops import install, loop

PATIENCE = 30.0
TRIES = """
import json
import os
import signal
import socket
from pathlib import Path

from cabinet.loops.api import LoopGame, Outcome

ASKED = Path(__file__).with_name("asked.json")


def attempt(work):
    try:
        work()
    except OSError as wrong:
        return type(wrong).__name__
    return "done"


def write(path):
    os.close(os.open(path, os.O_WRONLY))


class Hostile:
    def begin(self, seats, options, seed):
        asked = json.loads(ASKED.read_text())
        ways = (
            write,
            lambda path: path.rename(path.with_name("gone")),
            lambda path: path.unlink(),
            lambda path: path.chmod(0o666),
            lambda path: os.truncate(path, 0),
            lambda path: path.read_bytes(),
        )
        self.told = {"account": os.getuid(), "groups": os.getgroups()}
        self.told["files"] = [
            (path, number)
            for path in asked["files"]
            for number, way in enumerate(ways)
            if attempt(lambda: way(Path(path))) == "done"
        ]
        self.told["folders"] = [
            path
            for path in asked["folders"]
            if attempt(lambda: (Path(path) / "mine").write_text("x")) == "done"
        ]
        self.told["sockets"] = [
            attempt(lambda: socket.socket(socket.AF_UNIX).connect(path))
            for path in asked["sockets"]
        ]
        self.told["processes"] = [
            attempt(work)
            for each in asked["processes"]
            for work in (
                lambda: os.kill(each, signal.SIGKILL),
                lambda: Path(f"/proc/{each}/environ").read_bytes(),
                lambda: write(f"/proc/{each}/mem"),
                lambda: os.setpriority(os.PRIO_PROCESS, each, 19),
            )
        ]
        self.told["root"] = [
            attempt(lambda: os.setuid(0)),
            attempt(lambda: os.setgid(0)),
        ]
        self.told["credit"] = self.credit(asked["sockets"][0])

    def credit(self, path):
        from cabinet.protocol.client import CounterConnection
        from cabinet.protocol.operator import GiveCredit

        try:
            CounterConnection.connect(Path(path), "screen").send(GiveCredit("me"))
        except Exception as wrong:
            return type(wrong).__name__
        return "done"

    def frame(self, held, pressed, dt):
        pass

    def draw(self, surface):
        surface.fill("black")

    def sounds(self):
        return ()

    def outcome(self):
        return None

    def checkpoint(self):
        return self.told

    def resume(self, state):
        pass


def game(name, loop, **fields):
    return LoopGame(name, {"fr": "Essai", "en": "Trial"}, loop, (1, 2), **fields)


HOSTILE = game("hostile", Hostile)
"""


@pytest.fixture
def package(till, monkeypatch):
    """Where somebody's game is installed; every account may read it."""
    folder = till.folder / "games"
    folder.mkdir(exist_ok=True)
    install(folder, TRIES, module="hostile_loop")
    monkeypatch.syspath_prepend(folder)
    return folder


def play(till, package):
    """Have the game begun through a socket, as the screen does; what it told."""
    path = package / "begin"
    known = filter(None, (till.env.get("PYTHONPATH"), str(package)))
    env = {**till.env, **OWN, "PYTHONPATH": ":".join(known)}
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(path))
        server.listen()
        run = LoopProcess(
            loop("hostile"), LoopMatch(1, {}, 5), {"CABINET_GAMES": str(path)}
        )
        end, _ = server.accept()
        with end:
            child = subprocess.Popen(
                (till.python, *RUNNER[1:]),
                stdin=end,
                cwd="/",
                env=env,
                **till.as_account("cabinet-games"),
            )
        with closing(run):
            assert run.answer(PATIENCE)
            run.ask([idle(1)], checkpoint=True)
            told = json.loads(run.answer(PATIENCE).checkpoint)
        assert child.wait(PATIENCE) == 0
    with suppress(FileNotFoundError):
        path.unlink()
    return told


def test_a_hostile_game_gains_nothing(till, package):
    till.coin()
    before = till.fingerprint()
    credits = till.shown().credits
    files, folders = owned_by_others(till, "cabinet-games")
    beside = (str(package), str(till.folder / "said"))
    asked = {
        "files": [each for each in files if not each.startswith(beside)],
        "folders": folders,
        "sockets": [str(till.state / "bus.sock"), str(package / "begin")],
        "processes": [till.process.pid, 1],
    }
    assert {"books.sqlite3", "cabinet.yaml"} <= {
        each.rpartition("/")[2] for each in asked["files"]
    }
    (package / "asked.json").write_text(json.dumps(asked))
    told = play(till, package)
    ours = till.as_account("cabinet-games")
    assert told.pop("account") == ours["user"]
    assert told == {
        "groups": [],
        "files": [],
        "folders": [],
        "sockets": ["PermissionError"] * 2,
        "processes": ["PermissionError"] * 8,
        "root": ["PermissionError"] * 2,
        "credit": "CounterUnreachableError",
    }
    assert till.fingerprint() == before
    assert till.shown().credits == credits
    assert till.process.poll() is None
