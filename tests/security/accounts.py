"""A counter with an account of its own, and hostile programs with others.

Real processes with real numbers of accounts on a real socket, in folders that have the
owners and rights of systemd/tmpfiles.conf. It takes root to begin them.
"""

import json
import os
import select
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import threading
import time
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from cabinet.protocol.client import CounterConnection, CounterUnreachableError
from cabinet.protocol.codec import Heartbeat, Hello, Touch
from cabinet.protocol.snapshot import Snapshot
from tests.support.settings import SETTINGS

ROOT = Path(__file__).parents[2]
TMPFILES = ROOT / "systemd/tmpfiles.conf"
SYSUSERS = ROOT / "systemd/sysusers.conf"
NEEDED = "pydantic, argon2, cryptography, pyotp"
FIRST = 54_100
TIMEOUT = 30.0
PIN = "4711"
OWNER = "correct horse battery"
# What a hostile program begins with: hands, and no scruples.
PRELUDE = """
import json, os, sys, time
from pathlib import Path
from cabinet.protocol.client import CounterConnection
from cabinet.protocol.codec import *
from cabinet.protocol.dice import *
from cabinet.protocol.doctor import *
from cabinet.protocol.fleet import *
from cabinet.protocol.login import *
from cabinet.protocol.operator import *
from cabinet.protocol.phones import *
from cabinet.protocol.snapshot import *
state, etc = Path(sys.argv[1]), Path(sys.argv[2])


def bus(role, ticket=""):
    line = CounterConnection.connect(state / "bus.sock")
    line.send(Hello(role, os.getpid(), ticket))
    return line


def answers(line, *messages, wait=20.0):
    '''What comes until the counter has answered a question that comes last.'''
    for message in messages:
        line.send(message)
    line.send(Examine())
    told = []
    for some in line.heard(round(wait * 1e9)):
        told += some
        if any(isinstance(each, Examined) for each in some):
            break
    return told


def until(line, *kinds, wait=30.0):
    for some in line.heard(round(wait * 1e9)):
        for each in some:
            if isinstance(each, kinds):
                return each


def alive(line):
    '''A screen that is well until somebody tells it what to do.'''
    import select
    print("ready", flush=True)
    while not select.select([sys.stdin], [], [], 0.5)[0]:
        line.send(Heartbeat(0, 0))
        line.read()
    globals()["line"] = line
    code = sys.stdin.read()
    if not code:  # nobody will tell it anything more
        while True:
            line.send(Heartbeat(0, 0))
            line.read()
            time.sleep(0.5)
    exec(code, globals())


def refused(told):
    return [str(each) for each in told if isinstance(each, Refused)]


def attempt(work):
    try:
        work()
    except OSError as wrong:
        return type(wrong).__name__
    return "done"
"""


def accounts():
    """Numbers for the accounts and groups of sysusers.conf, and who is in which."""
    users, members = {}, {}
    for line in SYSUSERS.read_text().splitlines():
        match line.split():
            case ["u", name, *_]:
                users[name] = FIRST + len(users)
            case ["m", name, group]:
                members.setdefault(name, []).append(group)
    groups = dict(users) | {"cabinet-bus": FIRST + 50}
    extra = {
        name: [groups[group] for group in members.get(name, ()) if group in groups]
        for name in users
    }
    return users, groups, extra


USERS, GROUPS, EXTRA = accounts()
BARE = {"PATH": os.environ["PATH"], "HOME": "/"}


def find_python():
    """A Python that other accounts may run, and its variables; None: there is none.

    Ours may be in root's own home, where nobody else comes.
    """
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    packages = os.pathsep.join([str(ROOT), sysconfig.get_path("purelib")])
    for python, more in (
        (sys.executable, {}),
        (f"/usr/bin/{version}", {"PYTHONPATH": packages}),
    ):
        try:
            subprocess.run(
                [
                    python,
                    "-P",
                    "-c",
                    f"import cabinet, {NEEDED}",
                ],
                cwd="/",
                env=BARE | more,
                user=USERS["cabinet-games"],
                group=GROUPS["cabinet-games"],
                extra_groups=[],
                check=True,
                capture_output=True,
            )
        except (OSError, subprocess.CalledProcessError):
            continue
        return python, BARE | more
    return None


class Keeper(threading.Thread):
    """A screen that does no harm, as root, who may be one."""

    def __init__(self, path):
        super().__init__(daemon=True)
        self._line = CounterConnection.connect(path, "screen")
        self._over = threading.Event()
        self._lock = threading.Lock()
        self.start()

    def run(self):
        while not self._over.wait(0.5):
            self.say(Heartbeat(0, 0))

    def say(self, message):
        with self._lock:
            self._line.send(message)
            self._line.read()

    def leave(self):
        self._over.set()
        self.join()
        self._line.close()


