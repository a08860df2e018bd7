"""`cabinet office`: the web pages as a program, listening in the hallway."""

import asyncio
import errno
import logging
import os
import socket
from pathlib import Path
from typing import Final

import uvicorn

from cabinet.core.errors import BusyError, CabinetError, HallwayError
from cabinet.hallway import Goodbye, Hello, Message, Reader, Snapshot, encode
from cabinet.hallway_phones import PhoneAnswer, PhonesAt, SeatView
from cabinet.office.pages import Desk, site

log = logging.getLogger("cabinet.office")

RECONNECT: Final = 0.5


def run_office(hallway: Path, *, host: str, port: int, language: str) -> int:
    """Serve the pages until the cabinet says goodbye."""
    listening = _listen(host, port)
    # A flood of requests may cost the office its time, never the screen's.
    os.nice(5)
    log.info("the operator's page is at http://%s:%d/", host, port)
    asyncio.run(_serve(listening, hallway, language, phones_at(host, port)))
    return 0


def phones_at(host: str, port: int) -> str:
    """What a phone's address begins with; "" when only this machine can reach us."""
    if host.startswith("127.") or host in ("localhost", "::1"):
        return ""
    if host in ("0.0.0.0", "::"):
        host = _own_address()
    return f"http://{host}:{port}/p/"


def _own_address() -> str:
    """Ours on the network, by asking where a packet would leave; none is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        try:
            way.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        address: str = way.getsockname()[0]
        return address


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
                "office.port in the operator's file to a free one"
            ) from None
        raise CabinetError(
            f"cannot listen on {host}:{port} ({wrong.strerror}); look at office.host "
            "and office.port in the operator's file"
        ) from None


async def _serve(
    listening: socket.socket, hallway: Path, language: str, address: str = ""
) -> None:
    desk = Desk()
    server = uvicorn.Server(
        uvicorn.Config(
            site(desk, language),
            log_level="warning",
            lifespan="off",
            timeout_graceful_shutdown=1,
        )
    )

    async def listen_in_the_hallway() -> None:
        while not await _listen_once(hallway, desk, address):
            desk.snapshot = None
            await asyncio.sleep(RECONNECT)
        desk.phones.close()
        server.should_exit = True

    ear = asyncio.create_task(listen_in_the_hallway())
    try:
        await server.serve(sockets=[listening])
    finally:
        ear.cancel()


async def _listen_once(hallway: Path, desk: Desk, address: str) -> bool:
    """Hear one connection out; whether the counter said goodbye."""
    try:
        reader, writer = await asyncio.open_unix_connection(str(hallway))
    except OSError:
        return False

    def send(message: Message) -> None:
        writer.write(encode(message))

    if address:  # first, so that the answer to our hello knows the seats
        send(PhonesAt(address))
        for here in desk.phones.everybody():
            send(here)
        desk.phones.send = send
    send(Hello("office", os.getpid()))
    lines = Reader()
    try:
        while chunk := await reader.read(65536):
            for message in lines.feed(chunk):
                match message:
                    case Snapshot():
                        desk.snapshot = message
                        desk.phones.adopt(message)
                    case SeatView() | PhoneAnswer():
                        desk.phones.hear(message)
                    case Goodbye():
                        return True
                    case HallwayError():
                        log.warning("hallway: %s", message)
    except OSError:
        pass
    finally:
        desk.phones.send = None
        writer.close()
    return False
