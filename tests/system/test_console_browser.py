"""The console in a real browser, and the cabinet that does what it says."""

import os
import re
import time
from contextlib import suppress
from pathlib import Path

import pytest
from pyotp.totp import TOTP

from cabinet import settings
from cabinet.clock import SystemClock
from cabinet.core.schedule import Moment
from cabinet.loops.registry import GameShelf
from cabinet.protocol.codec import Touch
from tests.support.settings import SETTINGS
from tests.system import browser
from tests.system.running import RunningCabinet, free_port, run_well

PASSWORD = "correct horse"
STAFF = "battery staple"
NOTICE = "return document.querySelector('.notice.good')?.textContent"
INSIDE = "return document.querySelector('nav') && location.pathname === '/'"
pytestmark = pytest.mark.soak


class ConsoleCabinet(RunningCabinet):
    """A cabinet with its web program, on a file of its own."""

    def __init__(self, folder, host="127.0.0.1", env=None):
        self.file, port = folder / "cabinet.yaml", free_port()
        text = SETTINGS.read_text().replace("port: 8080", f"port: {port}")
        text = text.replace("phones_port: 0", f"phones_port: {free_port()}")
        self.file.write_text(text.replace("  host: 127.0.0.1", f"  host: {host}"))
        self.address = f"http://127.0.0.1:{port}"
        where = "--config", str(self.file), "--web"
        super().__init__(folder / "state", *where, env=env)

    def line_of(self, setting):
        """The line of the file with a setting, comment and all."""
        wanted = re.compile(rf"\s*{setting}:")
        return next(x for x in self.file.read_text().splitlines() if wanted.match(x))


@pytest.fixture
def cabinet(tmp_path):
    with run_well(ConsoleCabinet(tmp_path)) as cabinet:
        yield cabinet


def see(cabinet, page, script):
    """What a script finds, on whatever page the last click has led to."""
    end = time.monotonic() + browser.TIMEOUT
    found = None
    while not found and time.monotonic() < end:
        with suppress(AssertionError):  # the page it ran on is gone
            found = page.run(script)
        cabinet._listen(0.05)
    return found


def pair(cabinet, driver, first="/"):
    """As the operator does: the door, TEST, the code, a password."""
    cabinet.tap("test")
    code = cabinet.until(lambda shown: shown.pairing).pairing
    cabinet.wait_for_the_web_program()
    page = driver.phone(f"{cabinet.address}{first}?lang=en")
    assert page.until("return location.pathname === '/pair'")
    page.write("[name=code]", f"{code[:4]} {code[4:]}")
    page.write("[name=password]", PASSWORD)
    page.write("[name=again]", PASSWORD)
    page.tap("form button")
    assert see(cabinet, page, INSIDE)
    cabinet.tap("test")
    shown = cabinet.until_mode("attract")
    assert shown.pairing == ""
    return page


def log_in(cabinet, page, password, name=""):
    page.go(f"{cabinet.address}/login?lang=en")
    page.write("[name=name]", name)
    page.write("[name=password]", password)
    page.tap("form button")
    assert see(cabinet, page, INSIDE)


def keep(cabinet, page, name, fields=(), ticks=()):
    """Change fields of a page of settings and save it; what the page says."""
    page.go(f"{cabinet.address}/settings/{name}?lang=en")
    page.run("for (const e of document.querySelectorAll('details')) e.open = true")
    for path, value in dict(fields).items():
        page.write(f'[name="{path}"]', value)
    for path in ticks:
        page.tap(f'[name="{path}"]')
    page.tap(".keep button")
    return see(cabinet, page, NOTICE)


