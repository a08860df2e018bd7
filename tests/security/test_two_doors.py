"""The phones' door serves seats and nothing else; the operator's speaks TLS outside."""

import asyncio
import re
import socket
import ssl
import stat
from contextlib import suppress
from dataclasses import replace

import httpx
import pytest
from starlette.routing import Match, Route, WebSocketRoute

from cabinet.core.program_settings import Doors
from cabinet.places import Place
from cabinet.platform.certificate import FILE, context, fingerprint, own_certificate
from cabinet.web.live.front_panel import Front, FrontPanel
from cabinet.web.live.stream import LiveStreams
from cabinet.web.metrics import MetricsSource
from cabinet.web.program import Listening, _open
from cabinet.web.routes import console_site, phone_site
from tests.web.console.console_stand import OWNER, STAFF, Stand
from tests.web.live.test_live import WebProgram
from tests.web.phones.test_phone_pages import TOKEN, seated

FILLED = {"name": "0", "index": "0", "number": "0", "path": "x"}
PHONES = ("/p/{token", "/phone.")


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    return own_certificate(tmp_path_factory.mktemp("state") / FILE)


def everything_of_the_operator(folder):
    """Every address of the console, a simulated panel and the metrics among them."""
    stand = Stand(folder)
    live = LiveStreams(folder / "live.sock")
    stand.parts.live = live
    stand.parts.front = FrontPanel(Front({}, {}), live)
    stand.parts.measured = MetricsSource(stand.place.books)
    for route in console_site(stand.parts, "en").routes:
        assert isinstance(route, Route | WebSocketRoute)
        path = re.sub(r"{(\w+)(:\w+)?}", lambda at: FILLED.get(at[1], "x"), route.path)
        for method in getattr(route, "methods", None) or ("GET",):
            yield method, path


def test_no_route_of_the_console_is_at_the_phones_door(tmp_path):
    """Asked as the owner, each from an address of its own: nobody is just too fast."""
    pages = seated()
    phones = phone_site(pages, "fr")
    asked = list(everything_of_the_operator(tmp_path))
    assert len(asked) > 60
    assert ("POST", "/login") in asked

    async def ask(number, method, path):
        client = (f"10.0.{number}.1", 1)
        transport = httpx.ASGITransport(app=phones, client=client)
        async with httpx.AsyncClient(
            transport=transport, base_url="http://127.0.0.1:8080"
        ) as http:
            headers = {"cookie": "cabinet=x", "origin": "http://127.0.0.1:8080"}
            return await http.request(method, path, headers=headers)

    for number, (method, path) in enumerate(asked):
        scope = {"type": "http", "method": method, "path": path, "root_path": ""}
        found = [route.matches(scope)[0] for route in phones.routes]
        assert Match.FULL not in found, path
        answer = asyncio.run(ask(number, method, path))
        assert answer.status_code in (404, 405), path
        assert not answer.cookies, path
        assert "cabinet" not in answer.text.lower(), path


def test_the_phones_door_has_nothing_but_seats():
    paths = [route.path for route in phone_site(seated(), "fr").routes]
    assert paths
    assert all(path == "/p" or path.startswith(PHONES) for path in paths)


def test_seats_are_not_at_the_operators_door(tmp_path):
    stand = Stand(tmp_path)
    stand.parts.phones.adopt(replace(stand.parts.snapshot, phones=(TOKEN,)))
    answer = stand.run(lambda browser: browser.get(f"/p/{TOKEN}"))
    assert answer.status_code == 404


def doors(folder, host, phones="127.0.0.1"):
    ports = []
    for _ in range(2):
        with socket.create_server(("127.0.0.1", 0)) as free:
            ports.append(free.getsockname()[1])
    place = Place(config=folder / "cabinet.yaml", state=folder)
    return _open(place, Doors((host, ports[0]), (phones, ports[1])))


def test_the_console_on_loopback_needs_no_certificate_and_opens_no_other_port(tmp_path):
    opened = doors(tmp_path, "127.0.0.1")
    with opened.console:
        assert (opened.phones, opened.tls, opened.fingerprint) == (None, None, "")
        assert not (tmp_path / FILE).exists()


def test_phones_outside_leave_the_console_where_it_is(tmp_path):
    opened = doors(tmp_path, "127.0.0.1", "0.0.0.0")
    with opened.console, opened.phones:
        assert opened.console.getsockname()[0] == "127.0.0.1"
        assert opened.phones.getsockname()[0] == "0.0.0.0"
        assert opened.tls is None


def test_an_open_console_makes_a_certificate_once_and_nobody_else_may_read_it(tmp_path):
    first = doors(tmp_path, "0.0.0.0")
    again = doors(tmp_path, "0.0.0.0")
    with first.console, again.console:
        assert first.tls
        assert first.fingerprint == again.fingerprint == fingerprint(tmp_path / FILE)
        assert len(first.fingerprint) == 32 * 3 - 1
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600


