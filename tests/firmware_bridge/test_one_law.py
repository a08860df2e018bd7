"""One law of coins, told twice: the decoder on plain wires and the chip in C agree."""

from dataclasses import replace

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from cabinet.core.events import (
    MILLISECOND,
    CoinAccepted,
    CoinFreed,
    CoinJammed,
    CoinNoisy,
    CoinQuiet,
    Edge,
)
from cabinet.core.inputs.coin_line import CALM, CHATTER, REFUSALS
from cabinet.core.inputs.decoder import Decoder
from cabinet.core.operating import Slot
from firmware_bridge.frames import FrameReader, encode
from firmware_bridge.messages import (
    PROTOCOL,
    Ask,
    Coin,
    Pulse,
    Verdict,
    Welcome,
    from_frame,
    to_frame,
)

SLOT = Slot(1, max_coins_per_s=50)
WORDS = {
    CoinAccepted: "coin",
    CoinFreed: "freed",
    CoinJammed: "jammed",
    CoinNoisy: "noisy",
    CoinQuiet: "quiet",
}
CALM_MS = CALM // MILLISECOND
# Milliseconds active, then idle: on both sides of each line that the law draws, not on
# it, where a sample a millisecond later may decide otherwise.
widths = st.sampled_from([1, 3, 5, 6, 11, 12, 30, 50, 79, 80, 81, 120, 490, 510, 700])
pauses = st.sampled_from(
    [1, 3, 5, 19, 20, 21, 60, 150, 400, 2000, CALM_MS - 20, CALM_MS + 20, 9000]
)
pulses = st.tuples(widths, pauses).map(lambda each: [each])
bad = st.tuples(st.sampled_from([5, 11, 90]), st.just(60)).map(lambda one: [one] * 7)
storms = st.integers(150, 300).map(lambda n: [(1, 1)] * n)
trains = st.lists(pulses | pulses | bad | storms, max_size=12).map(
    lambda parts: [pulse for part in parts for pulse in part]
)


def by_decoder(train, begun, slot=SLOT):
    decoder, at, told = Decoder((slot,)), begun * MILLISECOND, []
    decoder.begin({"coin.1": False}, 0)
    for width, pause in train:
        for active, lasts in ((True, width), (False, pause)):
            told += decoder.feed(Edge("coin.1", active, at))
            at += lasts * MILLISECOND
    told += decoder.tick(at - MILLISECOND)
    return [
        (WORDS.get(type(event)) or event.why, event.at // MILLISECOND) for event in told
    ]


def by_chip(core, train):
    octets = b""
    for width, pause in train:
        octets += core.tick("coin.1", ms=width) + core.tick(ms=pause)
    told, coins = [], 0
    for frame in FrameReader().feed(octets):
        match from_frame(frame):
            case Coin(totals=(total, _), at_ms=at) if total > coins:
                told.append(("coin", at))
                coins = total
            case Pulse(verdict=verdict, at_ms=at):
                told.append((Verdict(verdict).name.lower(), at))
    return told


def agree(new_core, train):
    with new_core() as core:
        core.tick(ms=100)
        core.hear(encode(to_frame(Ask(1), 1)))
        core.hear(encode(to_frame(Welcome(PROTOCOL, 1, (0, 0)), 1)))
        chip = by_chip(core, train)
    decoder = by_decoder(train, begun=101)
    for jam in (SLOT.jam - MILLISECOND, SLOT.jam + MILLISECOND):
        nearly = by_decoder(train, 101, replace(SLOT, jam=jam))
        assume([word for word, _ in nearly] == [word for word, _ in decoder])
    assert [word for word, _ in chip] == [word for word, _ in decoder]
    late = [abs(c - d) for (_, c), (_, d) in zip(chip, decoder, strict=True)]
    assert max(late, default=0) <= 5


@settings(max_examples=8)
@given(trains)
@example([(7, 60)] * 20 + [(50, CALM_MS + 10), (50, 100)])
@example([(1, 1)] * CHATTER + [(50, 200), (50, CALM_MS + 10), (50, 100)])
@example([(90, 1990)] * (REFUSALS + 1) + [(50, 100)])
def test_decoder_and_chip_say_the_same_of_every_train_of_pulses(new_core, train):
    agree(new_core, train)


@pytest.mark.soak
@settings(max_examples=2_000)
@given(trains)
def test_they_agree_for_as_long_as_anybody_asks(new_core, train):
    agree(new_core, train)
