"""What is fuzzed, and what must hold whatever comes.

Each target takes bytes. An exception that is not told as an error of whoever sent them
is a find, and so is money that appears from nothing.
"""

import asyncio
from dataclasses import MISSING, fields, is_dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from types import NoneType, UnionType
from typing import Annotated, get_args, get_origin, get_type_hints

import pytest

from cabinet.core.acceptors import BUFFERED, Seen, judge, ruling
from cabinet.core.errors import ProtocolError
from cabinet.core.events import MILLISECOND
from cabinet.counter.roles import ROLES
from cabinet.counter.server import LONGEST_STRANGE_LINE
from cabinet.i18n.message import Message, message
from cabinet.io.cctalk.frames import HOST
from cabinet.io.cctalk.session import Found, Read
from cabinet.io.cctalk.session import Session as AcceptorSession
from cabinet.protocol import codec
from cabinet.protocol.codec import Hello, Reader, decode, encode
from cabinet.protocol.phones import PhoneAnswer, PhoneHere
from cabinet.settings import ConfigError, load
from cabinet.web.phones import pages
from cabinet.web.routes import phone_site
from firmware_bridge import messages as board
from firmware_bridge.dice import DiceSession
from firmware_bridge.events import BoardUnknown, FreshCoins, Thrown, TowerUnknown
from firmware_bridge.frames import MOST_PAYLOAD, Frame
from firmware_bridge.frames import encode as framed
from firmware_bridge.session import Session
from tests.counter.stand import Stand
from tests.web.phones.test_phone_pages import TOKEN, seated
from tools.cctalk_sim.acceptor import Acceptor
from tools.cctalk_sim.validator import Validator

ROOT = Path(__file__).parents[3]
LONGEST_SENTENCE = 2_000


class Target:
    """One thing that takes bytes from outside."""

    longest = 4_096

    def seeds(self):
        """Inputs to begin with."""
        return ()

    def words(self):
        """What is worth putting into an input."""
        return (b"\0", b"\xff")

    def send(self, data):
        """Send it; raises what nobody should ever see."""
        raise NotImplementedError


class Bus(Target):
    """The counter's socket: lines in pieces, from a stranger or a program.

    The first byte says who sends, the second in which pieces. Whatever they say, no
    credit appears, and a stranger's words are in no book.
    """

    senders = (frozenset(), *(frozenset({role}) for role in ROLES))

    def seeds(self):
        lines = [encode(_example(cls)) for cls in get_args(codec.BusMessage)]
        hello = [encode(Hello(role, 1)) for role in ROLES]
        for who in range(len(self.senders)):
            for line in (*lines, *hello):
                yield bytes((who, 0)) + line
            yield bytes((who, 7)) + hello[max(0, who - 1)] + b"".join(lines)[:3_000]

    def words(self):
        yield from (b"\n", b'"v":1,', b"null", b"true", b"[]", b"{}", b"-1", b"1e9")
        for cls in get_args(codec.BusMessage):
            yield f'"type":"{cls.__name__.lower()}"'.encode()
            yield from (f'"{each.name}":'.encode() for each in fields(cls))

    def send(self, data):
        who, cut = (*data[:2], 0, 0)[:2]
        roles, reader = self.senders[who % 4], Reader(LONGEST_STRANGE_LINE)
        stand = None
        with TemporaryDirectory(dir=_memory()) as folder:
            for at in range(2, len(data), cut or LONGEST_STRANGE_LINE):
                piece = data[at : at + (cut or LONGEST_STRANGE_LINE)]
                for heard in reader.feed(piece):
                    if isinstance(heard, ProtocolError):
                        assert len(str(heard)) < LONGEST_SENTENCE
                        continue
                    assert decode(encode(heard)) == heard
                    if isinstance(heard, Hello) and heard.role in {*ROLES} - roles:
                        continue  # the server hangs up
                    stand = stand or Stand(Path(folder))
                    stand.counter.hear(9, heard, trusted=False, roles=roles)
                    for _, said in stand.envelopes():
                        encode(said)
            if stand:
                stand.counter.leave(9)
                stand.counter.turn()
                assert not stand.counter.state.credits
                assert roles or not stand.on_disk()
                stand.close()


