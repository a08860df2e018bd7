"""What a program does with processes: a child that reads, a leash, a tidy start."""

import gc
import os
import pickle
import select
import signal
import sys
import time
import traceback
from collections.abc import Callable, Collection
from contextlib import suppress
from pathlib import Path
from typing import Final, NoReturn, TypeVar

from cabinet.core.errors import CabinetError

A = TypeVar("A")
T = TypeVar("T")

# How every Python of ours begins: the folder it happens to stand in is no package.
PYTHON: Final = (sys.executable, "-P", "-m")
PR_SET_PDEATHSIG: Final = 1
M_MMAP_THRESHOLD: Final = -3
# Whoever asks to be believed must not make us read for long.
MOST_GENERATIONS: Final = 8
# The kernel's answer when nobody keeps its clock (TIME_ERROR of adjtimex).
UNKEPT: Final = 5
_TIMEX: Final = 512  # larger than `struct timex` anywhere


def begin_in_a_child(work: Callable[[A], T], argument: A) -> Callable[[], T]:
    """Begin `work` in a child; call what is returned for what it returns or raises.

    Checking settings takes pydantic and every game: 15 MB that the counter would
    otherwise carry for as long as the cabinet runs, and time in which it can load
    what it needs itself. Proving long books takes a child for each processor.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        _answer_and_end(work, argument, writing)
    os.close(writing)

    def answer() -> T:
        with open(reading, "rb") as heard:  # noqa: PTH123
            found = heard.read()
        os.waitpid(child, 0)
        if not found:
            raise CabinetError("a child process failed; see what was said above")
        result: T | Exception = pickle.loads(found)
        if isinstance(result, Exception):
            raise result
        return result

    return answer


def _answer_and_end(work: Callable[[A], object], argument: A, writing: int) -> NoReturn:
    """A child never goes on as its parent, whatever went wrong in it."""
    try:
        try:
            answer = work(argument)
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


def sync_data(descriptor: int) -> None:
    """Return when what was written to a file is on the disk.

    On a Mac fsync() leaves it in the drive's cache; F_FULLFSYNC does not.
    """
    if sys.platform == "darwin":
        import fcntl

        fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
    else:
        os.fdatasync(descriptor)


def signal_within(wanted: Collection[signal.Signals], seconds: float) -> bool:
    """Whether one of these signals, which are blocked, comes within some seconds."""
    if sys.platform == "linux":
        return signal.sigtimedwait(wanted, seconds) is not None
    end = time.monotonic() + seconds
    while not set(wanted) & signal.sigpending():
        left = end - time.monotonic()
        if left <= 0:
            return False
        select.select((), (), (), min(left, 0.1))
    return True


def die_with(parent: int) -> None:
    """End when the program that started us is gone, however it went (Linux)."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != parent:
        raise SystemExit(0)


def child_of(ancestor: int, process: int) -> int:
    """The child of `ancestor` that a process is or descends from; 0 if none (Linux)."""
    for _ in range(MOST_GENERATIONS):
        parent = _parent(process)
        if parent == ancestor or parent == 0:
            return process if parent else 0
        process = parent
    return 0


def _parent(process: int) -> int:
    try:
        stat = Path(f"/proc/{process}/stat").read_bytes()
    except OSError:
        return 0
    # The name before the last bracket is the program's to choose, byte for byte.
    return int(stat.rpartition(b")")[2].split()[1])


def command_line(process: int) -> tuple[str, ...]:
    """The words that a process was started with; none when it is gone (Linux)."""
    try:
        words = Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return ()
    return tuple(os.fsdecode(words).split("\0")[:-1])


def give_back_memory() -> None:
    """Have large blocks returned when they are freed (glibc).

    It would learn to keep them: the 9 MiB of one password, for as long as we run.
    """
    if sys.platform == "linux":
        import ctypes

        with suppress(AttributeError):
            ctypes.CDLL(None).mallopt(M_MMAP_THRESHOLD, 1 << 20)


def clock_is_kept() -> bool | None:
    """Whether somebody keeps the kernel's clock right; None if it does not tell."""
    if sys.platform == "linux":
        import ctypes

        state = ctypes.CDLL(None).adjtimex(ctypes.create_string_buffer(_TIMEX))
        return None if state < 0 else bool(state != UNKEPT)
    return None


# Whoever sets the clock by hand leaves this file, which is gone after the next start.
BY_HAND: Final = "clock-set"
CLOCK_SET_BY_HAND: Final = Path("/run/cabinet-machine") / BY_HAND
_SOONEST: Final = 1_767_225_600.0  # 2026


def clock_kept_by(
    by_hand: Path | None = CLOCK_SET_BY_HAND, batteries: Path = Path("/dev")
) -> str:
    """Who says that the wall clock is right: network, hand, battery; "" for nobody."""
    if clock_is_kept() is not False:
        return "network"
    if by_hand is not None and by_hand.exists():
        return "hand"
    ran_on = any(batteries.glob("rtc*")) and time.clock_gettime(0) >= _SOONEST
    return "battery" if ran_on else ""


def clock_can_be_trusted(
    by_hand: Path = CLOCK_SET_BY_HAND, batteries: Path = Path("/dev")
) -> bool:
    """Whether the wall clock is kept, was set by hand, or ran on through a battery."""
    return bool(clock_kept_by(by_hand, batteries))
