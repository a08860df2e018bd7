"""The operator's web pages: one that shows the cabinet as it is.

A handler turns the last snapshot into a response; nothing here can change a
credit. The page fetches `/snapshot.json` every second, works without any other
server, and says so when the counter is away.
"""

from dataclasses import asdict
from importlib.resources import files
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from cabinet.hallway import Snapshot
from cabinet.office.phone_desk import PhoneDesk
from cabinet.office.phone_pages import phone_routes

HEADERS = {
    "Content-Security-Policy": "default-src 'self' 'unsafe-inline'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}


class Desk:
    """What the office knows: the last snapshot, or None while nobody answers."""

    def __init__(self) -> None:
        self.snapshot: Snapshot | None = None
        self.phones = PhoneDesk()


def site(desk: Desk, language: str) -> Starlette:
    """The pages over one desk."""
    page = files("cabinet.office").joinpath("page.html").read_text(encoding="utf-8")

    def front(request: Request) -> Response:
        wanted = request.query_params.get("lang", language)
        chosen = wanted if wanted in ("fr", "en") else "en"
        html = page.replace("LANGUAGE", chosen)
        return HTMLResponse(html, headers=HEADERS)

    def snapshot(_: Request) -> Response:
        if desk.snapshot is None:
            answer = {"error": "the counter does not answer"}
            return JSONResponse(answer, status_code=503, headers=HEADERS)
        return JSONResponse(public(desk.snapshot), headers=HEADERS)

    return Starlette(
        routes=[
            Route("/", front),
            Route("/snapshot.json", snapshot),
            *phone_routes(desk.phones, language),
        ],
    )


def public(snapshot: Snapshot) -> dict[str, Any]:
    """The snapshot without what only one player may know.

    Seed and log would tell every hand, and a token is the right to look at one.
    """
    shown = asdict(snapshot)
    shown.pop("phones")
    if snapshot.match is not None:
        shown["match"]["moves"] = len(shown["match"].pop("log"))
        shown["match"].pop("seed")
    return shown
