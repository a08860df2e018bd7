"""What a guest with a laptop tries at both doors, byte by byte, at the real program.

Each try names what must be answered. The counter behind the doors is played: whatever
would move money or change a setting has to pass it, and nothing of the kind may come.
"""

import asyncio
import re
from contextlib import suppress
from time import monotonic

from cabinet.protocol.codec import Goodbye, Reader, encode
from cabinet.web.console.access import BURST, FREE_TRIES
from cabinet.web.console.console import Console
from cabinet.web.metrics import MetricsSource
from tests.web.console.console_stand import OWNER, Stand
from tests.web.live.test_live import WebProgram
from tests.web.phones.test_phone_pages import SEATED, TOKEN

STATUS = re.compile(rb"HTTP/1\.1 (\d{3}) ")
FORM = "application/x-www-form-urlencoded"
# What the web program says to a counter by itself.
OWN_WORDS = {"Hello", "Look"}
# Nothing more is answered after so long.
SILENCE_S = 0.5


class Besieged(WebProgram):
    """The web program with a console, an owner who is logged in, and a seat."""

    def __init__(self, folder):
        super().__init__(folder, front=None)
        stand = Stand(folder)
        self.console = Console(stand.place, "en", self.parts.shown)
        self.parts.console = self.console
        self.parts.measured = MetricsSource(stand.place.books)
        self.owner = self.console.sessions.begin("owner", monotonic())
        self.staff = self.console.sessions.begin("staff", monotonic())
        self.heard = []

    async def counter(self, reader, writer):
        lines = Reader()
        writer.write(encode(SEATED))

        async def hear():
            while chunk := await reader.read(65536):
                self.heard += lines.feed(chunk)

        hearing = asyncio.create_task(hear())
        await self.bye.wait()
        hearing.cancel()
        writer.write(encode(Goodbye()))
        writer.close()

    @property
    def token(self):
        return self.console.sessions.token(self.owner)

    async def say(self, said, *, phones=False):
        """Raw bytes to a door; everything it answers until it hangs up."""
        host, port = (self.phones_at if phones else self.at).split(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(said)
        answer = b""
        with suppress(TimeoutError, ConnectionError):
            while chunk := await asyncio.wait_for(reader.read(65536), SILENCE_S):
                answer += chunk
        writer.close()
        return answer

    async def ask(self, method, path, body="", *, phones=False, **headers):
        """The status of a request, as the owner unless the headers say otherwise."""
        fields = {"Host": self.phones_at if phones else self.at}
        fields |= {"Cookie": f"cabinet={self.owner}", "Connection": "close"}
        if method == "POST":
            fields |= {"Origin": f"http://{self.at}", "Content-Type": FORM}
            fields["Content-Length"] = str(len(body))
        fields |= {name.replace("_", "-"): value for name, value in headers.items()}
        head = [f"{name}: {value}" for name, value in fields.items() if value != ""]
        text = "\r\n".join([f"{method} {path} HTTP/1.1", *head, "", body])
        answer = await self.say(text.encode("latin-1"), phones=phones)
        return int(STATUS.match(answer)[1]) if answer else 0, answer


def besiege(folder, scene):
    """Run a scene against the program; nothing it did may have reached the till."""

    async def run():
        web = Besieged(folder)
        async with web:
            while web.parts.snapshot is None:
                await asyncio.sleep(0.01)
            await scene(web)
            words = {type(message).__name__ for message in web.heard}
            assert words <= OWN_WORDS, words

    asyncio.run(asyncio.wait_for(run(), 60))


async def each(tries, one):
    """The name of each try that was not answered as it must be, with its answer."""
    found = await asyncio.gather(*(one(*told) for told in tries.values()))
    return dict(zip(tries, found, strict=True))


# Host: a name that was rebound to us, or a way to name two.
HOSTS = (
    *("evil.example", "evil.example:8080", "127.0.0.1.evil.example", "127.0.0.1@evil"),
    *("evil.example#127.0.0.1", "127.0.0.1 evil.example", "localhost.evil.example"),
    *("127.0.0.1:8080:8080", "[::1", "[::1]evil", "127.0.0.1:port", "0x7f000001.nip"),
    *("127.0.0.1/evil", "*", "\xe9"),
)


def test_a_foreign_host_sees_no_page(tmp_path):
    async def scene(web):
        tries = {host: (host,) for host in HOSTS}
        answers = await each(tries, lambda host: web.ask("GET", "/books", Host=host))
        assert {host: status for host, (status, _) in answers.items()} == dict.fromkeys(
            HOSTS, 421
        )
        two = f"GET /books HTTP/1.1\r\nHost: {web.at}\r\nHost: evil.example\r\n"
        cookie = f"Cookie: cabinet={web.owner}\r\nConnection: close\r\n\r\n"
        assert STATUS.match(await web.say((two + cookie).encode()))[1] == b"421"
        # What a proxy would say of itself is nobody else's to say.
        for name in ("X-Forwarded-Host", "X-Host", "Forwarded"):
            _, answer = await web.ask("GET", "/settings", **{name: "evil.example"})
            assert b"evil" not in answer, name

    besiege(tmp_path, scene)


# Origin: pages of others, and what looks like ours. AT is where we are.
ORIGINS = (
    *("http://evil.example", "null", "", "http://AT.evil.example", "ftp://AT"),
    *("http://evil.example/AT", "AT", "http://AT/", "http://AT, http://evil.example"),
    *("http://127.0.0.1", "http://localhost:1", "file://", "http://x@AT", "HTTP://AT"),
)


def test_a_form_on_another_page_changes_nothing(tmp_path):
    async def scene(web):
        async def send(origin):
            said = origin.replace("AT", web.at)
            return await web.ask("POST", "/credit", f"token={web.token}", Origin=said)

        answers = await each({origin: (origin,) for origin in ORIGINS}, send)
        assert {status for status, _ in answers.values()} == {403}, answers

    besiege(tmp_path, scene)


def test_a_form_without_the_token_of_its_session_changes_nothing(tmp_path):
    """CSRF: the owner's browser sends the cookie, whoever made the form."""

    async def scene(web):
        theirs = web.console.sessions.token(web.staff)
        ours = web.token
        bodies = ("", "token=", "token=0", f"token={'0' * 64}", f"token={theirs}")
        bodies += (f"token={ours[:-1]}", f"token={ours}0", f"token={ours.upper()}X")
        bodies += (f"token={ours}&token=", f"Token={ours}", f"token[]={ours}")
        tries = {body: ("/credit", body) for body in bodies}
        tries["in the query"] = (f"/credit?token={ours}", "")
        answers = await each(tries, lambda path, body: web.ask("POST", path, body))
        assert {status for status, _ in answers.values()} == {403}, answers
        kinds = ("text/plain", "application/json", "multipart/form-data; boundary=x")
        for kind in kinds:
            body = f"token={ours}"
            status, _ = await web.ask("POST", "/credit", body, Content_Type=kind)
            assert status == 415, kind
        for method in ("GET", "HEAD", "PUT", "PATCH", "DELETE"):
            override = {"X-HTTP-Method-Override": "POST"}
            status, _ = await web.ask(method, f"/credit?token={ours}", **override)
            assert status == 405, method

    besiege(tmp_path, scene)


# Out of the pages, into the file system: at both doors, as the owner.
PATHS = (
    *("/../../etc/passwd", "/..%2f..%2fetc%2fpasswd", "/%2e%2e/%2e%2e/etc/passwd"),
    *("//etc/passwd", "/./../cabinet.yaml", "/console.css/../../../cabinet.yaml"),
    *("/console.css%00.yaml", "/..\\..\\cabinet.yaml", "/%c0%ae%c0%ae/etc/passwd"),
    *("/log?of=../../../../etc/passwd", "/log?of=/etc/passwd", "/log?of=counter%00"),
    *("/settings/..%2f..%2fcabinet.yaml", "/alarms/..%2f..%2fbooks.sqlite3"),
    *("/alarms/1%2f..%2f..%2ffile.tape", "/books.sqlite3", "/web/access.json"),
    *("/web/certificate.pem", "/.git/config", "/p/../books", "/p/%2e%2e/books"),
    *("/p/../../etc/passwd", "/phone.js/../books", "/cabinet/../books.csv%2f.."),
    *("/file;/../etc/passwd", "/%2fetc%2fpasswd", "/proc/self/environ"),
)
SECRETS = (b"root:", b"pricing: {credit", b"$argon2", b"PRIVATE KEY", b"SQLite format")


def test_no_path_leads_out_of_the_pages(tmp_path):
    async def scene(web):
        for phones in (False, True):
            for path in PATHS:
                status, answer = await web.ask("GET", path, phones=phones)
                assert status in (303, 400, 404, 429, 503), path
                assert not any(word in answer for word in SECRETS), path
                assert not phones or status in (400, 404, 429), path

    besiege(tmp_path, scene)


# One request that two programs could read as two: SECOND is the one in hiding.
CHUNKED = "Transfer-Encoding: chunked\r\n"
SMUGGLED = {
    "a length and chunks": f"Content-Length: 4\r\n{CHUNKED}\r\n0\r\n\r\n",
    "chunks and a length": f"{CHUNKED}Content-Length: 4\r\n\r\n0\r\n\r\n",
    "two lengths": "Content-Length: 0\r\nContent-Length: 60\r\n\r\n",
    "the same length twice": "Content-Length: 0\r\nContent-Length: 0\r\n\r\n",
    "a list of lengths": "Content-Length: 0, 0\r\n\r\n",
    "a length with a sign": "Content-Length: +0\r\n\r\n",
    "a negative length": "Content-Length: -1\r\n\r\n",
    "a hexadecimal length": "Content-Length: 0x0\r\n\r\n",
    "a length beyond all numbers": f"Content-Length: {'9' * 30}\r\n\r\n",
    "an unknown coding": "Transfer-Encoding: xchunked\r\n\r\n",
    "chunks, then another coding": (
        "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n"
    ),
    "two codings": f"{CHUNKED}Transfer-Encoding: identity\r\n\r\n0\r\n\r\n",
    "a space before the colon": (
        "Transfer-Encoding : chunked\r\nContent-Length: 0\r\n\r\n"
    ),
    "a vertical tab": "Transfer-Encoding:\x0bchunked\r\n\r\n0\r\n\r\n",
    "a folded line": "X: a\r\n Content-Length: 5\r\n\r\n",
    "a line that ends in CR": "X: a\rContent-Length: 5\r\n\r\n",
    "lines that end in LF": "Content-Length: 0\n\n",
    "a NUL": "X: a\0b\r\nContent-Length: 0\r\n\r\n",
    "a LF in a chunk's extension": f"{CHUNKED}\r\n0;\nxx\r\n\r\n",
    "a negative chunk": f"{CHUNKED}\r\n-1\r\n\r\n",
    "a chunk with 0x": f"{CHUNKED}\r\n0x0\r\n\r\n",
    "a chunk beyond all numbers": f"{CHUNKED}\r\n{'f' * 20}\r\n\r\n",
    "a chunk longer than it says": f"{CHUNKED}\r\n1\r\nab0\r\n\r\n",
}


def test_a_request_that_hides_another_is_refused_whole(tmp_path):
    async def scene(web):
        ours = f"Host: {web.at}\r\nCookie: cabinet={web.owner}\r\n"

        async def send(rest):
            second = f"GET /books HTTP/1.1\r\n{ours}\r\n"
            said = f"POST /login HTTP/1.1\r\n{ours}{rest}{second}"
            return STATUS.findall(await web.say(said.encode("latin-1")))

        answers = await each({name: (it,) for name, it in SMUGGLED.items()}, send)
        assert answers == {name: [b"400"] for name in SMUGGLED}

    besiege(tmp_path, scene)


def test_requests_of_other_protocols_reach_nothing(tmp_path):
    async def scene(web):
        ours = f"Host: {web.at}\r\nConnection: close\r\n"
        tries = {
            f"CONNECT 127.0.0.1:22 HTTP/1.1\r\n{ours}\r\n": b"400",
            f"TRACE / HTTP/1.1\r\n{ours}\r\n": b"405",
            f"GET /login HTTP/9.9\r\n{ours}\r\n": b"400",
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n": b"400",
            "GET /login\r\n\r\n": b"421",
            "GET /login HTTP/1.0\r\n\r\n": b"421",
            f"GET http://{web.at}/login HTTP/1.1\r\nHost: evil\r\n\r\n": b"421",
            f"GET /?x=%0d%0aSet-Cookie:a=b HTTP/1.1\r\n{ours}\r\n": b"303",
        }
        for said, status in tries.items():
            answer = await web.say(said.encode())
            assert STATUS.findall(answer) == [status], said
            assert b"\r\nset-cookie:a" not in answer.lower(), said

    besiege(tmp_path, scene)


def test_an_address_that_is_no_text_is_refused(tmp_path):
    """Bytes that a server could not read as the query of an address."""

    async def scene(web):
        for phones, path in (
            (True, f"/p/{TOKEN}/?"),
            (True, f"/p/{TOKEN}/here?"),
            (False, "/books.csv?"),
            (False, "/login/?"),
            (False, "/metrics?"),
        ):
            host = web.phones_at if phones else web.at
            cookie = f"Cookie: cabinet={web.owner}"
            for junk in (b"\xff", b"a=\xc3", b"\x80=\xfe"):
                head = f"\r\nHost: {host}\r\n{cookie}\r\nConnection: close\r\n\r\n"
                said = b"GET " + path.encode() + junk + b" HTTP/1.1" + head.encode()
                answer = await web.say(said, phones=phones)
                assert STATUS.findall(answer) == [b"400"], said

    besiege(tmp_path, scene)


def test_no_made_up_session_is_one(tmp_path):
    async def scene(web):
        number = web.owner
        ended = web.console.sessions.begin("owner", monotonic())
        web.console.sessions.end(ended)
        cookies = ("", "cabinet=", "cabinet=0", f"cabinet={'A' * 43}", "cabinet=owner")
        cookies += (f"cabinet={number[:-1]}", f"cabinet={number}A", f"cabinet={ended}")
        cookies += (f"cabinet={number.swapcase()}", f"Cabinet={number}")
        cookies += (f"__Host-cabinet={number}", f"cabinet=%00{number}")
        cookies += (f"cabinet={web.token}", f"cabinet={number}; cabinet=x")
        tries = {cookie: (cookie,) for cookie in cookies}
        answers = await each(tries, lambda it: web.ask("GET", "/books", Cookie=it))
        assert {status for status, _ in answers.values()} == {303}, answers
        for path in (f"/books?cabinet={number}", f"/books;cabinet={number}"):
            status, _ = await web.ask("GET", path, Cookie="")
            assert status in (303, 404), path
        status, _ = await web.ask("GET", "/books", phones=True)
        assert status == 404
        status, _ = await web.ask("GET", f"/p/{TOKEN}", Cookie="")
        assert status == 404, "a seat's code opens nothing of the operator's"

    besiege(tmp_path, scene)


def test_sixty_five_passwords_of_thirteen_addresses_are_five_each_or_twenty_in_all(
    tmp_path,
):
    stand = Stand(tmp_path, passwords=[("owner", OWNER)])
    looked = []
    who = stand.console.people.who
    stand.console.people.who = lambda *said: looked.append(said) or who(*said)
    statuses = []
    for turn in range(5):
        for guest in range(13):
            stand.now += 0.1

            async def guess(browser, said=f"guess {turn} {guest}"):
                return await browser.post("/login", {"password": said})

            answer = stand.run(guess, address=f"10.0.0.{guest}")
            statuses.append(answer.status_code)
    assert len(statuses) == 65
    assert set(statuses) == {403, 429}
    assert len(looked) == statuses.count(403) <= BURST + 65 * 0.1 / 2 + 1
    assert len(looked) >= FREE_TRIES

    async def right(browser):
        return await browser.post("/login", {"password": OWNER})

    for _ in range(FREE_TRIES):
        stand.console.attempts.was_wrong("10.0.0.1", stand.now)
    late = stand.run(right, address="10.0.0.1")
    assert late.status_code == 429, "not even the right one, from who guessed"


def test_a_page_in_clear_cannot_speak_for_one_over_tls(tmp_path):
    """Somebody on the way can send any page in clear, from our own number and port."""
    stand = Stand(tmp_path)

    async def send(browser, scheme):
        number = stand.console.sessions.begin("owner", stand.now)
        browser.http.cookies.set("__Host-cabinet", number, domain="127.0.0.1")
        base = "https://127.0.0.1:8080"
        headers = {"origin": base.replace("https", scheme)}
        token = {"token": stand.console.sessions.token(number)}
        answer = await browser.http.post(f"{base}/credit", data=token, headers=headers)
        return answer.status_code

    assert stand.run(lambda browser: send(browser, "http")) == 403
    assert stand.run(lambda browser: send(browser, "https")) == 503
