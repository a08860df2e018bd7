"""What an account at the broker can do by our example, on a real Mosquitto.

Each account is tried at each topic: a cabinet speaks for itself alone, a person under
their own name alone, and nobody without a password or without TLS.
"""

import pytest

from cabinet.fleet.broker import BrokerError, BrokerLine
from cabinet.settings import load
from tests.fleet import examples
from tests.fleet.booth import turn_until
from tests.fleet.examples import EXAMPLES, account
from tests.fleet.test_tls import Turning, authority
from tests.support.settings import SETTINGS

NAMES = ("arkade-1", "arkade-2", "anna", "homeassistant", "collector", "mallory")
OWN = ("availability", "state", "event", "scores", "answer", "report")
# Every topic that anybody could want to write to, and who may.
WRITERS = {
    **{f"cabinet/arkade-1/{name}": {"arkade-1"} for name in OWN},
    **{f"cabinet/arkade-2/{name}": {"arkade-2"} for name in OWN},
    "homeassistant/device/arkade-1/config": {"arkade-1"},
    "cabinet/arkade-1/command/anna": {"anna"},
    "cabinet/arkade-1/command/homeassistant": {"homeassistant"},
    "cabinet/arkade-1/command/mallory": set(),
    "cabinet/arkade-1/command/arkade-2": set(),
    "cabinet/arkade-1/bundle": {"anna"},
    "cabinet/_all/bundle": {"anna"},
    "cabinet/arkade-1/again": {"collector"},
    "$SYS/broker/version": set(),
    "elsewhere": set(),
}


@pytest.fixture(scope="module")
def broker(tmp_path_factory):
    folder = tmp_path_factory.mktemp("broker")
    certificate = authority(folder, "ours")
    made = examples.broker(folder, *NAMES, certificate=certificate)
    made.certificate = certificate
    yield made
    made.close()


@pytest.fixture
def closing():
    held = []
    yield lambda line: held.append(line) or line
    for line in reversed(held):
        line.close()


def connected(broker, name, **more):
    who = account(broker, name, tls=True, ca_file=broker.certificate, **more)
    line = BrokerLine(who, f"a client of {name}")
    turn_until(lambda: line.ready or line.closed, Turning(line))
    return line


def may_write(broker, name, topic):
    line = connected(broker, name)
    number = line.publish(topic, b"{}")
    known = []

    def is_known():
        known.extend(line.acknowledged())
        return number in known or line.closed

    turn_until(is_known, Turning(line))
    allowed = number in known
    line.close()
    return allowed


@pytest.mark.parametrize("name", NAMES)
def test_an_account_writes_where_it_may_and_nowhere_else(broker, name):
    found = {topic for topic in WRITERS if may_write(broker, name, topic)}
    assert found == {topic for topic, who in WRITERS.items() if name in who}


@pytest.mark.parametrize(
    ("name", "topic", "hears"),
    [
        ("arkade-1", "cabinet/arkade-1/command/anna", True),
        ("arkade-2", "cabinet/arkade-1/command/anna", False),
        ("mallory", "cabinet/arkade-1/command/anna", False),
        ("arkade-2", "cabinet/_all/bundle", True),
        ("arkade-2", "cabinet/arkade-1/bundle", False),
    ],
)
def test_an_account_hears_what_is_its_own(broker, closing, name, topic, hears):
    listener, anna = (closing(connected(broker, who)) for who in (name, "anna"))
    for wanted in ("#", topic, "cabinet/_all/bundle"):
        listener.subscribe(wanted)
    heard = []
    # What everybody hears comes last: what was not heard by then is not heard.
    turn_until(lambda: not listener.wants_to_write, Turning(listener))
    for said in (topic, "cabinet/_all/bundle"):
        anna.publish(said, b"from anna")

    def is_through():
        heard.extend(told.topic for told in listener.told())
        return "cabinet/_all/bundle" in heard

    turn_until(is_through, Turning(anna), Turning(listener))
    assert (topic in heard) is hears


def test_without_a_password_or_without_tls_nobody_comes_in(broker):
    assert "refused us" in connected(broker, "anna", password="guess").why
    plain = account(broker, "anna")
    try:
        line = BrokerLine(plain, "plain")
    except BrokerError:
        return
    turn_until(lambda: line.ready or line.closed, Turning(line))
    assert line.closed


def test_nobody_pushes_a_cabinet_out_by_taking_its_name(broker, closing):
    cabinet = closing(connected(broker, "arkade-1"))
    who = account(broker, "mallory", tls=True, ca_file=broker.certificate)
    thief = closing(BrokerLine(who, "arkade-1"))
    turn_until(lambda: thief.ready or thief.closed, Turning(thief), Turning(cabinet))
    number = cabinet.publish("cabinet/arkade-1/state", b"{}")
    turn_until(lambda: number in list(cabinet.acknowledged()), Turning(cabinet))
    assert not cabinet.closed


def test_the_example_of_the_settings_encrypts_and_names_its_account(tmp_path):
    head, _, _ = SETTINGS.read_text(encoding="utf-8").partition("\nfleet:")
    file = tmp_path / "cabinet.yaml"
    example = (EXAMPLES / "cabinet.yaml").read_text(encoding="utf-8")
    file.write_text(f"{head}\n{example}", encoding="utf-8")
    held = load(file)
    assert held.fleet.tls
    assert (held.fleet.port, held.fleet.commands) == (8883, ())
    assert held.fleet.user == held.cabinet.id
