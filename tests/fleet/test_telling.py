"""What a cabinet tells: who is there, how it is, and every posting."""

import json
import socket
from dataclasses import replace
from datetime import UTC, datetime

import jinja2
import pytest

from cabinet.books.accounts import account
from cabinet.books.chain import ROOT
from cabinet.books.sqlite import SqliteBooks
from cabinet.core.events import SECOND
from cabinet.fleet import outbox
from cabinet.fleet.memory import Memory
from tests.counter.stand import HOUSE
from tests.fleet.booth import Booth, Ledger, Subscriber, turn_until

ALL_COMMANDS = ("credit", "standby", "wake", "restart-screen")


@pytest.fixture
def subscriber(broker, closing):
    return closing(Subscriber(broker, "cabinet/#", "homeassistant/#"))


def documents(subscriber, topic):
    return [json.loads(payload) for payload in subscriber.on(topic)]


def postings(subscriber):
    return [line["seq"] for line in documents(subscriber, "cabinet/arkade-1/event")]


def test_a_cabinet_is_there_until_it_is_not(
    tmp_path, broker, closing, start, subscriber
):
    closing(Ledger(tmp_path)).coins(1)
    program = start()
    topic = "cabinet/arkade-1/availability"
    turn_until(lambda: subscriber.on(topic) == [b"online"], program, subscriber)
    late = closing(Subscriber(broker, topic))
    turn_until(lambda: late.heard, late)
    assert late.heard[0].kept, "it is retained"
    # As kill -9: the socket ends without a word, and the broker says the will.
    program._broker._client.socket().shutdown(socket.SHUT_RDWR)
    turn_until(lambda: subscriber.on(topic) == [b"online", b"offline"], subscriber)
    turn_until(lambda: subscriber.on(topic)[-1] == b"online", program, subscriber)
    program.close()
    turn_until(lambda: len(subscriber.on(topic)) == 4, subscriber)
    assert subscriber.on(topic)[-1] == b"offline", "a program that ends says so itself"


def test_the_state_is_kept_and_follows_the_cabinet(
    tmp_path, closing, start, subscriber
):
    operating = replace(HOUSE, name="Chez nous")
    booth = closing(Booth(tmp_path, operating))
    program = start()
    topic = "cabinet/arkade-1/state"

    def mode():
        return documents(subscriber, topic)[-1]["mode"] if subscriber.on(topic) else ""

    turn_until(lambda: mode() == "attract", program, booth, subscriber)
    assert documents(subscriber, topic)[-1] | {"posting": 0, "hash": ""} == {
        "mode": "attract",
        "reason": "",
        "credits": 0,
        "coins": 0,
        "minor_units": 0,
        "earnings": "0.00",
        "currency": "EUR",
        "plays": 0,
        "refunds": 0,
        "service": 0,
        "free_play": False,
        "takes_coins": True,
        "jammed": False,
        "door_open": False,
        "tilt": False,
        "alarms": [],
        "told": [],
        "name": "Chez nous",
        "game": "",
        "posting": 0,
        "hash": "",
    }
    booth.coin()

    def told():
        last = documents(subscriber, topic)[-1]
        return (last["mode"], last["coins"], last["earnings"]) == ("select", 1, "1.00")

    turn_until(told, program, booth, subscriber)
    booth.port.touch("coin.1", active=True)
    booth.advance(2 * SECOND)
    turn_until(
        lambda: documents(subscriber, topic)[-1]["jammed"] is True,
        program,
        booth,
        subscriber,
    )
    kinds = [x["kind"] for x in documents(subscriber, "cabinet/arkade-1/event")]
    assert kinds[-2:] == ["coin", "alarm"]
    stuck = {"code": "coin_jammed", "slot": 1}
    assert documents(subscriber, topic)[-1]["told"] == [stuck]
    assert documents(subscriber, "cabinet/arkade-1/event")[-1]["told"] == stuck


