"""The C core on this machine: golden frames, coin windows, buttons, memory, noise."""

import resource
import subprocess
from itertools import groupby
from pathlib import Path

import pytest

import firmware_bridge
from firmware_bridge.frames import FrameReader, encode
from firmware_bridge.messages import (
    PROTOCOL,
    Ask,
    Done,
    Hello,
    Input,
    Message,
    Ping,
    Pulse,
    Result,
    Roll,
    SetMeter,
    SetOutputs,
    SetSlot,
    State,
    Verdict,
    Welcome,
    from_frame,
    lines_of,
    to_frame,
)
from tests.firmware_bridge.native_core import NATIVE

VECTORS = Path(firmware_bridge.__file__).with_name("vectors.txt")
NONCE = 99


def native(*arguments: str) -> str:
    done = subprocess.run(
        [NATIVE, *arguments], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def said(octets: bytes) -> list[Message]:
    return [from_frame(frame) for frame in FrameReader().feed(octets)]


def wire(message: Message, sequence: int = 1) -> bytes:
    return encode(to_frame(message, sequence))


@pytest.fixture
def core(new_core):
    with new_core() as core:
        core.tick(ms=100)
        core.hear(wire(Ask(NONCE)))
        core.hear(wire(Welcome(PROTOCOL, NONCE, (0, 0))))
        yield core


def pulse(core, width: int, line: str = "coin.1", idle: int = 200) -> list[Message]:
    return said(core.tick(line, ms=width) + core.tick(ms=idle))


def test_c_and_python_agree_on_every_golden_frame(new_core):
    lines = [line for line in VECTORS.read_text().splitlines() if line[:1] not in "#"]
    assert native("vectors", str(VECTORS)) == f"{len(lines)} vectors\n"


def test_a_power_cut_at_any_byte_leaves_the_old_record_or_the_new_one(new_core):
    assert "cuts" in native("cuts")


@pytest.mark.parametrize("seed", range(3))
def test_no_noise_and_no_host_breaks_the_law(new_core, seed):
    assert native("fuzz", str(seed), "20000").startswith("20000 rounds")


@pytest.mark.soak
def test_ten_cpu_minutes_of_noise_break_nothing(new_core):
    begun, seed = cpu_seconds_of_children(), 100
    while cpu_seconds_of_children() - begun < 600:
        native("fuzz", str(seed), "300000")
        seed += 1
    print(f"\n{seed - 100} seeds of 300,000 rounds, 600 CPU-seconds")  # noqa: T201


def cpu_seconds_of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@pytest.mark.parametrize(
    ("width", "verdict"),
    [(11, Verdict.SHORT), (12, None), (50, None), (80, None), (81, Verdict.LONG)],
)
def test_a_coin_has_a_width(core, width, verdict):
    messages = pulse(core, width)
    refused = [m for m in messages if isinstance(m, Pulse)]
    assert core.totals == ((1, 0) if verdict is None else (0, 0))
    assert [(m.verdict, m.width_ms) for m in refused] == (
        [] if verdict is None else [(verdict, width)]
    )


def test_two_slots_count_apart(core):
    pulse(core, 50, "coin.1")
    pulse(core, 50, "coin.2")
    pulse(core, 50, "coin.2")
    assert core.totals == (1, 2)


def test_glitches_between_two_samples_never_add_up_to_a_coin(core):
    for _ in range(60):
        core.tick("coin.1", moved=("coin.1",))
    core.tick(ms=100)
    assert core.totals == (0, 0)


def test_a_coin_needs_silence_before_it(core):
    pulse(core, 30, idle=19)
    messages = pulse(core, 30)
    assert core.totals == (1, 0)
    assert [m.verdict for m in messages if isinstance(m, Pulse)] == [Verdict.GAP]
    pulse(core, 30)
    assert core.totals == (2, 0)


def test_more_pulses_in_a_second_than_anybody_can_drop_are_no_coins(core):
    verdicts = [m for _ in range(16) for m in pulse(core, 30, idle=30)]
    assert core.totals == (12, 0)
    assert [m.verdict for m in verdicts if isinstance(m, Pulse)] == [Verdict.RATE] * 4
    core.tick(ms=1000)
    pulse(core, 30)
    assert core.totals == (13, 0)


def test_a_stuck_coin_is_told_once_and_once_when_it_is_free(core):
    messages = pulse(core, 5000)
    assert [m.verdict for m in messages if isinstance(m, Pulse)] == [
        Verdict.JAMMED,
        Verdict.FREED,
    ]
    assert core.totals == (0, 0)


def test_a_window_can_be_changed_but_not_to_nonsense(core):
    done = said(core.hear(wire(SetSlot(1, 60, 160, 20, 500, 8))))
    assert done == [Done(SetSlot.TYPE, 1, Result.OK)]
    pulse(core, 50)
    pulse(core, 100)
    assert core.totals == (1, 0)
    for nonsense in (
        SetSlot(3, 12, 80, 20, 500, 8),
        SetSlot(1, 80, 12, 20, 500, 8),
        SetSlot(1, 12, 80, 20, 80, 8),
        SetSlot(1, 12, 80, 20, 500, 0),
        SetSlot(1, 12, 80, 20, 500, 51),
    ):
        done = said(core.hear(wire(nonsense)))
        assert done == [Done(SetSlot.TYPE, 1, Result.BAD_VALUE)]


def test_a_pulse_that_was_not_watched_all_the_time_is_no_coin(core):
    for before, after in ((20, 20), (0, 50), (50, 0)):
        told = core.tick("coin.1", ms=before) if before else b""
        told += core.lose(*(["coin.1"] if after else []), ms=5)
        told += core.tick("coin.1", ms=after) if after else b""
        told += core.tick(ms=200)
        assert [m.verdict for m in said(told) if isinstance(m, Pulse)] == [Verdict.LOST]
    core.lose(ms=30)
    core.tick(ms=30)
    pulse(core, 50)
    assert core.totals == (1, 0), "an idle line is believed again once it is settled"


def test_time_that_was_lost_has_passed_all_the_same(core):
    [state] = said(core.lose(ms=200))
    assert state.at_ms == core.now_ms == 301


def test_a_window_outlives_the_power(core):
    slow = SetSlot(1, 60, 160, 20, 500, 8)
    core.hear(wire(slow))
    core.remember()
    core.cut_power()
    core.tick(ms=30)
    pulse(core, 50)
    assert core.totals == (0, 0)
    pulse(core, 100)
    pulse(core, 50, "coin.2")
    assert core.totals == (1, 1)


def inputs(octets: bytes) -> list[set[str]]:
    return [set(lines_of(m.inputs)) for m in said(octets) if isinstance(m, Input)]


def test_a_stick_is_told_at_once_and_let_go_after_eight_quiet_milliseconds(core):
    assert inputs(core.tick("p2.left")) == [{"p2.left"}]
    assert inputs(core.tick(ms=7) + core.tick("p2.left")) == []
    assert inputs(core.tick(ms=7)) == []
    assert inputs(core.tick()) == [set()]


def test_the_service_button_is_told_after_five_still_milliseconds(core):
    assert inputs(core.tick("service", ms=4)) == []
    assert inputs(core.tick("service", moved=("service",))) == []
    assert inputs(core.tick("service", ms=4)) == []
    assert inputs(core.tick("service")) == [{"service"}]
    assert inputs(core.tick(ms=5)) == [set()]


def test_every_line_is_told_in_its_own_bit(core):
    for line in ("power", "start", "mode", "player", "door", "tilt", "test", "p1.b"):
        assert inputs(core.tick(line, ms=5)) == [{line}]
        assert inputs(core.tick(ms=8)) == [set()]


def test_nothing_is_driven_for_a_host_that_has_not_welcomed_this_boot(new_core):
    with new_core() as core:
        core.tick(ms=10)
        done = said(core.hear(wire(SetOutputs(7, 0))))
        assert done == [Done(SetOutputs.TYPE, 1, Result.NOT_WELCOMED)]
        assert core.outputs == 0


def test_a_welcome_nobody_asked_for_is_refused(new_core):
    with new_core() as core:
        done = said(core.hear(wire(Welcome(PROTOCOL, 0, (9, 9)))))
        assert done == [Done(Welcome.TYPE, 1, Result.NOT_ASKED)]
        assert core.totals == (0, 0)


def test_a_board_of_another_protocol_is_not_welcomed(new_core):
    with new_core() as core:
        core.hear(wire(Ask(NONCE)))
        done = said(core.hear(wire(Welcome(PROTOCOL + 1, NONCE, (0, 0)))))
        assert done == [Done(Welcome.TYPE, 1, Result.BAD_VALUE)]


def test_another_host_begins_with_a_shut_slot(core):
    core.hear(wire(SetOutputs(7, 0)))
    assert core.outputs == 7
    core.hear(wire(Ask(NONCE)))
    assert core.outputs == 7
    core.hear(wire(Ask(NONCE + 1)))
    assert core.outputs == 0


def test_a_host_that_comes_back_finds_the_slot_shut(core):
    core.hear(wire(SetOutputs(7, 0)))
    core.tick(ms=2999)
    assert core.outputs == 7
    core.tick()
    assert core.outputs == 0
    core.hear(wire(Ping()))
    assert core.outputs == 0


def test_the_meter_makes_the_pulses_that_were_counted(core):
    core.hear(wire(SetOutputs(0, 3)))
    levels = []
    for _ in range(600):
        core.tick()
        levels.append(core.outputs)
    assert [level for level, _ in groupby(levels)] in ([8, 0] * 3, [0, *[8, 0] * 3])
    assert levels.count(8) == 3 * 60


def test_a_click_that_was_asked_for_is_made_once_and_told_when_its_rest_is_over(core):
    core.hear(wire(SetMeter(100, 40)))
    told = b""
    for _ in range(140):
        core.hear(wire(SetOutputs(0, 1)))
        told += core.tick()
    assert {m.meter for m in said(told) if isinstance(m, State)} <= {0}
    assert [m.meter for m in said(core.tick()) if isinstance(m, State)] == [1]
    core.hear(wire(SetOutputs(0, 1)))
    core.tick(ms=100)
    assert core.outputs == 0
    core.hear(wire(SetOutputs(0, 0)))
    core.tick(ms=100)
    assert core.outputs == 0, "a smaller number is no wish"


@pytest.mark.parametrize("nonsense", [(0, 60), (60, 0), (10_001, 60), (60, 10_001)])
def test_a_click_has_a_length(core, nonsense):
    done = said(core.hear(wire(SetMeter(*nonsense))))
    assert done == [Done(SetMeter.TYPE, 1, Result.BAD_VALUE)]


def test_what_was_counted_before_a_welcome_is_not_told_until_it_is_kept(new_core):
    with new_core() as core:
        core.tick(ms=100)
        pulse(core, 50)
        core.hear(wire(Ask(NONCE)))
        assert said(core.hear(wire(Welcome(PROTOCOL, NONCE, (0, 0))))) == []
        assert not [m for m in said(core.tick(ms=400)) if not isinstance(m, Hello)]
        core.remember()
        done = said(core.hear(wire(Welcome(PROTOCOL, NONCE, (0, 0)))))
        assert done == [Done(Welcome.TYPE, 1, Result.OK)]


def test_unknown_words_and_wrong_lengths_are_answered(core):
    ping = to_frame(Ping(), 5)
    assert said(core.hear(encode(ping))) == [Done(Ping.TYPE, 5, Result.OK)]
    longer = encode(type(ping)(ping.type, 5, b"x"))
    assert said(core.hear(longer)) == [Done(Ping.TYPE, 5, Result.BAD_VALUE)]
    unknown = encode(type(ping)(0x70, 5))
    assert said(core.hear(unknown)) == [Done(0x70, 5, Result.UNKNOWN)]
    assert said(core.hear(wire(Roll(1)))) == [Done(Roll.TYPE, 1, Result.UNKNOWN)]
