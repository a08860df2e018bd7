"""The console on a test stand: real files, real passwords, time in our hands."""

import asyncio
import json
import re
from dataclasses import replace

import httpx
from argon2 import PasswordHasher

from cabinet.people.file import BEFORE, FOLDER
from cabinet.places import Place
from cabinet.web.console.console import Console
from cabinet.web.routes import Parts, console_site
from tests.web.test_web import SHOWN

HOST = "127.0.0.1:8080"
OWNER = "correct horse"
STAFF = "battery staple"
CODE = "12345678"
_TOKEN = re.compile(r'name="token" value="([0-9a-f]+)"')


def with_passwords(folder, **by_role):
    """The two passwords of the release before: two people who have no names yet."""
    hasher = PasswordHasher(time_cost=4, memory_cost=9 * 1024, parallelism=1)
    (folder / FOLDER).mkdir(exist_ok=True)
    hashes = {role: hasher.hash(said) for role, said in by_role.items()}
    (folder / FOLDER / BEFORE).write_text(json.dumps(hashes))


class Stand:
    """A console without a counter: whoever is let in is told that it is away."""

    def __init__(self, folder, *, passwords=(), place=None):
        folder.mkdir(exist_ok=True)
        file = folder / "cabinet.yaml"
        file.write_text("pricing: {credit: 100}\n")
        self.place = place or Place(config=file, state=folder)
        self.now = 1000.0
        self.parts = Parts()
        self.parts.snapshot = replace(SHOWN, mode="service", pairing=CODE)
        self.console = Console(self.place, "en", self.parts.shown, lambda: self.now)
        self.console.pause = 0
        self.parts.console = self.console
        self.site = console_site(self.parts, "en")
        if passwords:
            with_passwords(folder, **dict(passwords))

    def run(self, work, address="192.168.1.9", role=""):
        """What `work` returns, given a browser of its own; one that is let in already.

        To log in takes its time on purpose, so most tests begin after it.
        """

        async def running():
            transport = httpx.ASGITransport(app=self.site, client=(address, 4711))
            async with httpx.AsyncClient(
                transport=transport, base_url=f"http://{HOST}"
            ) as http:
                if role:
                    number = self.console.sessions.begin(role, self.now)
                    http.cookies.set("cabinet", number, domain="127.0.0.1")
                return await work(Browser(http))

        return asyncio.run(running())


class Browser:
    """What a browser does with forms: cookies, origin, the page's own token."""

    def __init__(self, http):
        self.http = http

    async def get(self, path, **headers):
        return await self.http.get(path, headers=headers)

    async def token(self, path="/login"):
        found = _TOKEN.search((await self.get(path)).text)
        return found[1] if found else ""

    async def post(self, path, fields=None, *, token=None, **more):
        fields = dict(fields or {})
        if token is None:
            token = await self.token("/" if "cabinet" in self.http.cookies else path)
        fields["token"] = token
        headers = {"origin": f"http://{HOST}"} | more.pop("headers", {})
        return await self.http.post(path, data=fields, headers=headers, **more)

    async def log_in(self, password):
        answer = await self.post(
            "/login", {"password": password}, token=await self.token()
        )
        assert answer.status_code == 303, answer.text
        return self
