"""A mail server and a web server on this machine, as alerts meet them."""

import json
import ssl
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import parse_qs, urlsplit

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword


class _AnyPort(Controller):
    """At a port that is free: the one that was given is asked for by nobody."""

    def _trigger_server(self):
        self.port = self.server.sockets[0].getsockname()[1]
        super()._trigger_server()


class MailServer:
    """Takes mail from who knows the password; `refuses` is what it says instead."""

    def __init__(self, certificate=None):
        self.letters = []
        self.refuses = ""
        options = {}
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
            options = {"tls_context": context, "require_starttls": True}
        self._controller = _AnyPort(
            self,
            hostname="127.0.0.1",
            port=0,
            ready_timeout=20,
            authenticator=self._login,
            auth_require_tls=bool(certificate),
            **options,
        )
        self._controller.start()

    def _login(self, server, session, envelope, mechanism, data):
        right = isinstance(data, LoginPassword) and data.password == b"secret"
        return AuthResult(success=right, handled=right)

    @property
    def port(self):
        return self._controller.port

    async def handle_DATA(self, server, session, envelope):  # noqa: N802
        if self.refuses:
            return self.refuses
        self.letters.append(envelope)
        return "250 OK"

    def close(self):
        self._controller.stop()


class WebServer:
    """Keeps what is posted to it, and answers `status`."""

    def __init__(self):
        self.posted = []
        self.status = 200
        owner = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                length = int(self.headers["Content-Length"] or 0)
                body = self.rfile.read(length).decode()
                asked = urlsplit(self.path)
                owner.posted.append(
                    (asked.path, parse_qs(asked.query), dict(self.headers), body)
                )
                self.send_response(owner.status)
                if owner.status == 302:
                    self.send_header("Location", "/elsewhere")
                self.end_headers()

            def log_message(self, *_):
                pass

        self._server = HTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.02}
        )
        self._thread.start()

    @property
    def address(self):
        return f"http://127.0.0.1:{self._server.server_port}"

    def documents(self):
        return [json.loads(body) for *_, body in self.posted]

    def close(self):
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()
