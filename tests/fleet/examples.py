"""The files of config/examples/fleet, as an operator would put them in place."""

import shutil
import subprocess
from pathlib import Path

import pytest

from cabinet.fleet.broker import Access
from tests.fleet.mosquitto import PROGRAM, Mosquitto

EXAMPLES = Path(__file__).parents[2] / "config/examples/fleet"
PASSWD = shutil.which("mosquitto_passwd")


def accounts(folder, *names):
    """A password for each account."""
    if PROGRAM is None or PASSWD is None:
        pytest.skip("no mosquitto: install it with `make broker`")
    file = folder / "cabinets.passwd"
    for name in names:
        words = ["-c"] * (not file.exists())
        subprocess.run(
            [PASSWD, *words, "-b", str(file), name, f"of {name}"],
            check=True,
            capture_output=True,
        )
    return file


def broker(folder, *names, certificate=None):
    """A broker by the example; without a certificate the line is not encrypted."""
    places = {
        "/etc/mosquitto/cabinets.passwd": accounts(folder, *names),
        "/etc/mosquitto/cabinets.acl": EXAMPLES / "mosquitto.acl",
    }
    if certificate:
        places["/etc/mosquitto/certs/broker.pem"] = certificate
        places["/etc/mosquitto/certs/broker.key"] = certificate.with_suffix(".key")
    lines = []
    for line in (EXAMPLES / "mosquitto.conf").read_text().splitlines():
        name, _, value = line.partition(" ")
        is_tls = name in ("certfile", "keyfile", "tls_version")
        if name in ("", "#", "listener") or (is_tls and not certificate):
            continue
        lines.append(f"{name} {places.get(value, value)}")
    return Mosquitto(folder, *lines)


def account(broker, name, password=None, **more):
    """How somebody connects."""
    return Access("127.0.0.1", broker.port, name, password or f"of {name}", **more)
