"""What a worker does, here or on another machine: games in, counts out.

This file imports nothing of the games before it has chosen between the compiled
modules and the written ones; that is why stretches come pickled, and are read late.
"""

import gc
import os
import pickle
import signal
from multiprocessing.connection import Connection
from time import process_time
from typing import Any

# A search makes millions of objects, and no cycles.
_RUBBISH = 1_000_000

Answer = tuple[str, Any, float]


def answer(order: bytes) -> Answer:
    """Play a stretch: ("done", counts, seconds), or ("failed", why, seconds)."""
    from cabinet import compiled

    compiled.use(os.environ)
    gc.set_threshold(_RUBBISH)
    from tools.dice_sim.playing import play_stretch

    began = process_time()
    try:
        tally = play_stretch(pickle.loads(order))
    except Exception as wrong:  # noqa: BLE001 - a game's fault, told to a person
        return "failed", f"{type(wrong).__name__}: {wrong}", process_time() - began
    return "done", tally.write(), process_time() - began


def work(pipe: Connection) -> None:
    """Answer orders until there are no more; Ctrl-C is for who gave them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        while (order := pipe.recv()) is not None:
            pipe.send(answer(order))
    except (EOFError, BrokenPipeError):
        return
