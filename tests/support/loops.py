"""Loops of strangers: one that is well, and one for each way to go wrong."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

SOURCE = '''
import os
import sys
import time

from cabinet.loops.api import LoopGame, Option, Outcome


class Squares:
    """Each seat moves a square; it ends after `length` updates."""

    language = "fr"
    gentle = False
    best = 0

    def begin(self, seats, options, seed):
        self.chance = seed % 1000
        self.at = [[100 + 50 * seat, 100] for seat in range(seats)]
        self.length, self.time, self.heard, self.log = options["length"], 0, [], []

    def frame(self, held, pressed, dt):
        self.time += 1
        for seat, at in enumerate(self.at):
            at[0] += ("right" in held[seat]) - ("left" in held[seat])
            self.chance = (self.chance * 37 + 11) % 1009
            at[1] += self.chance % 3 - 1
            if "a" in pressed[seat]:
                self.heard.append("laser")
                self.log.append(self.time)

    def draw(self, surface):
        surface.fill((0, 0, 40) if self.language == "fr" else (0, 40, 0))
        for x, y in self.at:
            surface.fill("red", (x, y, 20, 20))

    def sounds(self):
        heard, self.heard = self.heard, []
        return heard

    def score(self):
        return [at[0] for at in self.at]

    def outcome(self):
        if self.time < self.length:
            return None
        scores = tuple(at[0] for at in self.at)
        return Outcome(True, (scores.index(max(scores)),), scores, "time is over")

    def paused(self, on):
        self.log.append("pause" if on else "on")

    def checkpoint(self):
        return [self.at, self.time, self.length, self.chance]

    def resume(self, state):
        self.at, self.time, self.length, self.chance = state


class Raises(Squares):
    def frame(self, held, pressed, dt):
        if self.time > 5:
            raise ZeroDivisionError("a mistake in the game")
        super().frame(held, pressed, dt)


class Hangs(Squares):
    def frame(self, held, pressed, dt):
        while self.time > 5:
            pass
        super().frame(held, pressed, dt)


class Leaks(Squares):
    def frame(self, held, pressed, dt):
        super().frame(held, pressed, dt)
        self.leak = getattr(self, "leak", [])
        self.leak.append(bytearray(40_000_000))


class WrongSize(Squares):
    def draw(self, surface):
        import pygame
        pygame.display.set_mode((333, 222))
        other = pygame.Surface((10, 10))
        surface.blit(other, (5000, -5000))
        surface.set_at((700, 700), "red")
        super().draw(surface)


class Prints(Squares):
    def frame(self, held, pressed, dt):
        super().frame(held, pressed, dt)
        print("{garbage", flush=True)
        sys.stderr.write("more of it\\n")
        os.write(1, b"\\xff\\xfe\\n")


class Forks(Squares):
    def begin(self, seats, options, seed):
        super().begin(seats, options, seed)
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                with open(os.environ["TMPDIR"] + "/forked", "w") as file:
                    file.write(str(os.getpid()))
                os.rename(file.name, file.name + ".pid")
                time.sleep(600)
            os._exit(0)


class Closes(Squares):
    def frame(self, held, pressed, dt):
        super().frame(held, pressed, dt)
        if self.time > 3:
            os.closerange(0, 256)


class Exits(Squares):
    def frame(self, held, pressed, dt):
        os._exit(0)


class Nonsense(Squares):
    def outcome(self):
        return (1, 2) if self.time > 3 else None


class NoSeats(Squares):
    def outcome(self):
        return Outcome(True, (7,), (1,)) if self.time > 3 else None


class Writes(Squares):
    """Says to the screen what only its process may say."""

    def frame(self, held, pressed, dt):
        super().frame(held, pressed, dt)
        for number in range(3, 40):
            try:
                os.write(number, b"[1, 2]\\n")
            except OSError:
                pass


def game(name, loop, **fields):
    title = {"fr": "Essai", "en": "Trial"}
    options = {"length": Option((60, 600, 100_000), 600)}
    return LoopGame(name, title, loop, (1, 2), options=options, **fields)


SQUARES = game("squares", Squares)
FINE = game("fine", Squares, size=(1280, 720))
SLOW = game("slow", Squares, pace=30)
RAISES = game("raises", Raises)
HANGS = game("hangs", Hangs)
LEAKS = game("leaks", Leaks, memory=64)
WRONG_SIZE = game("wrong_size", WrongSize)
PRINTS = game("prints", Prints)
FORKS = game("forks", Forks)
CLOSES = game("closes", Closes)
EXITS = game("exits", Exits)
NONSENSE = game("nonsense", Nonsense)
NO_SEATS = game("no_seats", NoSeats)
WRITES = game("writes", Writes)
'''


def install(folder, source=SOURCE, names=None, module="strange_loops"):
    """Write the package; its entry points are known where `folder` is on the path."""
    info = Path(folder) / f"{module}-1.0.dist-info"
    info.mkdir(parents=True)
    (Path(folder) / f"{module}.py").write_text(source, encoding="utf-8")
    (info / "METADATA").write_text(f"Name: {module}\nVersion: 1.0\n")
    if names is None:
        lines = (line for line in source.splitlines() if " = game(" in line)
        names = [line.split(" = ")[0] for line in lines]
    points = (f"{name.lower()} = {module}:{name}" for name in names)
    text = "\n".join(("[cabinet.loops]", *points, ""))
    (info / "entry_points.txt").write_text(text)


@pytest.fixture(scope="module")
def strange_loops(tmp_path_factory):
    """The folder of a package with every loop above, for processes and in here."""
    folder = tmp_path_factory.mktemp("loops")
    install(folder)
    patch = pytest.MonkeyPatch()
    patch.syspath_prepend(folder)
    patch.setenv("PYTHONPATH", str(folder))
    patch.setenv("TMPDIR", str(folder))
    yield folder
    patch.undo()
    sys.modules.pop("strange_loops", None)


def loop(name):
    """One of the loops above, by its entry point."""
    from cabinet.loops.registry import load_loop

    return load_loop(name)


def changed(name, **fields):
    """The same with other fields: only where no process has to find it."""
    return replace(loop(name), **fields)
