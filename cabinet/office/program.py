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
from cabinet.hallway import Goodbye, Hello, Reader, Snapshot, encode
from cabinet.office.pages import Desk, site

log = logging.getLogger("cabinet.office")

RECONNECT: Final = 0.5


def run_office(hallway: Path, *, host: str, port: int, language: str) -> int:
    """Serve the pages until the cabinet says goodbye."""
    listening = _listen(host, port)
    log.info("the operator's page is at http://%s:%d/", host, port)
    asyncio.run(_serve(listening, hallway, language))
    return 0


def _listen(host: str, port: int) -> socket.socket:
    try:
        return socket.create_server((host, port), reuse_port=False)
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


async def _serve(listening: socket.socket, hallway: Path, language: str) -> None:
    desk = Desk()
    server = uvicorn.Server(
        uvicorn.Config(site(desk, language), log_level="warning", lifespan="off")
    )

    async def listen_in_the_hallway() -> None:
        while not await _listen_once(hallway, desk):
            desk.snapshot = None
            await asyncio.sleep(RECONNECT)
        server.should_exit = True

    ear = asyncio.create_task(listen_in_the_hallway())
    try:
        await server.serve(sockets=[listening])
    finally:
        ear.cancel()


async def _listen_once(hallway: Path, desk: Desk) -> bool:
    """Hear one connection out; whether the counter said goodbye."""
    try:
        reader, writer = await asyncio.open_unix_connection(str(hallway))
    except OSError:
        return False
    writer.write(encode(Hello("office", os.getpid())))
    lines = Reader()
    try:
        while chunk := await reader.read(65536):
            for message in lines.feed(chunk):
                match message:
                    case Snapshot():
                        desk.snapshot = message
                    case Goodbye():
                        return True
                    case HallwayError():
                        log.warning("hallway: %s", message)
    except OSError:
        pass
    finally:
        writer.close()
    return False
