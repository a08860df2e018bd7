"""What a cabinet tells: who is there, how it is, and every posting."""

import json
import socket
from dataclasses import replace

import pytest

from cabinet.books.sqlite import SqliteBooks
from cabinet.core.events import SECOND
from cabinet.fleet import outbox
from cabinet.fleet.memory import Memory
from tests.counter.stand import HOUSE
from tests.fleet.booth import Booth, Ear, Ledger, turn_until

ALL_COMMANDS = ("credit", "standby", "wake", "restart-screen")


@pytest.fixture
def ear(broker, closing):
    return closing(Ear(broker, "cabinet/#", "homeassistant/#"))


def documents(ear, topic):
    return [json.loads(payload) for payload in ear.on(topic)]


def postings(ear):
    return [line["seq"] for line in documents(ear, "cabinet/arkade-1/event")]


def test_a_cabinet_is_there_until_it_is_not(tmp_path, broker, closing, start, ear):
    closing(Ledger(tmp_path)).coins(1)
    program = start()
    topic = "cabinet/arkade-1/availability"
    turn_until(lambda: ear.on(topic) == [b"online"], program, ear)
    late = closing(Ear(broker, topic))
    turn_until(lambda: late.heard, late)
    assert late.heard[0].kept, "it is retained"
    # As kill -9: the socket ends without a word, and the broker says the will.
    program._broker._client.socket().shutdown(socket.SHUT_RDWR)
    turn_until(lambda: ear.on(topic) == [b"online", b"offline"], ear)
    turn_until(lambda: ear.on(topic)[-1] == b"online", program, ear)
    program.close()
    turn_until(lambda: len(ear.on(topic)) == 4, ear)
    assert ear.on(topic)[-1] == b"offline", "a program that ends says so itself"


def test_the_state_is_kept_and_follows_the_cabinet(tmp_path, closing, start, ear):
    operating = replace(HOUSE, name="Chez nous")
    booth = closing(Booth(tmp_path, operating))
    program = start()
    topic = "cabinet/arkade-1/state"

    def mode():
        return documents(ear, topic)[-1]["mode"] if ear.on(topic) else ""

    turn_until(lambda: mode() == "attract", program, booth, ear)
    assert documents(ear, topic)[-1] | {"posting": 0} == {
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
        "game": "",
        "posting": 0,
    }
    booth.coin()

    def told():
        last = documents(ear, topic)[-1]
        return (last["mode"], last["coins"], last["earnings"]) == ("select", 1, "1.00")

    turn_until(told, program, booth, ear)
    booth.port.touch("coin.1", active=True)
    booth.advance(2 * SECOND)
    turn_until(lambda: documents(ear, topic)[-1]["jammed"] is True, program, booth, ear)
    kinds = [x["kind"] for x in documents(ear, "cabinet/arkade-1/event")]
    assert kinds[-2:] == ["coin", "alarm"]


def test_home_assistant_finds_a_device(start, ear, tmp_path, closing):
    closing(Ledger(tmp_path))
    program = start(commands=("credit", "restart-screen"))
    topic = "homeassistant/device/arkade-1/config"
    turn_until(lambda: ear.on(topic), program, ear)
    (found,) = documents(ear, topic)
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
    assert json.loads(credit["command_template"].replace("{{", "").replace("}}", ""))
    assert "standby" not in parts, "only what the operator allows has a button"
    assert (parts["coins"]["name"], credit["name"]) == ("Pièces", "Offrir un crédit")


def test_home_assistant_reads_the_language_of_the_cabinet(
    start, ear, tmp_path, closing
):
    closing(Ledger(tmp_path))
    program = start(language="en", commands=ALL_COMMANDS)
    topic = "homeassistant/device/arkade-1/config"
    turn_until(lambda: ear.on(topic), program, ear)
    parts = documents(ear, topic)[0]["components"]
    assert (parts["coins"]["name"], parts["wake"]["name"]) == ("Coins", "Wake up")


def test_a_cabinet_that_does_not_want_to_be_found_is_not(start, ear, tmp_path, closing):
    closing(Ledger(tmp_path))
    program = start(home_assistant=False)
    turn_until(lambda: ear.on("cabinet/arkade-1/state"), program, ear)
    told = {"mode": "away", "posting": 0}
    assert documents(ear, "cabinet/arkade-1/state") == [told], "there is no counter"
    assert b"".join(ear.on("homeassistant/device/arkade-1/config")) == b""


