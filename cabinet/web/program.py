"""`cabinet web`: the web pages as a program that listens to the counter."""

import asyncio
import errno
import logging
import os
import socket
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Final

import uvicorn

from cabinet.clock import SystemClock
from cabinet.core.errors import BusyError, CabinetError, ProtocolError
from cabinet.places import Place
from cabinet.platform.notify import Announcer, Notifier
from cabinet.platform.processes import give_back_memory
from cabinet.protocol.client import messages
from cabinet.protocol.codec import BusMessage, Goodbye, Hello, Refused, encode
from cabinet.protocol.phones import PhoneAnswer, PhonesAt, SeatView
from cabinet.protocol.snapshot import Snapshot
from cabinet.web.console.console import Console
from cabinet.web.limits import TimedProtocol
from cabinet.web.live.front_panel import Front, FrontPanel
from cabinet.web.live.pages import ADDRESS
from cabinet.web.live.stream import LiveStreams
from cabinet.web.metrics import MetricsSource
from cabinet.web.phones.relay import follow, phones_at
from cabinet.web.routes import Parts, site

# What systemd hands over, because this program may open no address itself.
#
# `cabinet-web.socket` opens the address before this program starts and keeps it open
# when it dies: whoever calls meanwhile waits a moment instead of being refused.


FIRST: Final = 3


def handed_over(env: Mapping[str, str] = os.environ) -> socket.socket | None:
    """The listening socket we were started with, if it is meant for us."""
    if env.get("LISTEN_PID") != str(os.getpid()) or not int(env.get("LISTEN_FDS", "0")):
        return None
    return socket.socket(fileno=FIRST)


log = logging.getLogger("cabinet.web")

RECONNECT: Final = 0.5
BETWEEN_WORDS: Final = 0.25
# Bytes of the longest thing a browser may say over a websocket.
LONGEST_WORD: Final = 65_536
PING: Final = 5.0

Where = Callable[[], str | None]


def run_web(
    place: Place,
    *,
    host: str,
    port: int,
    language: str,
    front: Front | None = None,
    metrics_token: str = "",
) -> int:
    """Serve the pages until the cabinet says goodbye; `front` to browsers too."""
    given = handed_over()
    listening = given or _listen(host, port)
    if given and given.getsockname()[:2] != (host, port):
        log.warning("%s:%d is not what systemd opened: install again", host, port)
        host, port = given.getsockname()[:2]
    # A flood of requests may cost this program its time, never the screen's.
    os.nice(5)
    give_back_memory()
    log.info("the operator's page is at http://%s:%d/", host, port)
    watched = LiveStreams(place.live)
    parts = Parts(watched, FrontPanel(front, watched) if front else None)
    parts.console = Console(place, language, parts.shown)
    parts.measured = MetricsSource(place.books, metrics_token, place.bus)
    if front:
        seen_at = "127.0.0.1" if phones_at(host, port) is None else host
        log.info(
            "the cabinet is in a browser at http://%s:%d%s; Ctrl-C quits",
            seen_at,
            port,
            ADDRESS,
        )
    where = partial(phones_at, host, port)
    asyncio.run(_serve(listening, place.bus, language, parts, where))
    return 0


def _listen(host: str, port: int) -> socket.socket:
    try:
        listening = socket.create_server((host, port), reuse_port=False)
        # An answer is two writes: without this the second waits 40 ms for the first.
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return listening
    except OSError as wrong:
        if wrong.errno == errno.EADDRINUSE:
            raise BusyError(
                f"port {port} on {host} is taken by another program; stop it, or set "
                "web.port in the operator's file to a free one"
            ) from None
        raise CabinetError(
            f"cannot listen on {host}:{port} ({wrong.strerror}); look at web.host "
            "and web.port in the operator's file"
        ) from None


async def _serve(
    listening: socket.socket,
    bus: Path,
    language: str,
    parts: Parts,
    where: Where = lambda: None,
) -> None:
    server = uvicorn.Server(
        uvicorn.Config(
            site(parts, language),
            http=TimedProtocol,
            log_level="warning",
            lifespan="off",
            timeout_graceful_shutdown=1,
            # Pictures are packed already; a browser that is gone is noticed soon.
            ws_per_message_deflate=False,
            ws_max_size=LONGEST_WORD,
            ws_ping_interval=PING,
            ws_ping_timeout=PING,
        )
    )

    async def listen_to_the_counter() -> None:
        while not await _listen_once(bus, parts, where):
            parts.snapshot = None
            if parts.front:
                parts.front.adopt(None)
            await asyncio.sleep(RECONNECT)
        parts.phones.close()
        server.should_exit = True

    tasks = [
        asyncio.create_task(listen_to_the_counter()),
        asyncio.create_task(_notify(server)),
    ]
    try:
        await server.serve(sockets=[listening])
    finally:
        for task in tasks:
            task.cancel()


async def _notify(server: uvicorn.Server) -> None:
    """Tell the service manager that we answer, as long as the loop turns."""
    announcer, clock = Announcer(Notifier()), SystemClock()
    while not server.should_exit:
        if server.started:
            announcer.well(clock.now())
        await asyncio.sleep(BETWEEN_WORDS)
    announcer.stopping()


async def _listen_once(bus: Path, parts: Parts, where: Where) -> bool:
    """Hear one connection out; whether the counter said goodbye."""
    try:
        reader, writer = await asyncio.open_unix_connection(str(bus))
    except OSError:
        return False

    def send(message: BusMessage) -> None:
        writer.write(encode(message))

    def tell(address: str) -> None:
        send(PhonesAt(address))
        for here in parts.phones.everybody():
            send(here)

    address = where()
    if address is not None:  # first, so that the answer to our hello knows the seats
        tell(address)
        parts.phones.send = send
    following = asyncio.create_task(follow(where, address, tell))
    send(Hello("web", os.getpid()))
    if parts.front:
        parts.front.connect(send)
    try:
        async for message in messages(reader):
            match message:
                case Snapshot():
                    if parts.snapshot is None and parts.console:
                        parts.console.begin(parts.console.warm())
                    parts.snapshot = message
                    parts.phones.adopt(message)
                    if parts.front:
                        parts.front.adopt(message)
                case SeatView() | PhoneAnswer():
                    parts.phones.hear(message)
                case Goodbye():
                    return True
                case ProtocolError() | Refused():
                    log.warning("bus: %s", message)
    finally:
        following.cancel()
        parts.phones.send = None
        if parts.front:
            parts.front.connect(None)
        writer.close()
    return False
