"""A whole cabinet as processes: a screen that ends is told to a web address."""

import select

import pytest

from cabinet.protocol.operator import RestartScreen
from cabinet.settings.alerts import keep_secret
from tests.alerts.servers import WebServer
from tests.fleet.booth import turn_until
from tests.support.settings import SETTINGS
from tests.system.running import RunningCabinet


class Resting:
    """Somebody who has nothing to do while others work."""

    def turn(self):
        select.select([], [], [], 0.05)


@pytest.mark.soak
def test_a_screen_that_ends_is_told_elsewhere(tmp_path):
    web = WebServer()
    text = SETTINGS.read_text(encoding="utf-8")
    text = text.replace("webhook: false", "webhook: true")
    file = tmp_path / "cabinet.yaml"
    file.write_text(text, encoding="utf-8")
    state = tmp_path / "state"
    keep_secret(state, "webhook_address", f"{web.address}/hook")
    running = RunningCabinet(state, "--config", str(file), "--alerts").enter()
    try:
        turn_until(lambda: (state / "alerts/queue.json").exists(), Resting())
        running.say(RestartScreen("somebody"))
        turn_until(lambda: web.posted, Resting(), patience=30)
        assert "écran" in web.documents()[0]["lines"][0].lower()
    finally:
        running.close()
        web.close()
