"""The style sheet, scripts and pictures of the console, the same for everybody.

They are read and packed once. Each has a fingerprint in its address, so that after an
upgrade no page meets an old one. Pages are never packed: they hold a secret token
beside what others wrote, and the length of the two packed together would tell of it.
"""

from gzip import compress
from hashlib import sha256
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

_HERE: Final = Path(__file__).parent
_FONT: Final = "screen/assets/fonts/jersey-10-latin-400-normal.woff2"
_FILES: Final = {
    "/console.css": (_HERE / "console.css", "text/css"),
    "/console.js": (_HERE / "console.js", "text/javascript"),
    "/htmx.js": (_HERE / "vendor" / "htmx.min.js", "text/javascript"),
    "/console.svg": (_HERE / "console.svg", "image/svg+xml"),
    "/console.woff2": (_HERE.parents[1] / _FONT, "font/woff2"),
}
_MARKS: Final = {
    name: sha256(path.read_bytes()).hexdigest()[:8]
    for name, (path, _) in _FILES.items()
}


def address(name: str) -> str:
    """Where a page finds one of them as it is now."""
    return f"{name}?{_MARKS[name]}"


def static_routes(headers: dict[str, str]) -> list[Route]:
    """The files, each with these headers besides its own."""
    kept = headers | {"Cache-Control": "max-age=3600", "Vary": "Accept-Encoding"}
    return [_file(name, *found, kept) for name, found in _FILES.items()]


def _file(name: str, path: Path, kind: str, headers: dict[str, str]) -> Route:
    content = path.read_bytes()
    packed = compress(content, mtime=0)
    smaller = len(packed) < len(content)

    def send(request: Request) -> Response:
        if smaller and "gzip" in request.headers.get("accept-encoding", ""):
            packing = headers | {"Content-Encoding": "gzip"}
            return Response(packed, media_type=kind, headers=packing)
        return Response(content, media_type=kind, headers=headers)

    return Route(name, send)
