"""Pages of the console that stay open: what htmx carries, in a real browser."""

import pytest

from tests.system.console_shots import PAGES
from tests.system.running import run_well
from tests.system.test_console_browser import (
    NOTICE,
    ConsoleCabinet,
    keep,
    outside_requests,
    pair,
    see,
)

pytestmark = pytest.mark.soak
REFUSED = "return document.querySelector('main > .notice.bad')?.textContent"
TAB = "\ue004"
# What a finger is to hit: itself, or the label around it or of it.
SMALL = """
const found = [];
for (const each of document.querySelectorAll("a, button, input, select, summary")) {
  const hit = each.labels?.[0] ?? each;
  const [box, own] = [hit.getBoundingClientRect(), each.getBoundingClientRect()];
  const tall = Math.max(box.height, own.height);
  const wide = Math.max(box.width, own.width);
  if (!own.width || !box.width || each.matches(".skip")) continue;
  if (tall < 43.5 || wide < 40) found.push(each.outerHTML.slice(0, 90));
}
return found;
"""


@pytest.fixture(scope="module")
def cabinet(tmp_path_factory):
    with run_well(ConsoleCabinet(tmp_path_factory.mktemp("console"))) as cabinet:
        yield cabinet


@pytest.fixture(scope="module")
def page(cabinet, driver):
    page = pair(cabinet, driver)
    yield page
    page.close()


def go(cabinet, page, path):
    page.go(f"{cabinet.address}{path}?lang=en")
    page.run("window.stayed = true")


def stayed(page):
    return page.run("return window.stayed === true")


def tick(page, selector):
    """In the first group, scrolled to where the bar at the bottom is not."""
    page.run("const d = document.querySelector('details'); if (d) d.open = true")
    page.run(
        "document.querySelector(arguments[0]).scrollIntoView({block: 'center'})",
        selector,
    )
    page.tap(selector)


def broken_policies(page):
    return [each for each in page.complaints() if "Content Security Policy" in each]


def test_a_form_is_saved_and_refused_without_leaving_the_page(cabinet, page):
    go(cabinet, page, "/settings/pricing")
    page.write('[name="pricing.credit"]', "1.50")
    assert page.until(
        "return document.querySelector('.preview').textContent.includes('€1.50')"
    )
    page.tap(".keep button")
    assert "pricing.credit: 100 → 150" in see(cabinet, page, NOTICE)
    assert cabinet.until(lambda shown: shown.credit_price == 150)
    focused = "return document.activeElement.matches('main > .notice')"
    assert page.run(focused)
    page.write('[name="pricing.credit"]', "cheap")
    page.tap(".keep button")
    assert "“cheap”" in see(cabinet, page, REFUSED)
    assert page.run(focused)
    page.write('[name="pricing.credit"]', "1")
    page.tap(".keep button")
    assert "pricing.credit: 150 → 100" in see(cabinet, page, NOTICE)
    assert stayed(page)
    assert page.run("return location.pathname") == "/settings/pricing"
    assert broken_policies(page) == []
    assert outside_requests(page, cabinet.address) == []


def test_a_group_that_was_open_is_open_when_the_form_comes_back(cabinet, page):
    go(cabinet, page, "/settings/modes")
    page.run("document.querySelectorAll('details')[1].open = true")
    page.write('[name="modes.1.credits"]', "2")
    page.tap(".keep button")
    assert "modes.1.credits: 1 → 2" in see(cabinet, page, NOTICE)
    opened = "return [...document.querySelectorAll('details')].map(e => e.open)"
    assert page.run(opened) == [False, True, *[False] * 5]


def test_a_row_is_added_and_removed_on_the_page(cabinet, page):
    tiers = "pricing.tiers"
    first = {f"{tiers}.0.money": "2", f"{tiers}.0.credits": "3"}
    assert keep(cabinet, page, "pricing", first)
    second = {f"{tiers}.1.money": "5", f"{tiers}.1.credits": "8"}
    assert keep(cabinet, page, "pricing", second)
    both = "[{money: 200, credits: 3}, {money: 500, credits: 8}]"
    assert both in cabinet.line_of("tiers")
    none = dict.fromkeys(first, "")
    assert keep(cabinet, page, "pricing", none)
    assert "[{money: 500, credits: 8}]" in cabinet.line_of("tiers")

    table = "coins.0.table"
    coins = {f"{table}.0.pulses": "2", f"{table}.0.value": "2.00"}
    assert keep(cabinet, page, "coins", coins | {"coins.0.pulse_value": ""})
    assert "[{pulses: 2, value: 200}]" in cabinet.line_of("table")
    more = {f"{table}.1.pulses": "4", f"{table}.1.value": "4.00"}
    assert keep(cabinet, page, "coins", more)
    assert "{pulses: 4, value: 400}" in cabinet.line_of("table")
    assert keep(cabinet, page, "coins", dict.fromkeys(coins, ""))
    assert "[{pulses: 4, value: 400}]" in cabinet.line_of("table")

    page.go(f"{cabinet.address}/settings/schedule")
    tick(page, '[name="schedule.rules"][value*="02:00"]')
    page.tap(".keep button")
    assert see(cabinet, page, NOTICE)
    assert keep(cabinet, page, "schedule", {"schedule.rules.0.volume": "25"})
    assert "closed" in cabinet.file.read_text()


