"""A cabinet that plays Arkade with a dice tower on a real pty, in real time."""

from threading import Event, Thread

from cabinet.clock import SystemClock
from cabinet.io.dice_tower import open_tower
from tests.counter.tower_stand import TowerStand
from tools.dice_sim.tower import Terminal


class PtyStand(TowerStand):
    """The tower lives in a thread of its own, at the end of a pseudo-terminal."""

    def __init__(self, folder, faults=(), **how):
        self._path = folder / "tower"
        self._woken = Event()
        self._ended = Event()
        self.plugged = Event()
        self.plugged.set()
        self._thread = Thread(target=self._be_a_tower, daemon=True)
        super().__init__(folder, faults, **how)
        self._thread.start()
        self.until(lambda: self.shown.tower.state == "ready")

    def make_clock(self):
        return SystemClock()

    def make_tower(self):
        return open_tower(str(self._path), self.clock, self._woken.set)

    def pass_time(self):
        self._woken.wait(0.005)
        self._woken.clear()

    def close(self):
        self._ended.set()
        self._thread.join()
        self.counter.close()

    def _be_a_tower(self):
        with Terminal(self._path) as terminal:
            while not self._ended.is_set():
                if not self.plugged.is_set():
                    self.board.unplug(self.clock.now() + 1)
                    terminal.unplug()
                    self._ended.wait(0.02)
                else:
                    terminal.pump(self.board, 0.02)
