"""Who plays: this process, a pool of processes, or the workers of a Dask cluster.

`run` has a crew carry out a plan, keeps it on the disk as it goes, and draws a bar that
says so. Ctrl-C, a dead worker or a game's fault end a run early; what was counted
before is saved, and the same command goes on from there.

Each crew takes stretches and gives them back counted, in any order: counts add up to
the same whoever played. At most a few stretches are out at a time.

A worker of Dask needs this package installed, nothing else. A task that loses its
worker is given to another by Dask itself; only when no worker is left, or one task has
killed several, is it over.
"""

import pickle
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from itertools import islice
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any, Final, TextIO

from tools.dice_sim.errors import InterruptedRunError, LabError
from tools.dice_sim.keeping import Kept, Tally
from tools.dice_sim.plan import Plan, Stretch, stretches
from tools.dice_sim.worker import Answer, answer, work

# Seconds that a process gets to end after it was told to.
_GRACE: Final = 5.0
# Seconds to reach the scheduler of Dask, and to wait for a worker when there is none.
TIMEOUT: Final = 10.0


@dataclass(frozen=True, slots=True)
class Done:
    """A stretch, what came of it, and the seconds of a processor it took."""

    stretch: Stretch
    tally: Tally
    seconds: float


Crew = Callable[[Iterator[Stretch]], Iterator[Done]]


def _taken_in(stretch: Stretch, said: Answer) -> Done:
    """An answer taken in; `InterruptedRunError` if the game itself failed."""
    word, what, seconds = said
    if word == "failed":
        raise InterruptedRunError(f"{what} (in {_named(stretch)})")
    return Done(stretch, Tally(what), seconds)


def _named(stretch: Stretch) -> str:
    return (
        f"{stretch.game} {stretch.cell.label}, seed {stretch.manner.seed}, games "
        f"{stretch.start} to {stretch.stop - 1}"
    )


def alone(left: Iterator[Stretch]) -> Iterator[Done]:
    """Nobody but the process that asks plays."""
    for stretch in left:
        yield _taken_in(stretch, answer(pickle.dumps(stretch)))