def test_the_screen_shows_what_the_page_picks_and_measures_fingers(cabinet, page):
    go(cabinet, page, "/tests")
    disabled = "return document.querySelectorAll('[name=pattern]:disabled').length"
    assert page.run(disabled) == 3
    cabinet.tap("test")
    cabinet.until_mode("service")
    assert page.until("return document.querySelector('[name=pattern]:not(:disabled)')")
    page.run("window.stayed = true")
    page.tap('[name=pattern][value="1"]')
    shows = "return document.body.textContent.includes('shows: %s.')"
    assert page.until(shows % "Colours")
    assert page.until("return document.querySelector('#picture img').naturalWidth")
    page.run("document.querySelector('#picture').dataset.same = 'yes'")
    page.tap('[name=turn][value="1"]')
    assert page.until(shows % "White")
    white = """
      const canvas = document.createElement("canvas").getContext("2d");
      canvas.drawImage(document.querySelector("#picture img"), 0, 0);
      const light = (x, y) => Math.min(...canvas.getImageData(x, y, 1, 1).data) > 230;
      return light(1, 1) && light(150, 75) && light(299, 149);
    """
    assert page.until(white)
    assert page.run("return document.querySelector('#picture').dataset.same") == "yes"
    cabinet.tap("p1.down")
    assert page.until(shows % "Grid")

    page.tap("[name=latency]")
    assert page.until("return document.body.textContent.includes('Press any button')")
    assert page.run("return document.querySelector('#picture')") is None
    for _ in range(3):
        cabinet.tap("p1.a")
    count = "return document.querySelector('dd.big')?.textContent === '3'"
    assert page.until(count)
    page.tap("[name=stop]")
    assert page.until("return document.body.textContent.includes('shows its menu')")
    page.tap('[action="/tests/sound"] button')
    rings = "return document.querySelector('#tried').textContent.includes('rings')"
    assert page.until(rings)
    assert stayed(page)
    assert broken_policies(page) == []
    cabinet.tap("test")
    cabinet.until_mode("attract")
    assert page.until(f"{disabled} === 3")


def test_a_page_that_nobody_sees_asks_for_nothing(cabinet, page):
    asked = (
        "return performance.getEntriesByType('resource')"
        ".filter(e => e.name.endsWith('/now')).length"
    )
    go(cabinet, page, "/")
    assert page.until(f"{asked} > 0".replace("return ", "return (", 1) + ")")
    page.run(
        "Object.defineProperty(document, 'hidden', {value: true, configurable: true});"
        "window.refused = 0;"
        "document.addEventListener('htmx:beforeRequest', e => {"
        "  if (e.defaultPrevented) window.refused += 1; })"
    )
    seen = page.run(asked)
    assert page.until("return window.refused > 1")
    assert page.run(asked) <= seen + 1  # one may have been on its way
    page.run("delete document.hidden")
    assert page.until(f"return (() => {{ {asked} }})() > {seen + 1}")


@pytest.mark.parametrize("name", PAGES)
def test_every_page_fits_a_phone_and_a_thumb(cabinet, page, name):
    page.resize(390, 800)
    page.go(f"{cabinet.address}/{name}?lang=fr")
    page.run("for (const e of document.querySelectorAll('details')) e.open = true")
    wide = "return document.documentElement.scrollWidth"
    assert page.run(wide) <= 390
    assert page.run(SMALL) == []


def test_a_keyboard_gets_past_the_pages_to_the_content(cabinet, page):
    go(cabinet, page, "/books")
    for down in (True, False):
        page.key(TAB, down=down)
    box = "return document.activeElement.getBoundingClientRect().left"
    assert page.run("return document.activeElement.className") == "skip"
    assert page.run(box) >= 0
    outline = "return getComputedStyle(document.activeElement).outlineStyle"
    assert page.run(outline) == "solid"


def test_without_scripts_a_price_is_kept_all_the_same(cabinet, page):
    page.scripts(allowed=False)
    try:
        page.go(f"{cabinet.address}/settings/pricing?lang=en")
        page.write('[name="pricing.credit"]', "1.20")
        page.tap(".keep button")
        assert cabinet.until(lambda shown: shown.credit_price == 120)
        assert "pricing.credit: 100 → 120" in see(cabinet, page, NOTICE)
    finally:
        page.scripts(allowed=True)


def test_a_page_without_an_answer_says_so_until_there_is_one(cabinet, page):
    go(cabinet, page, "/")
    lost = "return document.getElementById('lost').hidden === %s"
    page.network(there=False)
    assert page.until(lost % "false")
    page.network(there=True)
    assert page.until(lost % "true")
    assert stayed(page)


def test_who_was_forgotten_comes_to_the_door_and_not_to_a_form_in_a_panel(
    cabinet, page
):
    go(cabinet, page, "/")
    cabinet.kill("web")
    assert see(cabinet, page, "return location.pathname === '/login'")
    assert page.run("return document.querySelectorAll('form').length") == 1