class Settings(Target):
    """The operator's file: settings, or sentences that say where what is wrong."""

    longest = 16_384

    def seeds(self):
        files = [ROOT / "config/cabinet.yaml", *(ROOT / "config").glob("**/*.yaml")]
        texts = [each.read_text(encoding="utf-8") for each in files]
        for text in texts:
            lines = (line.partition(" #")[0].rstrip() for line in text.splitlines())
            plain = [line for line in lines if line and not line.startswith("#")]
            yield "\n".join(plain).encode()
        begins = [i for i, line in enumerate(plain) if line[0] != " "]
        for begin, end in zip(begins, [*begins[1:], len(plain)], strict=True):
            yield "\n".join(plain[begin:end]).encode()

    def words(self):
        yield from (b": ", b"\n  ", b"- ", b"&a", b"*a", b"<<: ", b"!!", b"|\n", b"{")
        text = (ROOT / "config/cabinet.schema.json").read_text(encoding="utf-8")
        names = {word for word in text.split('"') if word.isidentifier()}
        yield from (f"{name}: ".encode() for name in sorted(names))

    def send(self, data):
        with TemporaryDirectory(dir=_memory()) as folder:
            file = Path(folder) / "cabinet.yaml"
            file.write_bytes(data)
            for problem in _problems(file):
                assert 0 < len(str(problem)) < LONGEST_SENTENCE


class Serial(Target):
    """Bytes of the board at the coin slot, and of the dice tower.

    Steps of a byte that says what comes, and then that: noise as it is, or a whole
    frame with any content. A coin is told once, and totals only grow.
    """

    def seeds(self):
        totals = (3, 5)
        for kind in board.Kind:
            hello = board.Hello(
                *(board.PROTOCOL, 1, 0, kind << 4, 1, 7, 1, 1),
                *((0, 0), totals, 0, 10),
            )
            later = [
                board.Done(2, 0, 0),
                board.State(0, 0, 0, totals, 20, 0, 0, 0),
                board.Input(1, 30),
                board.Coin((4, 5), 1, 50, 40),
                board.Pulse(1, 1, 50, 60),
                board.Dice(1, 0, (1, 2, 3, 4, 5, 6), 70),
            ]
            for flags in range(8):
                told = replace(hello, flags=flags << 2 | kind) if flags else hello
                yield b"".join(_step(each) for each in (told, *later))
            yield from (_step(each) for each in (hello, *later))
        yield bytes((0, 40)) + bytes(range(40))

    def words(self):
        return (b"\0", b"\x81", b"\x82", b"\x83", b"\x84", b"\x85", b"\x86", b"\x87")

    def send(self, data):
        self._talk(Session({7: (0, 0)}, 1, 0), data)
        self._throw(DiceSession({7: 0}, 1, 0), data)

    def _talk(self, session, data):
        now, told, known = 0, {}, {7: (0, 0)}
        for octets, pause in _steps(data):
            now += pause
            events = [*session.receive(octets, now), *session.tick(now)]
            for event in events:
                if isinstance(event, BoardUnknown):
                    known[event.board] = event.totals
                    session.adopt(event.board, event.totals)
                elif isinstance(event, FreshCoins):
                    which = event.board, event.slot
                    before = told.get(which, known[event.board][event.slot - 1])
                    assert event.fresh == event.total - before > 0
                    told[which] = event.total
                    session.credited(event.board, event.slot, event.total)
            assert len(session.outgoing(now)) < 1_000
            assert session.due() is not None

    def _throw(self, session, data):
        now, taken = 0, {7: 0}
        session.roll()
        for octets, pause in _steps(data):
            now += pause
            for event in (*session.receive(octets, now), *session.tick(now)):
                if isinstance(event, TowerUnknown):
                    taken[event.tower] = event.throw
                    session.adopt(event.tower, event.throw)
                elif isinstance(event, Thrown):
                    assert event.throw == taken[event.tower] + 1
                    taken[event.tower] = event.throw
                    session.taken(event.tower, event.throw)
                    session.roll()
            assert len(session.outgoing(now)) < 1_000


