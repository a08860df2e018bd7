"""A whole cabinet as processes at a real broker: told, asked, changed, killed."""

import json

import pytest

from tests.fleet.booth import Subscriber, turn_until
from tests.fleet.mosquitto import Mosquitto
from tests.support.command_line import cabinet
from tests.support.settings import SETTINGS
from tests.system.running import RunningCabinet


@pytest.fixture
def broker(tmp_path):
    made = Mosquitto(tmp_path)
    yield made
    made.close()


@pytest.fixture
def subscriber(broker):
    made = Subscriber(broker, "cabinet/#")
    yield made
    made.line.close()


@pytest.fixture
def running(tmp_path, broker):
    code, said, _ = cabinet("fleet", "key", tmp_path / "key")
    assert code == 0
    file = tmp_path / "cabinet.yaml"
    text = SETTINGS.read_text(encoding="utf-8")
    text, _, _ = text.partition("\nfleet:")
    text = text.replace("credits_per_day: 20 ", "credits_per_day: 1 ")
    text += "\nfleet:\n  broker: 127.0.0.1\n"
    text += f"  port: {broker.port}\n  commands: [credit]\n"
    text += f"  bundle_key: {said.split()[1]}\n"
    file.write_text(text, encoding="utf-8")
    made = RunningCabinet(tmp_path / "state", "--config", str(file), "--fleet")
    yield made.enter()
    made.close()


def of(subscriber, name):
    payloads = subscriber.on(f"cabinet/arkade-1/{name}")
    return [json.loads(each) if each[:1] == b"{" else each for each in payloads]


@pytest.mark.soak
def test_a_cabinet_in_its_fleet(subscriber, running, tmp_path):
    turn_until(lambda: of(subscriber, "availability") == [b"online"], subscriber)
    running.coin()
    turn_until(
        lambda: "coin" in {each["kind"] for each in of(subscriber, "event")},
        subscriber,
    )

    subscriber.say("cabinet/arkade-1/command/anna", '{"do": "credit", "id": 1}')
    assert running.until(lambda shown: shown.credits == 2).books.service == 1
    turn_until(lambda: of(subscriber, "answer"), subscriber)
    assert of(subscriber, "answer")[0]["outcome"] == "done"

    words = ("--number", "3", "pricing.credit", "200")
    code, sealed, _ = cabinet("fleet", "sign", "--key", tmp_path / "key", *words)
    assert code == 0
    running.tap("start")
    running.until_mode("join")
    subscriber.say("cabinet/_all/bundle", sealed, kept=True)
    turn_until(lambda: of(subscriber, "report"), subscriber)
    assert [each["outcome"] for each in of(subscriber, "report")] == ["waits"]
    assert running.shown.credit_price == 100, "nobody's price changes while they choose"
    running.tap("power")
    running.until(lambda shown: shown.credit_price == 200)
    turn_until(lambda: len(of(subscriber, "report")) == 2, subscriber)
    signed = '"by":"bundle 3, fleet"'
    turn_until(
        lambda: any(signed in each["note"] for each in of(subscriber, "event")),
        subscriber,
    )

    killed = running.kill("fleet")
    seen = [b"online", b"offline", b"online"]
    turn_until(lambda: of(subscriber, "availability") == seen, subscriber, patience=20)
    assert running.pid("fleet") != killed
    place = ("--config", tmp_path / "cabinet.yaml", "--state", running.state)
    _, said, _ = cabinet("fleet", *place, "export")
    exported = [json.loads(line) for line in said.splitlines()]
    newest = exported[-1]["seq"]
    turn_until(
        lambda: newest in {each["seq"] for each in of(subscriber, "event")},
        subscriber,
    )
    told = {each["seq"]: each for each in of(subscriber, "event")}
    assert [told[each["seq"]] for each in exported] == exported
