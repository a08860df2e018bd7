"""The supervisor, with real programs that die, hang, refuse and never listen.

All of them hold the writing end of one pipe: when it is at its end, all are gone.
"""

import os
import select
import signal
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from cabinet.counter.supervisor import FIRST_PAUSE, how

STAYS = "screen:stays::"


class Household:
    """A supervisor in its own process, and what its programs say."""

    def __init__(self, *programs, goodbye="20", hurry="1"):
        self.process = subprocess.Popen(
            [
                *(sys.executable, "-m", "tests.counter.supervised"),
                *(goodbye, hurry, *programs),
            ],
            cwd=Path(__file__).parents[2],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
        )
        self._heard = b""

    def next(self):
        """The next program that began: name, process number, when."""
        while b"\n" not in self._heard:
            chunk = self._read()
            assert chunk, "everybody is gone"
            self._heard += chunk
        line, self._heard = self._heard.split(b"\n", 1)
        name, pid, at = line.decode().split()
        return name, int(pid), int(at)

    def begun(self, *names):
        """Wait until these have begun; their process numbers."""
        pids = {}
        while set(names) - set(pids):
            name, pid, _ = self.next()
            pids[name] = pid
        return pids

    def end(self):
        """Wait until nobody is left: exit code, and what was complained of."""
        while self._read():
            pass
        code = self.process.wait(10)
        lines = self.process.stderr.read().decode().splitlines(keepends=True)
        # An emulated processor reports an abort in its own words.
        complaint = "".join(line for line in lines if not line.startswith("qemu: "))
        assert "Traceback" not in complaint
        return code, complaint

    def _read(self):
        readable, _, _ = select.select([self.process.stdout], [], [], 20)
        assert readable, "somebody stayed behind"
        return os.read(self.process.stdout.fileno(), 4096)

    def close(self):
        with self.process:
            self.process.kill()


@pytest.fixture
def household():
    households = []

    def start(*programs, **settings):
        households.append(Household(*programs, **settings))
        return households[-1]

    yield start
    for each in households:
        each.close()


def test_a_dead_program_is_started_again_later_each_time(household):
    operating = household("web:fails::", STAYS)
    heard = [operating.next() for _ in range(6)]
    starts = [at for name, _, at in heard if name == "web"]
    pauses = [later - earlier for earlier, later in pairwise(starts)]
    for number, pause in enumerate(pauses):
        assert pause >= FIRST_PAUSE * 2**number
    operating.process.send_signal(signal.SIGTERM)
    code, complaint = operating.end()
    assert code == 0
    assert complaint.count("web ended (exit code 9); starting it again\n") >= 4


def test_a_killed_program_is_another_process_when_it_is_back(household):
    operating = household("counter:stays:essential:1", STAYS)
    before = operating.begun("counter", "screen")
    os.kill(before["screen"], signal.SIGKILL)
    assert operating.begun("screen")["screen"] != before["screen"]
    os.kill(before["counter"], signal.SIGKILL)
    assert operating.begun("counter")["counter"] != before["counter"]
    operating.process.send_signal(signal.SIGINT)
    code, complaint = operating.end()
    assert code == 0
    assert complaint.splitlines() == [
        "screen ended (killed by SIGKILL); starting it again",
        "counter ended (killed by SIGKILL); starting it again",
    ]


def test_an_essential_program_that_ends_ends_all(household):
    assert household(STAYS, "counter:ends:essential:1").end() == (0, "")


def test_any_other_that_ends_is_only_started_again(household):
    operating = household("web:ends::", STAYS)
    for _ in range(2):
        operating.begun("web")
    operating.process.send_signal(signal.SIGTERM)
    assert operating.end()[0] == 0


def test_a_program_that_refuses_to_start_ends_all_with_its_code(household):
    assert household(STAYS, "web:refuses::3,4").end() == (4, "")


