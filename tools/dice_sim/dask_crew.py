"""The workers of a Dask cluster as a crew; see `crew`.

A worker needs this package installed, nothing else. A task that loses its worker is
given to another by Dask itself; only when no worker is left, or one task has killed
several, is it over.
"""

from collections.abc import Iterator
from typing import Any, Final

from tools.dice_sim.crew import Crew, Done, done, write_order
from tools.dice_sim.errors import InterruptedRunError, LabError
from tools.dice_sim.plan import Stretch
from tools.dice_sim.worker import Answer, answer

# Seconds to reach the scheduler, and to wait for a worker when there is none.
TIMEOUT: Final = 10.0


def with_dask(address: str, patience: float = TIMEOUT) -> Crew:
    """The workers of the cluster whose scheduler is at `address` play."""
    dask = _dask()

    def play(stretches: Iterator[Stretch]) -> Iterator[Done]:
        try:
            client = dask.Client(address, timeout=patience)
        except (OSError, ValueError, TypeError) as wrong:
            raise LabError(
                f"no Dask scheduler answers at {address!r}: {wrong}. Start one with "
                "`dask scheduler` and give its address, as in tcp://127.0.0.1:8786"
            ) from wrong
        with client:
            cluster = _Cluster(dask, client, patience)
            cluster.await_workers()
            yield from cluster.serve(stretches)

    return play


def _dask() -> Any:  # noqa: ANN401
    try:
        import distributed
    except ImportError as wrong:
        raise LabError(
            "--dask needs dask.distributed: pip install 'arkade-cabinet[lab]'"
        ) from wrong
    return distributed


class _Cluster:
    """A connection to the scheduler, and which stretches are out."""

    def __init__(self, dask: Any, client: Any, patience: float) -> None:  # noqa: ANN401
        self._dask, self._client, self._patience = dask, client, patience
        self._out: dict[Any, Stretch] = {}

    def await_workers(self) -> None:
        """`InterruptedRunError` if there are none and none comes."""
        try:
            self._client.wait_for_workers(1, timeout=self._patience)
        except TimeoutError:
            raise InterruptedRunError(
                "the Dask cluster has no worker left; start one with "
                "`dask worker ADDRESS`"
            ) from None

    def serve(self, stretches: Iterator[Stretch]) -> Iterator[Done]:
        """Twice as many stretches out as there are threads to play them."""
        wanted = 2 * max(1, sum(self._client.nthreads().values()))
        while True:
            while len(self._out) < wanted:
                stretch = next(stretches, None)
                if stretch is None:
                    break
                order = write_order(stretch)
                future = self._client.submit(answer, order, pure=False)
                self._out[future] = stretch
            if not self._out:
                return
            for future in self._finished():
                stretch = self._out.pop(future)
                yield done(stretch, self._said(future, stretch))

    def _finished(self) -> list[Any]:
        while True:
            try:
                ended = self._dask.wait(
                    list(self._out), self._patience, "FIRST_COMPLETED"
                )
            except TimeoutError:
                self.await_workers()
            except self._dask.CancelledError as wrong:
                raise InterruptedRunError("the Dask scheduler is gone") from wrong
            else:
                return list(ended.done)

    def _said(self, future: Any, stretch: Stretch) -> Answer:  # noqa: ANN401
        try:
            said: Answer = future.result(timeout=self._patience)
        except Exception as wrong:
            raise InterruptedRunError(
                f"the Dask cluster lost games {stretch.start} to {stretch.stop - 1} "
                f"of {stretch.cell.label}: {type(wrong).__name__}: {wrong}"
            ) from wrong
        return said
