"""The live view and the panel in a browser, with a played screen and counter.

The screen's end answers each request with a picture, as fast as it comes.
"""

import asyncio
import contextlib
import json
from dataclasses import replace

import httpx
import pytest
import uvicorn
from starlette.applications import Starlette
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from cabinet.protocol.codec import Goodbye, Reader, Touch, encode
from cabinet.protocol.live import MUSIC, PICTURE, REQUEST, pack
from cabinet.web.live import front_panel
from cabinet.web.live.front_panel import Front, FrontPanel
from cabinet.web.live.stream import (
    FULL,
    MOST_VIEWERS,
    STRANGER,
    LiveStreams,
    live_routes,
)
from cabinet.web.program import Listening, _listen, _serve
from cabinet.web.routes import Parts
from tests.web.test_web import SHOWN

FRONT = Front(
    {"coin.1": "5", "start": "1", "p1.left": "left"}, {"coin.1": ((1, 50), (2, 100))}
)


class WebProgram:
    """The web program in this loop, between a screen and a counter that are played."""

    def __init__(self, folder, front=FRONT):
        self.folder = folder
        self.requests = 0
        self.visits = 0
        self.touches = asyncio.Queue()
        live = LiveStreams(folder / "live.sock")
        self.parts = Parts(live, FrontPanel(front, live) if front else None)
        both = _listen("127.0.0.1", 0), _listen("127.0.0.1", 0)
        self.listening = Listening(*both)
        self.at, self.phones_at = (f"127.0.0.1:{x.getsockname()[1]}" for x in both)
        self.watched = asyncio.Event()
        self.alone = asyncio.Event()

    async def __aenter__(self):
        self.bye = asyncio.Event()
        async with contextlib.AsyncExitStack() as stack:
            for name, serve in (("live", self.screen), ("bus", self.counter)):
                path = str(self.folder / f"{name}.sock")
                server = await asyncio.start_unix_server(serve, path)
                await stack.enter_async_context(server)
            self.stack = stack.pop_all()
        bus = self.folder / "bus.sock"
        self.web = asyncio.create_task(
            _serve(self.listening, bus, "fr", parts=self.parts)
        )
        return self

    async def __aexit__(self, *_):
        self.bye.set()
        await asyncio.wait_for(self.web, 10)
        await self.stack.aclose()

    async def screen(self, reader, writer):
        self.visits += 1
        self.watched.set()
        writer.write(pack(MUSIC, b'{"music": ["attract", 0.4]}'))
        while request := await reader.read(1):
            assert request == REQUEST
            self.requests += 1
            writer.write(pack(PICTURE, b"picture %d" % self.requests))
        self.alone.set()
        writer.close()

    async def counter(self, reader, writer):
        lines = Reader()
        writer.write(encode(SHOWN))

        async def hear():
            while chunk := await reader.read(65536):
                for message in lines.feed(chunk):
                    if isinstance(message, Touch):
                        self.touches.put_nowait((message.line, message.active))

        hearing = asyncio.create_task(hear())
        await self.bye.wait()
        hearing.cancel()
        writer.write(encode(Goodbye()))
        writer.close()

    def browser(self, path="/cabinet/line", **options):
        """A browser's websocket, from a page of ours unless it says otherwise."""
        options = {"origin": f"http://{self.at}", "proxy": None} | options
        return connect(f"ws://{self.at}{path}", **options)

    async def touch(self):
        return await asyncio.wait_for(self.touches.get(), 5)


def live(folder, scene, **options):
    async def run():
        async with WebProgram(folder, **options) as web:
            await scene(web)

    asyncio.run(asyncio.wait_for(run(), 30))


async def pictures(browser, number):
    """So many pictures, whatever is said between them."""
    found = []
    while len(found) < number:
        message = await asyncio.wait_for(browser.recv(), 5)
        if isinstance(message, bytes):
            found.append(message)
    return found


