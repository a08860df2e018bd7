"""Every page of the console as a picture: phone and desktop, French and English.

    python -m tests.system.console_shots build/console

A cabinet runs for it, with the books of a month, and then one that is new: as its owner
sees them and as staff does, with mistakes and alarms and with nothing yet. `make
console` does the same; `--pages docs/console` takes only what a page shows.
"""

import argparse
import os
import tempfile
from contextlib import contextmanager
from pathlib import Path

from cabinet.core.inputs.calibration import COINS
from cabinet.protocol.codec import Quit, Touch
from tests.support.machine import Answering, furnish_machine
from tests.system import browser
from tests.system.test_console_browser import (
    STAFF,
    ConsoleCabinet,
    keep,
    log_in,
    pair,
    see,
)
from tests.web.console.sample_state import furnish
from tools.gallery.pages import shown

WIDTHS = {"phone": 390, "desktop": 1280}
LANGUAGES = ("fr", "en")
STRANGERS = ("login", "pair")
PAGES = (
    *("", "settings", "settings/pricing", "settings/modes", "settings/sound"),
    *("settings/house", "backup"),
    *("settings/cabinet", "settings/patience", "settings/video", "settings/dice"),
    *("settings/meter", "settings/coins", "settings/service", "settings/web"),
    *("settings/schedule", "settings/alerts"),
    *("settings/fleet", "takings", "books", "collection", "alarms", "alarms/1"),
    *("scores", "live", "history", "file", "log", "access", "reset", "nowhere"),
    *("access/second", "tests", "network", "clock", "update"),
)
FOR_STAFF = ("", "settings", "settings/pricing", "settings/sound", "scores", "file")
FOR_MANAGERS = ("", "settings", "settings/pricing", "settings/service", "history")
NEW = (
    *("", "takings", "books", "collection", "alarms", "scores", "history", "log"),
    "reset",
)
TALLEST = 2600


class Studio:
    """A browser in front of a cabinet, and where its pictures go: `only` these."""

    def __init__(self, cabinet, page, target, only):
        self.cabinet, self.page = cabinet, page
        self.target, self.only = target, only

    def shoot(self, names, prefix="", page=None):
        for name in names:
            for language in LANGUAGES:
                self._go(name, language, page)
                self._photograph(prefix + (name or "overview"), language, page)

    def scene(self, address, name, prepare):
        """A page after something was done on it."""
        for language in LANGUAGES:
            self._go(address, language)
            prepare(self)
            self._photograph(name, language)

    def until(self, selector):
        assert see(
            self.cabinet, self.page, f"return document.querySelector({selector!r})"
        ), selector

    def _go(self, name, language, page=None):
        page = page or self.page
        page.resize(WIDTHS["desktop"], 1200)
        page.go(f"{self.cabinet.address}/{name}?lang={language}")

    def _photograph(self, name, language, page=None):
        page = page or self.page
        for width in WIDTHS:
            file = f"{name.replace('/', '-')}.{width}.{language}.webp"
            if self.only and self.target / file not in self.only:
                continue
            page.resize(WIDTHS[width], 800)
            page.run("scrollTo(0, 0)")
            tall = page.run("return document.documentElement.scrollHeight")
            page.resize(WIDTHS[width], min(max(tall, 400), TALLEST))
            page.photograph(self.target / file)
            print(self.target / file, flush=True)  # noqa: T201


def refused(studio):
    """A form that was not kept, and why."""
    page = studio.page
    page.write('[name="pricing.credit"]', "0")
    page.write('[name="pricing.tiers.0.money"]', "2")
    page.write('[name="pricing.tiers.0.credits"]', "1")
    page.tap(".keep button")
    studio.until(".notice.bad li")


def flawed(studio):
    studio.page.run(
        "const t = document.getElementById('text');"
        "t.value = t.value.replace('max_credits: 20', 'max_credits: many')"
    )
    studio.page.tap("[name=keep]")
    studio.until(".flaws li")


def one_person(studio):
    studio.page.run("document.querySelectorAll('details')[1].open = true")


def one_mode(studio):
    studio.page.run("document.querySelector('details').open = true")


def pattern(studio):
    studio.page.tap('[name=pattern][value="1"]')
    studio.until("#picture img[src]")


def measured(studio):
    studio.page.tap("[name=latency]")
    studio.until("dd.big")
    for _ in range(5):
        studio.cabinet.tap("p1.a")
    script = "return document.querySelector('dd.big')?.textContent === '5'"
    assert see(studio.cabinet, studio.page, script)


