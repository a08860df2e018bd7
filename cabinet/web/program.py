"""`cabinet web`: the web pages as a program that listens to the counter."""

import asyncio
import errno
import logging
import os
import socket
import ssl
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

import uvicorn
from starlette.types import ASGIApp

from cabinet.clock import SystemClock
from cabinet.core.errors import BusyError, CabinetError, ProtocolError
from cabinet.core.program_settings import Doors
from cabinet.places import Place
from cabinet.platform import certificate as certificates
from cabinet.platform.notify import Announcer, Notifier
from cabinet.platform.processes import begin_in_a_child, give_back_memory
from cabinet.protocol.client import messages
from cabinet.protocol.codec import BusMessage, Goodbye, Hello, Refused, encode
from cabinet.protocol.phones import (
    ConsoleCertificate,
    PhoneAnswer,
    PhonesAt,
    SeatView,
)
from cabinet.protocol.snapshot import Snapshot
from cabinet.web.console.console import Console
from cabinet.web.doors import BACKLOG, CONSOLE, PHONES, Door, DoorServer
from cabinet.web.limits import TimedProtocol
from cabinet.web.live.front_panel import Front, FrontPanel
from cabinet.web.live.pages import ADDRESS
from cabinet.web.live.stream import LiveStreams
from cabinet.web.metrics import MetricsSource
from cabinet.web.phones.relay import follow, phones_at
from cabinet.web.routes import (
    Parts,
    StrictTransport,
    console_site,
    phone_site,
    plain_site,
)

log = logging.getLogger("cabinet.web")

RECONNECT: Final = 0.5
BETWEEN_WORDS: Final = 0.25
# Bytes of the longest thing a browser may say over a websocket.
LONGEST_WORD: Final = 65_536
PING: Final = 5.0
# The first descriptor that systemd hands over, and what it calls ours.
FIRST: Final = 3
CONSOLE_NAME: Final = "console"
PHONES_NAME: Final = "phones"

Where = Callable[[], str | None]


def handed_over(env: Mapping[str, str] = os.environ) -> dict[str, socket.socket]:
    """The listening sockets we were started with, by name, if they are meant for us.

    systemd opens them before this program starts and keeps them open when it dies:
    whoever calls meanwhile waits a moment instead of being refused, and this program
    needs no right to open any.
    """
    if env.get("LISTEN_PID") != str(os.getpid()):
        return {}
    found = range(FIRST, FIRST + int(env.get("LISTEN_FDS", "0")))
    names = env.get("LISTEN_FDNAMES", "").split(":")
    return {
        PHONES_NAME if name == PHONES_NAME else CONSOLE_NAME: socket.socket(fileno=at)
        for at, name in zip(found, [*names, *map(str, found)], strict=False)
    }


@dataclass(frozen=True, slots=True)
class Listening:
    """Where we are called, and the certificate if one is needed there."""

    console: socket.socket
    phones: socket.socket | None = None
    tls: ssl.SSLContext | None = None
    fingerprint: str = ""
    hsts: bool = False


def run_web(
    place: Place,
    *,
    doors: Doors,
    language: str,
    front: Front | None = None,
    metrics_token: str = "",
) -> int:
    """Serve the pages until the cabinet says goodbye; `front` to browsers too."""
    listening = _open(place, doors)
    # A flood of requests may cost this program its time, never the screen's.
    os.nice(5)
    give_back_memory()
    host, port = listening.console.getsockname()[:2]
    scheme = "https" if listening.tls else "http"
    log.info("the operator's page is at %s://%s:%d/", scheme, host, port)
    if listening.fingerprint:
        log.info("its certificate is SHA-256 %s", listening.fingerprint)
    watched = LiveStreams(place.live)
    parts = Parts(watched, FrontPanel(front, watched) if front else None)
    parts.console = Console(place, language, parts.shown)
    parts.measured = MetricsSource(place.books, metrics_token, place.bus)
    if front:
        seen_at = "127.0.0.1" if _is_loopback(host) else host
        log.info(
            "the cabinet is in a browser at http://%s:%d%s; Ctrl-C quits",
            seen_at,
            port,
            ADDRESS,
        )
    where: Where = lambda: None  # noqa: E731
    if listening.phones is not None:
        where = partial(phones_at, *listening.phones.getsockname()[:2])
    asyncio.run(_serve(listening, place.bus, language, parts, where))
    return 0