class Till:
    """A counter as the installed unit runs it, but for its simulated wires."""

    def __init__(self, python, env):
        self.python, self.env = python, env
        self.folder = Path(tempfile.mkdtemp(prefix="accounts-"))
        self.folder.chmod(0o755)
        self.state = self.folder / "var/lib/cabinet"
        self.etc = self.folder / "etc/cabinet"
        self.run = self.folder / "run/cabinet"
        for line in TMPFILES.read_text().splitlines():
            match line.split():
                case ["d", path, mode, user, group, "-"]:
                    owner = USERS.get(user, 0)  # what is root's stays root's
                    group_id = GROUPS.get(group, 0)
                    self._folder(path, int(mode, 8), owner, group_id)
        self._folder("/run/cabinet", 0o755, USERS["cabinet"], GROUPS["cabinet"])
        self.file = self.etc / "cabinet.yaml"
        text = SETTINGS.read_text().replace("max_credits: 20", "max_credits: 50")
        text = text.replace("\nservice:\n", f'\nservice:\n  pin: "{PIN}"\n')
        self.file.write_text(text)
        self.file.chmod(0o640)
        os.chown(self.file, USERS["cabinet"], GROUPS["cabinet"])
        self.process = None
        self.begin()

    def _folder(self, path, mode, user, group):
        made = self.folder / path[1:]
        made.mkdir(parents=True, exist_ok=True)
        os.chown(made, user, group)
        made.chmod(mode)

    def as_account(self, name):
        return {
            "user": USERS[name],
            "group": GROUPS[name],
            "extra_groups": EXTRA[name],
            "umask": 0o027,
        }

    def begin(self):
        roles = [f"{name}={USERS[f'cabinet-{name}']}" for name in ("screen", "web")]
        roles += [f"{name}={USERS[f'cabinet-{name}']}" for name in ("fleet", "games")]
        roles.append(f"alerts={USERS['cabinet-alerts']}")
        env = {
            **self.env,
            "CABINET_ROLES": " ".join(roles),
            "CABINET_BUS_GROUP": str(GROUPS["cabinet-bus"]),
            "CABINET_COPY_FOR_SCREEN": str(self.run / "settings.yaml"),
        }
        where = ("--config", str(self.file), "--state", str(self.state))
        with (self.folder / "said").open("ab") as said:
            self.process = subprocess.Popen(
                [self.python, "-P", "-m", "cabinet", "--sim", "counter", *where],
                cwd="/",
                env=env,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=said,
                **self.as_account("cabinet"),
            )
        self._connect().close()
        self.keeper = Keeper(self.state / "bus.sock")
        self.shown(lambda shown: shown.mode == "attract")

    @contextmanager
    def screen(self):
        """A hostile screen on duty; it does what it is told, once."""
        self.keeper.leave()
        process = self.start("cabinet-screen", 'alive(bus("screen"))')
        try:
            assert process.stdout.readline() == "ready\n"
            self.shown(lambda shown: shown.mode != "out_of_order")
            yield process
        finally:
            process.kill()
            process.wait()
            process.stdin.close()
            process.stdout.close()
        self.keeper = Keeper(self.state / "bus.sock")
        self.shown(lambda shown: shown.mode != "out_of_order")

    def _connect(self):
        end = time.monotonic() + TIMEOUT
        while time.monotonic() < end and self.process.poll() is None:
            try:
                line = CounterConnection.connect(self.state / "bus.sock")
            except CounterUnreachableError:
                select.select([], [], [], 0.02)
                continue
            line.send(Hello("tool", os.getpid()))
            return line
        raise AssertionError((self.folder / "said").read_text())

    def shown(self, wanted=lambda shown: True, patience=TIMEOUT):
        """The next snapshot that is as wanted; from root nothing is hidden."""
        last = None
        with closing(self._connect()) as line:
            for heard in line.heard(round(patience * 1e9)):
                for each in heard:
                    if isinstance(each, Snapshot):
                        last = each
                        if wanted(each):
                            return each
        raise AssertionError(f"waited in vain; last shown: {last}")

    def press(self, line, until=lambda shown: True, patience=TIMEOUT):
        with closing(self._connect()) as hand:
            hand.send(Touch(line, active=True))
            select.select([], [], [], 0.1)  # as a finger does: wires are debounced
            hand.send(Touch(line, active=False))
            return self.shown(until, patience)

    def coin(self):
        """A coin; a slot that has just woken up lets the first one fall through."""
        credits = self.shown().credits
        for _ in range(9):
            with suppress(AssertionError):
                return self.press("coin.1", lambda shown: shown.credits > credits, 2)
        raise AssertionError("no coin is taken")

    def ask(self, request, *wanted):
        """What the counter answers to root."""
        with closing(self._connect()) as line:
            line.send(request)
            for heard in line.heard(round(TIMEOUT * 1e9)):
                for each in heard:
                    if isinstance(each, wanted):
                        return each
        raise AssertionError("no answer")

    def start(self, account, code, *arguments):
        """Begin hostile code under an account."""
        return subprocess.Popen(
            [self.python, "-P", "-c", PRELUDE + code]
            + [str(each) for each in (self.state, self.etc, *arguments)],
            cwd="/",
            env=self.env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            **self.as_account(account),
        )

    def attack(self, account, code, *arguments):
        """Run hostile code under an account to its end; what it printed as JSON."""
        with self.start(account, code, *arguments) as process:
            out, _ = process.communicate(timeout=TIMEOUT)
        assert process.returncode == 0, out
        return json.loads(out.splitlines()[-1])

    def fingerprint(self):
        """What only the till may change: settings, and the books' sums."""
        return self.file.read_bytes(), self.shown().books

    def close(self):
        self.keeper.leave()
        with self.process:
            self.process.terminate()
        shutil.rmtree(self.folder)
