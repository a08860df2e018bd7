"""Whatever well-formed message any client sends, the counter goes on."""

from dataclasses import fields, is_dataclass
from random import Random
from types import NoneType, UnionType
from typing import get_args, get_origin, get_type_hints

import pytest

from cabinet.core.errors import ProtocolError
from cabinet.i18n.message import Message
from cabinet.i18n.message import message as told
from cabinet.protocol import codec
from cabinet.protocol.codec import Quit, decode, encode
from cabinet.protocol.fields import LARGEST
from cabinet.protocol.operator import Restart
from tests.counter.stand import SCREEN, Stand

TOOL, STRANGER = 8, 9
CLIENTS = (
    (SCREEN, {"trusted": False, "roles": {"screen"}}),
    (TOOL, {"trusted": True, "roles": {"screen", "web", "fleet"}}),
    (STRANGER, {"trusted": False, "roles": ()}),
)
TEXTS = (
    *(
        "",
        "tool",
        "screen",
        "coin.1",
        "coin.9",
        "start",
        "lamp.start",
        "lockout",
        "p1.a",
    ),
    *("credit", "standby", "restart-screen", "azteka", "place 1 0", "pattern", "AAA"),
    *("\x00", "é" * 300, "x" * 5000, "1.5", "-1", "[]", "../../etc/passwd", "'; DROP"),
)
NUMBERS = (0, 1, -1, 2, 7, 100, 2**31, LARGEST, -LARGEST)
# All but the one that ends it, as it should.
TYPES = [cls for cls in get_args(codec.BusMessage) if cls not in (Quit, Restart)]


def anything(hint, rng):
    """A value of that type, likely an odd one."""
    origin = get_origin(hint)
    if origin is UnionType:
        return anything(rng.choice(get_args(hint)), rng)
    if origin is tuple:
        inner = get_args(hint)[0]
        return tuple(anything(inner, rng) for _ in range(rng.choice((0, 1, 3))))
    if origin is dict:
        _, inner = get_args(hint)
        return {
            rng.choice(TEXTS): anything(inner, rng) for _ in range(rng.randint(0, 2))
        }
    if is_dataclass(hint) and hint is not Message:
        hints = get_type_hints(hint)
        return hint(
            **{one.name: anything(hints[one.name], rng) for one in fields(hint)}
        )
    return {
        str: lambda: rng.choice(TEXTS),
        int: lambda: rng.choice(NUMBERS),
        bool: lambda: rng.random() < 0.5,
        NoneType: lambda: None,
        Message: lambda: told("screen_left"),
    }[hint]()


@pytest.mark.parametrize("where", ["attract", "playing", "service", "standby"])
def test_no_message_of_any_client_ends_the_counter(tmp_path, where):
    rng, stand = Random(where), Stand(tmp_path)
    stand.join()
    if where == "playing":
        stand.play()
    elif where != "attract":
        stand.press({"service": "test", "standby": "power"}[where])
    assert stand.mode == where
    heard = 0
    for _ in range(25):
        for cls in TYPES:
            client, rights = rng.choice(CLIENTS)
            try:
                message = decode(encode(anything(cls, rng)))
            except ProtocolError:
                continue
            stand.counter.hear(client, message, **rights)
            heard += 1
            for _, answer in stand.envelopes():
                encode(answer)
            stand.counter.asked.clear()
            if stand.counter.hung:  # a new screen, as whoever started it does
                stand.counter.hung.clear()
                stand.join()
        stand.advance(10**9)
    assert heard > 20 * len(TYPES)
    assert not stand.counter.halted
    stand.close()


@pytest.mark.parametrize("text", ['"\\ud800"', '{"\\udfff": "1"}'])
def test_half_a_character_is_no_text_and_no_name(text):
    with pytest.raises(ProtocolError):
        decode(f'{{"v":1,"type":"edit","changes":{text},"author":"me"}}'.encode())
