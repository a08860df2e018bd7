"""The cabinet's dice tower at a real serial line: what `dice-sim tower` plays."""

import pytest

from cabinet.core.events import SECOND
from tests.io.pty_tower import PtyStand
from tools.dice_sim.tower import FAULTS


@pytest.fixture
def stand_at(tmp_path):
    stands = []

    def begun(*arguments, **how):
        stands.append(PtyStand(tmp_path, *arguments, **how))
        stands[-1].begin()
        return stands[-1]

    yield begun
    for stand in stands:
        stand.close()


def play(stand, throws):
    while len(stand.fallen) < throws:
        stand.act()
    assert stand.fallen == stand.board.made[:throws]


def test_a_bad_tower_on_a_bad_line(stand_at):
    play(stand_at(("cocked", "double", "garbage", "unplug"), seed=3), 4)


def test_unplugged_and_killed_with_the_dice_in_the_air(stand_at):
    stand = stand_at(after=SECOND // 2)
    stand.controller.play(0, "roll")
    stand.until(lambda: len(stand.log) == 2)
    stand.plugged.clear()
    stand.until(lambda: stand.told == "away")
    assert "was unplugged from" in str(stand.shown.tower.why)
    stand.kill_counter()
    stand.kill_screen()
    stand.plugged.set()
    stand.until(lambda: stand.fallen)
    assert stand.log[:2] == ["roll", "throw 0000d1ce 1"]
    assert stand.fallen == stand.board.made
    assert len(stand.board.made) == 1


def test_no_tower_at_the_port_is_a_sentence(tmp_path):
    class NoTower(PtyStand):
        def _be_a_tower(self):
            pass

        def until(self, holds, patience=20 * SECOND):
            super().until(lambda: self.shown.tower.why, patience)

    stand = NoTower(tmp_path)
    assert str(stand.shown.tower.why).startswith(
        f"dice.port: there is no dice tower at {tmp_path / 'tower'}: plug it in"
    )
    stand.close()


@pytest.mark.soak
@pytest.mark.parametrize("fault", FAULTS)
def test_every_fault_for_an_evening(stand_at, fault):
    stand = stand_at((fault,), rate=0.5, seed=8)
    kills = 0
    while len(stand.fallen) < 15:
        stand.act()
        if stand.rng.random() < 0.1 and kills < 6:
            kills += 1
            stand.kill_counter()
    assert stand.fallen == stand.board.made[: len(stand.fallen)]