def test_every_posting_is_told_in_order(tmp_path, closing, start, ear, monkeypatch):
    monkeypatch.setattr(outbox, "WINDOW", 20)
    ledger = closing(Ledger(tmp_path))
    ledger.coins(150)
    program = start()
    turn_until(lambda: len(postings(ear)) == 150, program, ear)
    assert postings(ear) == list(range(1, 151))
    first = documents(ear, "cabinet/arkade-1/event")[0]
    assert (first["cabinet"], first["kind"], first["amount"]) == (
        "arkade-1",
        "coin",
        100,
    )
    assert len(bytes.fromhex(first["hash"])) == 16


def test_what_happened_offline_is_told_when_the_broker_is_back(
    tmp_path, broker, closing, start
):
    ledger = closing(Ledger(tmp_path))
    ledger.coins(3)
    program = start()
    ear = closing(Ear(broker, "cabinet/+/event"))
    turn_until(lambda: len(postings(ear)) == 3, program, ear)
    broker.kill()
    ledger.coins(4)
    turn_until(lambda: program._broker is None, program)
    ledger.coins(1)
    broker.start()
    ear = closing(Ear(broker, "cabinet/+/event"))
    turn_until(lambda: 8 in postings(ear), program, ear)
    assert set(postings(ear)) >= {4, 5, 6, 7, 8}


def test_a_program_that_was_killed_after_the_broker_had_it_tells_it_again(
    tmp_path, closing, start, ear, monkeypatch
):
    closing(Ledger(tmp_path)).coins(5)
    # Between the acknowledgement and the cursor on the disk.
    monkeypatch.setattr(Memory, "acknowledged", lambda self, end: None)
    program = start()
    turn_until(lambda: postings(ear) == [1, 2, 3, 4, 5], program, ear)
    program.close()
    monkeypatch.undo()
    again = start()
    turn_until(lambda: len(postings(ear)) == 10, again, ear)
    lines = documents(ear, "cabinet/arkade-1/event")
    assert lines[:5] == lines[5:], "the same numbers and hashes: booked once"


def test_a_program_that_ended_well_tells_nothing_twice(tmp_path, closing, start, ear):
    ledger = closing(Ledger(tmp_path))
    ledger.coins(5)
    program = start()
    turn_until(lambda: Memory(tmp_path / "fleet.json").held.cursor == 5, program, ear)
    program.close()
    ledger.coins(1)
    again = start()
    turn_until(lambda: len(postings(ear)) >= 6, again, ear)
    assert postings(ear) == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("spoiled", [b"", b"{", b'{"cursor": 3}', b"\xff\xfe"])
def test_a_spoiled_memory_costs_only_messages(tmp_path, closing, start, ear, spoiled):
    closing(Ledger(tmp_path)).coins(2)
    (tmp_path / "fleet.json").write_bytes(spoiled)
    program = start()
    turn_until(lambda: postings(ear) == [1, 2], program, ear)


def test_other_books_under_the_same_name_are_told_from_the_start(
    tmp_path, closing, start, ear
):
    closing(Ledger(tmp_path)).coins(3)
    program = start()
    turn_until(lambda: Memory(tmp_path / "fleet.json").held.cursor == 3, program, ear)
    program.close()
    for path in tmp_path.glob("books.sqlite3*"):
        path.unlink()
    new = closing(Ledger(tmp_path))
    assert isinstance(new.books, SqliteBooks)
    new.coins(4, amount=50)
    again = start()
    turn_until(lambda: len(postings(ear)) == 7, again, ear)
    assert postings(ear) == [1, 2, 3, 1, 2, 3, 4]
    hashes = [x["hash"] for x in documents(ear, "cabinet/arkade-1/event")]
    assert len(set(hashes)) == 7


def test_who_lacks_something_gets_it_again(tmp_path, closing, start, ear):
    closing(Ledger(tmp_path)).coins(6)
    program = start()
    turn_until(lambda: len(postings(ear)) == 6, program, ear)
    ear.say("cabinet/arkade-1/again", '{"after": 4}')
    turn_until(lambda: len(postings(ear)) == 8, program, ear)
    assert postings(ear)[6:] == [5, 6]
    for nonsense in ("", "x", "[]", '{"after": -1}', '{"after": true}', "[" * 5000):
        ear.say("cabinet/arkade-1/again", nonsense)
    ear.say("cabinet/arkade-1/again", '{"after": 900}')
    ear.say("cabinet/arkade-1/again", '{"after": 5}')
    turn_until(lambda: len(postings(ear)) == 9, program, ear)
    assert postings(ear)[8:] == [6]
    assert len(ear.on("cabinet/arkade-1/answer")) == 6, "each nonsense is named"
