"""In front of the phones' pages: who asks too much is told so before anything is done.

A seat's phone has an allowance of its own, which nobody else can use up; whoever
has no seat shares one with their address. A bar's network may show all its phones
with one address, so a stranger in it must not cost a player theirs.
"""

import json
from time import monotonic
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cabinet.web.office_allowance import Allowance
from cabinet.web.phones.relay import PhoneDesk

# What a phone may say; as a stick it says twice what is tapped.
SAID: Final = (20, 20)
# How often it may load its page or begin to listen.
LOOKED: Final = (60, 20)
# What an address may ask for without a seat, the two files of the page among it.
ASKED: Final = (40, 20)
TOO_MUCH: Final = "too much at once: wait a second"
_BODY: Final = json.dumps({"error": TOO_MUCH, "code": "hurry"}).encode()
_HEADERS: Final = (
    (b"content-type", b"application/json"),
    (b"content-length", str(len(_BODY)).encode()),
    (b"retry-after", b"1"),
    (b"cache-control", b"no-store"),
)
_START: Final[Message] = {
    "type": "http.response.start",
    "status": 429,
    "headers": _HEADERS,
}
_END: Final[Message] = {"type": "http.response.body", "body": _BODY}


class PhoneGate:
    """Everything under /p/, and the files of the page; the rest passes by."""

    def __init__(self, app: ASGIApp, desk: PhoneDesk) -> None:
        self._app = app
        self._desk = desk
        self._said = Allowance(*SAID)
        self._looked = Allowance(*LOOKED)
        self._asked = Allowance(*ASKED)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See ASGI."""
        if scope["type"] == "http" and not self._admits(scope, monotonic()):
            await send(_START)
            await send(_END)
            return
        await self._app(scope, receive, send)

    def _admits(self, scope: Scope, now: float) -> bool:
        path: str = scope["path"]
        if not path.startswith(("/p/", "/phone.")):
            return True
        token = path[3:].partition("/")[0]
        if self._desk.knows(token):
            posts = scope["method"] == "POST"
            return (self._said if posts else self._looked).grant(token, now)
        client = scope.get("client")
        return self._asked.grant(client[0] if client else "", now)
