"""How soon the counter is ready, beside the Mission Pinball Framework (MPF).

MPF is fetched by pip into build/peers, an environment of its own, and starts a machine
as small as can be sold: a coin switch, credits, Start, a trough, simulated hardware.
Both start in turn in one run. Ready is, for MPF, its event `reset_complete`: from then
on it takes coins; for the counter its first snapshot.
"""

import subprocess
import sys
from collections.abc import Iterator
from time import monotonic
from typing import Final

from bench.running import ROOT, cpu_of_children, running
from bench.table import Row, middle_and_best

MPF: Final = "mpf==0.81.0"
RUNS: Final = 10
_PLACE: Final = ROOT / "build/peers"
_COUNTER: Final = ("counter", "--sim", "--state", "{state}")
_READY: Final = "'reset_complete'"
_MACHINE: Final = """#config_version=6
hardware: {platform: virtual}
switches:
  s_coin: {number: 1}
  s_start: {number: 2, tags: start}
  s_service: {number: 3}
  s_ball: {number: 4}
coils:
  c_eject: {number: 1}
ball_devices:
  bd_trough:
    tags: trough, home, drain
    eject_coil: c_eject
    ball_switches: s_ball
    mechanical_eject: true
    eject_timeouts: 1s
playfields:
  playfield: {tags: default, default_source_device: bd_trough}
modes: [attract, credits]
credits:
  max_credits: 20
  free_play: false
  service_credits_switch: s_service
  switches: [{switch: s_coin, value: 1, type: money}]
  pricing_tiers: [{price: 1, credits: 1}]
"""
_MODE: Final = "#config_version=6\nmode: {priority: 10}\n"


def rows() -> Iterator[Row]:
    """Each its own row, then the ratio of the two."""
    if (why := _unavailable()) is not None:
        yield Row("MPF", f"NOT MEASURED: {why}")
        return
    ours, theirs = [], []
    _counter(), _mpf()  # what they import is compiled
    for _ in range(RUNS):
        ours.append(_counter())
        theirs.append(_mpf())
    for what, found in (("counter to ready", ours), (f"{MPF} to ready", theirs)):
        seconds, cpu = zip(*found, strict=True)
        told = f"{middle_and_best(seconds)}, CPU {min(cpu):.2f} s"
        yield Row(what, told)
    ratio = min(ours)[0] / min(theirs)[0]
    yield Row("the counter's best by MPF's", f"{ratio:.2f}", "≤ 1.0", ratio <= 1.0)


def _unavailable() -> str | None:
    """Make the environment, if it is not there; why there is none."""
    if not (_PLACE / "bin/mpf").exists():
        for words in (
            (sys.executable, "-m", "venv", str(_PLACE)),
            (str(_PLACE / "bin/pip"), "install", "--quiet", MPF, "setuptools<81"),
        ):
            done = subprocess.run(words, capture_output=True, text=True, check=False)
            if done.returncode:
                return f"{' '.join(words[1:])}: {done.stderr.strip()[-200:]}"
    for name, text in (
        ("config/config.yaml", _MACHINE),
        ("modes/credits/config/credits.yaml", _MODE),
    ):
        file = _PLACE / "machine" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return None


def _counter() -> tuple[float, float]:
    before = cpu_of_children()
    with running(*_COUNTER) as cabinet:
        seconds = cabinet.until(lambda _: True)
    return seconds, cpu_of_children() - before


def _mpf() -> tuple[float, float]:
    before, began = cpu_of_children(), monotonic()
    # -x: simulated hardware; -b: no media controller; -t: no text screen; -v: events.
    words = [_PLACE / "bin/mpf", "game", "-x", "-b", "-t", "-v"]
    with subprocess.Popen(
        words,
        cwd=_PLACE / "machine",
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        seconds = _until_ready(process, began)
        process.terminate()
    return seconds, cpu_of_children() - before


def _until_ready(process: "subprocess.Popen[str]", began: float) -> float:
    assert process.stdout is not None
    last = ""
    for line in process.stdout:
        if _READY in line:
            return monotonic() - began
        last = line
    raise RuntimeError(f"MPF ended before it was ready: {last.strip()}")
