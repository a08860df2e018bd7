"""A whole cabinet as processes, with hands on its panel: for tests, nothing faked.

All its programs hold the writing end of one pipe: when it is at its end, all are
gone. Nothing sleeps: whoever waits, waits for a socket, a pipe or a process.
"""

import os
import select
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from socket import create_connection
from urllib.parse import urlsplit

from cabinet.games.azteka import GAME
from cabinet.protocol.client import CounterConnection, CounterUnreachableError
from cabinet.protocol.codec import Hello, Quit, Refused, Touch
from cabinet.protocol.snapshot import Snapshot
from cabinet.tabletop.match import Match
from tests.support.settings import SETTINGS

ROOT = Path(__file__).parents[2]
# An emulated processor is slower; whoever runs the tests on one says by how much.
SLOWER = float(os.environ.get("CABINET_TESTS_SLOWER", "1"))
TIMEOUT = 20.0 * SLOWER
# After this long a let-go button counts as up, bounce and all, and a slot that has
# just woken up knows that its line is idle.
QUIET = 0.04 * SLOWER
# The end of a match is deaf for a moment, stage by stage.
STAGE = 1.7
BUTTONS = ("up", "down", "left", "right", "b")


FROM_THE_TREE = (sys.executable, "-m", "cabinet", "--config", str(SETTINGS))


class EndedError(AssertionError):
    """The cabinet ended by itself."""


