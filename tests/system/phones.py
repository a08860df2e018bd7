"""A cabinet with a web program, people at it with and without phones."""

import json
import queue
import select
import socket
import threading
import time
import urllib.error
import urllib.request
from contextlib import suppress
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

from cabinet.games.space_aztecs import GAME
from cabinet.protocol.live import HEAD, PICTURE, REQUEST, unpack
from cabinet.tabletop.match import Match
from tests.support.settings import SETTINGS
from tests.system.running import TIMEOUT, RunningCabinet, free_port

# What a phone in a browser may play, when it is its turn for the nth time.
CHOICES = """
const root = document.documentElement;
const due = document.body.classList.contains("due");
if (root.dataset.turn !== "%d") return null;
const cards = [...document.querySelectorAll("#choices .card")];
return due && cards.length ? cards.map((card) => card.dataset.action) : null;
"""

# A line that was silent for so many seconds is opened anew.
IDLE = 3.0

# After so many seconds without a new picture the screen is at rest.
STILL = 1.0


def settings(folder, port, seats, page, language="fr"):
    """The shipped settings, with phones let in and a table of so many seats."""
    text = SETTINGS.read_text(encoding="utf-8")
    text = text.replace("# phones_host: 0.0.0.0", "phones_host: 0.0.0.0")
    text = text.replace("language: fr ", f"language: {language} ")
    text = text.replace("port: 8080", f"port: {page}")
    text = text.replace("phones_port: 0", f"phones_port: {port}")
    head, game, tail = text.partition("  - game: space_aztecs\n")
    lines = tail.split("\n")
    lines = [line for line in lines if not line.strip().startswith("seats: ")]
    tail = "\n".join(lines).replace("per_player: true", "per_player: false", 1)
    tail = tail.replace("enabled: ", f"seats: {seats}\n    enabled: ", 1)
    tail = tail.replace("enabled: false", "enabled: true", 1)
    path = Path(folder) / "cabinet.yaml"
    path.write_text(head + game + tail, encoding="utf-8")
    return path


class PhoneCabinet(RunningCabinet):
    """A running cabinet that lets phones in."""

    def __init__(self, folder, seats=2, language="fr"):
        self.port, self.page = free_port(), free_port()
        config = settings(folder, self.port, seats, self.page, language)
        arguments = ("--config", str(config), "--web")
        super().__init__(folder / "state", *arguments)

    def sit_down(self, persons, game="Space Aztecs"):
        """Coin, choose the game by its English title, take seats; it can begin."""
        self.until(lambda shown: shown.phones_at)
        if self.shown.mode == "attract":
            self.coin()
        self.until_mode("select")
        while self.shown.offers[self.shown.offer].title["en"] != game:
            self.tap("p1.right")
        self.tap("start")
        self.until_mode("join")
        while [seat.kind for seat in self.shown.seats].count("person") < persons:
            self.tap("player")
        while self.shown.seats[-1].level not in ("", "easy"):
            self.tap(
                "p1.up" if self.shown.offers[self.shown.offer].at_join else "p1.down"
            )

    def start(self):
        self.tap("start")
        return self.until_mode("playing")

    def address(self, seat):
        """The page of a seat's phone, by the way of this machine."""
        return f"http://127.0.0.1:{self.port}/p/{self.shown.phones[seat]}"

    def table(self):
        """The position, built from what the bus says of the match."""
        card = self.shown.match
        return Match.resume(GAME, len(card.seats), card.options, card.seed, card.log)

    def play_at_the_stick(self, seat):
        """Whatever comes first for a seat that is due and has no phone.

        B held lays the cards open; A plays, or ends the show of a round.
        """
        before = self.actions_of(seat)
        for _ in range(5):
            self.touch("p1.b", active=True)
            self._settle()
            self.tap("p1.a")
            self.touch("p1.b", active=False)
            self._settle()
            with suppress(AssertionError):
                return self.until(
                    lambda shown: not shown.match or self.actions_of(seat) > before,
                    patience=2,
                )
        raise AssertionError(f"seat {seat} could not play at the stick")

    def actions_of(self, seat):
        """How many actions of a seat the log has."""
        return sum(move.seat == seat for move in self.shown.match.log)


