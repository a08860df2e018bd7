"""A browser as a bench has it: a connection and a cookie."""

import http.client
import re
from base64 import b64encode
from typing import Final
from urllib.parse import urlencode

_TOKEN: Final = re.compile(r'name="token" value="([0-9a-f]+)"')
_TIMEOUT: Final = 30.0


class Visitor:
    """One connection to the web program."""

    def __init__(self, port: int, cookie: str = "") -> None:
        self.host = f"127.0.0.1:{port}"
        self._line = http.client.HTTPConnection(self.host, timeout=_TIMEOUT)
        self.cookie = cookie
        # Whether files come packed, as to a browser.
        self.packed = False

    def ask(self, path: str, fields: dict[str, str] | None = None) -> tuple[int, bytes]:
        """One request; a form is posted."""
        headers = {"Cookie": self.cookie, "Origin": f"http://{self.host}"}
        headers["Accept-Encoding"] = "gzip" if self.packed else "identity"
        body = None
        if fields is not None:
            body = urlencode(fields)
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        self._line.request("POST" if body else "GET", path, body, headers)
        answer = self._line.getresponse()
        for cookie in answer.headers.get_all("Set-Cookie") or ():
            if cookie.startswith("cabinet="):
                self.cookie = cookie.partition(";")[0]
        return answer.status, answer.read()

    def token(self, path: str) -> str:
        """The token of a page's forms."""
        found = _TOKEN.search(self.ask(path)[1].decode())
        assert found is not None
        return found[1]

    def upgrade(self, path: str = "/live/pictures") -> int:
        """Ask for a websocket; what was answered. It stays open if that was 101."""
        key = b64encode(b"a key of 16 byte").decode()
        headers = {"Connection": "Upgrade", "Upgrade": "websocket"}
        headers |= {"Sec-WebSocket-Key": key, "Sec-WebSocket-Version": "13"}
        headers |= {"Cookie": self.cookie, "Origin": f"http://{self.host}"}
        self._line.request("GET", path, headers=headers)
        return self._line.getresponse().status

    def close(self) -> None:
        """Hang up."""
        self._line.close()