def test_home_assistant_finds_a_device(start, subscriber, tmp_path, closing):
    closing(Ledger(tmp_path))
    program = start(commands=("credit", "restart-screen"))
    topic = "homeassistant/device/arkade-1/config"
    turn_until(lambda: subscriber.on(topic), program, subscriber)
    (found,) = documents(subscriber, topic)
    # What its schema requires: device with identifiers, origin with a name, and
    # components, each with a platform; an entity of a device needs a unique_id.
    assert found["device"]["identifiers"] == ["arkade-1"]
    assert found["origin"]["name"] == "arkade-cabinet"
    assert found["state_topic"] == "cabinet/arkade-1/state"
    assert found["availability_topic"] == "cabinet/arkade-1/availability"
    parts = found["components"]
    assert {part["platform"] for part in parts.values()} == {
        "sensor",
        "binary_sensor",
        "button",
    }
    assert len({part["unique_id"] for part in parts.values()}) == len(parts)
    assert parts["coins"]["state_class"] == "total_increasing"
    earnings = parts["earnings"]
    assert (earnings["device_class"], earnings["state_class"]) == ("monetary", "total")
    assert parts["door"]["device_class"] == "door"
    assert "value_json.door_open" in parts["door"]["value_template"]
    assert parts["tilt"]["device_class"] == "tamper"
    assert "value_json.tilt" in parts["tilt"]["value_template"]
    connected = parts["connected"]
    assert (connected["device_class"], connected["state_topic"]) == (
        "connectivity",
        "cabinet/arkade-1/availability",
    )
    assert connected["availability_template"] == "online", "offline is an answer too"
    assert earnings["unit_of_measurement"] == "EUR"
    credit = parts["credit"]
    assert credit["command_topic"] == "cabinet/arkade-1/command/homeassistant"
    clock = datetime(2026, 1, 1, tzinfo=UTC)
    pressed = jinja2.Template(credit["command_template"]).render(now=lambda: clock)
    assert json.loads(pressed) == {"do": "credit", "id": 1_767_225_600_000}
    assert "standby" not in parts, "only what the operator allows has a button"
    assert (parts["coins"]["name"], credit["name"]) == ("Pièces", "Offrir un crédit")


def test_home_assistant_reads_the_language_of_the_cabinet(
    start, subscriber, tmp_path, closing
):
    closing(Ledger(tmp_path))
    program = start(language="en", commands=ALL_COMMANDS)
    topic = "homeassistant/device/arkade-1/config"
    turn_until(lambda: subscriber.on(topic), program, subscriber)
    parts = documents(subscriber, topic)[0]["components"]
    assert (parts["coins"]["name"], parts["wake"]["name"]) == ("Coins", "Wake up")


def test_a_cabinet_that_does_not_want_to_be_found_is_not(
    start, subscriber, tmp_path, closing
):
    closing(Ledger(tmp_path))
    program = start(home_assistant=False)
    turn_until(lambda: subscriber.on("cabinet/arkade-1/state"), program, subscriber)
    told = {"mode": "away", "posting": 0, "hash": "0" * 32}
    assert documents(subscriber, "cabinet/arkade-1/state") == [told], (
        "there is no counter"
    )
    assert b"".join(subscriber.on("homeassistant/device/arkade-1/config")) == b""


def test_every_posting_is_told_in_order(
    tmp_path, closing, start, subscriber, monkeypatch
):
    monkeypatch.setattr(outbox, "WINDOW", 20)
    ledger = closing(Ledger(tmp_path))
    ledger.coins(150)
    program = start()
    turn_until(lambda: len(postings(subscriber)) == 150, program, subscriber)
    assert postings(subscriber) == list(range(1, 151))
    first = documents(subscriber, "cabinet/arkade-1/event")[0]
    assert (first["cabinet"], first["kind"], first["amount"]) == (
        "arkade-1",
        "coin",
        100,
    )
    assert len(bytes.fromhex(first["hash"])) == 16
    told = documents(subscriber, "cabinet/arkade-1/event")
    follows = [ROOT.hex(), *(each["hash"] for each in told[:-1])]
    assert [each["after"] for each in told] == follows


def test_a_collection_is_told_with_its_check_code(tmp_path, closing, start, subscriber):
    ledger = closing(Ledger(tmp_path))
    ledger.coins(2)
    ledger.collect(200)
    program = start()
    turn_until(lambda: len(postings(subscriber)) == 3, program, subscriber)
    *coins, told = documents(subscriber, "cabinet/arkade-1/event")
    (collection,) = account(tmp_path / "books.sqlite3").collections
    assert told["code"] == collection.code
    assert not any("code" in coin for coin in coins)


