"""Every address of the console: its pages, and the files they are dressed in."""

from pathlib import Path
from typing import Final

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from cabinet.office.access import allowed, number_of
from cabinet.office.bench_pages import bench_routes
from cabinet.office.book_pages import book_routes
from cabinet.office.console import HEADERS, Console
from cabinet.office.door import door_routes
from cabinet.office.live import Guard, LiveDesk, live_routes
from cabinet.office.setting_pages import setting_routes

PICTURES: Final = "/live/pictures"
_HERE: Final = Path(__file__).parent
_FONT: Final = "screens/assets/fonts/jersey-10-latin-400-normal.woff2"
_FILES: Final = {
    "/console.css": (_HERE / "console.css", "text/css"),
    "/console.js": (_HERE / "console.js", "text/javascript"),
    "/console.svg": (_HERE / "console.svg", "image/svg+xml"),
    "/console.woff2": (_HERE.parent / _FONT, "font/woff2"),
}
_KEPT: Final = HEADERS | {"Cache-Control": "max-age=3600"}


def console_routes(console: Console, live: LiveDesk | None) -> list[BaseRoute]:
    """The routes of the console; the live view where there is a screen to watch."""
    return [
        *door_routes(console),
        *book_routes(console),
        *setting_routes(console),
        *bench_routes(console),
        *(_file(address, *found) for address, found in _FILES.items()),
        *(live_routes(live, allowed, PICTURES, _hidden(console)) if live else ()),
    ]


def _hidden(console: Console) -> Guard:
    """A picture with the pairing code on it would make an owner of staff."""

    def hidden(connection: HTTPConnection) -> bool:
        shown = console.snapshot()
        has_code = shown is None or bool(shown.pairing)
        role = console.sessions.role(number_of(connection), console.clock())
        return has_code and role != "owner"

    return hidden


def _file(address: str, path: Path, kind: str) -> Route:
    """A file that is the same for everybody; it is read once."""
    content = path.read_bytes()

    def send(_: Request) -> Response:
        return Response(content, media_type=kind, headers=_KEPT)

    return Route(address, send)
