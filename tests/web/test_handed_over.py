"""The web program at an address that somebody else opened for it."""

import os
import socket
import subprocess
import sys

from cabinet.web.program import handed_over

# As systemd does: the socket is number three, and the variables name the process.
CHILD = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.environ |= {"LISTEN_PID": str(os.getpid()), "LISTEN_FDS": "1"}
from cabinet.web.program import handed_over
print(handed_over().getsockname()[1])
"""


def test_the_socket_that_was_handed_over_is_the_one_that_is_used():
    with socket.create_server(("127.0.0.1", 0)) as opened:
        number = opened.fileno()
        said = subprocess.run(
            [sys.executable, "-c", CHILD, str(number)],
            pass_fds=[number],
            capture_output=True,
            text=True,
            check=True,
        )
        assert int(said.stdout) == opened.getsockname()[1]


def test_one_that_was_meant_for_another_process_is_left_alone():
    assert handed_over({}) is None
    others = {"LISTEN_PID": str(os.getpid() + 1), "LISTEN_FDS": "1"}
    assert handed_over(others) is None
    assert handed_over({"LISTEN_PID": str(os.getpid()), "LISTEN_FDS": "0"}) is None
