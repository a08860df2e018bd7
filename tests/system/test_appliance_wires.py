"""The installed counter at its wires, as far as a machine without any can show it.

The machine is that of `tests/system/test_appliance.py`: `make appliance`. Pins are
gpiozero's own stand-ins, serial ports are device files without a device; the units,
and what systemd allows them, are real.
"""

import pytest

from tests.system.appliance import FILE, SUITE, UNITS

pytestmark = pytest.mark.soak

COUNTER = UNITS[0]
ENV = "/etc/cabinet/counter.env"


NODE = "/dev/ttyACM7"


@pytest.fixture
def at_wires(appliance):
    """Puts the counter at other wires; afterwards they are simulated again."""

    def at(backend):
        other = f"s|backend: sim|backend: {backend}|; s|# port: auto .*|port: {NODE}|"
        appliance.shell(f"sed -i '{other}' {FILE}; systemctl restart cabinet.target")
        return appliance

    appliance.shell(f"cp -a {FILE} /root/simulated.yaml")
    yield at
    appliance.shell(f"cp -a /root/simulated.yaml {FILE}; rm -f {ENV} {NODE}")
    appliance.forgive()
    appliance.shell("systemctl restart cabinet.target")
    appliance.become_well()


def told_since(appliance, begun):
    return f"journalctl -u {COUNTER} --since @{begun} -o cat"


def test_a_counter_at_pins_is_ready_and_shuts_them_when_it_is_gone(at_wires, appliance):
    appliance.shell(f"echo GPIOZERO_PIN_FACTORY=mock >{ENV}")
    at_wires("gpio").become_well()
    process = appliance.process(COUNTER)
    # Without it gpiozero does not know which Pi it is on, and opens no pin.
    appliance.shell(f"nsenter -t {process} -m test -r /proc/cpuinfo")
    # lgpio would stay where it was imported, and leave its pipe there.
    assert appliance.shell(f"readlink /proc/{process}/cwd") == "/"
    assert appliance.shell("find / /run/cabinet -maxdepth 1 -name '*lgd*'") == ""
    begun = appliance.shell("date +%s")
    appliance.shell(f"kill -KILL {process}")
    appliance.restarted(COUNTER, process)
    log = told_since(appliance, begun)
    appliance.machine.until(f"{log} | grep -q 'counter begins'")
    said = appliance.shell(log)
    assert said.index("the slot is shut, lamps and") < said.index("counter begins")


@pytest.fixture
def walled(appliance):
    """Where the machine's systemd cannot keep a unit from a device, that is said."""
    alone = "systemd-run --quiet --wait -p DevicePolicy=closed"
    look = "sh -c 'exec 3</dev/other'"  # the kernel's log, which is nobody's to read
    appliance.shell(f"test -e /dev/other || mknod /dev/other c 1 11; {look}")
    if appliance.machine.says(f"{alone} {look}"):
        pytest.skip("NO DEVICE WAS REFUSED: the host lends no BPF to the machine")


@pytest.mark.parametrize(
    ("major", "says"),
    [
        pytest.param(166, "there is no board at", id="ttyACM"),
        pytest.param(188, "there is no board at", id="ttyUSB"),
        pytest.param(240, "cabinet.service may not open", id="none of ours"),
    ],
)
@pytest.mark.usefixtures("walled")
def test_a_board_may_be_plugged_in_when_the_driver_was_not_there_before(
    at_wires, appliance, major, says
):
    """The machine has no driver for any of them: those that the unit may open have no
    device behind them, the others it may not even open."""
    assert f"{major} tty" not in appliance.shell("cat /proc/devices")
    begun = appliance.shell("date +%s")
    appliance.shell(f"mknod -m 660 {NODE} c {major} 7; chgrp dialout {NODE}")
    at_wires("serial")
    appliance.machine.until(f"{told_since(appliance, begun)} | grep -q '{says} {NODE}'")


def test_the_command_is_on_the_path_and_means_the_installed_cabinet(appliance):
    """Also for who stands in the clone it was installed from."""
    said = appliance.shell("cd /trees/now && cabinet check 2>&1")
    assert f"{FILE} : tout est bon" in said, "the file speaks French"
    assert f"this is about {FILE}" in said
    assert appliance.shell("cd / && cabinet config get cabinet.name 2>&1")


@pytest.mark.parametrize("words", ["check", "books", "config get", "doctor"])
def test_who_forgets_sudo_is_told(appliance, words):
    said = appliance.shell(
        f"cd /trees/now; runuser -u nobody -- cabinet {words} 2>&1", check=False
    )
    assert "Traceback" not in said
    assert "sudo" in said


@pytest.mark.skipif(SUITE != "trixie", reason="pip has lgpio for Python before 3.13")
def test_a_32_bit_pi_without_lgpio_is_told_who_has_it(appliance):
    """Debian itself has no python3-lgpio; this is one, and only its model is a Pi's."""
    appliance.shell("echo 'Raspberry Pi 4 Model B' >/tmp/model")
    appliance.shell(
        f"cp -a {FILE} /root/; sed -i 's/backend: sim/backend: gpio/' {FILE}"
    )
    process = appliance.process(COUNTER)
    said = appliance.shell(
        "cd /; MODEL=/tmp/model MACHINE=armv7l "
        "sh /trees/now/systemd/install.sh --wheels /wheels",
        check=False,
    )
    appliance.shell(f"cp -a /root/cabinet.yaml {FILE}")
    assert said.endswith(
        "Use a 64-bit system, Raspberry Pi OS, or a board (io.backend: serial in "
        "/etc/cabinet/cabinet.yaml)"
    )
    assert appliance.process(COUNTER) == process
