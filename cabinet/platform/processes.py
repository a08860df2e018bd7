"""What a program does with processes: a child that reads, a leash, a tidy start."""

import gc
import os
import pickle
import signal
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from typing import Final, NoReturn, TypeVar

from cabinet.core.errors import CabinetError
from cabinet.places import Place

T = TypeVar("T")

PR_SET_PDEATHSIG: Final = 1
M_MMAP_THRESHOLD: Final = -3


def begin_in_a_child(work: Callable[[Place], T], place: Place) -> Callable[[], T]:
    """Begin `work` in a child; call what is returned for what it returns or raises.

    Checking settings takes pydantic and every game: 15 MB that the counter would
    otherwise carry for as long as the cabinet runs, and time in which it can load
    what it needs itself.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        _answer_and_end(work, place, writing)
    os.close(writing)

    def answer() -> T:
        with open(reading, "rb") as heard:  # noqa: PTH123
            found = heard.read()
        os.waitpid(child, 0)
        if not found:
            raise CabinetError("reading the settings failed; see what was said above")
        result: T | Exception = pickle.loads(found)
        if isinstance(result, Exception):
            raise result
        return result

    return answer


def _answer_and_end(
    work: Callable[[Place], object], place: Place, writing: int
) -> NoReturn:
    """A child never goes on as its parent, whatever went wrong in it."""
    try:
        try:
            answer = work(place)
        except (CabinetError, ValueError) as wrong:
            answer = wrong
        with open(writing, "wb") as out:
            pickle.dump(answer, out)
    except BaseException:  # noqa: BLE001
        traceback.print_exc()
        os._exit(70)
    os._exit(0)


def settle_in() -> None:
    """All is loaded: what is there now stays, only what comes is looked through."""
    gc.freeze()
    gc.enable()


def die_with(parent: int) -> None:
    """End when the program that started us is gone, however it went (Linux)."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != parent:
        raise SystemExit(0)


def give_back_memory() -> None:
    """Have large blocks returned when they are freed (glibc).

    It would learn to keep them: the 9 MiB of one password, for as long as we run.
    """
    if sys.platform == "linux":
        import ctypes

        with suppress(AttributeError):
            ctypes.CDLL(None).mallopt(M_MMAP_THRESHOLD, 1 << 20)
