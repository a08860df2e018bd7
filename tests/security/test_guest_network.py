"""A laptop in the guests' network: network namespaces and a cable between them."""

import json
import os
import shutil
import subprocess
import sys
from contextlib import contextmanager

import pytest

from cabinet.protocol.codec import Quit
from tests.support.settings import SETTINGS
from tests.system.running import RunningCabinet

PAGE, PHONES = 8080, 8081
CABINET, GUEST = "10.99.7.1", "10.99.7.2"
pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(
        os.geteuid() != 0 or not shutil.which("ip"), reason="needs root and ip"
    ),
]
# Every port there is, and what the one of the phones says of the operator's pages.
LAPTOP = """
import asyncio, http.client, json, sys
at, phones = sys.argv[1], int(sys.argv[2])
async def is_open(port):
    try:
        _, writer = await asyncio.wait_for(asyncio.open_connection(at, port), 5)
    except OSError:
        return None
    writer.close()
    return port
async def scan():
    found = []
    for first in range(1, 65536, 400):
        ports = range(first, min(first + 400, 65536))
        found += await asyncio.gather(*map(is_open, ports))
    return [port for port in found if port]
statuses = {}
for path in ("/", "/login", "/pair", "/books", "/metrics", "/live/pictures"):
    line = http.client.HTTPConnection(at, phones, timeout=5)
    line.request("GET", path)
    statuses[path] = line.getresponse().status
    line.close()
print(json.dumps([asyncio.run(scan()), statuses]))
"""
# What passes the cable while somebody logs in.
WIRE = """
import http.client, socket, ssl, sys, threading
at, port = sys.argv[1], int(sys.argv[2])
tap = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.ntohs(3))
tap.settimeout(1)
trusting = ssl._create_unverified_context()
line = http.client.HTTPSConnection(at, port, timeout=5, context=trusting)
kind = {"Content-Type": "application/x-www-form-urlencoded"}
line.request("POST", "/login", "password=correct-horse-battery", kind)
print(line.getresponse().status)
heard = b""
try:
    while True:
        heard += tap.recv(65536)
except TimeoutError:
    pass
print(len(heard), b"correct-horse-battery" in heard)
"""


def ip(*words):
    subprocess.run(["ip", *words], check=True, capture_output=True)


@contextmanager
def cable():
    """Two machines and a cable: names of the cabinet's end and of the guest's."""
    ours, theirs = f"cab{os.getpid()}", f"guest{os.getpid()}"
    try:
        for name in (ours, theirs):
            ip("netns", "add", name)
            ip("-n", name, "link", "set", "lo", "up")
        ip("link", "add", "cable", "netns", ours, "type", "veth",
           "peer", "name", "cable", "netns", theirs)  # fmt: skip
        for name, address in ((ours, CABINET), (theirs, GUEST)):
            ip("-n", name, "address", "add", f"{address}/24", "dev", "cable")
            ip("-n", name, "link", "set", "cable", "up")
        yield ours, theirs
    finally:
        for name in (ours, theirs):
            subprocess.run(["ip", "netns", "delete", name], check=False)


@contextmanager
def cabinet_in(network, folder, host="127.0.0.1"):
    text = SETTINGS.read_text(encoding="utf-8")
    text = text.replace("# phones_host: 0.0.0.0", "phones_host: 0.0.0.0")
    text = text.replace("host: 127.0.0.1", f"host: {host}")
    file = folder / "cabinet.yaml"
    file.write_text(text, encoding="utf-8")
    inside = ("ip", "netns", "exec", network, sys.executable, "-m", "cabinet")
    program = (*inside, "--config", str(file))
    cabinet = RunningCabinet(folder / "state", "--web", program=program)
    try:
        cabinet.enter()
        cabinet.until_mode("attract")
        yield cabinet
        cabinet.say(Quit())
        assert cabinet.end()[0] == 0
    finally:
        cabinet.close()


def at_the_laptop(network, script, port):
    inside = ["ip", "netns", "exec", network, sys.executable, "-c", script]
    said = subprocess.run(
        [*inside, CABINET, str(port)], capture_output=True, text=True, timeout=120
    )
    assert said.returncode == 0, said.stderr
    return said.stdout


def wait_for_phones(cabinet):
    """The web program is there when a seat could have a phone."""
    cabinet.coin()
    cabinet.until_mode("select")
    cabinet.until(lambda shown: shown.phones_at)


def test_a_guest_sees_one_port_and_no_console(tmp_path):
    with cable() as (ours, theirs), cabinet_in(ours, tmp_path) as cabinet:
        wait_for_phones(cabinet)
        found, statuses = json.loads(at_the_laptop(theirs, LAPTOP, PHONES))
    assert found == [PHONES]
    assert set(statuses.values()) == {404}


def test_a_password_passes_the_cable_encrypted_only(tmp_path):
    with (
        cable() as (ours, theirs),
        cabinet_in(ours, tmp_path, host="0.0.0.0") as cabinet,
    ):
        wait_for_phones(cabinet)
        status, heard = at_the_laptop(theirs, WIRE, PAGE).splitlines()
    assert status == "403"
    many, in_clear = heard.split()
    assert int(many) > 500
    assert in_clear == "False"
