"""What the counter tells systemd, and when it had better be silent."""

import asyncio
import socket
from contextlib import suppress
from types import SimpleNamespace

import pytest

from cabinet.clock import VirtualClock
from cabinet.core.events import MILLISECOND, SECOND
from cabinet.counter.active_screen import HEARTBEAT, MISSED_BEATS
from cabinet.counter.watchdog import LATE, WatchdogClient
from cabinet.platform.notify import Notifier
from tests.counter.stand import HOUSE, Stand, full_disk


@pytest.fixture
def listener(tmp_path):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(str(tmp_path / "notify"))
        listener.setblocking(False)
        yield listener


def heard(listener):
    words = []
    with suppress(BlockingIOError):
        while True:
            words.append(listener.recv(1000).decode())
    return words


def environment(listener, patience):
    usec = str(patience // 1_000)
    return {"NOTIFY_SOCKET": listener.getsockname(), "WATCHDOG_USEC": usec}


class Body:
    """A counter and its wires, as far as their health goes."""

    def __init__(self, notifier):
        self.clock = VirtualClock(SECOND)
        self.counter = SimpleNamespace(due=lambda: self.due)
        self.port = SimpleNamespace(lost="")
        self.due = None
        self.watchdog = WatchdogClient(notifier, self.counter, self.port, self.clock)

    def live(self, seconds=0.5):
        """Whether it still speaks at the end of this time."""

        async def live():
            beating = asyncio.create_task(self.watchdog.beat())
            await asyncio.wait([beating], timeout=seconds)
            return not beating.done() or beating.cancel()

        return asyncio.run(live())


def test_a_counter_that_is_well_says_so_several_times_in_the_patience(listener):
    body = Body(Notifier(environment(listener, 60 * MILLISECOND)))
    assert body.live()
    words = heard(listener)
    assert words[0] == "READY=1"
    assert set(words[1:]) == {"WATCHDOG=1"}
    assert len(words) > 3


def test_wires_that_nobody_hears_silence_it(listener, caplog):
    body = Body(Notifier(environment(listener, 60 * MILLISECOND)))
    body.port.lost = "the thread of lgpio has ended"
    assert not body.live()
    assert heard(listener) == ["READY=1"]
    assert "cannot be heard any more (the thread of lgpio has ended)" in caplog.text


def test_work_left_undone_silences_it(listener):
    body = Body(Notifier(environment(listener, 60 * MILLISECOND)))
    body.due = body.clock.now() - LATE
    assert body.watchdog.ailment() == ""
    body.due -= 1
    assert not body.live()
    assert heard(listener) == ["READY=1"]


def test_work_that_a_slow_disk_delayed_is_done_a_moment_later(listener):
    body = Body(Notifier(environment(listener, 60 * MILLISECOND)))
    dues = iter([body.clock.now() - 2 * LATE])
    body.counter.due = lambda: next(dues, None)
    assert body.live()
    assert "WATCHDOG=1" in heard(listener)


def test_a_commit_is_a_sign_of_life(listener):
    body = Body(Notifier(environment(listener, 60 * SECOND)))
    body.counter.written()
    assert heard(listener) == ["WATCHDOG=1"]


def test_without_a_service_manager_nothing_is_said_and_nothing_is_awaited():
    assert not Body(Notifier({})).live()


def test_a_service_manager_that_does_not_watch_is_told_the_beginning_and_the_end(
    listener,
):
    body = Body(Notifier({"NOTIFY_SOCKET": listener.getsockname()}))
    assert not body.live()
    body.watchdog.stop()
    assert heard(listener) == ["READY=1", "STOPPING=1"]


def test_a_watchdog_meant_for_our_parent_is_not_ours(listener):
    env = environment(listener, SECOND) | {"WATCHDOG_PID": "1"}
    assert Notifier(env).wants_a_word_every is None


def test_a_service_manager_who_is_gone_is_no_reason_to_stop(listener, tmp_path):
    notifier = Notifier(environment(listener, SECOND))
    (tmp_path / "notify").unlink()
    notifier.tell("WATCHDOG=1")


# What fresh means, of a real counter: docs/decisions/0022


@pytest.fixture
def stand(tmp_path):
    stand = Stand(tmp_path)
    stand.join()
    stand.watchdog = WatchdogClient(
        Notifier({}), stand.counter, stand.port, stand.clock
    )
    yield stand
    stand.close()


def sleep(stand, duration):
    """Time in which the counter's loop stands still."""
    stand.clock.advance_to(stand.clock.now() + duration)


def test_edges_that_nobody_took_make_it_ill_until_they_are_taken(stand):
    stand.port.insert(1)
    sleep(stand, LATE + SECOND)
    assert stand.watchdog.ailment() == "what was due was not done"
    stand.counter.turn()
    assert stand.watchdog.ailment() == ""


def test_a_heartbeat_that_nobody_looked_for_makes_it_ill(stand):
    sleep(stand, MISSED_BEATS * HEARTBEAT + LATE + 1)
    assert stand.watchdog.ailment() == "what was due was not done"


def test_a_screen_that_stays_away_shuts_the_slot_and_restarts_no_counter(stand):
    """Another counter would find no screen either, and coins would not be counted."""
    stand.screens.clear()
    for mode in ("attract", "out_of_order", "out_of_order"):
        stand.advance(MISSED_BEATS * HEARTBEAT + SECOND)
        assert stand.watchdog.ailment() == ""
        assert (stand.mode, stand.lockout) == (mode, False)
        stand.advance(HOUSE.patience.screen)
    assert (stand.shown.reason, stand.shown.lockout_open) == ("screen", False)


def test_books_that_refuse_shut_the_slot_and_restart_no_counter(stand):
    with full_disk():
        stand.coin()
        assert stand.watchdog.ailment() == ""
    assert (stand.mode, stand.lockout) == ("out_of_order", False)
