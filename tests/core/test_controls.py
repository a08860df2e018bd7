"""Names of keys, buttons and ways: each means one thing, and is found again."""

import pytest

from cabinet.core.inputs.controls import CONTROLS, Control, control, control_name
from cabinet.settings.wires import KEYS


def test_every_key_of_the_settings_is_one_of_a_keyboard():
    assert set(CONTROLS) >= KEYS


def test_every_name_means_something_of_its_own():
    assert len(set(CONTROLS.values())) == len(CONTROLS)
    assert all(control_name(found) == name for name, found in CONTROLS.items())


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("left ctrl", Control(29)),
        ("button 1", Control(0x120)),
        ("pad a", Control(0x130)),
        ("stick left", Control(0, -1)),
        ("hat down", Control(17, 1)),
        ("key 240", Control(240)),
        ("axis 9-", Control(9, -1)),
        ("axis 9+", Control(9, 1)),
    ],
)
def test_a_name_and_what_it_means(name, found):
    assert control(name) == found
    assert control_name(found) == name


@pytest.mark.parametrize("name", ["", "stick", "key 999", "axis 64+", "axis 9"])
def test_what_is_no_name(name):
    assert control(name) is None