def photograph(cabinet, path, pictures=1):
    """What the running screen's own camera took: the last of so many pictures.

    A screen that does not change gives no other: then it is the one before.
    """
    with socket.socket(socket.AF_UNIX) as watching:
        watching.connect(str(cabinet.state / "live/live.sock"))
        watching.sendall(REQUEST)
        film, taken = b"", b""
        while pictures and select.select([watching], [], [], STILL)[0]:
            film += watching.recv(65536)
            while len(film) >= HEAD and len(film) >= HEAD + unpack(film[:HEAD])[1]:
                kind, length = unpack(film[:HEAD])
                if kind == PICTURE:
                    taken = film[HEAD : HEAD + length]
                    pictures -= 1
                    watching.sendall(REQUEST)
                film = film[HEAD + length :]
    assert taken, "the screen has no picture"
    path.write_bytes(taken)


class PlainPhone:
    """A phone without a page: it listens and says what it is told to."""

    def __init__(self, address):
        self.address = address
        self.view = None
        self._views = queue.Queue()
        where = urlsplit(address)
        self._path = where.path
        self._watching = HTTPConnection(where.netloc, timeout=TIMEOUT)
        self._watching.request("GET", f"{self._path}/events?lang=en")
        self._wire = self._watching.sock
        self._stream = self._watching.getresponse()
        self._line = HTTPConnection(where.netloc, timeout=TIMEOUT)
        self._spoke = time.monotonic()
        self._listening = threading.Thread(target=self._listen, daemon=True)
        self._listening.start()

    def _listen(self):
        try:
            for line in self._stream:
                if line.startswith(b"data: "):
                    self._views.put(json.loads(line[6:]))
        except (OSError, ValueError, AttributeError):
            pass  # closed

    def until(self, wanted, patience=TIMEOUT):
        """Listen until the view is as wanted; that view."""
        end = time.monotonic() + patience
        while self.view is None or not wanted(self.view):
            try:
                self.view = self._views.get(timeout=max(0.0, end - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f"waited in vain; shown: {self.view}") from None
        return self.view

    def until_due(self, turn=None):
        """Until this seat may play, for the `turn`-th time."""
        return self.until(lambda view: view.get("due") and turn in (None, view["turn"]))

    def play(self, action=None, **changes):
        """Play the first choice, or what is said; status and answer."""
        first = self.view["page"]["choices"][0]["action"] if action is None else action
        body = {
            "match": self.view["match"],
            "turn": self.view["turn"],
            "action": first,
            **changes,
        }
        return self.post("action", json.dumps(body).encode())

    def play_unseen(self, cabinet, seat):
        """Play the first legal action of a seat, by the cabinet's own log."""
        body = {
            "match": cabinet.shown.match.id,
            "turn": cabinet.actions_of(seat),
            "action": cabinet.table().legal(seat)[0],
        }
        return self.post("action", json.dumps(body).encode())

    def post(self, kind, body):
        """Status and JSON answer of a message, on one line that stays open.

        The web program closes a line that was idle for five seconds.
        """
        now = time.monotonic()
        if now - self._spoke > IDLE:
            self._line.close()
        self._spoke = now
        self._line.request("POST", f"{self._path}/{kind}", body)
        answer = self._line.getresponse()
        return answer.status, json.load(answer)

    def close(self):
        """Gone at once, as far as the web program can tell."""
        self._line.close()
        with suppress(OSError):
            self._wire.shutdown(socket.SHUT_RDWR)
        self._listening.join(TIMEOUT)
        self._stream.close()
        self._watching.close()


def post(address, body):
    """Status and JSON answer of a message."""
    request = urllib.request.Request(address, body, method="POST")
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as refusal:
        return refusal.code, json.load(refusal)
