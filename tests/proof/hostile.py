"""A hostile client of the counter's socket, in a process of its own.

    python -m tests.proof.hostile BUS KIND NUMBER SEED

It does `NUMBER` of what its kind does and prints as JSON how many lines it sent and how
often it was hung up on.
"""

import json
import os
import random
import resource
import select
import socket
import sys
import time
from contextlib import suppress

from cabinet.protocol.codec import (
    Action,
    Failed,
    Heartbeat,
    Hello,
    Result,
    Signature,
    Touch,
    encode,
)
from cabinet.protocol.dice import WantDice
from cabinet.protocol.doctor import Examine, ScreenTest
from cabinet.protocol.fleet import Remote, RemoteScore, RemoteScores
from cabinet.protocol.operator import (
    Edit,
    Look,
    ShowTest,
    TryOutput,
    TrySound,
    Unlock,
)
from cabinet.protocol.phones import (
    PhoneAction,
    PhoneButton,
    PhoneHere,
    PhonesAt,
    SeatView,
)

TIMEOUT = 60.0
MOST_AT_ONCE = 100
# What each program says all day, without moving money or mode.
ROLES = {
    "screen": (
        Heartbeat(1, 0, "x11", "ready"),
        Action(1, 1, 0, "place 1 0"),
        Result(1, (0,), (3, 1), "over"),
        Signature(1, 0, "ME"),
        Failed(1, "mine"),
        WantDice(1, 1),
        ScreenTest("grid", 1),
        SeatView("abc", "{}"),
        Edit({"sound.coin": "1"}, "me"),
        Unlock("1234"),
    ),
    "web": (
        PhonesAt("http://a.example/p/"),
        PhoneHere("{n}", here=True, language="fr"),
        PhoneAction("{n}", 1, 1, 1, "place 1 0"),
        PhoneButton("{n}", 1, "a"),
        PhonesAt("http://b.example/p/"),
        Examine(),
        Look(),
    ),
    "fleet": (
        RemoteScores(tuple(RemoteScore("azteka", "ME", n) for n in range(20))),
        Remote("nonsense", "me"),
        Remote("restart-screen", "me"),
    ),
    "tool": (
        Touch("lever", active=True),
        Examine(),
        Look("storage"),
        TryOutput("lamp.start", on=True, author="me"),
        TrySound(),
        ShowTest("pattern", 1),
        Hello("tool", 1),
        Heartbeat(1, 0),
    ),
}


def connect(bus):
    """A line, as soon as there is room for one."""
    line = socket.socket(socket.AF_UNIX)
    line.connect(str(bus))
    line.settimeout(TIMEOUT)
    return line


def malformed(bus, number, rng):
    """Lines that are none of ours, many at once; each connection is hung up on."""
    sent = hung_up = 0
    while sent < number:
        many = 213_000 if hung_up % 100 == 50 else rng.choice((1, 100, 2000))
        data = b"\n" * many if many > MOST_AT_ONCE else _garbage(many, rng)
        with connect(bus) as line:
            line.setblocking(False)
            with suppress(OSError):
                line.send(data)
            sent += many
            hung_up += _is_hung_up(line)
    return sent, hung_up


def _garbage(many, rng):
    """Messages of ours with a few bytes changed."""
    whole = [encode(rng.choice(ROLES[rng.choice([*ROLES])])) for _ in range(many)]
    lines = []
    for line in whole:
        changed = bytearray(line)
        for _ in range(3):
            changed[rng.randrange(len(line) - 1)] = rng.randrange(256)
        lines.append(bytes(changed))
    return b"x" + b"".join(lines)


def _is_hung_up(line):
    """Wait until the other end has had enough."""
    end = time.monotonic() + TIMEOUT
    while time.monotonic() < end:
        select.select([line], [], [], TIMEOUT)
        try:
            if not line.recv(65_536):
                return True
        except BlockingIOError:
            continue
        except OSError:
            return True
    return False


def connections(bus, number, rng):
    """So many at once, each of which says nothing, or begins and never ends."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 20_000)), hard))
    held = []
    for _ in range(number):
        held.append(connect(bus))
        with suppress(OSError):
            held[-1].send(rng.choice((b"", b'{"v":1', encode(Hello("tool", 1)))))
    hung_up = sum(_is_gone(line) for line in held)
    for line in held:
        line.close()
    return number, hung_up


def _is_gone(line):
    line.setblocking(False)
    try:
        while line.recv(65_536):
            pass
    except BlockingIOError:
        return False
    except OSError:
        pass
    return True


def deaf(bus, number, rng):
    """Questions with long answers, which nobody reads, on several lines at a time.

    Each is asked on until the counter has had enough of every line.
    """
    question = encode(Hello("tool", 1)) + encode(Examine()) * 20
    at_once = min(24, max(4, number // 1000))
    lines, sent, hung_up = [], 0, 0
    while sent < number or hung_up < at_once:
        while len(lines) < at_once:
            lines.append(connect(bus))
            lines[-1].setblocking(False)
        select.select([], lines, [], 1)
        for line in tuple(lines):
            try:
                done = line.send(question)
                # What is cut off would be a bad line, and that is not the question.
                line.setblocking(True)
                line.sendall(question[done:])
                line.setblocking(False)
                sent += question.count(b"\n")
            except BlockingIOError:
                continue
            except OSError:
                line.close()
                lines.remove(line)
                hung_up += 1
    for line in lines:
        line.close()
    return sent, hung_up


def chatter(bus, number, rng, role):
    """What a program of that role says, as fast as it is read, answers read too."""
    sent, hung_up, line = 0, 0, None
    lines = [encode(message) for message in ROLES[role]]
    while sent < number:
        if line is None:
            line = connect(bus)
            # A counter that has hung up by now is found below, when it is read.
            with suppress(BrokenPipeError, ConnectionResetError):
                line.sendall(encode(Hello(role, os.getpid())))
            line.setblocking(False)
            unsent = b""
        if not unsent:
            unsent = b"".join(rng.choices(lines, k=MOST_AT_ONCE))
            unsent = unsent.replace(b"{n}", str(rng.randrange(10**9)).encode())
        readable, writable, _ = select.select([line], [line], [], TIMEOUT)
        try:
            if readable and not line.recv(1_000_000):
                raise ConnectionResetError
            if writable:
                done = line.send(unsent)
                sent += unsent[:done].count(b"\n")
                unsent = unsent[done:]
        except BlockingIOError:
            continue
        except OSError:
            line.close()
            line = None
            hung_up += 1
    if line:
        line.close()
    return sent, hung_up


KINDS = {"malformed": malformed, "connections": connections, "deaf": deaf}


def main(bus, kind, number, seed):
    rng = random.Random(f"{kind} {seed}")
    if kind in KINDS:
        sent, hung_up = KINDS[kind](bus, int(number), rng)
    else:
        sent, hung_up = chatter(bus, int(number), rng, kind)
    sys.stdout.write(json.dumps({"sent": sent, "hung_up": hung_up}))


if __name__ == "__main__":
    main(*sys.argv[1:])
