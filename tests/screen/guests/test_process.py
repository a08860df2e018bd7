"""A guest under its guard: what it may do, and that nothing of it is left."""

import os
import select
import socket
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from cabinet.core.guests import Guest
from cabinet.screen.guests.process import (
    RUNNER,
    Ended,
    GuestFailedError,
    GuestProcess,
)

PATIENCE = 20.0


def shell(script, **more):
    return Guest("trial", ("/bin/sh", "-c", script), **more)


@contextmanager
def played(guest, **more):
    """A guest that runs, and of which nothing is left afterwards."""
    run = GuestProcess(guest, card=False, **more)
    try:
        yield run
    finally:
        run.close()
        until(lambda: run.gone)


def heard(run, wanted=lambda run: False):
    """Wait until it has ended, or what is wanted is so."""
    end = time.monotonic() + PATIENCE
    while (ended := run.hear()) is None and not wanted(run):
        left = end - time.monotonic()
        assert left > 0, "it neither ended nor did what was wanted"
        select.select([run._wire], (), (), min(left, 0.05))
    return ended


def ended(guest):
    with played(guest) as run:
        return heard(run)


def refusal(guest):
    with (
        played(guest) as run,
        pytest.raises(GuestFailedError) as wrong,
    ):
        heard(run)
    return wrong.value.why


