"""A whole cabinet as processes: a coin that sticks is told to a web address."""

import select

import pytest

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
def test_a_coin_that_sticks_is_told_elsewhere(tmp_path):
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
        running.touch("door", active=True)
        turn_until(lambda: web.posted, Resting(), patience=30)
        assert "porte" in web.documents()[0]["title"]
    finally:
        running.close()
        web.close()
