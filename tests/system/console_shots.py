"""Every page of the console as a picture: phone and desktop, French and English.

    python -m tests.system.console_shots docs/console

A cabinet runs for it, with the books of a month; `make console` does the same.
"""

import sys
import tempfile
from pathlib import Path

from cabinet.hallway import Quit
from tests.office.sample_state import furnish
from tests.system import browser
from tests.system.test_console_browser import ConsoleCabinet, pair

WIDTHS = {"phone": 390, "desktop": 1280}
LANGUAGES = ("fr", "en")
STRANGERS = ("login", "pair")
PAGES = (
    *("", "settings", "settings/pricing", "settings/modes", "settings/sound"),
    *("settings/cabinet", "settings/patience", "settings/video", "settings/dice"),
    *("settings/meter", "settings/coins", "settings/service", "settings/office"),
    *("settings/fleet", "books", "collection", "alarms", "alarms/1", "scores"),
    *("live", "history", "file", "log", "access", "reset", "nowhere"),
)
AT_WORK = ("tests", "calibrate/0")
WRONG = "settings/pricing"
TALLEST = 2600


def shoot(cabinet, page, target, names):
    for name in names:
        for language in LANGUAGES:
            page.go(f"{cabinet.address}/{name}?lang={language}")
            photograph(page, target, f"{name or 'overview'}", language)


def photograph(page, target, name, language):
    for width in WIDTHS:
        page.resize(WIDTHS[width], 800)
        page.run("for (const e of document.querySelectorAll('details')) e.open = false")
        tall = page.run("return document.documentElement.scrollHeight")
        page.resize(WIDTHS[width], min(max(tall, 400), TALLEST))
        page.photograph(target / f"{name.replace('/', '-')}.{width}.{language}.webp")


def refused(cabinet, page, target):
    """A form that was not kept, and why."""
    for language in LANGUAGES:
        page.go(f"{cabinet.address}/{WRONG}?lang={language}")
        page.write('[name="pricing.credit"]', "0")
        page.write('[name="pricing.tiers.0.money"]', "2")
        page.write('[name="pricing.tiers.0.credits"]', "1")
        page.tap(".keep button")
        assert page.until("return document.querySelector('.notice.bad li')")
        photograph(page, target, "refused", language)


def main(target):
    target.mkdir(parents=True, exist_ok=True)
    driver = browser.Driver()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        furnish(folder / "state")
        cabinet = ConsoleCabinet(folder)
        try:
            cabinet.enter()
            page = pair(cabinet, driver)
            shoot(cabinet, page, target, PAGES)
            refused(cabinet, page, target)
            cabinet.tap("test")
            cabinet.until_mode("service")
            shoot(cabinet, page, target, AT_WORK)
            stranger = driver.phone(f"{cabinet.address}/login")
            shoot(cabinet, stranger, target, STRANGERS)
            cabinet.say(Quit())
            cabinet.end()
        finally:
            cabinet.close()
            driver.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
