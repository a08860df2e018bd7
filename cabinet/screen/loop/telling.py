"""What the screen has to say to whoever runs the cabinet: one line each."""

import logging
import sys

log = logging.getLogger("cabinet.screen")


def tell(sentence: str, level: int = logging.WARNING) -> None:
    """Say it, on one line whatever is in it; on stderr where nobody keeps a log."""
    line = " ".join(sentence.split())
    if log.hasHandlers():
        log.log(level, "%s", line)
    else:
        sys.stderr.write(f"cabinet screen: {line}\n")
        sys.stderr.flush()


def inform(sentence: str) -> None:
    """Say what is neither wrong nor in need of anybody."""
    tell(sentence, logging.INFO)