def alive(name):
    """The processes with this word on their command line."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes()
            state = (process / "stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            continue
        if name.encode() in words and state != "Z" and int(process.name) != os.getpid():
            found.append(int(process.name))
    return found


def test_a_program_that_ends_says_with_which_code_and_what_it_said_last():
    told = ended(shell("echo one; echo two >&2; exit 3"))
    assert (told.code, told.said) == (3, "two")


def test_a_program_gets_its_arguments_as_they_are(tmp_path):
    path = tmp_path / "a game with spaces.sh"
    path.write_text('#!/bin/sh\nprintf "%s|" "$0" "$@"\n', encoding="utf-8")
    path.chmod(0o755)
    told = ended(Guest("trial", (str(path), "an argument", "$HOME")))
    assert told.said == f"{path}|an argument|$HOME|"


def test_a_program_has_its_folder_and_its_environment_and_no_other(tmp_path):
    os.environ["CABINET_SECRET"] = "known"
    try:
        guest = shell(
            'echo "$(pwd) $SDL_MOUSE [$CABINET_SECRET]"',
            folder=str(tmp_path),
            environment={"SDL_MOUSE": "none"},
        )
        assert ended(guest).said == f"{tmp_path} none []"
    finally:
        del os.environ["CABINET_SECRET"]


def test_a_program_that_is_not_there_is_named():
    assert refusal(Guest("trial", ("/usr/games/not here",))).code == "guest_missing"


def test_a_program_without_the_right_to_run_is_named(tmp_path):
    path = tmp_path / "game"
    path.write_text("#!/bin/sh\n", encoding="utf-8")
    path.chmod(0o644)
    why = refusal(Guest("trial", (str(path),)))
    assert why.code == "guest_not_executable"
    assert str(path) in str(why)


def test_a_file_that_is_no_program_is_refused(tmp_path):
    path = tmp_path / "picture"
    path.write_bytes(b"\x89PNG\r\n\x1a\n")
    path.chmod(0o755)
    assert refusal(Guest("trial", (str(path),))).code == "guest_refused"


def test_a_folder_that_is_none_is_named(tmp_path):
    why = refusal(shell("true", folder=str(tmp_path / "none")))
    assert why.code == "guest_no_folder"


def test_the_last_number_that_the_pattern_finds_is_the_score():
    told = ended(shell(r"echo Score: 10; echo Score: 12,340", score=r"Score: ([\d,]+)"))
    assert told.scores == {"p1": 12_340}


def test_several_players_have_a_group_each(tmp_path):
    file = tmp_path / "scores"
    script = f"echo 7 against 9 > {file}"
    pattern = r"(?P<p1>\d+) against (?P<p2>\d+)"
    told = ended(shell(script, score=pattern, score_file=str(file)))
    assert told.scores == {"p1": 7, "p2": 9}


@pytest.mark.parametrize("script", ["true", "head -c 300000 /dev/urandom"])
def test_no_score_and_garbage_are_none(script):
    assert ended(shell(script, score=r"Score: (\d+)")).scores == {}


def test_all_that_a_program_started_is_gone_when_it_has_ended():
    # One in the same session, one in its own, one whose parent is gone.
    name = "8641.25"
    told = ended(
        shell(f"sleep {name} & setsid sleep {name} & (sleep {name} &) ; exit 0")
    )
    assert told.code == 0
    assert alive(name) == []


def test_a_program_that_is_asked_to_end_may_write_its_score(tmp_path):
    up = tmp_path / "up"
    wait = f"touch {up}; while :; do sleep 0.05; done"
    script = f'trap "echo Score: 5; exit 0" TERM; {wait}'
    guest = shell(script, score=r"Score: (\d+)")
    with played(guest) as run:
        until(up.exists)
        run.end()
        told = heard(run)
    assert (told.code, told.scores) == (None, {"p1": 5})


def test_a_program_that_hangs_at_its_end_is_ended():
    name = "8642.25"
    script = f'trap "" TERM; setsid sh -c \'trap "" TERM; sleep {name}\' & sleep {name}'
    with played(shell(script)) as run:
        while len(alive(name)) < 2:
            heard(run, lambda _: True)
        began = time.monotonic()
        run.end()
        assert isinstance(heard(run), Ended)
        assert time.monotonic() - began < 5.0
    assert alive(name) == []


def test_a_frozen_program_stands_still_and_goes_on(tmp_path):
    file = tmp_path / "ticks"
    script = f"while :; do echo x >> {file}; sleep 0.01; done"
    with played(shell(script)) as run:
        until(lambda: size(file) > 3)
        heard(run, lambda _: True)
        run.freeze(on=True)
        until(lambda: states(script) == {"T"})
        before = size(file)
        assert not select.select([run._wire], (), (), 0.2)[0]
        assert size(file) == before
        run.freeze(on=False)
        until(lambda: size(file) > before)


def until(wanted):
    end = time.monotonic() + PATIENCE
    while not wanted():
        assert time.monotonic() < end
        select.select((), (), (), 0.01)


def size(file):
    return file.stat().st_size if file.exists() else 0


def states(script):
    """In which states the processes are that run this script."""
    found = set()
    for process in alive(script):
        stat = Path(f"/proc/{process}/stat").read_text(encoding="ascii")
        found.add(stat.rpartition(")")[2].split()[0])
    return found


def test_a_screen_that_hangs_up_ends_a_frozen_program_too():
    name = "8643.25"
    run = GuestProcess(shell(f"sleep {name} & wait"), card=False)
    until(lambda: alive(name))
    run.freeze(on=True)
    run.close()
    until(lambda: run.gone)
    assert alive(name) == []


def test_a_guard_that_is_killed_takes_its_program_with_it():
    name = "8644.25"
    with played(shell(f"exec sleep {name}")) as run:
        until(lambda: alive(name))
        run._child.kill()
        with pytest.raises(GuestFailedError) as wrong:
            heard(run)
    assert wrong.value.why.code == "guest_lost"
    until(lambda: not alive(name))


@pytest.mark.soak
def test_a_pattern_that_never_ends_ends_its_guard():
    guest = shell("echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!", score="(a+)+$")
    assert refusal(guest).code == "guest_lost"


def test_a_guard_of_another_account_is_had_through_a_socket(tmp_path):
    path = tmp_path / "programs.sock"
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(str(path))
        door.listen()
        where = {"CABINET_PROGRAMS": str(path)}
        with played(shell("exit 4"), environment=where) as run:
            guest, _ = door.accept()
            with guest:
                guard = subprocess.Popen(RUNNER, stdin=guest.fileno())
            assert heard(run).code == 4
        assert guard.wait(PATIENCE) == 0


def test_where_no_guard_is_to_be_had_the_match_fails(tmp_path):
    nowhere = {"CABINET_PROGRAMS": str(tmp_path / "none.sock")}
    with pytest.raises(GuestFailedError) as wrong:
        GuestProcess(shell("true"), card=False, environment=nowhere)
    assert wrong.value.why.code == "guest_lost"
