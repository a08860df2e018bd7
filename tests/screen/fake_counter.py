"""The counter's end of the bus, played by a test."""

import socket

from cabinet.protocol.codec import Reader, encode
from cabinet.protocol.snapshot import Snapshot

SNAPSHOT = Snapshot(
    mode="attract",
    name="Arkade",
    language="fr",
    credits=0,
    fraction=0,
    to_next_credit=100,
    credit_price=100,
    currency="EUR",
    free_play=False,
    lockout_open=True,
)


class Counter:
    """A listening counter with room for one screen."""

    def __init__(self, path):
        self._listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._listening.bind(str(path))
        self._listening.listen()
        self._listening.settimeout(20)
        self._path = path
        self._line = None

    def welcome(self):
        """Wait for a screen; the first message it says."""
        self._line, _ = self._listening.accept()
        self._line.settimeout(20)
        self._reader, self._heard = Reader(), []
        return self.next()

    def next(self, kind=object):
        """The next message of a kind."""
        while True:
            while self._heard:
                if isinstance(message := self._heard.pop(0), kind):
                    return message
            chunk = self._line.recv(4096)
            assert chunk, "the screen hung up"
            self._heard += self._reader.feed(chunk)

    def say(self, *messages):
        self._line.sendall(b"".join(encode(message) for message in messages))

    def shout(self, line):
        self._line.sendall(line)

    def leave(self):
        if self._line:
            self._line.close()
        self._listening.close()
        self._path.unlink(missing_ok=True)
