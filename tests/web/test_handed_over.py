"""The web program at addresses that somebody else opened for it."""

import os
import socket
import subprocess
import sys
from contextlib import ExitStack

import pytest

from cabinet.web.program import handed_over

# As systemd does: sockets from number three on, and variables that name the process.
CHILD = """
import fcntl, os, sys
from cabinet.web.program import handed_over
*numbers, names = sys.argv[1:]
spare = [fcntl.fcntl(int(each), fcntl.F_DUPFD, 100) for each in numbers]
for n, each in enumerate(spare):
    os.dup2(each, 3 + n)
os.environ |= {"LISTEN_PID": str(os.getpid()), "LISTEN_FDS": str(len(numbers))}
if names:
    os.environ["LISTEN_FDNAMES"] = names
found = handed_over()
print({name: one.getsockname()[1] for name, one in sorted(found.items())})
"""


@pytest.mark.parametrize(
    ("names", "console", "phones"),
    [
        ("", 0, None),
        ("cabinet-web.socket", 0, None),
        ("console:phones", 0, 1),
        ("phones:console", 1, 0),
    ],
)
def test_the_sockets_that_were_handed_over_are_told_apart(names, console, phones):
    count = 1 if phones is None else 2
    with ExitStack() as stack:
        made = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
        opened = [stack.enter_context(each) for each in made]
        numbers = [each.fileno() for each in opened]
        said = subprocess.run(
            [sys.executable, "-c", CHILD, *map(str, numbers), names],
            pass_fds=numbers,
            capture_output=True,
            text=True,
            check=True,
        )
        ports = [each.getsockname()[1] for each in opened]
    wanted = {"console": ports[console]}
    if phones is not None:
        wanted["phones"] = ports[phones]
    assert said.stdout.strip() == str(wanted)


def test_one_that_was_meant_for_another_process_is_left_alone():
    assert handed_over({}) == {}
    others = {"LISTEN_PID": str(os.getpid() + 1), "LISTEN_FDS": "1"}
    assert handed_over(others) == {}
    assert handed_over({"LISTEN_PID": str(os.getpid()), "LISTEN_FDS": "0"}) == {}