def coins(studio):
    cabinet, page = studio.cabinet, studio.page
    page.tap("[name=begin]")
    for number in range(COINS + 1):
        counted = f"return document.body.textContent.includes('{number} / {COINS}')"
        assert see(cabinet, page, counted)
        if number < COINS:
            cabinet.say(Touch("coin.1", active=True))
    studio.until(".notice.good")


def as_owner(studio):
    cabinet, page = studio.cabinet, studio.page
    keep(cabinet, page, "pricing", {"pricing.credit": "1.50"})
    tier = {"pricing.tiers.0.money": "2", "pricing.tiers.0.credits": "3"}
    keep(cabinet, page, "pricing", {"pricing.credit": "1", **tier})
    keep(cabinet, page, "sound", {"sound.music": "25"})
    page.go(f"{cabinet.address}/")
    studio.shoot(PAGES)
    studio.scene("settings/modes", "settings-mode", one_mode)
    studio.scene("settings/pricing", "refused", refused)
    studio.scene("file", "flawed", flawed)
    page.go(f"{cabinet.address}/access?lang=en")
    for name, role in (("Jean", "staff"), ("Anne-Sophie", "manager")):
        page.write("#add [name=name]", name)
        page.run(f"document.querySelector('#add select').value = '{role}'")
        for field in ("password", "again"):
            page.write(f"#add [name={field}]", STAFF)
        page.tap("#add button")
        notice = "document.querySelector('.notice.good')"
        assert see(cabinet, page, f"return {notice}?.textContent.includes('{name}')")
    studio.scene("access", "people", one_person)


def in_service(studio):
    studio.cabinet.tap("test")
    studio.cabinet.until_mode("service")
    studio.scene("tests", "tests-at-work", lambda _: None)
    studio.scene("tests", "tests-pattern", pattern)
    studio.scene("tests", "tests-latency", measured)
    studio.scene("calibrate/0", "calibrate", coins)


def of_machine(studio, folder):
    """An installed cabinet, as far as the page can tell: root has answered."""
    answering = Answering(folder.parent / "run", folder)
    answering.start()
    for name, address, picture in (
        ("home", "network", "network-installed"),
        ("home", "network?ssid=02", "network-join"),
        ("wrong", "network", "network-wrong"),
        ("by_hand", "clock", "clock-installed"),
        ("offered", "update", "update-offered"),
        ("updating", "update", "update-running"),
        ("back", "update", "update-back"),
    ):
        furnish_machine(folder, name)
        for language in LANGUAGES:
            studio.page.resize(WIDTHS["desktop"], 1200)
            more = "&" if "?" in address else "?"
            studio.page.go(f"{studio.cabinet.address}/{address}{more}lang={language}")
            looking = (
                "/Recherche…|Looking…|En cours…|At work…/.test(document.body.innerText)"
            )
            assert see(studio.cabinet, studio.page, f"return !{looking}")
            studio._photograph(picture, language)
    answering.end()


def installed(folder):
    """What systemd would tell the counter: where its notes go, where root answers."""
    (folder / "run").mkdir()
    (folder / "machine").mkdir()
    return os.environ | {
        "RUNTIME_DIRECTORY": str(folder / "run"),
        "CABINET_MACHINE": str(folder / "machine"),
    }


@contextmanager
def studio(folder, driver, target, only, env=None):
    cabinet = ConsoleCabinet(folder, env=env)
    try:
        cabinet.enter()
        yield Studio(cabinet, pair(cabinet, driver), target, only)
        cabinet.say(Quit())
        cabinet.end()
    finally:
        cabinet.close()


def main(target, only):
    target.mkdir(parents=True, exist_ok=True)
    driver = browser.Driver()
    try:
        with tempfile.TemporaryDirectory() as name:
            furnish(Path(name) / "state")
            with studio(Path(name), driver, target, only) as busy:
                as_owner(busy)
                other = driver.phone(f"{busy.cabinet.address}/login")
                busy.shoot(STRANGERS, page=other)
                log_in(busy.cabinet, other, STAFF, "Jean")
                busy.shoot(FOR_STAFF, "staff-", page=other)
                other = driver.phone(f"{busy.cabinet.address}/login")
                log_in(busy.cabinet, other, STAFF, "Anne-Sophie")
                busy.shoot(FOR_MANAGERS, "manager-", page=other)
                in_service(busy)
        with (
            tempfile.TemporaryDirectory() as name,
            studio(Path(name), driver, target, only) as new,
        ):
            new.shoot(NEW, "new-")
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            with studio(folder, driver, target, only, installed(folder)) as other:
                of_machine(other, folder / "machine")
    finally:
        driver.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument(
        "--pages", action="store_true", help="take only what a page of docs/ shows"
    )
    asked = parser.parse_args()
    main(asked.folder.resolve(), shown() if asked.pages else None)
