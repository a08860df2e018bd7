"""How much of the chip the firmware takes."""

import re
import subprocess

from firmware_bridge.hil.building import build_chip


def test_half_of_the_chip_is_free(new_chip):
    firmware, _ = build_chip()
    told = subprocess.run(
        ["avr-size", "-C", "--mcu=atmega328p", firmware],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    shares = dict(re.findall(r"^(Program|Data): .*\(([\d.]+)% Full\)", told, re.M))
    assert set(shares) == {"Program", "Data"}
    assert all(float(share) <= 50 for share in shares.values())