class CcTalk(Target):
    """Answers of a coin acceptor: its own, cut, late, damaged, forged or missing.

    The session ends in silence or in readings that make sense, never in an error.
    """

    def seeds(self):
        yield b"\0" * 400
        for what in range(8):
            yield (b"\0" * 80 + bytes((what, 9))) * 4
            yield bytes((what, 3)) * 100
        yield (b"\0" * 90 + b"\x05\x01") * 4

    def send(self, data):
        self._talk(AcceptorSession(0), Acceptor(), data)
        # One that speaks with a CRC hears nothing but damage from this acceptor.
        self._talk(AcceptorSession(0, crc=True), Acceptor(), data[:40])
        self._talk(AcceptorSession(0, address=40), Validator(), data)

    def _talk(self, session, acceptor, data):
        now, at, seen = 0, 0, None
        session.accept(on=True)
        while at < len(data):
            what = data[at]
            at += 1
            sent = session.outgoing()
            answer = acceptor.hear(sent) if sent else b""
            if what & 7:
                size = data[at] if at < len(data) else 0
                answer = _spoiled(what, answer, size, data[at + 1 : at + 1 + size])
                at += 1 + (size if what & 7 in (4, 6) else 0)
            if what & 7 == 5:
                put_in = getattr(acceptor, "coin", None) or acceptor.insert
                put_in(1 + (what >> 3 & 3))
            if answer:
                now += 12 * MILLISECOND
                session.receive(answer, now)
            now = max(now, session.due())
            session.tick(now)
            for told in session.take():
                seen = self._check(session, told, seen)

    def _check(self, session, told, seen):
        if isinstance(told, Found):
            assert told.acceptor.isascii()
            assert len(told.coins) == 16
        if not isinstance(told, Read):
            return seen
        assert 0 <= told.counter < 256
        assert len(told.pairs) == BUFFERED
        assert min(told.values) >= 0
        assert -1 <= told.accepted < 1 << 24
        if seen is not None:
            judged = judge(seen, told.counter, told.pairs, told.accepted)
            assert judged.missed >= -1
            assert len(judged.events) <= BUFFERED
        session.booked()
        now = Seen(0, told.counter, told.pairs, told.accepted)
        session.rule(ruling(now._replace(held=told.counter & 1)), 5_000)
        return now


class Phones(Target):
    """What the phones' door is asked: any path, head and body.

    The first bytes choose where to, and what a phone's screen answers.
    """

    ways = ("action", "button", "here", "events", "")

    def __init__(self):
        self._now = 0.0
        self._loop = asyncio.new_event_loop()

    def seeds(self):
        yield b"\0\0" + b'{"match": 1, "turn": 0, "action": "take 1"}'
        yield b"\1\0" + b'{"button": "a", "down": true}'
        yield b"\2\0{}"
        for way in range(8):
            yield bytes((way, 1)) + b"/../x?lang=fr#\xff"

    def words(self):
        said = b'"match": |"turn": |"action": |"button": |"down": |true|null|-1|{}|/p/'
        return (*said.split(b"|"), b"%2f", b"%00", b"?lang=en", TOKEN.encode())

    def send(self, data):
        way, how, rest = (*data[:2], 0, 0)[0], (*data[:2], 0, 0)[1], data[2:]
        site = phone_site(seated_by(how), "fr")
        asked = _asked(site, *self._request(way, rest))
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(pages, "monotonic", self._clock)
            status = self._loop.run_until_complete(asked)
        assert status in (200, 307, 400, 404, 405, 409, 413, 421, 503), status

    def _clock(self):
        self._now += 10.0
        return self._now

    def _request(self, way, rest):
        if way % 8 < len(self.ways):
            path = f"/p/{TOKEN}/{self.ways[way % 8]}".rstrip("/")
            return "POST" if way % 8 < 3 else "GET", path, b"", rest
        path, _, query = rest.partition(b"?")
        said = "/" + path.decode(errors="replace").lstrip("/")
        # The door refuses other bytes by itself (test_an_address_that_is_no_text…).
        asked = bytes(byte for byte in query[:200] if byte < 0x80)
        return ("GET", "POST", "PUT")[way % 3], said, asked, rest


