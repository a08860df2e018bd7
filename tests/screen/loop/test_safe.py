"""The last picture that still can be drawn."""

import os
import shutil
import signal
import subprocess
import sys

import pytest

from cabinet.i18n import LANGUAGES, words
from cabinet.picture.shapes import Text
from cabinet.screen.loop.safe import reason
from cabinet.screen.scenes.out_of_order import safe_picture

FAILED = {
    "FAILED_UNIT": "cabinet.service",
    "FAILED_RESULT": "exit-code",
    "FAILED_STATUS": "5",
}


def said(why):
    return " ".join(
        shape.words for shape in safe_picture(why) if isinstance(shape, Text)
    )


def test_it_says_so_in_every_language_because_the_settings_may_be_what_is_wrong():
    for language in LANGUAGES:
        speech = words(language)
        for key in ("out_of_order.coins", "out_of_order.operator", "safe.again"):
            assert speech(key) in said("")


def test_it_says_what_failed_to_whoever_mends_it():
    assert "cabinet.service: exit-code 5" in said(reason(FAILED))
    assert reason({}) == ""


@pytest.mark.parametrize("driver", ["dummy", "kmsdrm"])
def test_it_stays_with_or_without_a_display_until_it_is_ended(driver):
    """With no picture to be had it is the words that stay."""
    headless = ["--headless"] if driver == "dummy" else []
    shown = subprocess.Popen(
        [sys.executable, "-m", "cabinet", "safe", *headless],
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | FAILED | {"SDL_VIDEODRIVER": driver},
    )
    assert "EN PANNE" in shown.stderr.readline()
    assert "OUT OF ORDER" in shown.stderr.readline()
    assert "cabinet.service" in shown.stderr.readline()
    shown.send_signal(signal.SIGTERM)
    shown.communicate()
    assert shown.returncode == 0


@pytest.mark.skipif(
    shutil.which("Xvfb") is None,
    reason="a late display was NOT tried: apt-get install xvfb",
)
def test_it_is_shown_on_a_display_that_comes_later():
    name = f":{1000 + os.getpid() % 900}"
    shown = subprocess.Popen(
        [sys.executable, "-m", "cabinet", "safe"],
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"SDL_VIDEODRIVER": "x11", "DISPLAY": name},
    )
    while "no display to draw on" not in shown.stderr.readline():
        assert shown.poll() is None
    display = subprocess.Popen(["Xvfb", name, "-screen", "0", "640x360x24"])
    try:
        assert "shows the picture" in shown.stderr.readline()
    finally:
        shown.terminate()
        shown.communicate()
        display.terminate()
        display.wait()
