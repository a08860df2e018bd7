"""A client of the counter, over real sockets."""

import os
import select
import socket

import pytest

from cabinet.clock import VirtualClock
from cabinet.core.errors import ProtocolError
from cabinet.core.events import SECOND
from cabinet.i18n.message import verbatim
from cabinet.protocol.client import (
    CounterConnection,
    CounterLink,
    CounterUnreachableError,
)
from cabinet.protocol.codec import (
    Booked,
    Failed,
    Goodbye,
    Heartbeat,
    Hello,
    Reader,
    encode,
    refused,
)
from cabinet.protocol.refusals import RefusedError


@pytest.fixture
def ends():
    ours, theirs = socket.socketpair()
    theirs.settimeout(10)
    line = CounterConnection(ours)
    yield line, theirs
    line.close()
    theirs.close()


def heard(line):
    """Wait until the line has something, then read it."""
    assert select.select([line], [], [], 10)[0]
    return line.read()


def test_an_empty_line_reads_nothing_and_does_not_wait(ends):
    line, _ = ends
    assert line.read() == []
    assert not line.closed


def test_messages_are_heard_whatever_their_cut(ends):
    line, theirs = ends
    first, second = encode(Heartbeat(1, 0)), encode(Goodbye())
    theirs.sendall(first + second[:5])
    assert heard(line) == [Heartbeat(1, 0)]
    theirs.sendall(second[5:])
    assert heard(line) == [Goodbye()]


def test_a_line_that_is_no_message_does_not_hide_the_next(ends):
    line, theirs = ends
    theirs.sendall(b"what?\n" + encode(Goodbye()))
    wrong, right = heard(line)
    assert isinstance(wrong, ProtocolError)
    assert str(wrong) == "this is not JSON: 'what?'"
    assert right == Goodbye()


def test_what_is_said_arrives(ends):
    line, theirs = ends
    line.send(Hello("screen", 7))
    assert list(Reader().feed(theirs.recv(1000))) == [Hello("screen", 7)]


def test_the_last_words_before_hanging_up_are_heard(ends):
    line, theirs = ends
    theirs.sendall(encode(Goodbye()))
    theirs.close()
    assert heard(line) == [Goodbye()]
    assert line.closed
    assert line.read() == []


def test_a_counter_that_does_not_read_never_stops_us_and_loses_nothing(ends):
    line, theirs = ends
    said = [Heartbeat(n, 0) for n in range(8000)]
    for message in said:
        line.send(message)
    assert not line.closed
    reader, told = Reader(), []
    while len(told) < len(said):
        told += reader.feed(theirs.recv(65536))
        line.flush()
    assert told == said


def test_a_counter_that_never_reads_again_is_given_up(ends):
    line, _ = ends
    for _ in range(200):
        line.send(Failed(1, "x" * 10_000))
    assert line.closed


def test_talking_to_nobody_closes_the_line_quietly(ends):
    line, theirs = ends
    theirs.close()
    line.send(Goodbye())
    line.send(Goodbye())
    assert line.closed
    line.close()


def test_a_missing_socket_is_named(tmp_path):
    path = tmp_path / "bus.sock"
    with pytest.raises(CounterUnreachableError) as error:
        CounterConnection.connect(path)
    assert str(error.value) == (
        f"nobody answers at {path} (No such file or directory); is the counter running?"
    )


def test_a_path_too_long_for_a_socket_is_no_traceback(tmp_path):
    with pytest.raises(CounterUnreachableError, match="AF_UNIX path too long"):
        CounterConnection.connect(tmp_path / ("x" * 200))


def test_a_counter_that_refuses_us_is_tried_again_until_time_is_up(tmp_path):
    """What it said is complained of once, and raised in the end."""
    path, clock, complaints = tmp_path / "bus.sock", VirtualClock(), []
    with socket.socket(socket.AF_UNIX) as counter:
        counter.bind(str(path))
        counter.listen()
        link = CounterLink(path, "screen", clock, complaints.append, 15 * SECOND)
        for _ in range(3):
            assert link.keep()
            line, _ = counter.accept()
            with line:
                assert list(Reader().feed(line.recv(1000))) == [
                    Hello("screen", os.getpid())
                ]
                line.sendall(encode(refused(verbatim("no room"))))
            assert link.read() == [refused(verbatim("no room"))]
            assert link.lines == []
            clock.advance_to(clock.now() + 6 * SECOND)
        with pytest.raises(RefusedError, match="no room"):
            link.keep()
    assert complaints == ["no room"]


def test_a_refusal_after_a_welcome_is_an_answer_like_any_other(tmp_path):
    path, clock, complaints = tmp_path / "bus.sock", VirtualClock(), []
    with socket.socket(socket.AF_UNIX) as counter:
        counter.bind(str(path))
        counter.listen()
        link = CounterLink(path, "screen", clock, complaints.append, 15 * SECOND)
        link.keep()
        clock.advance_to(20 * SECOND)
        line, _ = counter.accept()
        with line:
            line.sendall(encode(Booked()) + encode(refused(verbatim("not now"))))
        assert link.read() == [Booked(), refused(verbatim("not now"))]
        assert link.keep(), "it is tried again, from now on"
        link.close()
    assert complaints == []
