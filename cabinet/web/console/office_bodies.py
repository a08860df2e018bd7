"""What a browser sent with a form: all of it checked before any of it is used."""

from typing import Final
from urllib.parse import parse_qsl

from starlette.requests import ClientDisconnect, Request

LONGEST: Final = 64_000
LONGEST_FILE: Final = 400_000
MOST_FIELDS: Final = 600
_KIND: Final = "application/x-www-form-urlencoded"


class BodyError(ValueError):
    """A body that is none of our forms; `status` is how HTTP calls that."""

    def __init__(self, status: int, key: str) -> None:
        super().__init__(key)
        self.status = status
        self.key = key


async def form(request: Request, longest: int = LONGEST) -> dict[str, str]:
    """The fields of a form; of two with one name the last."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != _KIND:
        raise BodyError(415, "refused.kind")
    body = bytearray()
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > longest:
                raise BodyError(413, "refused.long")
    except ClientDisconnect:
        raise BodyError(400, "refused.malformed") from None
    try:
        pairs = parse_qsl(
            body.decode("ascii"),
            keep_blank_values=True,
            max_num_fields=MOST_FIELDS,
            errors="strict",
        )
    except ValueError:
        raise BodyError(400, "refused.malformed") from None
    if any("\0" in text for pair in pairs for text in pair):
        raise BodyError(400, "refused.malformed")
    return dict(pairs)
