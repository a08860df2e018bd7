"""The process of a loop game: plays one game on a socket, and leaves nothing behind.

Its standard input is a Unix socket, whoever started it: the screen, or systemd for a
connection to the socket of the games' own account (decision 0037). There are two
processes. The first one runs none of the game's code: it waits until the game ends or
the screen hangs up, and then ends all that the game has started. The second plays.

What the game prints goes to stderr. A mistake in it is told to the screen, and is the
end of it.
"""

import os
import select
import signal
import socket
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, NoReturn

from cabinet.platform.guarding import end_all
from cabinet.platform.kernel import PR_SET_CHILD_SUBREAPER, PR_SET_PDEATHSIG, prctl

if TYPE_CHECKING:
    import mmap

    from cabinet.loops.run import Run
    from cabinet.screen.loops.wire import LoopWire

MEGABYTE: Final = 1 << 20
# For Python, pygame and the fonts, beside what a game may have for itself.
OWN_MEMORY: Final = 96
LONGEST_TRACE: Final = 8_000
_LINUX: Final = sys.platform == "linux"


def main() -> int:
    """Guard the process that plays; 0 when it has ended by itself."""
    end = socket.socket(fileno=os.dup(0))
    end.set_inheritable(False)
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    waking, woken = os.pipe()
    os.set_blocking(woken, False)
    signal.set_wakeup_fd(woken)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    player = os.fork()
    if player == 0:
        os.close(waking)
        _play_and_end(end)
    try:
        _wait(end, waking, player)
    finally:
        end_all(player)
    return 0


def _wait(end: socket.socket, waking: int, player: int) -> None:
    """Until the player has ended, or nobody listens to it."""
    poll = select.poll()
    poll.register(waking, select.POLLIN)
    if sys.platform == "linux":
        poll.register(end, select.POLLRDHUP)
    while True:
        for descriptor, _ in poll.poll():
            if descriptor == end.fileno():
                return
            os.read(waking, 64)
        if os.waitpid(player, os.WNOHANG)[0]:
            return


# The process that plays


def _play_and_end(end: socket.socket) -> NoReturn:
    from cabinet.screen.loops.wire import LoopWire, WireError

    code = 0
    signal.set_wakeup_fd(-1)
    for number in (signal.SIGCHLD, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    wire = LoopWire(end)
    try:
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        nothing = os.open(os.devnull, os.O_RDWR)
        os.dup2(nothing, 0)
        os.dup2(2, 1)
        _play(wire)
    except WireError:  # the screen has hung up
        code = 1
    except BaseException as wrong:  # noqa: BLE001 - a stranger's game may raise anything
        code = 1
        with suppress(BaseException):
            wire.send({"failed": _sentence(wrong), "trace": _trace(wrong)})
    os._exit(code)


def _sentence(wrong: BaseException) -> str:
    from cabinet.loops.api import LoopError

    if isinstance(wrong, LoopError):
        return str(wrong)[:200]
    return f"{type(wrong).__name__}: {wrong}".splitlines()[0][:200]


def _trace(wrong: BaseException) -> str:
    from traceback import format_exception

    return "".join(format_exception(wrong))[-LONGEST_TRACE:]


def _limit(memory: int) -> None:
    """So much for the game, and nothing that it does not need."""
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if _LINUX:
        most = (memory + OWN_MEMORY) * MEGABYTE
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def _play(wire: "LoopWire") -> None:
    begin = wire.receive(None)
    memory = wire.descriptor
    if begin is None or memory is None:
        return
    _limit(int(begin["memory"]))
    import pygame

    from cabinet.loops.registry import load_loop
    from cabinet.loops.run import LoopMatch, Run
    from cabinet.screen.loops.wire import map_pixels

    game = load_loop(begin["game"])
    pixels = map_pixels(memory, game.size, writing=True)
    pygame.display.init()
    pygame.font.init()
    # A window that nobody sees: with it pictures can be converted, as in any program.
    pygame.display.set_mode((1, 1))
    run = Run(game, LoopMatch(**begin["match"]))
    surface = pygame.Surface(game.size, 0, 32)
    _draw(run, surface, pixels, 0)
    wire.send(_answer(run, 0, checkpoint=False))
    while (asked := wire.receive(None)) is not None:
        _obey(run, asked)
        shown = int(asked["buffer"])
        if asked["draw"]:
            _draw(run, surface, pixels, shown)
        wire.send(_answer(run, shown, checkpoint=asked["checkpoint"]))


def _obey(run: "Run", asked: dict[str, Any]) -> None:
    from cabinet.screen.loops.buttons import unpacked

    if (paused := asked.get("pause")) is not None:
        run.pause(on=paused)
    if language := asked.get("language"):
        run.speak(language)
    seats = run.match.seats
    for count, update in asked["updates"]:
        held, pressed = unpacked(update, seats)
        for _ in range(count):
            run.update(held, pressed)
            if run.outcome() is not None:
                return


def _draw(run: "Run", surface: Any, pixels: "mmap.mmap", number: int) -> None:  # noqa: ANN401 - a pygame.Surface
    run.draw(surface)
    picture = surface.get_view("0")
    start = number * picture.length
    pixels[start : start + picture.length] = picture.raw


def _answer(run: "Run", shown: int, *, checkpoint: bool) -> dict[str, Any]:
    import time

    outcome = run.outcome()
    return {
        "shown": shown,
        "updates": run.updates,
        "sounds": run.sounds(),
        "score": run.score(),
        "outcome": outcome and (outcome.winners, outcome.scores, outcome.reason),
        "checkpoint": run.checkpoint() if checkpoint and not outcome else "",
        "at": time.monotonic_ns(),
    }


if __name__ == "__main__":
    sys.exit(main())