class RunningCabinet:
    """`cabinet --sim --headless` on a folder of its own."""

    def __init__(self, state, *arguments, env=None, program=FROM_THE_TREE, cwd=ROOT):
        self.state = state
        self.process = subprocess.Popen(
            [*program, "--sim", "--headless", "--state", str(state), *arguments],
            cwd=cwd,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        self._line = None
        self.shown = None
        self._pointed = {}

    # Programs

    @property
    def socket(self):
        return self.state / "bus.sock"

    def pid(self, program):
        """The process number of one of its programs."""
        launcher = self.process.pid
        children = Path(f"/proc/{launcher}/task/{launcher}/children").read_text()
        for pid in map(int, children.split()):
            words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
            if program.encode() in words:
                return pid
        raise AssertionError(f"no {program} is running")

    def kill(self, program, number=signal.SIGKILL):
        """Send a signal to one of its programs; the process it was."""
        pid = self.pid(program)
        os.kill(pid, number)
        return pid

    def end(self):
        """Wait until every program is gone: exit code, and all they wrote."""
        out, _ = self.process.communicate(timeout=TIMEOUT)
        return self.process.returncode, out.decode()

    def close(self):
        if self._line:
            self._line.close()
        with self.process:
            self.process.terminate()

    # The bus

    def enter(self):
        """Connect to the bus, as soon as there is one; wait for a screen."""
        try:
            self.knock()
            self.until(lambda shown: shown.lockout_open)
            self._settle()
        except BaseException:
            # Nobody has it yet who could end it.
            self.close()
            raise
        return self

    def knock(self):
        """Connect to the bus, and try again until somebody answers.

        A counter that has just been killed may still take a visitor in before
        its socket is gone: who gets no answer knocks again.
        """
        end = time.monotonic() + TIMEOUT
        self.shown = None
        while self.shown is None:
            assert time.monotonic() < end, "nobody opened the bus"
            try:
                self._line = CounterConnection.connect(self.socket)
            except CounterUnreachableError:
                self._wait_for_the_end(0.02)
                continue
            self._line.send(Hello("tool", os.getpid()))
            while self.shown is None and not self._line.closed:
                assert self._listen(end - time.monotonic()), "nobody answers"

    def wait_for_the_web_program(self):
        """It starts beside the others, and on a busy machine it is the last."""
        asked, end = urlsplit(self.address), time.monotonic() + TIMEOUT
        while time.monotonic() < end:
            with suppress(OSError), create_connection((asked.hostname, asked.port)):
                return
            self._listen(0.05)

    def _wait_for_the_end(self, seconds):
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            return
        raise EndedError(f"it ended: {self.process.stdout.read().decode()}")

    def until(self, wanted, patience=TIMEOUT):
        """Listen until a snapshot is as wanted; that snapshot."""
        end = time.monotonic() + patience
        while self.shown is None or not wanted(self.shown):
            left = end - time.monotonic()
            assert left > 0, f"waited in vain; last shown: {self.shown}"
            assert not self._line.closed, f"it hung up; last shown: {self.shown}"
            self._listen(left)
        return self.shown

    def tap_until(self, line, wanted):
        """Tap every half second until a snapshot is as wanted; that snapshot."""
        end = time.monotonic() + TIMEOUT
        while not wanted(self.shown):
            assert time.monotonic() < end, f"tapped in vain; last shown: {self.shown}"
            self.tap(line)
            self._listen(0.5)
        return self.shown

    def until_mode(self, mode):
        return self.until(lambda shown: shown.mode == mode)

    def lost(self):
        """Wait until the bus is closed."""
        while not self._line.closed:
            self._listen(TIMEOUT)

    def say(self, *messages):
        for message in messages:
            self._line.send(message)

    def _listen(self, seconds):
        readable, _, _ = select.select([self._line], [], [], seconds)
        for message in self._line.read() if readable else ():
            self._hear(message)
        return bool(readable)

    def _hear(self, message):
        if isinstance(message, Snapshot):
            self.shown = message
        assert not isinstance(message, Refused), message.why

    # Hands

    def touch(self, line, *, active):
        self.say(Touch(line, active))

    def coin(self):
        """Drop a coin and wait until it is a credit."""
        before = self.shown.credits
        self.touch("coin.1", active=True)
        return self.until(lambda shown: shown.credits == before + 1)

    def tap(self, line):
        """Press long enough for any line, and let go."""
        for active in (True, False):
            self.touch(line, active=active)
            self._settle()

    def _settle(self):
        """Wait until the counter has it, and then until the wires are quiet."""
        self.shown = None
        self.say(Hello("tool", os.getpid()))
        self.until(lambda _: True)
        self._listen_for(QUIET)

    def leave_the_result(self):
        """Past look and verdict, sign as it stands, and play no other game."""
        self.until(lambda shown: shown.mode in ("signing", "result"))
        while (mode := self.shown.mode) in ("signing", "result"):
            self._listen_for(STAGE)
            if self.shown.mode == mode == "signing":
                self.tap("start")
            elif self.shown.mode == mode:
                self.tap("p1.b")

    def _listen_for(self, seconds):
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self._listen(left)

    def begin_a_match(self):
        """Coin, choose the first mode, add a player, start."""
        self.until(lambda shown: shown.mode in ("attract", "select", "result"))
        if self.shown.mode == "result":
            self.leave_the_result()
        if self.shown.mode == "attract":
            self.coin()
        self.until_mode("select")
        self.tap("start")
        self.until_mode("join")
        self.tap("player")
        self.until(lambda shown: [seat.kind for seat in shown.seats] == ["person"] * 2)
        self.tap("start")
        self.until_mode("playing")
        self._pointed = {}

    def be_in_mid_game(self):
        """A match of two people with at least one move behind it."""
        if not self.shown or self.shown.mode != "playing":
            self.begin_a_match()
        if not self.shown.match.log:
            self.first_move()

    # The match

    def match(self):
        """The position, built from what the bus says of the match."""
        card = self.shown.match
        return Match.resume(GAME, len(card.seats), card.options, card.seed, card.log)

    def first_move(self):
        """A place is chosen on a screen that has just begun, once it draws.

        Whichever way one lies from the middle; the action that was played.
        """
        self._pointed = {}
        match = self.match()
        (seat,) = match.actors
        turn = len(match.log)
        for way in ("up", "right", "down", "left") * 3:
            self.tap(f"p1.{way}")
            self.tap("p1.a")
            if self._grown(turn, 1.5 * SLOWER):
                break
        (played,) = self.shown.match.log[turn:]
        assert played.seat == seat
        return played.action

    def move(self, action):
        """Steer the cursor to an action and play it."""
        match = self.match()
        (seat,) = match.actors
        hand, *path = self._steer(match, seat, action)
        for button in path:
            line = f"p1.{button}"
            self.say(Touch(line, active=True), Touch(line, active=False))
            self._settle()
        self._pointed[seat] = hand
        turn = len(match.log)
        self._grown(turn, 6 * SLOWER)
        return self._played(turn, seat, action)

    def forget_hands(self):
        """A new screen, whose hands are where every screen begins.

        On a starved machine a button can look held, and the stick runs on.
        """
        killed = self.kill("screen")
        self.until(lambda shown: not shown.lockout_open)
        self.until(lambda shown: shown.lockout_open)
        assert self.pid("screen") != killed
        self._listen_for(SLOWER)
        self._pointed = {}

    def _grown(self, turn, patience):
        try:
            self.until(
                lambda shown: shown.mode == "result" or len(shown.match.log) > turn,
                patience,
            )
        except AssertionError:
            return False
        return True

    def _played(self, turn, seat, action):
        played = self.shown.match.log[turn:]
        assert [(move.seat, move.action) for move in played] == [(seat, action)]
        return action

    def _steer(self, match, seat, action):
        """The hand at the action, and the buttons that lead there and play it."""
        seen, legal = match.observe(None), tuple(match.legal(seat))
        start = GAME.view.hand(seen, legal, self._pointed.get(seat))
        paths = {start: ()}
        waiting = [start]
        for hand in waiting:
            if GAME.view.press(hand, "a", seen, legal)[1] == action:
                return hand, *paths[hand], "a"
            for button in BUTTONS:
                moved, _ = GAME.view.press(hand, button, seen, legal)
                if moved not in paths:
                    paths[moved] = (*paths[hand], button)
                    waiting.append(moved)
        raise AssertionError(f"no hand can play {action}")


@contextmanager
def run_well(cabinet):
    """From its start to an end in peace: exit code 0, and no mistake on the way."""
    try:
        cabinet.enter()
        yield cabinet
        cabinet.say(Quit())
        code, out = cabinet.end()
        assert code == 0
        assert "Traceback" not in out
    finally:
        cabinet.close()


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return listening.getsockname()[1]
