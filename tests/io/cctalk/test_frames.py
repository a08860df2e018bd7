"""Frames of ccTalk, and what is none."""

import random

import pytest

from cabinet.io.cctalk.coin_ids import worth
from cabinet.io.cctalk.frames import FrameReader, Reply, encode
from cabinet.io.cctalk.session import Read, Session


def test_the_protocols_own_example():
    assert encode(2, 254) == bytes((2, 0, 1, 254, 255))
    assert FrameReader().feed(bytes((1, 0, 2, 0, 253))) == [Reply(2, 0, b"")]


def test_the_echo_and_frames_of_others_are_left_alone():
    reader, sent = FrameReader(), encode(2, 229)
    reply = bytes((1, 0, 2, 0, 253))
    assert reader.feed(sent + reply, sent) == [Reply(2, 0, b"")]
    assert reader.feed(encode(40, 159) + reply) == [Reply(2, 0, b"")]


def test_a_frame_with_a_crc_is_checked_by_it():
    frame = bytearray(encode(1, 0, b"ab", crc=True))
    assert FrameReader(crc=True).feed(bytes(frame)) == [Reply(2, 0, b"ab")]
    frame[5] ^= 1
    reader = FrameReader(crc=True)
    assert reader.feed(bytes(frame)) == []
    assert reader.damaged == 1


def test_a_wrong_length_is_forgotten_after_a_silence():
    reader = FrameReader()
    assert reader.feed(bytes((1, 200, 2, 0))) == []
    reader.reset()
    assert reader.feed(bytes((1, 0, 2, 0, 253))) == [Reply(2, 0, b"")]
    assert reader.damaged == 1


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("EU100A", 100),
        ("EU005B", 5),
        ("EU2K0A", 2000),
        ("GB100A", 0),
        ("EUxyzA", 0),
        ("......", 0),
        ("", 0),
        ("TK001A", 50),
    ],
)
def test_a_coin_is_worth_what_its_name_says(name, value):
    assert worth(name, "EUR", {"TK001A": 50}) == value


@pytest.mark.parametrize(
    "rounds",
    [
        pytest.param(300, id="some"),
        pytest.param(200_000, id="many", marks=pytest.mark.soak),
    ],
)
def test_no_bytes_at_all_end_the_talk(rounds):
    """Whatever comes in, the session goes on asking and never raises."""
    chance, now = random.Random(3), 0
    session = Session(now)
    for _ in range(rounds):
        now += chance.randrange(300_000_000)
        octets = chance.randbytes(chance.randrange(20))
        if chance.random() < 0.5:
            data = chance.randbytes(chance.choice((0, 1, 2, 3, 6, 11, 40)))
            body = bytes((1, len(data), 2, 0)) + data
            octets += body + bytes((-sum(body) & 0xFF,))
        session.receive(octets, now)
        session.tick(now)
        session.outgoing()
        for told in session.take():
            if isinstance(told, Read):
                session.booked()
        assert session.due() < now + 10**10
