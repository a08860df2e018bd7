"""Which socket is heard: SDL asks ALSA for what AUDIODEV names, for no other."""

import os
import subprocess
import sys

import pytest

OPENS = """
import pygame
try:
    pygame.mixer.init()
except pygame.error as wrong:
    raise SystemExit(f"silent: {wrong}")
print("heard")
"""


@pytest.mark.parametrize(
    ("named", "heard"), [("arcade", True), ("another", False), (None, False)]
)
def test_sound_goes_to_the_socket_that_audiodev_names(tmp_path, named, heard):
    """The one card of this machine is called arcade; it swallows what it is given."""
    cards = tmp_path / "asound.conf"
    cards.write_text("pcm.arcade { type null }\n")
    env = {k: v for k, v in os.environ.items() if k != "AUDIODEV"}
    env |= {"SDL_AUDIODRIVER": "alsa", "ALSA_CONFIG_PATH": str(cards)}
    done = subprocess.run(
        [sys.executable, "-c", OPENS],
        env=env | ({"AUDIODEV": named} if named else {}),
        capture_output=True,
        text=True,
        check=False,
    )
    if "not available" in done.stderr:
        pytest.skip("this SDL was built without ALSA")
    assert ("heard" in done.stdout) is heard, done.stderr