def test_what_happened_offline_is_told_when_the_broker_is_back(
    tmp_path, broker, closing, start
):
    ledger = closing(Ledger(tmp_path))
    ledger.coins(3)
    program = start()
    subscriber = closing(Subscriber(broker, "cabinet/+/event"))
    turn_until(lambda: len(postings(subscriber)) == 3, program, subscriber)
    broker.kill()
    ledger.coins(4)
    turn_until(lambda: program._broker is None, program)
    ledger.coins(1)
    broker.start()
    subscriber = closing(Subscriber(broker, "cabinet/+/event"))
    turn_until(lambda: 8 in postings(subscriber), program, subscriber)
    assert set(postings(subscriber)) >= {4, 5, 6, 7, 8}


def test_a_program_that_was_killed_after_the_broker_had_it_tells_it_again(
    tmp_path, closing, start, subscriber, monkeypatch
):
    closing(Ledger(tmp_path)).coins(5)
    # Between the acknowledgement and the cursor on the disk.
    monkeypatch.setattr(Memory, "acknowledged", lambda self, end: None)
    program = start()
    turn_until(lambda: postings(subscriber) == [1, 2, 3, 4, 5], program, subscriber)
    program.close()
    monkeypatch.undo()
    again = start()
    turn_until(lambda: len(postings(subscriber)) == 10, again, subscriber)
    lines = documents(subscriber, "cabinet/arkade-1/event")
    assert lines[:5] == lines[5:], "the same numbers and hashes: booked once"


def test_a_program_that_ended_well_tells_nothing_twice(
    tmp_path, closing, start, subscriber
):
    ledger = closing(Ledger(tmp_path))
    ledger.coins(5)
    program = start()
    turn_until(
        lambda: Memory(tmp_path / "fleet.json").held.cursor == 5, program, subscriber
    )
    program.close()
    ledger.coins(1)
    again = start()
    turn_until(lambda: len(postings(subscriber)) >= 6, again, subscriber)
    assert postings(subscriber) == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("spoiled", [b"", b"{", b'{"cursor": 3}', b"\xff\xfe"])
def test_a_spoiled_memory_costs_only_messages(
    tmp_path, closing, start, subscriber, spoiled
):
    closing(Ledger(tmp_path)).coins(2)
    (tmp_path / "fleet.json").write_bytes(spoiled)
    program = start()
    turn_until(lambda: postings(subscriber) == [1, 2], program, subscriber)


def test_other_books_under_the_same_name_are_told_from_the_start(
    tmp_path, closing, start, subscriber
):
    closing(Ledger(tmp_path)).coins(3)
    program = start()
    turn_until(
        lambda: Memory(tmp_path / "fleet.json").held.cursor == 3, program, subscriber
    )
    program.close()
    for path in tmp_path.glob("books.sqlite3*"):
        path.unlink()
    new = closing(Ledger(tmp_path))
    assert isinstance(new.books, SqliteBooks)
    new.coins(4, amount=50)
    again = start()
    turn_until(lambda: len(postings(subscriber)) == 7, again, subscriber)
    assert postings(subscriber) == [1, 2, 3, 1, 2, 3, 4]
    hashes = [x["hash"] for x in documents(subscriber, "cabinet/arkade-1/event")]
    assert len(set(hashes)) == 7


def test_who_lacks_something_gets_it_again(tmp_path, closing, start, subscriber):
    closing(Ledger(tmp_path)).coins(6)
    program = start()
    turn_until(lambda: len(postings(subscriber)) == 6, program, subscriber)
    subscriber.say("cabinet/arkade-1/again", '{"after": 4}')
    turn_until(lambda: len(postings(subscriber)) == 8, program, subscriber)
    assert postings(subscriber)[6:] == [5, 6]
    for nonsense in ("", "x", "[]", '{"after": -1}', '{"after": true}', "[" * 5000):
        subscriber.say("cabinet/arkade-1/again", nonsense)
    subscriber.say("cabinet/arkade-1/again", '{"after": 900}')
    subscriber.say("cabinet/arkade-1/again", '{"after": 5}')
    turn_until(lambda: len(postings(subscriber)) == 9, program, subscriber)
    assert postings(subscriber)[8:] == [6]
    assert len(subscriber.on("cabinet/arkade-1/answer")) == 6, "each nonsense is named"
