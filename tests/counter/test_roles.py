"""Who may be the screen, the web program or the fleet's: the kernel's word counts."""

import os
import pwd
import socket
import subprocess
import sys

import pytest

from cabinet.core.errors import CabinetError
from cabinet.counter.roles import ROLES, ROOT, Peer, Roles
from cabinet.platform.processes import child_of, command_line

OURS = os.geteuid()
STRANGER = 54_321
NOT_LIKE = "is not like screen=ACCOUNT (roles: screen, web, fleet, alerts, games)"
CHILD = """
import sys
print("ready", flush=True)
sys.stdin.read()
"""


def test_the_kernel_says_who_is_at_the_other_end():
    ours, theirs = socket.socketpair()
    with ours, theirs:
        assert Peer.of(ours) == Peer(os.getpid(), OURS)


def test_by_itself_a_role_is_for_our_own_account_and_root():
    roles = Roles.read({})
    for account in (OURS, ROOT):
        assert roles.of(Peer(1, account)) == set(ROLES)
        assert roles.is_trusted(Peer(1, account))
    assert roles.of(Peer(1, STRANGER)) == set()
    assert not roles.is_trusted(Peer(1, STRANGER))


def test_where_the_kernel_does_not_tell_the_rights_of_the_socket_have_to_do():
    assert Roles.read({}).of(Peer()) == set(ROLES)
    assert Roles.read({}).is_trusted(Peer())


def test_each_role_can_be_given_to_accounts_by_name_or_number():
    nobody = pwd.getpwnam("nobody").pw_uid
    roles = Roles.read(
        {"CABINET_ROLES": f"screen=nobody,{STRANGER} web={STRANGER + 1}"}
    )
    assert roles.of(Peer(1, nobody)) == {"screen"}
    assert roles.of(Peer(1, STRANGER)) == {"screen"}
    assert roles.of(Peer(1, STRANGER + 1)) == {"web"}
    assert roles.accounts["fleet"] == {OURS}, "what was not given stays as it was"


def test_none_of_these_accounts_is_trusted_with_money():
    roles = Roles.read({"CABINET_ROLES": f"screen={STRANGER} web={STRANGER + 1}"})
    assert not roles.is_trusted(Peer(1, STRANGER))
    assert not roles.is_trusted(Peer(1, STRANGER + 1))


def test_games_are_kept_out_and_nobody_else_is():
    roles = Roles.read({"CABINET_ROLES": f"games={STRANGER},{OURS},0"})
    assert roles.is_kept_out(Peer(1, STRANGER))
    assert roles.of(Peer(1, STRANGER)) == set()
    for account in (OURS, ROOT, STRANGER + 1, None):
        assert not roles.is_kept_out(Peer(1, account))


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("screen", f"CABINET_ROLES: 'screen' {NOT_LIKE}"),
        ("counter=root", f"CABINET_ROLES: 'counter=root' {NOT_LIKE}"),
        (
            "web=no-such-account",
            "CABINET_ROLES: there is no account 'no-such-account' on this machine",
        ),
    ],
)
def test_a_table_that_cannot_be_is_said_to_be_wrong(given, said):
    with pytest.raises(CabinetError) as error:
        Roles.read({"CABINET_ROLES": given})
    assert str(error.value) == said


@pytest.fixture
def started(tmp_path):
    """Start a process with the words of one of the launcher's, and end it after."""
    running = []
    (tmp_path / "cabinet").mkdir()
    (tmp_path / "cabinet" / "__init__.py").touch()
    (tmp_path / "cabinet" / "__main__.py").write_text(CHILD)

    def start(*words):
        process = subprocess.Popen(
            [sys.executable, *words],
            env={**os.environ, "PYTHONPATH": str(tmp_path)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        running.append(process)
        assert process.stdout.readline() == b"ready\n"
        return process.pid

    yield start
    for process in running:
        process.communicate()


def test_under_a_launcher_a_role_belongs_to_the_process_it_started(started):
    roles = Roles.read({}, launcher=os.getpid())
    screen = started("-P", "-m", "cabinet", "screen", "--sim")
    web = started("-P", "-m", "cabinet", "web", "--sim")
    assert roles.of(Peer(screen, OURS)) == {"screen"}
    assert roles.of(Peer(web, OURS)) == {"web"}
    assert roles.of(Peer(screen, STRANGER)) == set(), "with our account only"


def test_under_a_launcher_nobody_else_has_a_role(started):
    launcher = started("-P", "-m", "cabinet", "--sim")
    roles = Roles.read({}, launcher)
    stranger = started("-P", "-m", "cabinet", "screen", "--sim")
    assert roles.of(Peer(stranger, OURS)) == set()
    assert roles.of(Peer(os.getpid(), OURS)) == set()
    assert roles.of(Peer(launcher, OURS)) == set()
    assert roles.of(Peer(0, OURS)) == set(), (
        "a process that is gone, or not ours to see"
    )


def test_a_child_of_a_program_is_part_of_it(started):
    assert child_of(os.getppid(), started("-c", CHILD)) == os.getpid()
    assert child_of(os.getpid(), started("-c", CHILD)) != os.getpid()
    assert child_of(os.getpid(), os.getpid()) == 0


def test_a_name_with_brackets_and_odd_bytes_fools_nobody(started):
    naming = 'open("/proc/self/comm", "wb").write(b") S 1 \\xff(")\n'
    pid = started("-c", naming + CHILD)
    assert child_of(os.getpid(), pid) == pid
    assert command_line(pid)[1] == "-c"


def test_a_long_line_of_descendants_is_not_followed_for_ever():
    chain = """
import os, sys
for _ in range(12):
    if os.fork():
        os.wait()
        os._exit(0)
print(os.getpid(), flush=True)
sys.stdin.read()
"""
    with subprocess.Popen(
        [sys.executable, "-S", "-c", chain],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        last = int(process.stdout.readline())
        assert child_of(os.getpid(), last) == 0
        assert child_of(os.getpid(), process.pid) == process.pid