def _open(place: Place, doors: Doors) -> Listening:
    """Both doors; the phones' only where somebody could come to it."""
    given = handed_over()
    at = doors.console
    if CONSOLE_NAME in given:
        at = given[CONSOLE_NAME].getsockname()[:2]
    if at != doors.console:
        log.warning("%s:%d is not what systemd opened: install again", *doors.console)
    sealed = None if _is_loopback(at[0]) else _certificate(place, doors)
    console = given.get(CONSOLE_NAME) or _listen(*doors.console)
    phones = given.get(PHONES_NAME)
    if not given and not _is_loopback(doors.phones[0]):
        phones = _listen(*doors.phones, setting="web.phones_")
    if sealed is None:
        return Listening(console, phones)
    return Listening(console, phones, *sealed, hsts=doors.certificate is not None)


def _certificate(place: Place, doors: Doors) -> tuple[ssl.SSLContext, str]:
    """The operator's certificate, or our own, and its fingerprint."""
    if (theirs := doors.certificate) is not None:
        return certificates.context(theirs, doors.key), certificates.fingerprint(theirs)
    path = place.state / certificates.FILE
    if not path.exists():
        begin_in_a_child(lambda _: certificates.own_certificate(path), place)()
    return certificates.context(path), certificates.fingerprint(path)


def _is_loopback(host: str) -> bool:
    return phones_at(host, 0) is None


def _listen(host: str, port: int, setting: str = "web.") -> socket.socket:
    try:
        listening = socket.create_server(
            (host, port),
            family=socket.AF_INET6 if ":" in host else socket.AF_INET,
            backlog=BACKLOG,
            reuse_port=False,
        )
        # An answer is two writes: without this the second waits 40 ms for the first.
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return listening
    except OSError as wrong:
        if wrong.errno == errno.EADDRINUSE:
            raise BusyError(
                f"port {port} on {host} is taken by another program; stop it, or set "
                f"{setting}port in the operator's file to a free one"
            ) from None
        raise CabinetError(
            f"cannot listen on {host}:{port} ({wrong.strerror}); look at {setting}host "
            f"and {setting}port in the operator's file"
        ) from None


def _config(app: ASGIApp, *, for_phones: bool = False) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http=TimedProtocol,
        ws="none" if for_phones else "auto",
        # What a stranger sends wrong is no news.
        log_level="error",
        lifespan="off",
        server_header=False,
        # Only a proxy on this machine, in front of the console, speaks for others.
        proxy_headers=not for_phones,
        timeout_graceful_shutdown=1,
        # Pictures are packed already; a browser that is gone is noticed soon.
        ws_per_message_deflate=False,
        ws_max_size=LONGEST_WORD,
        ws_ping_interval=PING,
        ws_ping_timeout=PING,
    )


def doors_of(listening: Listening, parts: Parts, language: str) -> DoorServer:
    """The server behind both doors."""
    console: ASGIApp = console_site(parts, language)
    if listening.hsts:
        console = StrictTransport(console)
    first = _config(console)
    plain = _config(plain_site(parts, language)) if listening.tls else None
    doors = [Door(listening.console, CONSOLE, first, listening.tls, plain)]
    if listening.phones is not None:
        phones = _config(phone_site(parts, language), for_phones=True)
        doors.append(Door(listening.phones, PHONES, phones))
    return DoorServer(first, doors)


async def _serve(
    listening: Listening,
    bus: Path,
    language: str,
    parts: Parts,
    where: Where = lambda: None,
) -> None:
    server = doors_of(listening, parts, language)

    async def listen_to_the_counter() -> None:
        seen = listening.fingerprint
        while not await _listen_once(bus, parts, where, seen):
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
        await server.serve()
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


async def _listen_once(
    bus: Path, parts: Parts, where: Where, fingerprint: str = ""
) -> bool:
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
    if fingerprint:
        send(ConsoleCertificate(fingerprint))
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
