"""A Dask cluster plays the same games as one process does."""

import os
import signal
import warnings
from contextlib import contextmanager

import pytest

from tests.dice_sim.laboratory import Bar, plan, played, text
from tools.dice_sim.crew import with_dask
from tools.dice_sim.errors import InterruptedRunError, LabError

distributed = pytest.importorskip("distributed")


@contextmanager
def cluster_of(workers, *, processes):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with distributed.LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            processes=processes,
            protocol="tcp://",
            dashboard_address=None,
        ) as cluster:
            yield cluster


def test_a_cluster_of_two_gives_what_one_process_gives():
    asked = plan()
    with cluster_of(2, processes=False) as cluster:
        kept = played(asked, with_dask(cluster.scheduler_address))
    assert kept.complete
    assert text(kept) == text(played(asked))


def test_a_cluster_without_workers_is_a_sentence():
    with cluster_of(0, processes=False) as cluster:
        crew = with_dask(cluster.scheduler_address, timeout=0.5)
        with pytest.raises(InterruptedRunError, match="cluster has no worker left"):
            played(plan(), crew)


def test_no_cluster_is_a_sentence():
    crew = with_dask("tcp://127.0.0.1:9", timeout=1.0)
    with pytest.raises(LabError, match="no Dask scheduler answers at 'tcp://127"):
        played(plan(), crew)


@pytest.mark.soak
def test_a_cluster_that_loses_a_process_gives_the_same():
    asked = plan(games=100)
    with cluster_of(2, processes=True) as cluster:

        def kill_one():
            os.kill(next(iter(cluster.workers.values())).pid, signal.SIGKILL)

        crew = with_dask(cluster.scheduler_address)
        kept = played(asked, crew, bar=Bar(at=20, then=kill_one))
    assert kept.complete
    assert text(kept) == text(played(asked))