def test_two_pictures_are_on_their_way_and_none_where_nobody_watches(tmp_path):
    async def scene(web):
        async with httpx.AsyncClient() as client:
            page = await client.get(f"http://{web.at}/cabinet/")
        assert page.status_code == 200
        assert web.visits == 0
        async with web.browser() as browser:
            await pictures(browser, 2)
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(browser.recv(), 0.3)
            assert web.requests <= 3, "one may have been overtaken"
            await browser.send("seen")
            assert len(await pictures(browser, 1)) == 1
        await asyncio.wait_for(web.alone.wait(), 5)
        requests = web.requests
        async with web.browser() as browser:  # no old picture for a new watcher
            (picture,) = await pictures(browser, 1)
            assert int(picture.split()[1]) > requests

    live(tmp_path, scene)


def test_a_slow_browser_holds_up_nobody(tmp_path):
    async def scene(web):
        async with web.browser() as slow, web.browser() as quick:
            await pictures(slow, 2)
            for _ in range(20):
                await pictures(quick, 1)
                await quick.send("seen")
            assert web.requests >= 20
            latest = web.requests
            await slow.send("seen")
            (picture,) = await pictures(slow, 1)
            assert int(picture.split()[1]) >= latest - 1

    live(tmp_path, scene)


def test_a_browser_hears_the_panel_the_lamps_and_the_music(tmp_path):
    async def scene(web):
        async with web.browser() as browser:
            said = {}
            while not {"front", "panel", "music"} <= set(said) or not said["panel"]:
                message = await asyncio.wait_for(browser.recv(), 5)
                if isinstance(message, str):
                    said |= json.loads(message)
        assert said["front"]["keys"] == dict(FRONT.keys)
        assert said["front"]["coins"] == {"coin.1": [[1, 50], [2, 100]]}
        assert (said["panel"]["credits"], said["panel"]["open"]) == (3, True)
        assert said["music"] == ["attract", 0.4]

    live(tmp_path, scene)


def test_hands_of_several_browsers_are_one_hand_on_a_line(tmp_path):
    async def scene(web):
        async with web.browser() as one, web.browser() as other:
            await one.send('{"held": ["start"]}')
            assert await web.touch() == ("start", True)
            await other.send('{"held": ["start", "p1.left"]}')
            assert await web.touch() == ("p1.left", True)
            await one.send('{"held": []}')
            await other.send('{"held": ["start"]}')
            assert await web.touch() == ("p1.left", False)
            await one.send('{"coin": "coin.1", "pulses": 2}')
            assert await web.touch() == ("coin.1", True)
        # a lost line lets go
        assert await web.touch() == ("start", False)

    live(tmp_path, scene)


def test_a_browser_that_falls_silent_lets_go(tmp_path, monkeypatch):
    monkeypatch.setattr(front_panel, "SILENCE", 0.2)

    async def scene(web):
        async with web.browser() as browser:
            await browser.send('{"held": ["start"]}')
            assert await web.touch() == ("start", True)
            assert await web.touch() == ("start", False)

    live(tmp_path, scene)


RUDE = {
    "{": 'say {"held"',
    "[" * 1_500: 'say {"held"',
    '{"held": ["lockout"]}': "no button is called 'lockout'",
    '{"held": ["coin.1"]}': "no button is called 'coin.1'",
    '{"held": [3]}': "no button is called",
    '{"held": ["%s"]}' % ("🪙" * 90): "no button is called '🪙",
    '{"held": [], "x": 1}': 'say {"held"',
    '{"coin": "coin.1", "pulses": 99}': "no slot 'coin.1' takes",
    '{"coin": "start", "pulses": 1}': "no slot 'start' takes",
    '{"held": ["%s"]}' % ("x" * 3000): "a message has 2000 characters at most",
}


def test_what_no_page_of_ours_says_ends_the_line_with_a_sentence(tmp_path):
    async def scene(web):
        for words, why in RUDE.items():
            async with web.browser() as browser:
                await browser.send(words)
                await asyncio.wait_for(browser.wait_closed(), 5)
            assert browser.close_code == 1008
            assert why in browser.close_reason
        assert web.touches.empty()

    live(tmp_path, scene)


def test_a_hand_quicker_than_any_is_stopped(tmp_path):
    async def scene(web):
        async with web.browser() as browser:
            with contextlib.suppress(ConnectionClosed):
                for _ in range(1000):
                    await browser.send('{"held": ["start"]}')
                    await browser.send('{"held": []}')
                    await asyncio.sleep(0)
            await asyncio.wait_for(browser.wait_closed(), 5)
        assert browser.close_code == 1008
        assert web.touches.qsize() < 200

    live(tmp_path, scene)


