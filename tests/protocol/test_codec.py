"""The codec: every message there and back, every refusal word for word."""

import json
from dataclasses import asdict, replace
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cabinet.core.errors import ProtocolError
from cabinet.core.money.ledger import Move, Seating
from cabinet.i18n.message import Amount, Message
from cabinet.i18n.message import message as told
from cabinet.protocol.codec import (
    LONGEST_LINE,
    BusMessage,
    Failed,
    Goodbye,
    Heartbeat,
    Quit,
    Reader,
    Touch,
    decode,
    encode,
)
from cabinet.protocol.fields import LARGEST
from cabinet.protocol.snapshot import MatchCard, Snapshot

# Numbers as the books can hold them; larger ones are refused.
st.register_type_strategy(int, st.integers(-LARGEST, LARGEST))
VALUES = st.recursive(
    st.text() | st.integers() | st.builds(Amount, st.integers()),
    lambda inner: st.lists(inner).map(tuple) | st.builds(told, st.text(), why=inner),
)
st.register_type_strategy(Message, st.builds(told, st.text(), n=VALUES, why=VALUES))
TYPES = get_args(BusMessage)
TOO_LONG = "a line is longer than 1000000 bytes"
MESSAGES = st.one_of([st.from_type(cls) for cls in TYPES])
BARE = Snapshot("attract", "A", "fr", 0, 0, 100, 100, "EUR", False, True)


def refusal(line):
    with pytest.raises(ProtocolError) as error:
        decode(line)
    return str(error.value)


def written(**fields):
    return json.dumps({"v": 1, **fields}).encode()


def heard(reader, *chunks):
    """Everything a reader makes of the chunks; errors as their sentences."""
    return [
        str(item) if isinstance(item, ProtocolError) else item
        for chunk in chunks
        for item in reader.feed(chunk)
    ]


@pytest.mark.parametrize("cls", TYPES)
def test_every_message_comes_back_as_it_went(cls):
    @settings(max_examples=25)
    @given(st.from_type(cls))
    def there_and_back(message):
        line = encode(message)
        assert line.endswith(b"\n")
        assert line.count(b"\n") == 1
        assert decode(line) == message

    there_and_back()


def test_a_message_is_one_json_object_with_version_and_type():
    document = json.loads(encode(Touch("coin.1", active=True)))
    assert document == {
        "v": 1,
        "type": "touch",
        "line": "coin.1",
        "active": True,
        "pulses": 1,
    }


def test_fields_with_a_default_may_be_left_out():
    line = written(type="touch", line="start", active=False)
    assert decode(line) == Touch("start", active=False, pulses=1)


@settings(max_examples=60)
@given(st.data())
def test_the_cut_of_the_chunks_does_not_matter(data):
    lines = st.one_of(
        MESSAGES.map(encode), st.sampled_from([b"\n", b"what?\n", b"[1]\n", b"\xff\n"])
    )
    stream = b"".join(data.draw(st.lists(lines, max_size=6)))
    cuts = sorted(data.draw(st.sets(st.integers(0, len(stream)), max_size=12)))
    ends = [*cuts, len(stream)]
    chunks = [stream[a:b] for a, b in zip([0, *cuts], ends, strict=True)]
    assert heard(Reader(), *chunks) == heard(Reader(), stream)


def test_a_line_is_heard_when_it_is_whole_and_not_before():
    reader, line = Reader(), encode(Goodbye())
    assert heard(reader, line[:-1]) == []
    assert heard(reader, b"\n") == [Goodbye()]


def test_nothing_after_a_bad_line_is_lost():
    bad = [b"what?\n", b'{"v":7}\n', b'{"v":1,"type":"hello","role":5}\n']
    stream = b"".join(line + encode(Heartbeat(n, 0)) for n, line in enumerate(bad))
    found = heard(Reader(), stream)
    assert found[1::2] == [Heartbeat(0, 0), Heartbeat(1, 0), Heartbeat(2, 0)]
    assert all(isinstance(sentence, str) for sentence in found[::2])


@pytest.mark.parametrize("size", [999, 65_536, 5_000_000])
def test_a_line_too_long_is_one_error_whatever_its_chunks_and_the_next_is_heard(size):
    stream = encode(Quit()) + b"x" * (LONGEST_LINE + 1) + b"\n" + encode(Goodbye())
    chunks = [stream[n : n + size] for n in range(0, len(stream), size)]
    assert heard(Reader(), *chunks) == [Quit(), TOO_LONG, Goodbye()]


def test_the_longest_line_is_still_heard():
    room = LONGEST_LINE - len(encode(Failed(1, ""))) + 1
    whole, over = Failed(1, "x" * room), Failed(1, "x" * (room + 1))
    assert heard(Reader(), encode(whole), encode(over)) == [whole, TOO_LONG]


