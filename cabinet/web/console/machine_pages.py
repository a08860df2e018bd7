"""The machine under the cabinet: Wi-Fi, clock, restart, and updates.

All of it is asked of the counter, which asks root. An update comes in pieces, since a
request has to be over in seconds; what is in it nobody here looks at.
"""

import asyncio
import os
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final

from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from cabinet.i18n import Words, words
from cabinet.platform.zones import zones
from cabinet.protocol.machine import (
    CLOCK,
    LOOK,
    NETWORK,
    REBOOT,
    UPDATE,
    AskMachine,
    Machine,
)
from cabinet.protocol.machine_words import (
    Told,
    minutes,
    outcome_told,
    step_told,
    update_told,
    why_not,
)
from cabinet.protocol.refusals import RefusedError
from cabinet.web.console.console import HEADERS, Console, Visit
from cabinet.web.console.requests import BOTH, POST, page, piece

# Of a release: more is refused before it is on the disk, and the books keep their room.
LARGEST: Final = 200_000_000
ROOM_LEFT: Final = 300_000_000
UPLOAD: Final = "web/upload.release"


def machine_routes(console: Console) -> list[Route]:
    """The pages; all of them are the owner's."""
    take = partial(page, console, role="owner")
    return [
        take("/network", _network, methods=BOTH),
        take("/network/state", _network_state),
        take("/clock", _clock, methods=BOTH),
        take("/update", _update, methods=BOTH),
        take("/update/state", _update_state),
        piece(console, "/update/upload", _upload),
        page(console, "/reboot", _reboot, "manager", methods=POST),
    ]


async def _shown(visit: Visit, template: str, verb: str, chosen: str = "") -> Response:
    """A page about the machine, or the part of one that changes by itself."""
    machine = await visit.console.counter.machine()
    known = words(visit.language)
    return visit.page(
        template,
        machine=machine,
        known=known,
        outcome=_outcome(machine, verb, known),
        doing=verb in machine.doing,
        chosen=chosen,
        zones=zones(),
        why_not=lambda code: why_not(code, known),
        step_told=lambda update: step_told(update, known),
        update_told=lambda update: update_told(update, known),
        minutes=minutes,
    )


def _outcome(machine: Machine, verb: str, known: Words) -> Told | None:
    found = machine.outcome(verb)
    if found is None or found.what == LOOK:
        return None
    return outcome_told(found, known)


async def _look(visit: Visit, verb: str) -> None:
    """Have it looked at anew; a simulated cabinet has nobody who could."""
    with suppress(RefusedError):
        await visit.console.counter.book(AskMachine(verb, LOOK, author=visit.author))


async def _network(visit: Visit) -> Response:
    if visit.posted:
        values = {name: visit.form.get(name, "") for name in ("ssid", "secret")}
        asked = AskMachine(NETWORK, "join", values, visit.author)
        return await visit.book("/network", asked, "network.joining")
    await _look(visit, NETWORK)
    chosen = visit.request.query_params.get("ssid", "")
    return await _shown(visit, "network.html", NETWORK, chosen)


async def _network_state(visit: Visit) -> Response:
    return await _shown(visit, "network_state.html", NETWORK)


async def _clock(visit: Visit) -> Response:
    if not visit.posted:
        return await _shown(visit, "clock.html", CLOCK)
    if "zone" in visit.form:
        asked = AskMachine(CLOCK, "zone", {"zone": visit.form["zone"]}, visit.author)
    else:
        at = visit.form.get("at", "")
        at = f"{at}:00" if at.count(":") == 1 else at
        asked = AskMachine(CLOCK, "set", {"at": at}, visit.author)
    return await visit.book("/clock", asked, "clock.asked")


async def _update(visit: Visit) -> Response:
    if visit.posted:
        values = {name: visit.form.get(name, "") for name in ("source", "serial")}
        asked = AskMachine(UPDATE, "install", values, visit.author)
        return await visit.book("/update", asked, "update.begins")
    await _look(visit, UPDATE)
    return await _shown(visit, "update.html", UPDATE)


async def _update_state(visit: Visit) -> Response:
    return await _shown(visit, "update_state.html", UPDATE)


async def _upload(visit: Visit) -> Response:
    """Add a piece to what was sent so far; `at` is where it belongs."""
    machine = await visit.console.counter.machine()
    if not machine.installed:
        return _said(409, words(visit.language)("machine.simulated"))
    at = visit.request.query_params.get("at", "")
    if not at.isascii() or not at.isdecimal() or len(at) > len(str(LARGEST)):
        return _said(400, visit.words("refused.malformed"))
    path = visit.console.place.state / UPLOAD
    if int(at) + len(visit.piece) > LARGEST:
        return _said(413, visit.words("refused.long"))
    try:
        added = await asyncio.to_thread(add_piece, path, int(at), visit.piece)
    except OSError as wrong:
        why = visit.words("update.no_room", why=wrong.strerror)
        return _said(507, why)
    if not added:
        return _said(409, visit.words("update.lost"))
    return _said(200, str(int(at) + len(visit.piece)))


def _said(status: int, text: str) -> Response:
    return PlainTextResponse(text, status, HEADERS)


def add_piece(path: Path, at: int, data: bytes) -> bool:
    """Whether the file was as long as that; the first piece begins it anew."""
    room = os.statvfs(path.parent)
    if room.f_bavail * room.f_frsize < ROOM_LEFT + len(data):
        raise OSError(28, os.strerror(28))
    flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
    handle = os.open(path, flags | (os.O_TRUNC if at == 0 else 0), 0o600)
    with os.fdopen(handle, "r+b") as file:
        if os.fstat(file.fileno()).st_size != at:
            return False
        file.seek(at)
        file.write(data)
    return True


async def _reboot(visit: Visit) -> Response:
    asked = AskMachine(REBOOT, "now", author=visit.author)
    return await visit.book("/", asked, "reboot.done")
