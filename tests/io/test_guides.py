"""The guides are true: their code works as printed, their tables are the pins."""

import asyncio
import os
import re
import socket
import subprocess
import sys
from dataclasses import replace

import pytest

from cabinet.core.events import MILLISECOND, SECOND
from cabinet.counter.watchdog import WatchdogClient
from cabinet.io.registry import open_io
from cabinet.platform.notify import Notifier
from cabinet.settings.parts import data
from tests.counter.stand import WIRING, Stand
from tests.support.strangers import DOCS, Stranger, printed_code
from tests.system.running import ROOT


@pytest.fixture
def stranger(tmp_path, monkeypatch):
    """The package that the guide prints, installed."""
    stranger = Stranger(tmp_path / "package", monkeypatch)
    stranger.folder.mkdir()
    module, test = printed_code("adding-an-io-backend.md")
    (stranger.folder / "textfile.py").write_text(module, encoding="utf-8")
    (stranger.folder / "test_textfile.py").write_text(test, encoding="utf-8")
    stranger.install("cabinet.io", "textfile", "textfile:open_port")
    yield stranger
    stranger.leave()


def test_the_backend_of_the_guide_passes_the_test_of_the_guide(stranger):
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "."],
        cwd=stranger.folder,
        env=os.environ | {"PYTHONPATH": f"{stranger.folder}:{ROOT}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert "1 passed" in done.stdout


class TextFileStand(Stand):
    """A counter whose wires are the guide's text file."""

    def start(self):
        self.file = self.path.with_name("wires")
        self.file.touch()
        wiring = replace(WIRING, options={"port": str(self.file)})
        self.port = open_io("textfile", wiring, self.clock, lambda: None)
        super().start()

    def touch(self, line, active, then):
        with self.file.open("a", encoding="utf-8") as file:
            file.write(f"{line} {active}\n")
        self.advance(then)


def test_a_coin_in_the_guides_text_file_is_credited_and_the_watchdog_fed(
    stranger, tmp_path
):
    stand = TextFileStand(tmp_path)
    stand.join()
    assert stand.lockout, "the slot is open"
    stand.touch("coin.1", 1, 50 * MILLISECOND)
    stand.touch("coin.1", 0, SECOND)
    assert stand.shown.credits == 1
    assert stand.coins_on_disk() == 1
    assert asyncio.run(said_to_systemd(stand, tmp_path)) == ["READY=1", "WATCHDOG=1"]
    stand.close()
    assert not stand.lockout


async def said_to_systemd(stand, folder):
    """The first two words of the counter's watchdog to who started it."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(folder / "notify"))
        systemd.setblocking(False)
        settings = {"NOTIFY_SOCKET": str(folder / "notify"), "WATCHDOG_USEC": "30000"}
        notifier = Notifier(settings)
        watchdog = WatchdogClient(notifier, stand.counter, stand.port, stand.clock)
        beating = asyncio.create_task(watchdog.beat())
        hear = asyncio.get_running_loop().sock_recv
        async with asyncio.timeout(20):
            words = [(await hear(systemd, 100)).decode() for _ in range(2)]
        beating.cancel()
        return words


def test_every_shipped_line_is_in_the_wiring_guide_with_its_pin():
    guide = (DOCS / "wiring.md").read_text(encoding="utf-8")
    table = dict(re.findall(r"\| `([a-z0-9.]+)` \| (\d+) \|", guide))
    shipped = {line: str(end["pin"]) for line, end in data("wiring").items()}
    assert table == shipped
