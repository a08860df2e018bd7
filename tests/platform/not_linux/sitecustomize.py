"""A Python off Linux: with this folder on PYTHONPATH, what only Linux has is gone.

It says that it is a Mac. Names that a Mac does not have are taken out of the standard
library before anything else is loaded. What is asked of the kernel by another way
(a file of /proc, a function of the C library, a socket without a file) fails as there.
"""

import errno
import fcntl
import os
import select
import signal
import socket
import sys
import sysconfig
import time

GONE = {
    os: (
        *("copy_file_range", "eventfd", "eventfd_read", "eventfd_write", "fdatasync"),
        *("getrandom", "getresgid", "getresuid", "getxattr", "listxattr"),
        *("memfd_create", "pidfd_open", "pipe2", "posix_fadvise", "posix_fallocate"),
        *("removexattr", "sched_getaffinity", "sched_getparam", "sched_getscheduler"),
        *("sched_setaffinity", "sched_setparam", "sched_setscheduler"),
        *("setresgid", "setresuid", "setxattr", "splice"),
        *("O_DIRECT", "O_LARGEFILE", "O_NOATIME", "O_PATH", "O_RSYNC", "O_TMPFILE"),
    ),
    select: ("epoll",),
    signal: ("sigtimedwait", "sigwaitinfo", "SIGPOLL", "SIGPWR", "SIGRTMIN"),
    socket: (
        *("SOCK_CLOEXEC", "SOCK_NONBLOCK", "SO_BINDTODEVICE", "SO_MARK", "SO_PASSCRED"),
        *("SO_PEERCRED", "SO_PEERSEC", "MSG_CMSG_CLOEXEC", "MSG_NOSIGNAL"),
        *("AF_CAN", "AF_NETLINK", "AF_PACKET", "AF_VSOCK", "SCM_CREDENTIALS"),
        *("TCP_CORK", "TCP_QUICKACK", "TCP_USER_TIMEOUT"),
    ),
    time: ("CLOCK_BOOTTIME", "pthread_getcpuclockid"),
}
FOLDERS = ("/proc", "/sys", "/run", "/dev/dri", "/dev/shm", "/dev/gpiochip")
FILES = {"open", "os.listdir", "os.scandir", "os.mkdir"}
FUNCTIONS = {"prctl", "mallopt", "adjtimex", "gettid", "inotify_init1", "epoll_create1"}


def is_linux_only(path):
    path = os.fsdecode(path) if isinstance(path, str | bytes | os.PathLike) else ""
    return any(path == one or path.startswith(f"{one}/") for one in FOLDERS)


def refuse(event, values):
    """See `sys.addaudithook`: what is raised here is raised by the call."""
    if event in FILES and is_linux_only(values[0]):
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), values[0])
    if event in ("socket.bind", "socket.connect", "socket.sendto"):
        name = values[1]
        if name and isinstance(name, str | bytes) and os.fsencode(name)[0] == 0:
            raise FileNotFoundError(errno.ENOENT, "a socket without a file")
    if event == "ctypes.dlsym" and values[1] in FUNCTIONS:
        raise AttributeError(f"the C library of a Mac has no {values[1]}")


def full_sync(descriptor, command, *values, _fcntl=fcntl.fcntl):
    """`fcntl.fcntl` of a Mac, which waits for the disk when asked to."""
    if command == fcntl.F_FULLFSYNC:
        return os.fsync(descriptor) or 0
    return _fcntl(descriptor, command, *values)


# How this Python was built stays what it is.
os.environ.setdefault("_PYTHON_SYSCONFIGDATA_NAME", sysconfig._get_sysconfigdata_name())
sys.platform = "darwin"
for module, names in GONE.items():
    for name in names:
        if hasattr(module, name):
            delattr(module, name)
fcntl.F_FULLFSYNC = 51
fcntl.fcntl = full_sync
sys.addaudithook(refuse)