class _Worker:
    """One worker process and the pipe to it."""

    def __init__(self) -> None:
        context = get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self._process = context.Process(target=work, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()

    def death(self, stretch: Stretch) -> InterruptedRunError:
        self._process.join(_GRACE)
        code = self._process.exitcode
        how = f"signal {-code}" if code and code < 0 else f"exit code {code}"
        return InterruptedRunError(
            f"worker process {self._process.pid} died ({how}: killed, or out of "
            f"memory?) while it played {_named(stretch)}"
        )

    def dismiss(self) -> None:
        self._process.terminate()
        self._process.join(_GRACE)
        self.pipe.close()


def with_processes(workers: int) -> Crew:
    """So many processes of this machine play."""

    def play(left: Iterator[Stretch]) -> Iterator[Done]:
        team = [_Worker() for _ in range(workers)]
        try:
            yield from _serve(team, left)
        finally:
            for worker in team:
                worker.dismiss()

    return play


def _serve(team: list[_Worker], left: Iterator[Stretch]) -> Iterator[Done]:
    idle = list(team)
    busy: dict[Any, tuple[_Worker, Stretch]] = {}
    while True:
        while idle and (stretch := next(left, None)) is not None:
            worker = idle.pop()
            try:
                worker.pipe.send(pickle.dumps(stretch))
            except (BrokenPipeError, ConnectionResetError):
                raise worker.death(stretch) from None
            busy[worker.pipe] = worker, stretch
        if not busy:
            return
        for pipe in wait(list(busy)):
            assert isinstance(pipe, Connection)
            worker, stretch = busy.pop(pipe)
            try:
                said = pipe.recv()
            except (EOFError, ConnectionResetError):
                raise worker.death(stretch) from None
            idle.append(worker)
            yield _taken_in(stretch, said)


def with_dask(address: str, timeout: float = TIMEOUT) -> Crew:
    """The workers of the cluster whose scheduler is at `address` play."""
    try:
        dask: Any = import_module("distributed")
    except ImportError as wrong:
        raise LabError(
            "--dask needs dask.distributed: pip install 'arkade-cabinet[lab]'"
        ) from wrong

    def play(left: Iterator[Stretch]) -> Iterator[Done]:
        try:
            client = dask.Client(address, timeout=timeout)
        except (OSError, ValueError, TypeError) as wrong:
            raise LabError(
                f"no Dask scheduler answers at {address!r}: {wrong}. Start one with "
                "`dask scheduler` and give its address, as in tcp://127.0.0.1:8786"
            ) from wrong
        with client:
            _await_workers(client, timeout)
            # Twice as many stretches are out as there are threads to play them.
            most = 2 * max(1, sum(client.nthreads().values()))
            out: dict[Any, Stretch] = {}
            while True:
                for stretch in islice(left, most - len(out)):
                    order = pickle.dumps(stretch)
                    out[client.submit(answer, order, pure=False)] = stretch
                if not out:
                    return
                for future in _finished(dask, client, list(out), timeout):
                    stretch = out.pop(future)
                    yield _taken_in(stretch, _said(future, stretch, timeout))

    return play


def _await_workers(client: Any, timeout: float) -> None:  # noqa: ANN401
    """`InterruptedRunError` if there are none and none comes."""
    try:
        client.wait_for_workers(1, timeout=timeout)
    except TimeoutError:
        raise InterruptedRunError(
            "the Dask cluster has no worker left; start one with `dask worker ADDRESS`"
        ) from None


def _finished(
    dask: Any,  # noqa: ANN401
    client: Any,  # noqa: ANN401
    out: list[Any],
    timeout: float,
) -> list[Any]:
    while True:
        try:
            return list(dask.wait(out, timeout, "FIRST_COMPLETED").done)
        except TimeoutError:
            _await_workers(client, timeout)
        except dask.CancelledError as wrong:
            raise InterruptedRunError("the Dask scheduler is gone") from wrong


def _said(future: Any, stretch: Stretch, timeout: float) -> Answer:  # noqa: ANN401
    try:
        said: Answer = future.result(timeout=timeout)
    except Exception as wrong:
        raise InterruptedRunError(
            f"the Dask cluster lost games {stretch.start} to {stretch.stop - 1} "
            f"of {stretch.cell.label}: {type(wrong).__name__}: {wrong}"
        ) from wrong
    return said


WIDTH: Final = 28
# Seconds between two pictures of the bar.
OFTEN: Final = 0.2


def bar(done: int, total: int, seconds: float, before: int = 0) -> str:
    """`[#####.....]  5,000/10,000  71 games/s  1:10 left`; `before` cost no time."""
    full = WIDTH * done // total if total else WIDTH
    line = f"[{'#' * full}{'.' * (WIDTH - full)}]  {done:,}/{total:,}"
    fresh = done - before
    if fresh <= 0 or seconds <= 0:
        return line
    rate = fresh / seconds
    pace = f"{rate:.0f}" if rate >= 10 else f"{rate:.2g}"
    return f"{line}  {pace} games/s  {clock((total - done) / rate)} left"


def clock(seconds: float) -> str:
    """`1:10`, `2:03:04`."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours}:{minutes:02}:{rest:02}"
    return f"{minutes}:{rest:02}"


class Progress:
    """The bar on a terminal; where there is none, nothing."""

    def __init__(self, out: TextIO, now: Callable[[], float], total: int) -> None:
        self._out, self._now, self._total = out, now, total
        self._shown = out.isatty()
        self._began = self._last = now()
        self._before = 0

    def begin(self, done: int) -> None:
        """So many were there already."""
        self._before = done
        self._began = self._now()

    def at(self, done: int) -> None:
        """So many are there now."""
        now = self._now()
        if not self._shown or (now - self._last < OFTEN and done < self._total):
            return
        self._last = now
        line = bar(done, self._total, now - self._began, self._before)
        self._out.write(f"\r{line}\x1b[K")
        self._out.flush()

    def end(self) -> None:
        """Leave the line to others."""
        if self._shown:
            self._out.write("\r\x1b[K")
            self._out.flush()


# Seconds of a processor that a stretch should take, and seconds between two saves.
STRETCH: Final = 0.5
SAVE: Final = 5.0
MOST: Final = 500


def _size_after(size: int, done: Done) -> int:
    """How many games make the next stretch, from how long those before took."""
    games = done.stretch.stop - done.stretch.start
    seconds = max(done.seconds / games, 1e-6)
    return max(1, min(MOST, 4 * size, int(STRETCH / seconds)))


def run(
    kept: Kept,
    crew: Crew,
    folder: Path,
    progress: Progress,
    now: Callable[[], float],
    part: Plan | None = None,
) -> None:
    """Play what is missing of the plan, or of a part of it.

    However it ends, what was finished is kept.
    """
    size, saved = 1, now()
    progress.begin(kept.played)
    playing = crew(stretches(part or kept.plan, kept.spans, lambda: size))
    try:
        for done in playing:
            kept.take(done.stretch, done.tally)
            size = _size_after(size, done)
            progress.at(kept.played)
            if now() - saved >= SAVE:
                kept.save(folder)
                saved = now()
    except InterruptedRunError as wrong:
        raise InterruptedRunError(
            f"{wrong}. {kept.played:,} of {kept.plan.total:,} games are done and kept "
            f"in {folder}: the same command goes on from there"
        ) from wrong
    finally:
        progress.end()
        kept.save(folder)
