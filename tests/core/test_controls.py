"""Names of keys, buttons and ways: each means one thing, and is found again."""

import pytest

from cabinet.core.inputs.controls import CONTROLS, PadControl, control, control_name
from cabinet.settings.wires import KEYS


def test_every_key_of_the_settings_is_one_of_a_keyboard():
    assert set(CONTROLS) >= KEYS


def test_every_name_means_something_of_its_own():
    assert len(set(CONTROLS.values())) == len(CONTROLS)
    assert all(control_name(found) == name for name, found in CONTROLS.items())


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("left ctrl", PadControl(29)),
        ("button 1", PadControl(0x120)),
        ("pad a", PadControl(0x130)),
        ("stick left", PadControl(0, -1)),
        ("hat down", PadControl(17, 1)),
        ("key 240", PadControl(240)),
        ("axis 9-", PadControl(9, -1)),
        ("axis 9+", PadControl(9, 1)),
    ],
)
def test_a_name_and_what_it_means(name, found):
    assert control(name) == found
    assert control_name(found) == name


@pytest.mark.parametrize("name", ["", "stick", "key 999", "axis 64+", "axis 9"])
def test_what_is_no_name(name):
    assert control(name) is None
