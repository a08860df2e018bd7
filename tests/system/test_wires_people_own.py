"""A cabinet with a ccTalk acceptor, a bill validator and a pad: programs at real ptys.

Each of them is unplugged and plugged in again in mid-game, and nothing is lost.
"""

import subprocess
import sys
import time
from contextlib import ExitStack

from cabinet.protocol.codec import Touch
from tests.system.running import ROOT, TIMEOUT, RunningCabinet, run_well

EXAMPLE = ROOT / "config/examples/simulated-slot-and-pad.yaml"
PAD = {
    **{f"p1.{way}": f"stick {way}" for way in ("up", "down", "left", "right")},
    "p1.a": "button 1",
    "p1.b": "button 2",
}
EURO, FIVE_EUROS = 2, 1


class Program:
    """A simulated device, with its keyboard."""

    def __init__(self, *words):
        self.process = subprocess.Popen(
            [sys.executable, "-m", *words],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.process.stdout.readline()

    def do(self, line):
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def ask(self, line):
        self.do(line)
        return self.process.stdout.readline().strip()

    def close(self):
        with self.process:
            self.do("quit")
            self.process.stdin.close()
            self.process.wait(TIMEOUT)


class OwnersCabinet(RunningCabinet):
    """Its coins come from the acceptor, its first stick is the pad."""

    def __init__(self, state, config, slot, pad):
        self.slot, self.pad = slot, pad
        program = (sys.executable, "-m", "cabinet", "--config", str(config))
        super().__init__(state, program=program)

    def say(self, *messages):
        for message in messages:
            if isinstance(message, Touch) and message.line in PAD:
                if message.active:
                    self.pad.do(PAD[message.line])
            else:
                super().say(message)

    def coin(self):
        before = self.shown.credits
        self.taken(self.slot, f"coin {EURO}")
        return self.until(lambda shown: shown.credits == before + 1)

    def taken(self, device, what):
        """Drop it until it is taken: the device hears a little later that it may."""
        end = time.monotonic() + TIMEOUT
        while device.ask(what) != "taken":
            assert time.monotonic() < end, "it is refused"
            self._settle()

    def without(self, device):
        self.until(lambda shown: any(device in str(each) for each in shown.alarms))
        assert self.shown.mode == "playing"

    def mended(self):
        self.until(lambda shown: not shown.alarms and shown.lockout_open)


def settings(folder):
    """The example with these devices, and a validator in a second slot."""
    text = EXAMPLE.read_text(encoding="utf-8").replace("/tmp/arkade", str(folder / "a"))
    for before, after in (
        (
            "    pad:",
            "    bills: {kind: cctalk, port: FOLDER/a-bills, address: 40}\n    pad:",
        ),
        ("    power:", "    coin.2: {device: bills}\n    power:"),
        ("\npricing:", "  - {slot: 2, kind: cctalk}\n\npricing:"),
    ):
        assert text.count(before) == 1
        text = text.replace(before, after.replace("FOLDER", str(folder)))
    path = folder / "cabinet.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_each_device_is_unplugged_and_plugged_in_again_in_mid_game(tmp_path):
    state = tmp_path / "state"
    state.mkdir()
    with ExitStack() as devices:

        def program(*words):
            made = Program(*words)
            devices.callback(made.close)
            made.process.stdout.readline() if "cctalk" in words[0] else None
            return made

        slot = program("tools.cctalk_sim", str(tmp_path / "a-slot"))
        bills = program("tools.cctalk_sim", "--bills", str(tmp_path / "a-bills"))
        pad = program("tools.pad_sim", str(tmp_path / "a-pad"))
        cabinet = OwnersCabinet(state, settings(tmp_path), slot, pad)
        with run_well(cabinet):
            cabinet.be_in_mid_game()
            match, moves = cabinet.shown.match.id, len(cabinet.shown.match.log)
            pad.do("unplug")
            cabinet.without("pad")
            pad.do("plug")
            cabinet.mended()
            cabinet.move(next(iter(cabinet.match().legal())))
            assert len(cabinet.shown.match.log) > moves
            slot.do("off")
            cabinet.without("slot")
            slot.do("on")
            cabinet.mended()
            cabinet.coin()
            bills.do("off")
            cabinet.without("bills")
            bills.do("on")
            cabinet.mended()
            cabinet.taken(bills, f"bill {FIVE_EUROS}")
            cabinet.until(lambda shown: shown.credits == 6)
            assert bills.ask("box") == "box: EU0005A"
            assert cabinet.shown.match.id == match
            assert cabinet.shown.books.minor_units == 700
            assert cabinet.shown.books.coins == 3
