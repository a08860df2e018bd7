"""Five phones play while a sixth hammers the web program: how long each action takes.

Measured are the actions of the five, as they are really played: from the message
to its answer, which is sent when the frame with the action has been drawn. Beside it
stands how the screen drew. The flood has the code of the last seat, if it has one.
"""

import time
from contextlib import contextmanager
from typing import NamedTuple

from cabinet.protocol.codec import Quit
from tests.system.flooding import Frames, answers, flood, over
from tests.system.phones import PhoneCabinet, PlainPhone

FLOOD = 1_000
NO_SEAT = "0" * 20
SEATS = 6
HOSTILE = SEATS - 1


class Flooded(NamedTuple):
    """What came of it: milliseconds of each action, and how the flood was answered."""

    waits: list[float]
    answers: dict[int, int]
    seconds: float
    frames: int
    late: int

    @property
    def p95(self):
        """Of the milliseconds an action took."""
        return sorted(self.waits)[len(self.waits) * 95 // 100]

    @property
    def said(self):
        """All of it in a line."""
        return (
            f"{len(self.waits)} actions, p95 {self.p95:.0f} ms, "
            f"{self.late} of {self.frames} frames late, answers {self.answers}"
        )


@contextmanager
def six_phones(folder):
    """A table for six at a running cabinet, about to begin."""
    folder.mkdir(exist_ok=True)
    cabinet = PhoneCabinet(folder, SEATS)
    try:
        cabinet.enter()
        cabinet.sit_down(SEATS)
        yield cabinet
        cabinet.say(Quit())
        code, out = cabinet.end()
        assert code == 0
        assert "Traceback" not in out
    finally:
        cabinet.close()


def play_under(
    cabinet, kind, seconds, *, seated=True, at=None, cookie="", meanwhile=None
):
    """Play while it floods with requests of a kind; None is nobody.

    `at` is another port than the phones'; `meanwhile` is done again and again.
    """
    # Who floods with messages may say no more: that seat plays at the stick.
    seats = range(HOSTILE if kind == "post" else SEATS)
    phones = {seat: PlainPhone(cabinet.address(seat)) for seat in seats}
    token = cookie or (cabinet.shown.phones[HOSTILE] if seated else NO_SEAT)
    cabinet.start()
    phones[0].until(lambda view: view["mode"] == "playing")
    frames = Frames(cabinet.socket)
    a_second = FLOOD if kind else 0
    port = at or cabinet.port
    flooding = flood(port, token, a_second, seconds, kind or "connect")
    waits = []
    while not over([flooding], 0.02):
        frames.look()
        if meanwhile:
            meanwhile()
        if actors := cabinet.table().actors:
            waits += _act(cabinet, actors[0], phones)
    found, took = answers(flooding)
    drawn, late = frames.close()
    for phone in phones.values():
        phone.close()
    return Flooded(waits, found, took, drawn, late)


def _act(cabinet, seat, phones):
    """One action of whoever is due; how long it took, if it is measured."""
    moves = len(cabinet.shown.match.log)
    if seat not in phones:
        cabinet.play_at_the_stick(seat)
        return []
    began = time.perf_counter()
    status, answer = phones[seat].play_unseen(cabinet, seat)
    took = (time.perf_counter() - began) * 1000
    if status == 409 and "turned over" in answer["error"]:
        cabinet.tap("p1.b")  # enough of the reveal
        return []
    assert status == 200, answer
    cabinet.until(lambda shown: shown.mode != "playing" or len(shown.match.log) > moves)
    return [] if seat == HOSTILE else [took]
