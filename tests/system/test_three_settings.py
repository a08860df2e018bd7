"""2 € = 3 credits, Arcade 1 credit per player, no sound after 22:00: set and heard.

With the stick of a cabinet whose programs all run, and its sound written to a file by
SDL. The time of day is the machine's, in a time zone where it is half past ten.
"""

import re
import time
from datetime import UTC, datetime, timedelta

import pytest

from cabinet import settings
from cabinet.loops.registry import GameShelf
from cabinet.protocol.codec import Quit
from tests.support.settings import SETTINGS
from tests.system.running import TIMEOUT, RunningCabinet
from tests.system.test_operator import press

pytestmark = pytest.mark.soak
A_SECOND = 44_100 * 2 * 2


def half_past_ten():
    """The name of a time zone where it is 22:30 now."""
    now = datetime.now(UTC)
    wanted = now.replace(hour=22, minute=30)
    west = (now - wanted) % timedelta(days=1)
    west -= timedelta(days=1) if west > timedelta(hours=12) else timedelta()
    minutes = round(west.total_seconds() / 60)
    hours, rest = divmod(abs(minutes), 60)
    return f"TEN{'-' if minutes < 0 else '+'}{hours}:{rest:02}"


class Heard:
    """What SDL's disk driver has written."""

    def __init__(self, path):
        self._path, self._from = path, 0

    def mark(self):
        self._from = self._path.stat().st_size

    def loud(self, cabinet, bytes_wanted):
        """Whether anything was heard since the mark, in so much sound."""
        end = time.monotonic() + TIMEOUT
        while self._path.stat().st_size < self._from + bytes_wanted:
            assert time.monotonic() < end, "no sound is written"
            cabinet._listen(0.05)
        with self._path.open("rb") as file:
            file.seek(self._from)
            return any(file.read())


@pytest.fixture
def cabinet(tmp_path, monkeypatch):
    file, sound = tmp_path / "cabinet.yaml", tmp_path / "sound.raw"
    file.write_bytes(SETTINGS.read_bytes())
    monkeypatch.setenv("SDL_AUDIODRIVER", "disk")
    monkeypatch.setenv("SDL_DISKAUDIOFILE", str(sound))
    monkeypatch.setenv("TZ", half_past_ten())
    made = RunningCabinet(tmp_path / "state", "--config", str(file))
    made.file, made.heard = file, Heard(sound)
    yield made.enter()
    made.close()


def kept(cabinet, wanted):
    """The settings, once they are as wanted."""
    catalogue = settings.catalogue_of(GameShelf())
    end = time.monotonic() + TIMEOUT
    while not wanted(chosen := settings.load(cabinet.file, None, catalogue)):
        assert time.monotonic() < end, "a wish was not kept"
        cabinet._listen(0.2)
    return chosen


def test_three_settings_made_by_stick_take_effect(cabinet):
    heard = cabinet.heard
    while not heard._path.exists():
        cabinet._listen(0.05)
    heard.mark()
    cabinet.tap("service")
    assert heard.loud(cabinet, 2 * A_SECOND), "quieter after ten, but not silent"

    cabinet.tap("test")
    cabinet.until_mode("service")
    press(cabinet, "down", "a", "down", "down", "right", "a")
    kept(cabinet, lambda now: now.pricing.tiers)
    press(cabinet, "b", "down", "a", *["down"] * 5, "a", "down", "down", "a")
    kept(cabinet, lambda now: now.modes[5].per_player)
    press(cabinet, "b", "b", *["down"] * 8, "a", *["down"] * 3, "a")
    press(cabinet, *["down"] * 4, "a", *["left"] * 6, "a")
    chosen = kept(cabinet, lambda now: not now.schedule.rules[0].volume)
    assert [(tier.money, tier.credits) for tier in chosen.pricing.tiers] == [(200, 3)]
    arcade = chosen.modes[5]
    assert (arcade.title.en, arcade.credits, arcade.per_player) == (
        "Arkade arcade",
        1,
        True,
    )
    assert re.search(r"volume: 0\} +# quiet hours", cabinet.file.read_text())

    cabinet.tap("test")
    cabinet.until_mode("attract")
    cabinet.until(lambda shown: shown.offers[5].per_player)
    heard.mark()
    heard.loud(cabinet, 2 * A_SECOND)  # what rang when it was kept has faded
    heard.mark()
    for _ in range(2):
        cabinet.touch("coin.1", active=True)
        cabinet._settle()
    assert cabinet.until(lambda shown: shown.credits == 4)
    cabinet.tap("start")
    assert not heard.loud(cabinet, 3 * A_SECOND), "something is heard after ten"
    cabinet.say(Quit())
    assert cabinet.end()[0] == 0
