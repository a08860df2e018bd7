"""The cabinet in a real browser: switched on, paid for and played there."""

import asyncio
import contextlib
import os
import threading
import time
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from bench.table import centile
from cabinet.protocol.codec import Quit
from cabinet.web.live.stream import MOST_VIEWERS
from tests.system.browser_cabinet import BrowserCabinet
from tests.system.test_programs import short_ending

COINS = 15
ROUNDS = 3


@pytest.fixture
def cabinet(tmp_path, driver):
    cabinet = BrowserCabinet(tmp_path)
    try:
        cabinet.enter()
        page = cabinet.open(driver)
        yield cabinet
        page.close()
        cabinet.say(Quit())
        code, out = cabinet.end()
        assert code == 0
        assert "Traceback" not in out
        assert f"the cabinet is in a browser at {cabinet.address}" in out
    finally:
        cabinet.close()


def coin_time(cabinet):
    """Seconds from the hand that drops a coin to the credit that is shown."""
    cabinet._settle()
    began = time.monotonic()
    cabinet.coin()
    return time.monotonic() - began


@contextlib.contextmanager
def crowd(cabinet, number):
    """So many browsers at once; yields how many of them are let in."""
    over, here = threading.Event(), set()

    async def watch(origin):
        try:
            async with connect(
                f"{origin.replace('http', 'ws')}/cabinet/line",
                origin=origin,
                proxy=None,
            ) as browser:
                async for message in browser:
                    here.add(browser)
                    if isinstance(message, bytes):
                        await browser.send("seen")
                    if over.is_set():
                        return
        except (ConnectionClosed, InvalidHandshake, OSError, TimeoutError):
            return

    async def come():
        origin = f"http://127.0.0.1:{cabinet.port}"
        await asyncio.gather(*(watch(origin) for _ in range(number)))

    thread = threading.Thread(target=lambda: asyncio.run(come()))
    thread.start()
    try:
        yield lambda: len(here)
    finally:
        over.set()
        thread.join()


def switch_on(cabinet):
    """Off, on again, a coin in the slot: all on the drawn panel."""
    cabinet.until_mode("attract")
    cabinet.tap("power")
    cabinet.until_mode("standby")
    cabinet.tap("power")
    cabinet.until(lambda shown: shown.mode == "attract" and shown.lockout_open)
    cabinet._settle()
    cabinet.coin()
    return cabinet.until_mode("select")


def at(page, name, value):
    """Whether the page comes to say so of itself."""
    return page.until(f"return document.documentElement.dataset.{name} === '{value}'")


def test_switch_on_pay_hear_and_let_go_in_a_browser(cabinet):
    page = cabinet.page
    shown = switch_on(cabinet)
    assert (shown.credits, shown.books.coins) == (1, 1)
    assert at(page, "credits", "1")
    assert at(page, "heard", "coin")
    assert page.until("return document.querySelector('.slot.open')")
    outside = page.run(
        "return performance.getEntriesByType('resource').map((e) => e.name)"
        ".filter((name) => !name.startsWith(location.origin))"
    )
    assert outside == []
    # A key that repeats is one press; a page that loses its focus lets go.
    page.run(REPEAT)
    cabinet.until(lambda shown: shown.offer == 1)
    page.run("dispatchEvent(new Event('blur'))")
    assert page.until("return !document.querySelector('.pressed')")
    assert page.run("return window.said") == [["p1.right"], []]
    assert cabinet.shown.offer == 1


REPEAT = """
window.said = [];
const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (text) {
  if (text.startsWith("{")) {
    const { held } = JSON.parse(text);
    if (held.join() !== (window.said.at(-1) ?? []).join()) window.said.push(held);
  }
  return send.call(this, text);
};
const key = "ArrowRight";
for (const repeat of [false, true, true, true]) {
  dispatchEvent(new KeyboardEvent("keydown", { code: key, key, repeat }));
}
"""


@pytest.mark.soak
def test_a_whole_game_of_azteka_is_played_in_a_browser(cabinet):
    """With pictures in the folder SHOTS if that is set."""
    switch_on(cabinet)
    cabinet.begin_a_match()
    assert at(cabinet.page, "tune", "azteka")
    cabinet.first_move()
    ending, slips = short_ending(cabinet.match()), 0
    while cabinet.shown.mode == "playing":
        try:
            cabinet.move(ending.pop(0))
        except AssertionError:
            slips += 1
            assert slips <= 3, "the stick slips again and again"
            cabinet.forget_hands()
            ending = short_ending(cabinet.match())
        if len(cabinet.shown.match.log) == 12 and "SHOTS" in os.environ:
            cabinet.page.photograph(Path(os.environ["SHOTS"]) / "playing.png")
    shown = cabinet.until(lambda shown: shown.mode in ("signing", "result"))
    outcome = cabinet.match().outcome()
    assert outcome.over
    assert cabinet.page.until(
        "return ['signing', 'result'].includes(document.documentElement.dataset.mode)"
    )
    assert shown.books.plays == 1
    frames = int(cabinet.page.run("return document.documentElement.dataset.frames"))
    assert frames > 100, "its picture moves, on a busy machine too"


@pytest.mark.soak
def test_two_hundred_websockets_hold_up_no_coin(tmp_path):
    """Eight are let in and watch as fast as they can, the others knock in vain."""
    cabinet = BrowserCabinet(tmp_path)
    try:
        cabinet.enter()
        quiet, busy = [], []
        for _ in range(ROUNDS):
            quiet += [coin_time(cabinet) for _ in range(COINS)]
            with crowd(cabinet, 200) as let_in:
                busy += [coin_time(cabinet) for _ in range(COINS)]
                assert let_in() == MOST_VIEWERS
        shown = [[centile(each, p) for p in (50, 90, 99)] for each in (quiet, busy)]
        for alone, crowded in list(zip(*shown, strict=True))[:2]:
            assert crowded < 1.2 * alone + 0.010, shown
    finally:
        cabinet.close()
