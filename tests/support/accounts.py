"""Rights that a test gives up for a while."""

import os
from contextlib import contextmanager


@contextmanager
def nobody():
    """Root may do everything, so root is nobody for a while; others are anyway."""
    user = os.geteuid()
    if user == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(user)
