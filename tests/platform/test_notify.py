"""What is said to whoever keeps a program running, heard at a real socket."""

import os
import socket

import pytest

from cabinet.core.events import SECOND
from cabinet.platform.notify import (
    POWER_OFF,
    Announcer,
    Notifier,
    ask_to_be_switched_off,
)


@pytest.fixture
def listener(tmp_path):
    """Where systemd would listen."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        listening.setblocking(False)
        yield listening


def heard(listener):
    words = []
    try:
        while True:
            words.append(listener.recv(4096).decode())
    except BlockingIOError:
        return words


def env(listener, **more):
    return {"NOTIFY_SOCKET": listener.getsockname(), **more}


def test_it_is_ready_once_and_then_alive_six_times_as_often_as_it_must(listener):
    announcer = Announcer(Notifier(env(listener, WATCHDOG_USEC="6000000")))
    for tenth in range(70):
        announcer.well(tenth * SECOND // 10)
    announcer.stopping()
    assert heard(listener) == ["READY=1", *["WATCHDOG=1"] * 6, "STOPPING=1"]


def test_a_service_manager_that_does_not_watch_hears_only_that_it_is_ready(listener):
    announcer = Announcer(Notifier(env(listener)))
    for second in range(60):
        announcer.well(second * SECOND)
    assert heard(listener) == ["READY=1"]


def test_a_watchdog_meant_for_another_process_is_not_fed(listener):
    other = Announcer(
        Notifier(
            env(listener, WATCHDOG_USEC="1000000", WATCHDOG_PID=str(os.getpid() + 1))
        )
    )
    for second in range(10):
        other.well(second * SECOND)
    assert heard(listener) == ["READY=1"]


def test_nobody_listens_and_nothing_happens(tmp_path):
    for nobody in ({}, {"NOTIFY_SOCKET": str(tmp_path / "gone")}):
        Announcer(Notifier(nobody)).well(0)


def test_only_under_a_service_manager_the_machine_goes_off(tmp_path, listener):
    folder = {"RUNTIME_DIRECTORY": f"{tmp_path}:/elsewhere"}
    ask_to_be_switched_off(folder)
    assert not (tmp_path / POWER_OFF).exists()
    ask_to_be_switched_off(env(listener, **folder))
    assert (tmp_path / POWER_OFF).exists()
