"""Every address of the console: its pages, and the files they are dressed in."""

from typing import Final

from starlette.requests import HTTPConnection
from starlette.routing import BaseRoute

from cabinet.web.console.access import allowed, number_of
from cabinet.web.console.book_pages import book_routes
from cabinet.web.console.console import HEADERS, Console
from cabinet.web.console.login_pages import door_routes
from cabinet.web.console.setting_pages import setting_routes
from cabinet.web.console.static_files import dress_routes
from cabinet.web.console.test_pages import bench_routes
from cabinet.web.live.stream import Guard, LiveStreams, live_routes

PICTURES: Final = "/live/pictures"


def console_routes(console: Console, live: LiveStreams | None) -> list[BaseRoute]:
    """The routes of the console; the live view where there is a screen to watch."""
    return [
        *door_routes(console),
        *book_routes(console),
        *setting_routes(console),
        *bench_routes(console),
        *dress_routes(HEADERS),
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
