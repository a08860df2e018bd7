"""What fuzzers found: inputs that reach something no other input reaches."""

import base64
import hashlib
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
KEPT = ROOT / "tests" / "security" / "corpus"
# Where a run goes on from on this machine; `distil` puts the best of it into KEPT.
BUILD = ROOT / "build" / "fuzz"
OURS = tuple(str(ROOT / name) for name in ("cabinet/", "firmware_bridge/"))


def kept(name):
    """The inputs in the repository."""
    file = KEPT / f"{name}.txt"
    lines = file.read_text(encoding="ascii").split() if file.exists() else ()
    return [base64.b64decode(line) for line in lines]


def folder(name, seeds):
    """The folder of a target for atheris, with all that is known in it."""
    place = BUILD / name
    place.mkdir(parents=True, exist_ok=True)
    for data in (*seeds, *kept(name)):
        (place / hashlib.sha1(data, usedforsecurity=False).hexdigest()).write_bytes(
            data
        )
    return place


def distil(name, send, most=400):
    """Keep the shortest inputs that together reach every line that any reaches."""
    found = sorted(
        {file.read_bytes() for file in (BUILD / name).iterdir()} | set(kept(name)),
        key=lambda data: (len(data), data),
    )
    reached, best = set(), []
    for data in found:
        lines = _lines_of(send, data)
        if not lines <= reached and len(best) < most:
            reached |= lines
            best.append(data)
    text = "".join(f"{base64.b64encode(data).decode()}\n" for data in best)
    KEPT.mkdir(exist_ok=True)
    (KEPT / f"{name}.txt").write_text(text, encoding="ascii")
    return len(found), len(best), len(reached)


def _lines_of(send, data):
    """Pairs of lines of ours that ran one after the other."""
    reached = set()

    def trace(frame, event, _):
        if not frame.f_code.co_filename.startswith(OURS):
            return None
        before = 0

        def line(frame, event, _):
            nonlocal before
            if event == "line":
                reached.add((frame.f_code, before, frame.f_lineno))
                before = frame.f_lineno
            return line

        return line

    sys.settrace(trace)
    try:
        send(data)
    finally:
        sys.settrace(None)
    return reached