class Sealed(WebProgram):
    """The web program with a console that is open, and so has a certificate."""

    def __init__(self, folder, certificate, *, hsts=False, **options):
        super().__init__(folder, **options)
        self.stand = Stand(folder, passwords=[("owner", OWNER), ("staff", STAFF)])
        self.parts.console = self.stand.console
        tls = context(certificate)
        phones = self.listening.phones
        mark = fingerprint(certificate)
        self.listening = Listening(self.listening.console, phones, tls, mark, hsts)


def sealed(folder, certificate, scene, **options):
    async def run():
        async with Sealed(folder, certificate, **options) as web:
            trusted = ssl.create_default_context(cafile=certificate)
            trusted.check_hostname = False  # known by its own bytes, as when pinned
            async with httpx.AsyncClient(verify=trusted) as http:
                await scene(web, http)

    asyncio.run(asyncio.wait_for(run(), 30))


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PUT", "DELETE"])
@pytest.mark.parametrize("path", ["/", "/login?next=secret", "/books", "/p/x"])
def test_plain_http_is_answered_with_a_way_out_that_tells_nothing(
    tmp_path, certificate, method, path
):
    async def scene(web, http):
        answer = await http.request(
            method,
            f"http://{web.at}{path}",
            headers={"Cookie": "cabinet=secret", "X-Forwarded-Host": "evil.example"},
            content=b"password=secret" if method == "POST" else None,
        )
        assert answer.status_code == 303
        assert answer.headers["location"] == f"https://{web.at}/"
        assert not answer.content
        allowed = {"location", "cache-control", "connection", "date", "content-length"}
        assert set(answer.headers) <= allowed
        elsewhere = await http.get(
            f"http://{web.at}/", headers={"Host": "evil.example"}
        )
        assert elsewhere.headers["location"] == f"https://{web.at}/"

    sealed(tmp_path, certificate, scene, front=None)


def test_over_tls_there_is_a_console_and_its_cookie_never_travels_in_clear(
    tmp_path, certificate
):
    async def scene(web, http):
        base = f"https://{web.at}"
        page = await http.get(f"{base}/login")
        assert page.status_code == 200
        token = re.search(r'name="token" value="([0-9a-f]+)"', page.text)[1]
        form = {"password": OWNER, "token": token}
        inside = await http.post(f"{base}/login", data=form, headers={"Origin": base})
        assert inside.status_code == 303
        cookie = inside.headers["set-cookie"]
        assert cookie.startswith("__Host-cabinet=")
        for word in ("Secure", "HttpOnly", "SameSite=strict", "Path=/"):
            assert word in cookie
        assert (await http.get(f"{base}/books")).status_code == 200
        assert "strict-transport-security" not in page.headers

    sealed(tmp_path, certificate, scene, front=None)


def test_a_cookie_planted_by_plain_http_is_no_cookie_over_tls(tmp_path, certificate):
    async def scene(web, http):
        number = web.stand.console.sessions.begin("owner", web.stand.now)
        for name, status in (("cabinet", 303), ("__Host-cabinet", 200)):
            headers = {"Cookie": f"{name}={number}"}
            answer = await http.get(f"https://{web.at}/books", headers=headers)
            assert answer.status_code == status

    sealed(tmp_path, certificate, scene, front=None)


def test_browsers_are_told_to_stay_with_an_operators_own_certificate(
    tmp_path, certificate
):
    async def scene(web, http):
        answer = await http.get(f"https://{web.at}/login")
        assert answer.headers["strict-transport-security"] == "max-age=31536000"

    sealed(tmp_path, certificate, scene, front=None, hsts=True)


def test_old_tls_is_refused(tmp_path, certificate):
    async def scene(web, http):
        old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
        with suppress(ValueError):
            old.set_ciphers("DEFAULT:@SECLEVEL=0")
        old.minimum_version = ssl.TLSVersion.MINIMUM_SUPPORTED
        with pytest.warns(DeprecationWarning, match="TLSv1_1"):
            old.maximum_version = ssl.TLSVersion.TLSv1_1
        host, port = web.at.split(":")
        with pytest.raises((ssl.SSLError, ConnectionError)):
            await asyncio.open_connection(host, int(port), ssl=old)

    sealed(tmp_path, certificate, scene, front=None)


def test_a_simulated_cabinet_may_be_played_without_tls_and_nothing_else(
    tmp_path, certificate
):
    async def scene(web, http):
        page = await http.get(f"http://{web.at}/cabinet/")
        assert page.status_code == 200
        login = await http.get(f"http://{web.at}/login")
        assert login.headers["location"] == f"https://{web.at}/"

    sealed(tmp_path, certificate, scene)


def test_what_is_no_certificate_is_said_to_be_none(tmp_path):
    wrong = tmp_path / "page.pem"
    wrong.write_text("no certificate")
    place = Place(config=tmp_path / "cabinet.yaml", state=tmp_path)
    with pytest.raises(Exception, match=r"page\.pem: not a certificate with its key"):
        _open(place, Doors(("0.0.0.0", 0), ("127.0.0.1", 0), wrong))
