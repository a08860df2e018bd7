"""What the counter asks of root: for whom, in a note that only root reads."""

import json
from dataclasses import replace

import pytest

from cabinet.core.owner_pin import sealed
from cabinet.core.people import NOBODY, THE_OWNER, Person
from cabinet.counter.dispatcher import STRANGER
from cabinet.counter.machine_desk import MachineDesk
from cabinet.protocol.codec import Booked, Hello, Refused, decode, encode, refused
from cabinet.protocol.machine import (
    AskMachine,
    LookAtMachine,
    Machine,
    NetworkCard,
    WifiCard,
)
from cabinet.protocol.operator import Reload, Unlock
from tests.counter.stand import HOUSE, SCREEN, Stand

WEB = 9
JOIN = AskMachine(
    "network", "join", {"ssid": "4c", "secret": "geheim 123"}, "web:owner"
)


@pytest.fixture
def stand(tmp_path):
    stand = Stand(tmp_path, replace(HOUSE, pin=sealed("4711", bytes(16))))
    stand.notes, stand.answers = tmp_path / "run", tmp_path / "machine"
    stand.notes.mkdir()
    stand.answers.mkdir()
    stand.counter.machine = MachineDesk(stand.notes, stand.answers)
    stand.join()
    stand.counter.hear(WEB, Hello("tool", 0))
    yield stand
    stand.close()


def said(stand, message, client=WEB, **who):
    stand.envelopes()
    who = {"trusted": False, "roles": (), "operator": NOBODY} | who
    stand.counter.hear(client, message, **who)
    kinds = (Booked, Refused, Machine)
    (one,) = [told for to, told in stand.envelopes(kinds) if to == client]
    return one


def notes(stand):
    return {path.name: json.loads(path.read_text()) for path in stand.notes.iterdir()}


def answer(stand, name, document):
    (stand.answers / f"{name}.json").write_text(json.dumps(document))


def test_the_owners_wish_is_a_note_that_nobody_else_can_read(stand):
    assert said(stand, JOIN, operator=THE_OWNER) == Booked()
    (path,) = stand.notes.iterdir()
    assert path.name == "ask-network"
    assert path.stat().st_mode & 0o777 == 0o600
    note = notes(stand)["ask-network"]
    assert {**note, "number": ""} == {
        "what": "join",
        "ssid": "4c",
        "secret": "geheim 123",
        "number": "",
    }
    (_, booked) = stand.counter.asked[-1]
    assert booked == Reload("web:owner", ("machine: network join",))


@pytest.mark.parametrize(
    ("asked", "who"),
    [
        (JOIN, {}),
        (JOIN, {"operator": Person(2, "staff")}),
        (JOIN, {"roles": {"web"}}),
        (JOIN, {"roles": {"fleet", "alerts"}}),
        (LookAtMachine(), {"operator": Person(2, "staff")}),
        (LookAtMachine(), {"roles": {"web", "fleet"}}),
        (AskMachine("reboot", "now", {}, "web:owner"), {}),
        (JOIN, {"client": SCREEN, "roles": {"screen"}}),
        (LookAtMachine(), {"client": SCREEN, "roles": {"screen"}}),
    ],
)
def test_nobody_else_asks_root_for_anything(asked, who, stand):
    assert isinstance(said(stand, asked, **who), Refused)
    assert notes(stand) == {}


def test_at_the_cabinet_it_takes_service_and_the_pin(stand):
    stand.press("test")
    at_cabinet = {"client": SCREEN, "roles": {"screen"}}
    assert isinstance(said(stand, JOIN, **at_cabinet), Refused)
    stand.counter.hear(SCREEN, Unlock("4711"), trusted=False, roles={"screen"})
    assert said(stand, JOIN, **at_cabinet) == Booked()
    assert stand.counter.asked[-1][1].author == "service menu:owner"
    assert set(notes(stand)) == {"ask-network"}


@pytest.mark.parametrize(
    "asked",
    [
        AskMachine("network", "", {}),
        AskMachine("shell", "run", {"command": "reboot"}),
        AskMachine("../network", "join", {}),
        AskMachine("network", "install", {}),
        AskMachine("clock", "set", {"at": "x" * 301}),
        AskMachine("clock", "set", {str(n): "" for n in range(7)}),
    ],
)
def test_what_is_no_verb_is_asked_of_nobody(asked, stand):
    assert isinstance(said(stand, asked, operator=THE_OWNER), Refused)
    assert notes(stand) == {}


def test_a_wish_has_its_answer_before_the_next_one(stand):
    assert said(stand, JOIN, operator=THE_OWNER) == Booked()
    assert said(stand, LookAtMachine(), operator=THE_OWNER).doing == ("network",)
    assert isinstance(said(stand, JOIN, operator=THE_OWNER), Refused)
    look = AskMachine("network", "look", {}, "web:owner")
    assert said(stand, look, operator=THE_OWNER) == Booked(), "one is on its way"
    number = int(notes(stand)["ask-network"]["number"])
    outcome = {"verb": "network", "what": "join", "result": "wrong_secret"}
    answer(stand, "outcome-network", outcome | {"number": number})
    wifi = WifiCard("4c", "L", 50, "wpa")
    card = {"managed": True, "has_wifi": True, "wifis": [vars_of(wifi)]}
    answer(stand, "network", card)
    shown = said(stand, LookAtMachine(), operator=THE_OWNER)
    assert shown.doing == ()
    assert shown.outcome("network").result == "wrong_secret"
    assert shown.network == NetworkCard(True, True, wifis=(wifi,))
    assert decode(encode(shown)) == shown
    assert said(stand, JOIN, operator=THE_OWNER) == Booked()


def vars_of(card):
    return {name: getattr(card, name) for name in card.__slots__}


@pytest.mark.parametrize("text", ["", "[]", "{", '{"managed": 7}', "[" * 5000, "\0"])
def test_an_answer_that_is_none_is_no_answer(text, stand):
    for name in ("network", "releases", "update", "outcome-network"):
        (stand.answers / f"{name}.json").write_text(text)
    shown = said(stand, LookAtMachine(), operator=THE_OWNER)
    assert (shown.network, shown.update, shown.outcomes) == (None, None, ())


def test_an_update_that_runs_is_shown_by_a_counter_that_began_later(stand):
    answer(stand, "update", {"version": "0.3.0", "step": "start", "began": 7})
    shown = said(stand, LookAtMachine(), operator=THE_OWNER)
    assert shown.doing == ("update",)
    assert shown.update.version == "0.3.0"


def test_nobody_restarts_the_machine_under_a_players_hands(stand):
    reboot = AskMachine("reboot", "now", {}, "web:owner")
    stand.play()
    assert isinstance(said(stand, reboot, operator=THE_OWNER), Refused)
    assert notes(stand) == {}
    stand.kill_counter()


def test_a_simulated_cabinet_says_that_these_belong_to_an_installed_one(tmp_path):
    stand = Stand(tmp_path)
    for env in ({}, {"RUNTIME_DIRECTORY": "/run/x"}, {"CABINET_MACHINE": "/run/y"}):
        stand.counter.machine = MachineDesk.of(env)
        (why,) = said(stand, JOIN, operator=THE_OWNER).why
        assert why.what.code == "refused.no_machine"
        assert not said(stand, LookAtMachine(), operator=THE_OWNER).installed
    assert refused(STRANGER) != why
    stand.close()
