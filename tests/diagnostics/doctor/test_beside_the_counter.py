"""A counter that runs holds the wires: the doctor looks through its eyes."""

import json
import re
import select
import subprocess
import sys

import pytest

from cabinet.cli.main import main
from cabinet.core.events import MILLISECOND, SECOND
from cabinet.counter.examination import MOST_EDGES
from cabinet.protocol.codec import Heartbeat, Quit, Refused, decode, encode
from cabinet.protocol.doctor import EdgeCard, Examine, Examined
from tests.counter.stand import SCREEN, Stand
from tests.support.settings import SETTINGS
from tests.system.running import RunningCabinet

DOCTOR = 7


@pytest.fixture
def stand(tmp_path):
    stand = Stand(tmp_path)
    stand.join()
    yield stand
    stand.close()


def asked(stand, since=0):
    stand.envelopes()
    stand.counter.hear(DOCTOR, Examine(since))
    ((to, told),) = stand.envelopes(Examined)
    assert to == DOCTOR
    assert decode(encode(told)) == told
    return told


def test_the_counter_tells_levels_and_the_edges_since_it_was_last_asked(stand):
    first = asked(stand)
    assert first.levels["start"] is False
    assert (first.seen, first.edges) == (0, ())
    stand.port.touch("start", active=True)
    stand.advance(50 * MILLISECOND)
    second = asked(stand, first.seen)
    assert second.levels["start"] is True
    assert second.seen == len(second.edges) > 0
    assert second.edges[0] == EdgeCard("start", active=True, at=first.at)
    assert asked(stand, second.seen).edges == ()


def test_an_answer_is_bounded_whatever_happened_on_the_wires(stand):
    stand.port.glitch("start", count=400, width_us=10)
    stand.advance(SECOND)
    told = asked(stand)
    assert told.seen == 800
    assert len(told.edges) == MOST_EDGES


def test_the_counter_tells_how_the_screen_draws_and_forgets_one_that_left(stand):
    stand.screens.clear()
    stand.counter.hear(SCREEN, Heartbeat(100, 3, "kmsdrm", "ready"))
    stand.clock.advance_to(stand.clock.now() + SECOND)
    stand.counter.hear(SCREEN, Heartbeat(160, 4, "kmsdrm", "ready"))
    stand.counter.hear(DOCTOR, Heartbeat(1, 1))
    card = asked(stand).screen
    assert (card.interval_ns, card.frames, card.late) == (SECOND, 60, 1)
    assert (card.driver, card.sound) == ("kmsdrm", "ready")
    stand.leave()
    assert asked(stand).screen is None


def test_only_the_counter_says_how_it_was_examined(stand):
    stand.envelopes()
    stand.counter.hear(DOCTOR, asked(stand))
    ((_, told),) = stand.envelopes(Refused)
    assert str(told) == "examined is for the counter to say"


# The whole cabinet


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    running = RunningCabinet(tmp_path_factory.mktemp("doctor")).enter()
    yield running
    running.say(Quit())
    assert running.end()[0] == 0
    running.close()


def doctor(running, capsys, *words):
    place = ("--config", str(SETTINGS), "--state", running.state)
    code = main([*map(str, ("doctor", "--sim", *place, *words))])
    return code, capsys.readouterr().out


def test_beside_a_running_cabinet(running, capsys):
    running.coin()
    code, out = doctor(running, capsys, "--json", "--language", "en")
    told = json.loads(out)
    found = {each["subject"]: each for each in told["findings"]}
    assert code == (told["level"] == "red")
    assert found["counter"]["code"] == "duty.running"
    assert found["coin.1"]["code"] == "wires.pulses", found["coin.1"]
    assert found["coin.1"]["values"]["n"] == 1
    assert found["start"]["found"] == "idle"
    assert found["books"]["code"] == "books.whole"
    assert found["display"]["values"]["driver"] in ("dummy", "offscreen")
    assert found["link"]["code"] == "link.simulated"


def test_a_press_is_printed_as_it_happens_and_a_held_button_is_named(running):
    place = ("--config", SETTINGS, "--state", running.state)
    words = ("--sim", *place, "--watch", "2", "--language", "fr")
    with subprocess.Popen(
        [sys.executable, "-m", "cabinet", "doctor", *map(str, words)],
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout.readline().startswith(
            "Chaque front de chaque fil pendant 2 s"
        )
        # Nobody can tell from outside when it begins to listen: press until it hears.
        # Not too fast: a counter that had to wait would see a storm on that line.
        held = False
        while not select.select([process.stdout], [], [], 0.4)[0]:
            held = not held
            running.touch("mode", active=held)
        running.touch("mode", active=True)
        head, _, findings = process.stdout.read().partition("Comment va cette borne")
    running.touch("mode", active=False)
    assert re.search(r"^ +[0-9.]+ s  mode +actif$", head, re.MULTILINE), head
    assert "! mode " in findings
