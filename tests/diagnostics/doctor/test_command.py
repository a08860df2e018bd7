"""`cabinet doctor` without a counter: exit codes, words, and wires it opens itself."""

import gc
import json

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from cabinet.cli.main import main
from cabinet.clock import SystemClock
from cabinet.core.events import MILLISECOND, Edge
from cabinet.core.operating import Slot
from cabinet.core.ports import Wire, Wiring
from cabinet.diagnostics.doctor import link
from cabinet.diagnostics.doctor.faults import FAULTS
from cabinet.diagnostics.doctor.listening import examine
from cabinet.diagnostics.doctor.printing import EdgePrinter, as_text, doctor_words
from cabinet.i18n.message import from_text
from tests.support.settings import SETTINGS


@pytest.fixture
def doctor(tmp_path, capsys):
    def run(*words, config=SETTINGS):
        place = ("--config", config, "--state", tmp_path / "state")
        code = main([str(word) for word in ("doctor", *place, *words)])
        told = capsys.readouterr()
        return code, told.out, told.err

    return run


def test_a_red_finding_ends_with_one_and_says_what_to_do(doctor):
    code, out, _ = doctor("--sim", "--fault", "coin-stuck", "--language", "en")
    assert code == 1
    lines = out.splitlines()
    (at,) = [n for n, line in enumerate(lines) if line.startswith("✗")]
    assert lines[at].split()[1:3] == ["coin.1", "active"]
    assert "→ Free the coin path" in lines[at + 1]
    assert lines[-1] == "Something has to be put right."


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_can_be_read_aloud_on_a_simulated_cabinet(doctor, name):
    _, out, _ = doctor("--sim", "--json", "--fault", name)
    told = {each["code"]: each for each in json.loads(out)["findings"]}
    assert told[FAULTS[name].code]["remedy"]


def test_wrong_settings_are_a_finding_and_the_rest_is_still_looked_at(doctor, tmp_path):
    wrong = tmp_path / "cabinet.yaml"
    wrong.write_text(SETTINGS.read_text().replace("language: fr ", "langage: fr "))
    code, out, _ = doctor("--sim", "--json", config=wrong)
    findings = json.loads(out)["findings"]
    assert code == 1
    assert findings[0]["code"] == "settings.problem"
    assert "cabinet.langage: no such setting" in findings[0]["found"]
    assert {"storage", "clock", "books"} <= {each["part"] for each in findings}


def test_faults_are_for_simulated_cabinets_and_have_names(doctor):
    assert doctor("--fault", "hot") == (
        1,
        "",
        "cabinet: --fault goes with --sim: a real cabinet has its own\n",
    )
    assert "did you mean hot?" in doctor("--sim", "--fault", "hott")[2]
    assert doctor("--fault", "list")[1].split() == list(FAULTS)


def test_wires_that_cannot_be_opened_say_why():
    """This machine has no board at that port: the real backend is asked."""
    wiring = Wiring({"coin.1": Wire()}, {}, {"port": "/dev/nowhere"})
    told, seen = examine("serial", wiring, (), SystemClock(), 10 * MILLISECOND)
    assert [each.code for each in told.judge()] == ["link.lost"]
    assert "there is no board at /dev/nowhere" in str(from_text(told.about["lost"]))
    assert list(seen.judge())


def test_a_backend_that_is_not_there_is_red():
    told, seen = examine("steam", Wiring({}, {}), (), SystemClock(), 0)
    assert [each.code for each in told.judge()] == ["link.error"]
    assert seen is None


def test_edges_are_printed_with_the_width_of_the_pulse():
    printer = EdgePrinter(doctor_words("en"))
    at = 5_000_000_000
    lines = [
        printer.line(Edge("coin.1", active=True, at=at)),
        printer.line(Edge("coin.1", active=False, at=at + 49_800_000)),
        printer.line(Edge("start", active=False, at=at + 60_000_000)),
    ]
    assert lines == [
        "   0.0000 s  coin.1     active\n",
        "   0.0498 s  coin.1     idle after 49.8 ms\n",
        "   0.0600 s  start      idle\n",
    ]


def test_signs_tell_without_colours_and_colours_come_on_top():
    findings = list(link.Link("serial").judge())
    plain = as_text(findings, doctor_words("fr"), colour=False)
    painted = as_text(findings, doctor_words("fr"), colour=True)
    assert "✗ liaison" in plain
    assert "\x1b" not in plain
    assert "\x1b[31m✗\x1b[0m" in painted


@pytest.fixture
def pins():
    """gpiozero's own pretended pins, as the gpio backend opens them."""
    Device.pin_factory = MockFactory()
    yield Device.pin_factory
    gc.collect()
    Device.pin_factory.reset()
    Device.pin_factory = None


def test_pins_are_opened_listened_to_and_let_go(pins):
    wiring = Wiring({"coin.1": Wire(17), "start": Wire(27)}, {"lockout": Wire(20)})
    told, seen = examine("gpio", wiring, (Slot(),), SystemClock(), MILLISECOND)
    assert told.about["pins"] == "MockFactory"
    assert [each.code for each in told.judge()] == ["link.uncounted"]
    assert [each.code for each in seen.judge()] == ["wires.idle"] * 2
    again, _ = examine("gpio", wiring, (Slot(),), SystemClock(), MILLISECOND)
    assert again.error is None, "every pin was let go"
