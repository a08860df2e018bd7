"""The cabinet in a browser: its page, its sounds, and the line to its panel.

It exists only where the cabinet is simulated. There is no login: a page from another
place, or one that came by another name, is turned away.
"""

from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Final

from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from cabinet.web.console.access import host_is_ours, host_of, origin_is_ours
from cabinet.web.live.front_panel import FrontPanel
from cabinet.web.live.stream import STRANGER, refuse

ADDRESS: Final = "/cabinet/"
HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
_SCRIPTS: Final = (".js", "_panel.js", "_sound.js", "_words.js")
_KINDS: Final = {
    "html": "text/html",
    "js": "text/javascript",
    "css": "text/css",
    "woff2": "font/woff2",
    "ogg": "audio/ogg",
}


def is_ours(connection: HTTPConnection) -> bool:
    """Whether it came by our own name or number, from a page of ours."""
    return host_is_ours(host_of(connection)) and origin_is_ours(connection)


def front_routes(panel: FrontPanel, language: str) -> list[BaseRoute]:
    """Everything under /cabinet/."""
    parts = _parts()

    def page(request: Request) -> Response:
        wanted = request.query_params.get("lang", "")
        html = parts["front.html"].decode().replace("LANGUAGE", language)
        html = html.replace("CHOSEN", wanted if wanted in ("fr", "en") else "")
        return HTMLResponse(html, headers=HEADERS)

    def part(request: Request) -> Response:
        name = request.path_params["name"]
        if name not in parts:
            return JSONResponse({"error": "there is no such thing here"}, 404)
        kind = _KINDS[name.rpartition(".")[2]]
        # Sounds and fonts are the same for as long as this program runs.
        kept = {"Cache-Control": "max-age=3600"} if "/" in name else {}
        return Response(parts[name], 200, HEADERS | kept, kind)

    async def sit_down(socket: WebSocket) -> None:
        if is_ours(socket):
            await panel.live.watch(socket, panel, panel.greeting())
        else:
            await refuse(socket, STRANGER)

    return [
        Route(ADDRESS.rstrip("/"), lambda _: RedirectResponse(ADDRESS)),
        Route(ADDRESS, _ours(page)),
        WebSocketRoute(f"{ADDRESS}line", sit_down),
        Route(f"{ADDRESS}{{name:path}}", _ours(part)),
    ]


def _ours(answer: Callable[[Request], Response]) -> Callable[[Request], Response]:
    def guarded(request: Request) -> Response:
        if not is_ours(request):
            return JSONResponse({"error": STRANGER}, 403, headers=HEADERS)
        return answer(request)

    return guarded


def _parts() -> Mapping[str, bytes]:
    """Every file of the page by its name, read once: no path is ever asked for."""
    here, assets = files("cabinet.web.live"), files("cabinet").joinpath("screen/assets")
    names = [f"front{part}" for part in (".html", ".css", *_SCRIPTS)]
    parts = {name: here.joinpath(name).read_bytes() for name in names}
    for font in assets.joinpath("fonts").iterdir():
        if font.name.endswith(".woff2"):
            parts[f"fonts/{font.name}"] = font.read_bytes()
    for kind in assets.joinpath("sounds").iterdir():
        if kind.is_dir():
            for sound in kind.iterdir():
                parts[f"sounds/{kind.name}/{sound.name}"] = sound.read_bytes()
    return parts
