"""Every page, as a screen reader has it and as a keyboard alone reaches it."""

import pytest

from tests.system import axe
from tests.system.browser_cabinet import BrowserCabinet
from tests.system.conftest import skip_aloud
from tests.system.console_shots import PAGES
from tests.system.phones import CHOICES, PhoneCabinet
from tests.system.running import run_well
from tests.system.test_console_browser import NOTICE, ConsoleCabinet, pair, see
from tests.web.console.sample_state import furnish

pytestmark = pytest.mark.soak
TAB, ENTER = "\ue004", "\ue007"


@pytest.fixture(scope="module", autouse=True)
def axe_core():
    if axe.script() is None:
        skip_aloud("PAGES NOT CHECKED: axe-core is missing; run tools/setup_axe.sh")


def test_no_page_of_the_console_has_a_serious_finding(driver, tmp_path):
    furnish(tmp_path / "state")
    found = {}
    with run_well(ConsoleCabinet(tmp_path)) as cabinet:
        stranger = driver.phone(f"{cabinet.address}/login?lang=fr")
        found["login"] = axe.grave(stranger)
        stranger.go(f"{cabinet.address}/pair")
        found["pair"] = axe.grave(stranger)
        stranger.close()
        page = pair(cabinet, driver)
        for name in PAGES:
            page.go(f"{cabinet.address}/{name}")
            page.run("for (const e of document.querySelectorAll('details')) e.open = 1")
            found[name] = axe.grave(page)
        page.go(f"{cabinet.address}/settings/pricing?lang=en")
        tab_to(page, "[name='pricing.credit']")
        page.write("[name='pricing.credit']", "1.50")
        tab_to(page, ".keep button")
        strike(page, ENTER)
        assert "1.50" in see(cabinet, page, NOTICE)
        page.close()
    assert axe.said(found) == ""


@pytest.fixture
def phones(tmp_path):
    with run_well(PhoneCabinet(tmp_path)) as cabinet:
        yield cabinet


def strike(page, key):
    page.key(key, down=True)
    page.key(key, down=False)


def tab_to(page, selector):
    """As somebody does who has no mouse: Tab until it is the one that has the focus."""
    wanted = "return document.activeElement?.matches(arguments[0])"
    for _ in range(60):
        if page.run(wanted, selector):
            return
        strike(page, TAB)
    raise AssertionError(f"no Tab leads to {selector}")


def test_a_phone_plays_by_keyboard_alone_and_says_what_a_screen_reader_needs(
    driver, phones
):
    phones.sit_down(2)
    pages = [driver.phone(phones.address(seat) + "?lang=en") for seat in (0, 1)]
    first = pages[0]
    assert first.until("return document.documentElement.dataset.mode === 'join'")
    found = {"join": axe.grave(first)}
    tab_to(first, "#skip")
    strike(first, ENTER)
    assert first.run("return document.getElementById('me').hidden")
    phones.start()
    for turn in range(4):
        table = phones.table()
        seat = table.actors[0]
        page, mine = pages[seat], sum(move.seat == seat for move in table.log)
        assert page.until(CHOICES % mine)
        if turn < 2:
            found[f"play {turn}"] = axe.grave(page)
            said_by_the_tree(page)
        tab_to(page, "#choices .card")
        strike(page, ENTER)
        tab_to(page, "#go")
        strike(page, ENTER)
        phones.until(lambda shown, n=turn: len(shown.match.log) > n)
    for page in pages:
        page.close()
    gone = driver.phone(f"http://127.0.0.1:{phones.port}/p/nowhere1?lang=fr")
    found["gone"] = axe.grave(gone)
    gone.close()
    assert axe.said(found) == ""


def said_by_the_tree(page):
    """What a screen reader has of the page: names for all that can be pressed, news."""
    tree = page._command("Accessibility.getFullAXTree")["nodes"]
    heard = [
        (node["role"]["value"], node.get("name", {}).get("value", ""))
        for node in tree
        if not node["ignored"]
    ]
    buttons = [name for role, name in heard if role == "button"]
    assert buttons
    assert all(name.strip() for name in buttons), buttons
    roles = {role for role, _ in heard}
    assert {"status", "main", "heading", "log"} <= roles
    assert ("heading", "Your points") in heard


def test_the_stick_of_a_phone_is_held_with_keys(driver, phones):
    phones.sit_down(1, "Aztec")
    page = driver.phone(phones.address(0) + "?lang=en")
    assert page.until("return document.documentElement.dataset.mode === 'join'")
    tab_to(page, "#skip")
    strike(page, ENTER)
    phones.start()
    assert page.until("return !document.getElementById('pad').hidden")
    found = {"pad": axe.grave(page)}
    tab_to(page, "[data-button=a]")
    assert page.run("return document.activeElement.getAttribute('aria-label')") == "A"
    page.key(ENTER, down=True)
    page.key(ENTER, down=False)
    assert phones.until(lambda shown: shown.match and shown.match.log)
    page.close()
    assert axe.said(found) == ""


def test_the_cabinet_in_a_browser_has_no_serious_finding(driver, tmp_path):
    with run_well(BrowserCabinet(tmp_path)) as cabinet:
        page = cabinet.open(driver)
        found = {"cabinet": axe.grave(page)}
        page.close()
    assert axe.said(found) == ""
