"""A hostile phone, in a process of its own: so many messages a second.

    python -m tests.system.flooding PORT TOKEN A_SECOND SECONDS

It sends whether or not it is answered, and prints as JSON how often each status came
and how many seconds it took.
"""

import json
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from contextlib import suppress

BEATS = 20  # bursts a second


def flood(port, token, a_second, seconds):
    """Begin it; `answers` waits for its end."""
    words = map(str, (port, token, a_second, seconds))
    return subprocess.Popen(
        [sys.executable, "-m", "tests.system.flooding", *words],
        stdout=subprocess.PIPE,
    )


def over(floods, seconds):
    """Whether all have ended; waits so long for it."""
    with suppress(subprocess.TimeoutExpired):
        for each in floods:
            each.wait(seconds)
        return True
    return False


def answers(flooding):
    """How often each status came, and in how many seconds."""
    said = json.loads(flooding.communicate(timeout=60)[0])
    return {int(status): n for status, n in said["answers"].items()}, said["seconds"]


def main(port, token, a_second, seconds):
    body = b'{"match": 1, "turn": 0, "action": "take 99"}'
    request = (
        f"POST /p/{token}/action HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    ).encode() + body
    burst, bursts = int(a_second) // BEATS, int(float(seconds) * BEATS)
    found, pause = Counter(), threading.Event()
    began = time.monotonic()
    with socket.create_connection(("127.0.0.1", int(port))) as connection:
        reading = threading.Thread(
            target=read, args=(connection.makefile("rb"), burst * bursts, found)
        )
        reading.start()
        for number in range(1, bursts + 1):
            connection.sendall(request * burst)
            pause.wait(max(0, began + number / BEATS - time.monotonic()))
        reading.join()
    said = {"answers": found, "seconds": time.monotonic() - began}
    sys.stdout.write(json.dumps(said))


def read(stream, wanted, found):
    for _ in range(wanted):
        status = int(stream.readline().split()[1])
        length = 0
        while (line := stream.readline()) != b"\r\n":
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        stream.read(length)
        found[status] += 1


if __name__ == "__main__":
    main(*sys.argv[1:])