def test_one_that_was_well_for_long_and_then_fails_is_started_again(household):
    operating = household(STAYS, "counter:waits:essential:4", hurry="1000000")
    operating.begun("counter", "screen")
    operating.process.stdin.close()
    operating.begun("counter")
    operating.process.send_signal(signal.SIGTERM)
    assert operating.end()[0] == 0


@pytest.mark.parametrize(
    "storm",
    [
        (signal.SIGINT,),
        (signal.SIGTERM,),
        (signal.SIGHUP,),
        (signal.SIGINT, signal.SIGTERM),
        (signal.SIGTERM, signal.SIGINT, signal.SIGHUP) * 20,
    ],
    ids=lambda storm: f"{len(storm)} {storm[0].name}",
)
def test_signals_end_all_once_however_many_come(household, storm):
    operating = household("counter:stays:essential:1", STAYS, "web:stays::")
    operating.begun("counter", "screen", "web")
    for number in storm:
        os.kill(operating.process.pid, number)
    assert operating.end() == (0, "")


def test_signals_that_come_until_the_very_end_change_nothing(household):
    operating = household(STAYS, "web:stays::")
    operating.begun("screen", "web")
    while operating.process.poll() is None:
        os.kill(operating.process.pid, signal.SIGINT)
        os.kill(operating.process.pid, signal.SIGHUP)
    assert operating.end() == (0, "")


@pytest.mark.parametrize("stubborn", ["deaf", "stopped"])
def test_one_that_does_not_listen_is_killed_when_the_goodbye_is_over(
    household, stubborn
):
    operating = household(STAYS, f"web:{stubborn}::", goodbye="0.3")
    pids = operating.begun("screen", "web")
    operating.process.send_signal(signal.SIGTERM)
    assert operating.end() == (0, "")
    with pytest.raises(ProcessLookupError):
        os.kill(pids["web"], 0)


def test_signals_during_a_long_goodbye_change_nothing(household):
    operating = household("web:deaf::", STAYS, goodbye="0.5")
    operating.begun("screen", "web")
    for _ in range(50):
        os.kill(operating.process.pid, signal.SIGINT)
        os.kill(operating.process.pid, signal.SIGTERM)
    assert operating.end() == (0, "")


def test_nobody_is_left_behind_when_one_cannot_be_started(household):
    operating = household(STAYS, "web:/no/such/program::")
    code, complaint = operating.end()
    assert code == 1
    assert complaint == (
        "cannot start /no/such/program: No such file or directory; is it still "
        "installed, and is there memory left?\n"
    )


@pytest.mark.parametrize("silent", ["hangs", "mute"])
def test_one_that_falls_silent_is_ended_and_started_again(household, silent):
    operating = household(f"counter:{silent}:essential:1", STAYS)
    before = operating.begun("counter", "screen")
    assert operating.begun("counter")["counter"] != before["counter"]
    operating.process.send_signal(signal.SIGTERM)
    code, complaint = operating.end()
    assert code == 0
    assert complaint.splitlines()[:2] == [
        "counter hangs; ending it",
        "counter ended (killed by SIGABRT); starting it again",
    ]


def test_one_that_cannot_even_abort_is_killed(household):
    operating = household("counter:hangs:essential:1", STAYS)
    before = operating.begun("counter", "screen")
    os.kill(before["counter"], signal.SIGSTOP)
    operating.begun("counter")
    operating.process.send_signal(signal.SIGTERM)
    assert "counter ended (killed by SIGKILL)" in operating.end()[1]


def test_one_that_speaks_is_left_alone(household):
    operating = household("counter:talks:essential:1", "web:hangs::")
    operating.begun("counter", "web")
    operating.begun("web")  # by now a silent counter would have been ended too
    operating.process.send_signal(signal.SIGTERM)
    assert "counter" not in operating.end()[1]


def test_exit_codes_in_words():
    assert how(4) == "exit code 4"
    assert how(-9) == "killed by SIGKILL"
