"""Frames survive any cutting and are never heard wrong."""

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge import frames
from firmware_bridge.frames import Frame, FrameError, FrameReader, crc16, encode
from firmware_bridge.messages import Coin, MessageError, from_frame, to_frame

VECTORS = Path(frames.__file__).with_name("vectors.txt").read_text().splitlines()
GOOD = [line.split() for line in VECTORS if line and not line.startswith(("#", "no-"))]
BAD = [line.split()[1] for line in VECTORS if line.startswith("no-frame")]

octet = st.integers(0, 255)
payloads = st.binary(max_size=frames.MOST_PAYLOAD)
some_frames = st.builds(Frame, octet, octet, payloads)


def heard(octets: bytes) -> list[Frame]:
    return FrameReader().feed(octets)


def test_the_crc_is_the_published_one():
    assert crc16(b"123456789") == 0x29B1


@pytest.mark.parametrize("vector", GOOD, ids=lambda v: f"{v[0]} {v[2]}")
def test_every_golden_frame_is_written_and_read(vector):
    _, kind, sequence, payload, wire = vector
    frame = Frame(int(kind, 16), int(sequence, 16), bytes.fromhex(payload.strip("-")))
    assert encode(frame).hex() == wire
    assert heard(bytes.fromhex(wire)) == [frame]


@pytest.mark.parametrize("wire", BAD)
def test_what_is_no_frame_is_not_heard_and_is_counted(wire):
    reader = FrameReader()
    assert reader.feed(bytes.fromhex(wire)) == []
    assert reader.damaged == 1


@given(st.lists(some_frames, max_size=5), st.data())
def test_frames_survive_being_cut_anywhere(sent, data):
    wire = b"".join(map(encode, sent))
    cuts = sorted(data.draw(st.lists(st.integers(0, len(wire)), max_size=8)))
    reader = FrameReader()
    got = [
        frame
        for start, end in zip([0, *cuts], [*cuts, len(wire)], strict=True)
        for frame in reader.feed(wire[start:end])
    ]
    assert got == sent


def test_one_flipped_bit_is_never_heard():
    rng = random.Random(3)
    wires = [bytes.fromhex(vector[-1]) for vector in GOOD]
    wires += [encode(to_frame(any_coin(rng), rng.randrange(256))) for _ in range(50)]
    for wire in wires:
        for bit in range(8 * len(wire)):
            hurt = bytearray(wire)
            hurt[bit // 8] ^= 1 << bit % 8
            assert not [f for f in heard(bytes(hurt)) if f not in heard(wire)]


@given(st.binary(max_size=300), some_frames)
def test_after_any_noise_the_next_frame_is_heard(noise, frame):
    assert heard(noise + encode(frame))[-1] == frame


def test_half_a_frame_at_the_beginning_is_not_damage():
    frame = Frame(3, 7)
    reader = FrameReader()
    assert reader.feed(encode(frame)[3:] + encode(frame)) == [frame]
    assert reader.damaged == 0


def test_a_reader_keeps_no_more_than_one_frame():
    reader = FrameReader()
    reader.feed(b"\0" + b"\xff" * 1_000_000)
    assert len(reader._coded) <= 45
    assert reader.feed(b"\0" + encode(Frame(1, 2))) == [Frame(1, 2)]


def test_a_payload_that_fits_no_chip_is_refused():
    with pytest.raises(FrameError, match=r"41 bytes is too long \(at most 40\)"):
        encode(Frame(1, 1, bytes(41)))


def wrong_messages(streams: int, seed: int) -> int:
    """Messages heard that nobody sent, in streams with 1 to 4 faults each."""
    rng = random.Random(seed)
    wrong = 0
    for _ in range(streams):
        sent = [to_frame(any_coin(rng), rng.randrange(256)) for _ in range(3)]
        wire = bytearray(b"".join(map(encode, sent)))
        for _ in range(rng.randint(1, 4)):
            damage(wire, rng)
        wrong += sum(f not in sent and is_message(f) for f in heard(bytes(wire)))
    return wrong


def any_coin(rng: random.Random) -> Coin:
    totals = rng.randrange(1 << 32), rng.randrange(99)
    return Coin(totals, rng.randint(1, 2), rng.randrange(99), rng.randrange(1 << 32))


def damage(wire: bytearray, rng: random.Random) -> None:
    at = rng.randrange(len(wire))
    match rng.randrange(3):
        case 0:
            wire[at] ^= 1 << rng.randrange(8)
        case 1:
            del wire[at]
        case 2:
            wire.insert(at, rng.randrange(256))


def is_message(frame: Frame) -> bool:
    try:
        from_frame(frame)
    except MessageError:
        return False
    return True


def test_no_wrong_message_in_three_thousand_damaged_streams():
    assert wrong_messages(3_000, seed=1) == 0


@pytest.mark.soak
def test_no_wrong_message_in_a_million_damaged_streams():
    assert wrong_messages(1_000_000, seed=2) == 0