TARGETS = {
    "bus": Bus(),
    "settings": Settings(),
    "serial": Serial(),
    "cctalk": CcTalk(),
    "phones": Phones(),
}


def _problems(file):
    try:
        load(file)
    except ConfigError as wrong:
        return wrong.problems
    return ()


def _memory():
    """Where files cost no disk."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None


def _example(hint):
    """A message, or a part of one, with something in every field."""
    if hint is Message:
        return message("reset_power")
    if is_dataclass(hint):
        hints = get_type_hints(hint, include_extras=True)
        return hint(**{each.name: _example(hints[each.name]) for each in fields(hint)})
    origin, within = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _example(within[0])
    if origin is UnionType:
        return _example(next(each for each in within if each is not NoneType))
    if origin is tuple:
        return (_example(within[0]),)
    if origin is dict:
        return {"a": _example(within[1])}
    return {str: "a", int: 1, bool: True, float: 1.0}.get(hint, MISSING)


def _step(told):
    frame = board.to_frame(told, 1)
    return bytes((1, frame.type, 1, len(frame.payload))) + frame.payload


def _steps(data):
    """What comes, and after which pause."""
    while data:
        what, data = data[0], data[1:]
        pause = (what >> 1) ** 2 * MILLISECOND
        if what & 1:
            kind, number, size, *_ = (*data[:3], 0, 0, 0)
            size = min(size, MOST_PAYLOAD)
            yield framed(Frame(kind, number, data[3 : 3 + size])), pause
            data = data[3 + size :]
        else:
            size = data[0] if data else 0
            yield data[1 : 1 + size], pause
            data = data[1 + size :]


def _spoiled(what, answer, size, forged):
    """Not heard, cut, twice, forged whole, with a coin, noise or one octet wrong."""
    place = size % max(1, len(answer))
    match what & 7:
        case 1:
            return b""
        case 2:
            return answer[:place]
        case 3:
            return answer * 2
        case 4:
            body = bytes((HOST, len(forged), 2, 0)) + forged
            return body + bytes((-sum(body) & 0xFF,))
        case 6:
            return forged
        case 7:
            wrong = bytes(octet ^ (what >> 3 or 1) for octet in answer[place:])
            return answer[:place] + wrong[:1] + answer[place + 1 :]
    return answer


def seated_by(how):
    """The phones' pages, with a screen that takes everything, or refuses it."""
    parts = seated()

    def answer(said):
        assert decode(encode(said)) == said
        if not isinstance(said, PhoneHere):
            assert str(getattr(said, "action", "")).isascii()
            why = message("phone.no_match") if how & 1 else None
            parts.phones.hear(PhoneAnswer(said.token, said.number, why))

    parts.phones.send = answer
    return parts


async def _asked(site, method, path, query, body):
    """The status of an answer; who asked is gone after that."""
    scope = {
        **{"type": "http", "http_version": "1.1", "method": method, "path": path},
        **{"raw_path": path.encode(), "query_string": query, "root_path": ""},
        **{"scheme": "http", "client": ("192.0.2.7", 1), "server": ("x", 80)},
        "headers": [(b"host", b"x"), (b"accept-language", query[:40])],
    }
    sent, told = [False], []

    async def receive():
        if sent[0]:
            return {"type": "http.disconnect"}
        sent[0] = True
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(said):
        if said["type"] == "http.response.start":
            told.append(said["status"])

    await site(scope, receive, send)
    return told[0]
