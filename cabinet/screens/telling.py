"""What the screen has to say to whoever runs the cabinet: one line on stderr each."""

import sys


def tell(sentence: str) -> None:
    """Say it, on one line whatever is in it."""
    sys.stderr.write(f"cabinet screen: {' '.join(sentence.split())}\n")
    sys.stderr.flush()
