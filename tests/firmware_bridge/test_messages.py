"""Every message has one length and says the same after a journey."""

from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.frames import MOST_PAYLOAD, Frame
from firmware_bridge.lines import INPUTS
from firmware_bridge.messages import (
    KINDS,
    Coin,
    Hello,
    MessageError,
    Ping,
    from_frame,
    lines_of,
    spoken_protocol,
    to_frame,
)
from tests.firmware_bridge.test_frames import GOOD


def test_golden_messages_carry_the_names_of_their_types():
    named = {int(kind, 16): name for name, kind, *_ in GOOD if name[0].isupper()}
    assert named == {kind: message.__name__ for kind, message in KINDS.items()}


@given(st.data())
def test_a_message_is_the_same_after_the_journey(data):
    kind = data.draw(st.sampled_from(sorted(KINDS)))
    payload = data.draw(
        st.binary(min_size=KINDS[kind].LAYOUT.size, max_size=KINDS[kind].LAYOUT.size)
    )
    message = from_frame(Frame(kind, 9, payload))
    assert to_frame(message, 9) == Frame(kind, 9, payload)
    assert len(fields(message)) <= len(payload) + 1


def test_golden_values_are_read_as_they_were_meant():
    [(_, kind, sequence, payload, _)] = [row for row in GOOD if row[0] == "Coin"]
    frame = Frame(int(kind, 16), int(sequence, 16), bytes.fromhex(payload))
    assert from_frame(frame) == Coin((261, 4), 1, 50, 77777)


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_message_of_another_length_is_no_message(kind):
    size = KINDS[kind].LAYOUT.size
    assert size <= MOST_PAYLOAD
    with pytest.raises(MessageError, match=rf"has {size + 1} bytes .* have {size}\)"):
        from_frame(Frame(kind, 0, bytes(size + 1)))


def test_an_unknown_type_is_named():
    with pytest.raises(MessageError, match="no message has the type 0x7f"):
        from_frame(Frame(0x7F, 0))


def test_a_hello_of_any_length_tells_its_protocol_and_nothing_else_does():
    assert spoken_protocol(Frame(Hello.TYPE, 0, b"\x09anything")) == 9
    assert spoken_protocol(Frame(Hello.TYPE, 0)) is None
    assert spoken_protocol(to_frame(Ping(), 0)) is None


def test_lines_have_the_names_of_the_cabinet():
    assert lines_of(0b1000 | 1 << 24 | 1 << 15) == {"start", "test"}
    assert len(INPUTS) == 25
    assert INPUTS[8] == "p1.up"
    assert INPUTS[21] == "p2.b"