def test_what_an_operator_wants_is_set_on_the_page_and_works(driver, cabinet):
    page = pair(cabinet, driver)
    assert outside_requests(page, cabinet.address) == []
    page.tap("nav form button")
    assert see(cabinet, page, "return location.pathname === '/login'")
    log_in(cabinet, page, PASSWORD)

    said = keep(cabinet, page, "pricing", {"pricing.credit": "1.50"})
    assert "1.00 → €1.50" in said
    assert cabinet.until(lambda shown: shown.credit_price == 150)
    line = cabinet.line_of("credit")
    assert re.fullmatch(r"  credit: 150 +# price of one credit \(prix .*\)", line)

    tier = {"pricing.tiers.0.money": "2,00", "pricing.tiers.0.credits": "3"}
    assert keep(cabinet, page, "pricing", {"pricing.credit": "1", **tier})
    assert "[{money: 200, credits: 3}]" in cabinet.line_of("tiers")
    assert keep(
        cabinet, page, "modes", {"modes.5.credits": "1"}, ["modes.5.per_player"]
    )
    page.go(f"{cabinet.address}/settings/schedule")
    page.write('[name="schedule.rules.0.volume"]', "0")
    page.tap(".keep button")
    assert "volume: 30 → 0" in see(cabinet, page, NOTICE)

    cabinet.until(lambda shown: shown.offers[5].per_player)
    for _ in range(2):
        cabinet.say(Touch("coin.1", active=True))
        cabinet._settle()
    cabinet.until(lambda shown: shown.credits == 3)
    for _ in range(5):
        cabinet.tap("p1.right")
    cabinet.tap("start")
    assert cabinet.until_mode("join").price == 1
    cabinet.tap("player")
    assert cabinet.until(lambda shown: shown.price == 2)
    catalogue = settings.catalogue_of(GameShelf())
    week = settings.load(cabinet.file, None, catalogue).schedule.schedule()
    assert week.volume(Moment(739_621, 22 * 60 + 30)) == 0
    assert week.volume(Moment(739_621, 21 * 60)) == 100

    page.go(f"{cabinet.address}/history")
    authors = page.run("return document.querySelectorAll('.revision').length")
    assert authors == 4
    assert "owner, on the page" in page.run("return document.body.textContent")
    page.close()


def test_a_second_factor_is_asked_for_until_somebody_pairs_again(driver, cabinet):
    page = pair(cabinet, driver)
    page.go(f"{cabinet.address}/access/second?lang=en")
    assert page.run("return document.querySelector('.qr svg').clientWidth") > 150
    shown = page.run("return document.querySelector('.second .aside code').textContent")
    secret, now = "".join(shown.split()), SystemClock().wall_ms() // 1000
    codes = [TOTP(secret).at(now, counter_offset=apart) for apart in (0, 1)]
    page.write("[name=code]", codes[0])
    page.tap(".second form button")
    assert "asks for a code" in see(cabinet, page, NOTICE)
    other = driver.phone(f"{cabinet.address}/login?lang=en")
    for code in ("", codes[0]):
        other.write("[name=password]", PASSWORD)
        if code:
            other.write("[name=code]", code)
        other.tap("form button")
        wrong = "return document.querySelector('.door .notice.bad')?.textContent"
        assert "or not the code" in see(cabinet, other, wrong)
        other.go(f"{cabinet.address}/login?lang=en")
    other.write("[name=password]", PASSWORD)
    other.write("[name=code]", codes[1])
    other.tap("form button")
    assert see(cabinet, other, INSIDE)
    page.go(f"{cabinet.address}/access?lang=en")
    assert page.run("return document.querySelectorAll('.sessions li').length") == 2
    page.tap(".sessions li:last-child button")
    assert "session is over" in see(cabinet, page, NOTICE)
    other.go(f"{cabinet.address}/?lang=en")
    assert see(cabinet, other, "return location.pathname === '/login'")
    pair(cabinet, driver, "/pair")
    other.go(f"{cabinet.address}/login?lang=en")
    assert not other.run("return document.querySelector('[name=code]')")
    log_in(cabinet, other, PASSWORD)


def test_the_editor_says_what_is_wrong_beside_the_line(driver, cabinet):
    page = pair(cabinet, driver)
    page.go(f"{cabinet.address}/file?lang=en")
    before = cabinet.file.read_text()
    page.run(
        "const t = document.getElementById('text');"
        "t.value = t.value.replace('max_credits: 20', 'max_credits: many')"
    )
    page.tap("[name=keep]")
    wrong = "return document.querySelector('.flaws li')?.textContent"
    what = see(cabinet, page, wrong)
    number = 1 + before[: before.index("max_credits: 20")].count("\n")
    assert f"line {number}, column 16" in what
    assert "max_credits: many" in what
    marked = "return document.querySelector('.lines .wrong').textContent"
    assert page.run(marked) == f"{number}\n"
    assert cabinet.file.read_text() == before
    page.run(
        "const t = document.getElementById('text');"
        "t.value = t.value.replace('max_credits: many', 'max_credits: 9')"
    )
    page.tap("[name=keep]")
    assert ": 20 → 9" in see(cabinet, page, NOTICE)
    assert cabinet.file.read_text() == before.replace("credits: 20 ", "credits: 9 ")
    page.go(f"{cabinet.address}/history")
    page.tap("main form button")
    assert ": 9 → 20" in see(cabinet, page, NOTICE)
    assert cabinet.file.read_text() == before
    if folder := os.environ.get("PHOTOGRAPHS"):
        page.photograph(Path(folder) / "history.png")
    page.close()


def outside_requests(page, address):
    """What the page asked of anybody but us."""
    asked = page.run("return performance.getEntriesByType('resource').map(e => e.name)")
    return [each for each in asked if not each.startswith(address)]
