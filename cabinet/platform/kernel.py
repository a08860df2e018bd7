"""What a loop game's process asks of Linux, and what takes its place elsewhere.

It imports little: that process has the memory of a small machine to share.
"""

import os
import sys
import tempfile
from typing import Final

PR_SET_PDEATHSIG: Final = 1
PR_SET_CHILD_SUBREAPER: Final = 36


def prctl(option: int, value: int) -> None:
    """Set an option of this process; elsewhere there is none."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def shared_memory(name: str, length: int) -> int:
    """The descriptor of memory to share, sealed against another size.

    Without memfd it is a file that has no name any more.
    """
    if sys.platform == "linux":
        import fcntl

        memory = os.memfd_create(name, os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
        os.ftruncate(memory, length)
        seals = fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SEAL
        fcntl.fcntl(memory, fcntl.F_ADD_SEALS, seals)
        return memory
    with tempfile.TemporaryFile() as file:
        memory = os.dup(file.fileno())
    os.ftruncate(memory, length)
    return memory
