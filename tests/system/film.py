"""A film of a running cabinet: its screen's own camera, and strips of what counted."""

import io
import select
import socket
import threading
import time
from contextlib import suppress

from PIL import Image

from cabinet.games.space_aztecs import GAME
from cabinet.games.space_aztecs.view.drama import (
    COUNT_FRAMES,
    FRAMES,
    HOUR_FRAMES,
    LAST_FRAMES,
)
from cabinet.protocol.live import HEAD, PICTURE, REQUEST, unpack
from cabinet.tabletop.match import Match

# Seconds between two pictures that are kept.
BETWEEN = 0.2
SIZE = (320, 180)
# How long the film stays on the verdict, in seconds.
VERDICT = 4
COLUMNS = 5
STRIPS = ("times", "abducted", "hidden", "game_over")


class Camera:
    """Takes pictures from its beginning to `strips`; `note` marks each action."""

    def __init__(self, cabinet, folder):
        self.folder = folder
        self._cabinet = cabinet
        self._frames = []
        self._notes = []
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._film, daemon=True)
        self._thread.start()

    def note(self):
        """Something has just been played."""
        card = self._cabinet.shown.match
        known = self._notes[-1][1] if self._notes else 0
        if card is not None and len(card.log) > known:
            self._notes.append((time.monotonic(), len(card.log), card))

    def until_counted(self):
        """The last round and the final count have been played out."""
        end = time.monotonic() + (LAST_FRAMES + COUNT_FRAMES) / 60 + 2
        while (left := end - time.monotonic()) > 0:
            self._cabinet._listen(left)

    def until_told(self):
        """The verdict is there for as long as it takes to read it."""
        self._cabinet.tap("start")
        end = time.monotonic() + VERDICT
        while (left := end - time.monotonic()) > 0:
            self._cabinet._listen(left)

    def strips(self):
        """End; write contact sheets, one for each kind of event that was filmed."""
        self._ends.set()
        self._thread.join()
        pictures = {kind: [] for kind in STRIPS}
        for began, many, card in self._notes:
            since = 0
            for event in _told(card, many):
                frames = FRAMES.get(event["event"], 0)
                frames += HOUR_FRAMES * len(event.get("times", ()))
                if event["event"] in pictures:
                    first, last = began + since / 60, began + (since + frames) / 60
                    pictures[event["event"]].append(self._between(first, last))
                since += frames
        if self._notes:
            last = self._notes[-1][0]
            pictures["game_over"] = [self._between(last, last + 60, every=5)]
        for kind, scenes in pictures.items():
            for number, scene in enumerate(scenes, 1):
                _sheet(scene, self.folder / f"strip_{kind}_{number:02}.png")
        every = self._between(0, float("inf"), every=25)
        _sheet(every, self.folder / "film.png")

    def _between(self, first, last, every=1):
        taken = [data for at, data in self._frames if first <= at <= last]
        return taken[::every]

    def _film(self):
        with socket.socket(socket.AF_UNIX) as watching, suppress(OSError):
            watching.connect(str(self._cabinet.state / "live/live.sock"))
            watching.sendall(REQUEST)
            film = b""
            while not self._ends.is_set():
                if not select.select([watching], [], [], 0.5)[0]:
                    continue
                film += watching.recv(65536)
                while len(film) >= HEAD and len(film) >= HEAD + unpack(film[:HEAD])[1]:
                    kind, length = unpack(film[:HEAD])
                    if kind == PICTURE:
                        self._keep(film[HEAD : HEAD + length])
                        watching.sendall(REQUEST)
                    film = film[HEAD + length :]

    def _keep(self, data):
        now = time.monotonic()
        if not self._frames or now - self._frames[-1][0] >= BETWEEN:
            self._frames.append((now, data))


def _told(card, many):
    """What the last action before `many` did."""
    before = Match.resume(
        GAME, len(card.seats), card.options, card.seed, card.log[: many - 1]
    )
    move = card.log[many - 1]
    return before.play(move.action, move.seat)


def _sheet(scene, path):
    """Pictures side by side, five in a row."""
    if not scene:
        return
    wide, tall = SIZE
    rows = -(-len(scene) // COLUMNS)
    sheet = Image.new("RGB", (COLUMNS * (wide + 4), rows * (tall + 4)), "gray")
    for place, data in enumerate(scene):
        row, column = divmod(place, COLUMNS)
        picture = Image.open(io.BytesIO(data)).resize(SIZE)
        sheet.paste(picture, (column * (wide + 4), row * (tall + 4)))
    sheet.save(path)
