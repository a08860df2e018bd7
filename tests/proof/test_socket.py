"""Whatever clients of the socket do: coins are counted, in time, in bounded memory."""

import os
import tempfile
import time
from pathlib import Path

import pytest

from cabinet.counter.server import LIMITS
from tests.proof.besieged import COINS_PER_S, Besieged
from tests.proof.hostile import ROLES

# Megabytes that clients may cost, and that Python does not give back.
MOST_MEMORY = 60
MOST_LATE_MS = 200
CALM_S = 30
CALM = COINS_PER_S * CALM_S


def at_once(lines, connections):
    """Everybody attacks at the same time."""
    return {
        "malformed": lines,
        "connections": connections,
        "deaf": lines // 5,
        **dict.fromkeys(ROLES, lines // len(ROLES)),
    }


def one_by_one(lines, connections):
    """Each way to attack by itself, then a tenth of each at once."""
    for kind, number in at_once(lines, connections).items():
        yield {kind: number}
    yield at_once(lines // 10, connections // 10)


def besiege(folder, attacks, calm=1, tell=lambda *_: None):
    """Attack, and see that it holds; how late each coin was.

    First it is left alone for so many seconds.
    """
    with Besieged(folder) as besieged:
        besieged.rest(calm)
        memory, descriptors = besieged.memory()[0], besieged.descriptors()
        hung_up = 0
        for attack in attacks:
            began = time.monotonic()
            found = besieged.outlast(
                [besieged.attack(*each) for each in attack.items()]
            )
            tell(attack, found, f"{time.monotonic() - began:.0f} s")
            for number, each in zip(attack.values(), found, strict=True):
                assert each["sent"] >= number
            hung_up += sum(each["hung_up"] for each in found)
            assert besieged.descriptors() <= descriptors + sum(LIMITS.values())
        besieged.chatter(a_second=1000, seconds=calm)
        most = besieged.memory()[1]
        tell(f"{memory:.0f} MB, {most:.0f} MB at most")
        assert most - memory < MOST_MEMORY
        assert hung_up > 0
        dropped, late = besieged.finish()
        assert "Traceback" not in besieged.said()
    assert len(late) == dropped > 0
    return late


def test_hostile_clients_cost_no_coin(tmp_path):
    besiege(tmp_path, [at_once(lines=4_000, connections=200)])


@pytest.fixture
def in_memory():
    """A folder that no disk makes wait: slow disks have a proof of their own."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as name:
        yield Path(name)


@pytest.mark.soak
def test_a_million_hostile_lines_and_five_thousand_connections(in_memory, capsys):
    """Time in which other programs had the processor is not the socket's."""

    def tell(*words):
        with capsys.disabled():
            load = os.getloadavg()[0]
            print(*words, f"(load {load:.0f})", flush=True)  # noqa: T201

    attacks = one_by_one(lines=1_000_000, connections=5_000)
    late = besiege(in_memory, attacks, calm=CALM_S, tell=tell)
    own = [each.after - each.waited for each in late]
    for name, times in (("in all", [each.after for each in late]), ("its own", own)):
        for when, some in (("calm", slice(CALM)), ("attacked", slice(CALM, None))):
            ranked = sorted(times[some])
            p50, p99 = (ranked[len(ranked) * part // 100] for part in (50, 99))
            tell(
                f"{name}, {when}: {len(ranked)} coins, {p50:.0f}, {p99:.0f}, "
                f"{ranked[-1]:.0f} ms"
            )
    assert max(own) < MOST_LATE_MS