def test_a_line_that_never_ends_is_not_kept():
    reader = Reader()
    for _ in range(20):
        assert heard(reader, b"x" * 1_000_000) == []
    assert len(reader._line) <= LONGEST_LINE + 1
    assert heard(reader, b"\n" + encode(Quit())) == [TOO_LONG, Quit()]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (b"coin please", "this is not JSON: 'coin please'"),
        (b"", "this is not JSON: ''"),
        (b"\xff\xfe\xfd", "this is not JSON: '\ufffd\ufffd\ufffd'"),
        (b"x" * 80, f"this is not JSON: '{'x' * 60}' …"),
        (b"[" * 100_000, f"this is not JSON: '{'[' * 60}' …"),
        (b"[1, 2]", "a message is a JSON object, not '[1, 2]'"),
        (b"null", "a message is a JSON object, not 'null'"),
        (
            b'{"v": 2, "type": "hello"}',
            (
                "the message speaks protocol version 2, this program version 1: "
                "install the same release of all programs"
            ),
        ),
        (
            b'{"type": "quit"}',
            (
                "the message speaks protocol version None, this program version 1: "
                "install the same release of all programs"
            ),
        ),
        (
            written(type="coin"),
            "no message is of type 'coin': install the same release of all programs",
        ),
        (
            written(type=["quit"]),
            "no message is of type ['quit']: install the same release of all programs",
        ),
        (written(type="quit", now=True), "quit: no field is called 'now'"),
        (written(type="hello", role="screen"), "hello: pid is missing"),
        (
            written(type="hello", role="screen", pid="7"),
            "hello.pid: '7' is not a whole number",
        ),
        (
            written(type="hello", role="screen", pid=True),
            "hello.pid: True is not a whole number",
        ),
        (
            written(type="hello", role="screen", pid=9223372036854775808),
            "hello.pid: 9223372036854775808 is not a whole number",
        ),
        (
            written(type="heartbeat", frames=1.5, late=0),
            "heartbeat.frames: 1.5 is not a whole number",
        ),
        (
            written(type="touch", line="start", active=1),
            "touch.active: 1 is not true or false",
        ),
        (
            written(type="failed", match=1, why=None),
            "failed.why: None is not a text",
        ),
        (
            written(type="failed", match=1, why="\ud800"),
            "failed.why: '\\ud800' is not a text",
        ),
        (
            written(type="result", match=1, winners=0, scores=[], reason=""),
            "result.winners: 0 is not a list",
        ),
        (
            written(type="result", match=1, winners=[0, "1"], scores=[], reason=""),
            "result.winners[1]: '1' is not a whole number",
        ),
    ],
)
def test_what_is_none_of_ours_is_refused_in_a_sentence(line, sentence):
    assert refusal(line) == sentence


def snapshot(**changes):
    document = {"v": 1, "type": "snapshot", **asdict(BARE), **changes}
    return json.dumps(document).encode()


MATCH = asdict(MatchCard(1, "azteka", {"variant": "classic"}, (Seating("person"),), 7))


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"match": 5}, "snapshot.match: 5 is not an object"),
        ({"match": MATCH | {"seed": "7"}}, "snapshot.match.seed: '7' is not a whole"),
        ({"match": MATCH | {"log": [{"seat": 0}]}}, "snapshot.match.log[0]: action is"),
        (
            {"match": MATCH | {"options": {"variant": 0.5}}},
            (
                "snapshot.match.options.variant: 0.5 is not a text or a whole number "
                "or true or false"
            ),
        ),
        ({"lamps": {"lamp.start": 1}}, "snapshot.lamps.lamp.start: 1 is not true or"),
        ({"lamps": []}, "snapshot.lamps: [] is not an object"),
        ({"deadline": "soon"}, "snapshot.deadline: 'soon' is not a whole number"),
        ({"books": {"coin": 1}}, "snapshot.books: no field is called 'coin'"),
    ],
)
def test_what_is_wrong_deep_inside_is_named_by_its_place(changes, sentence):
    assert refusal(snapshot(**changes)).startswith(sentence)


def test_a_refusal_is_short_whatever_was_sent():
    huge = "y" * 500_000
    for line in (
        huge.encode(),
        json.dumps({"v": huge}).encode(),
        json.dumps([huge]).encode(),
        written(type=huge),
        written(type="quit", **{huge: 1}),
        written(type="failed", match=huge, why=""),
        written(type="failed", match=[1] * 100_000, why=""),
        snapshot(lamps={huge: 1}),
    ):
        assert len(refusal(line)) < 400


def test_a_long_match_fits_on_a_line():
    log = tuple(Move(n % 2, "place 4 7") for n in range(5000))
    match = MatchCard(1, "azteka", {}, (Seating("person"),) * 2, 2**48, log)
    assert len(encode(replace(BARE, match=match))) < LONGEST_LINE // 2


def test_a_seed_has_128_bits_and_no_other_number_has():
    card = MatchCard(1, "azteka", {}, (), 2**128 - 1)
    assert decode(encode(replace(BARE, match=card))).match == card
    for wrong in (replace(card, seed=2**128), replace(card, id=2**64)):
        with pytest.raises(ProtocolError, match="is not a whole number"):
            decode(encode(replace(BARE, match=wrong)))
