"""`cabinet fleet …` from the command line, and its settings."""

import json
import threading

import pytest

from cabinet.cli import fleet
from cabinet.cli.arguments import parser
from cabinet.core.errors import CabinetError
from cabinet.counter.server import listening_socket
from cabinet.fleet.bundles import opened
from cabinet.fleet.rollout import FleetSettingsFile
from cabinet.places import Place
from cabinet.protocol.codec import Reader, encode
from cabinet.protocol.fleet import SignedBundle
from cabinet.protocol.operator import Adopted
from cabinet.settings import ConfigError, load
from tests.fleet.booth import Ledger
from tests.support.settings import SETTINGS


@pytest.fixture
def place(tmp_path):
    return Place(config=SETTINGS, state=tmp_path)


@pytest.fixture
def written(tmp_path):
    """The shipped settings with another fleet."""

    def write(text):
        head, _, _ = SETTINGS.read_text(encoding="utf-8").partition("\nfleet:")
        path = tmp_path / "cabinet.yaml"
        path.write_text(f"{head}\nfleet: {text}\n", encoding="utf-8")
        return path

    return write


def words(*said):
    return parser().parse_args(["fleet", *map(str, said)])


def test_without_a_broker_it_says_what_to_set(place):
    with pytest.raises(CabinetError, match=r"^no broker: set fleet.broker in the"):
        fleet.run(place, words())


def test_the_books_as_lines(place, tmp_path, closing, capsys):
    closing(Ledger(tmp_path)).coins(3)
    assert fleet.run(place, words("export")) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(line["cabinet"], line["seq"], line["amount"]) for line in lines] == [
        ("arkade-1", 1, 100),
        ("arkade-1", 2, 100),
        ("arkade-1", 3, 100),
    ]
    file = tmp_path / "lines"
    fleet.run(place, words("export", "--after", "2", file))
    assert json.loads(file.read_text()) == lines[2]
    with pytest.raises(CabinetError, match="cannot be written"):
        fleet.run(place, words("export", tmp_path))


def test_a_key_signs_what_its_public_half_opens(tmp_path, capsys):
    key = tmp_path / "key"
    fleet.run_signing(words("key", key))
    name, public = capsys.readouterr().out.split()
    assert name == "fleet.bundle_key:"
    who = ("--for", "one", "--for", "two")
    fleet.run_signing(
        words("sign", "--key", key, "--number", 3, *who, "sound.coin", "50")
    )
    made = opened(capsys.readouterr().out.encode(), public)
    assert (made.number, made.cabinets) == (3, ("one", "two"))
    assert made.changes == {"sound.coin": "50"}
    fleet.run_signing(words("sign", "--key", key, "--number", 4, "--undo", 3))
    assert opened(capsys.readouterr().out.encode(), public).undo == 3
    for odd in (("a",), (), ("--undo", 3, "a", "b")):
        with pytest.raises(CabinetError):
            fleet.run_signing(words("sign", "--key", key, "--number", 5, *odd))


def test_a_password_is_in_a_file_that_not_everybody_reads(tmp_path, written):
    secret = tmp_path / "password"
    secret.write_text("s3cret\n")
    held = load(written(f"{{broker: b.local, user: a, password_file: {secret}}}"))
    secret.chmod(0o644)
    with pytest.raises(CabinetError, match="everybody on this machine may read"):
        fleet.membership(held)
    secret.chmod(0o640)
    member = fleet.membership(held)
    assert member.access.password == "s3cret"
    assert "s3cret" not in repr(member)
    secret.unlink()
    with pytest.raises(CabinetError, match="cannot be read"):
        fleet.membership(held)


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("{broker: 'a b'}", "fleet.broker"),
        ("{password_file: secret}", "fleet.password_file"),
        ("{commands: [shell]}", "fleet.commands.0"),
        ("{bundle_key: short}", "fleet.bundle_key"),
        ("{port: 0}", "fleet.port"),
        ("{password: x}", "fleet.password"),
    ],
)
def test_settings_that_are_wrong_are_named(written, text, where):
    with pytest.raises(ConfigError) as error:
        load(written(text))
    assert f": {where}: " in str(error.value)


def test_a_bundle_asks_the_counter_on_the_bus(place, closing):
    bus = closing(listening_socket(place.bus))
    bus.setblocking(True)
    heard = []

    def counter():
        visitor, _ = bus.accept()
        lines = Reader()
        with visitor:
            while not any(isinstance(each, SignedBundle) for each in heard):
                heard.extend(lines.feed(visitor.recv(65536)))
            visitor.sendall(encode(Adopted(("sound.coin: 100 → 50",))))

    answering = threading.Thread(target=counter)
    answering.start()
    told = FleetSettingsFile(place).apply(b"{}")
    answering.join()
    assert told == ("sound.coin: 100 → 50",)
    assert heard[0].role == "fleet"
    assert heard[-1] == SignedBundle("{}")