STRANGERS = (
    {"origin": "http://evil.example"},
    {"origin": "http://127.0.0.1:1"},
    {"origin": None},
    {"origin": "null"},
    {"origin": "http://evil.example", "additional_headers": {"Host": "evil.example"}},
)


def test_pages_from_elsewhere_are_turned_away(tmp_path):
    async def scene(web):
        for stranger in STRANGERS:
            with pytest.raises(InvalidStatus) as refused:
                await web.browser(**stranger)
            assert refused.value.response.status_code == 403
            assert json.loads(refused.value.response.body) == {"error": STRANGER}
        assert web.visits == 0

    live(tmp_path, scene)


def test_a_foreign_name_finds_no_page_and_a_path_leads_nowhere(tmp_path):
    async def scene(web):
        async with httpx.AsyncClient(base_url=f"http://{web.at}") as client:
            for path in ("", "front.js", "sounds/coin/coin.ogg"):
                evil = {"Host": "evil.example"}
                answer = await client.get(f"/cabinet/{path}", headers=evil)
                assert answer.status_code == 403, path
                assert (await client.get(f"/cabinet/{path}")).status_code == 200
            for path in ("front_pages.py", "../pages.py", "sounds/../../../app.py"):
                answer = await client.get(f"/cabinet/{path.replace('.', '%2e')}")
                assert answer.status_code == 404, path

    live(tmp_path, scene)


def test_two_hundred_websockets_are_a_few_too_many(tmp_path):
    async def scene(web):
        async with contextlib.AsyncExitStack() as stack:
            open_ = [
                await stack.enter_async_context(web.browser(ping_interval=None))
                for _ in range(200)
            ]
            for browser in open_[MOST_VIEWERS:]:
                await asyncio.wait_for(browser.wait_closed(), 5)
                assert (browser.close_code, browser.close_reason) == (1013, FULL)
            await open_[0].send('{"held": ["start"]}')
            assert await web.touch() == ("start", True)
            assert web.visits == 1

    live(tmp_path, scene)


def test_a_real_cabinet_has_no_panel_to_touch(tmp_path):
    async def scene(web):
        async with httpx.AsyncClient() as client:
            answer = await client.get(f"http://{web.at}/cabinet/")
        assert answer.status_code == 404
        with pytest.raises(InvalidStatus):
            await web.browser()

    live(tmp_path, scene, front=None)


def test_the_guard_says_who_may_watch_and_watching_is_all_they_may(tmp_path):
    """Where the console passes its own guard, over the same live view."""

    async def scene(web):
        guarded = Starlette(
            routes=live_routes(
                web.parts.live,
                lambda connection: connection.query_params.get("who") == "owner",
            )
        )
        door = _listen("127.0.0.1", 0)
        server = uvicorn.Server(uvicorn.Config(guarded, log_level="warning"))
        serving = asyncio.create_task(server.serve(sockets=[door]))
        web.at = f"127.0.0.1:{door.getsockname()[1]}"
        with pytest.raises(InvalidStatus) as refused:
            await web.browser("/live?who=guest")
        assert refused.value.response.status_code == 403
        async with web.browser("/live?who=owner") as browser:
            assert len(await pictures(browser, 2)) == 2
            await browser.send("🪙" * 100)
            await asyncio.wait_for(browser.wait_closed(), 5)
        assert browser.close_code == 1008
        assert "who only watches says 'seen'" in browser.close_reason
        server.should_exit = True
        await serving

    live(tmp_path, scene, front=None)


@pytest.mark.parametrize(
    ("currency", "told"), [("EUR", ("EUR", 2)), ("JPY", ("JPY", 0)), ("XXX", (None, 0))]
)
def test_the_page_writes_coins_with_the_decimals_of_their_currency(
    currency, told, tmp_path
):
    panel = FrontPanel(Front({}, {}), LiveStreams(tmp_path))
    panel.adopt(replace(SHOWN, currency=currency))
    _, said = panel.greeting()
    state = json.loads(said)["panel"]
    assert (state["currency"], state["decimals"]) == told
