"""An operator who never saw a terminal: buttons only, and then it works.

Wires, decoder, counter, books, the child's work on the file, the controller and its
pictures are the real ones; only time is virtual.
"""

import json
import re

import pytest

from cabinet import app
from cabinet.books.accounts import account
from cabinet.books.sqlite import SqliteBooks
from cabinet.clock import VirtualClock
from cabinet.core.errors import CabinetError
from cabinet.core.events import MILLISECOND, SECOND
from cabinet.core.inputs.calibration import COINS
from cabinet.core.inputs.wired_buttons import WiredButtons
from cabinet.core.owner_pin import fits
from cabinet.counter.settings_worker import reloaded
from cabinet.io.sim import SimPort
from cabinet.picture.shapes import Text
from cabinet.places import Place
from cabinet.protocol.codec import Collect, decode, encode
from cabinet.protocol.refusals import problems_of
from cabinet.screen.loop.controller import ScreenController
from cabinet.screen.match.thinking import InlineThinker
from cabinet.screen.menu.rows import PageRow
from cabinet.settings import load
from cabinet.settings.history import HISTORY
from cabinet.tabletop.registry import shipped
from tests.counter.stand import SCREEN, Stand
from tests.support.settings import SETTINGS

TOOL = 9


class Walk(Stand):
    """A stand whose screen is a real controller, and whose file is a real file.

    `without` are the buttons that this panel has not.
    """

    def __init__(self, folder, *, without=()):
        self.place = Place(folder / "cabinet.yaml", folder, sim=True)
        text = SETTINGS.read_text(encoding="utf-8")
        lines = text.replace("language: fr", "language: en").splitlines(keepends=True)
        gone = tuple(f"{line}:" for line in without)
        kept = (line for line in lines if not line.strip().startswith(gone))
        self.place.config.write_text("".join(kept), encoding="utf-8")
        chosen = app.settings(self.place)
        self.operating = chosen.operating
        self.path = self.place.books
        self.clock = VirtualClock(now=SECOND)
        self.port = SimPort(chosen.wiring, self.clock)
        self.books = SqliteBooks(self.path, self.clock, "boot")
        self.screens, self._beat_at = [], 0
        self.start()
        wired = WiredButtons(frozenset(chosen.wiring.inputs))
        self.controller = ScreenController(shipped(), InlineThinker({}), "en", wired)
        self.join()
        self.see()

    def see(self):
        """Letters go both ways, and the child does its work, until all is said."""
        while True:
            for to, message in self.envelopes():
                if to in (None, SCREEN):
                    self.controller.hear(decode(encode(message)))
            self.controller.tick(self.clock.now())
            said = self.controller.say()
            for message in said:
                self.counter.hear(SCREEN, decode(encode(message)))
            asked, self.counter.asked = self.counter.asked, []
            for client, request in asked:
                try:
                    found = reloaded(self.place, request)
                except CabinetError as wrong:
                    self.counter.refuse(client, problems_of(wrong))
                else:
                    self.counter.renew(client, request, found)
            if not (said or asked):
                return

    def buttons(self, *lines):
        for line in lines:
            stick = self.controller._button_fallback.wired
            gesture = stick.gesture(1, line) if line in ("a", "b") else line
            held = 700 * MILLISECOND if gesture == "short start" else 80 * MILLISECOND
            button = gesture.split()[-1]
            at_large = button in ("start", "test", "player")
            self.press(button if at_large else f"p1.{button}", held)
            self.see()

    def drop(self):
        taken = self.port.insert(1)
        for _ in range(12):
            self.advance(100 * MILLISECOND)
            self.see()
        return taken

    @property
    def said(self):
        picture = self.controller.picture()
        return [shape.words for shape in picture if isinstance(shape, Text)]


@pytest.fixture
def walk(tmp_path):
    made = Walk(tmp_path)
    yield made
    made.close()


def booked(walk):
    with walk.reading() as db:
        rows = db.execute("SELECT note FROM postings WHERE kind = 'setting'").fetchall()
    return [json.loads(note) for (note,) in rows]


def test_what_is_pressed_while_the_menu_is_on_its_way_is_not_lost(walk):
    """A whole walk at once: down, open, down to the price, turn it, keep it."""
    for line in ("test", "p1.down", "p1.a", "p1.down", "p1.right", "p1.a", "p1.b"):
        walk.press(line)
        for to, message in walk.envelopes():
            if to in (None, SCREEN):
                walk.controller.hear(decode(encode(message)))
    for _ in range(12):  # a frame for each
        walk.see()
    assert load(walk.place.config).pricing.credit == 105
    assert "Books" in walk.said  # and B has gone back


def test_the_books_show_the_check_code_of_the_last_collection(walk):
    walk.buttons("test", "a")
    assert not any("Collected" in words for words in walk.said)
    walk.buttons("b", "test")
    walk.counter.hear(TOOL, Collect(100))
    walk.buttons("test", "a")
    (collection,) = account(walk.place.books).collections
    at = walk.said.index(collection.code)
    assert walk.said[at - 1] in ("Collected 2026-01-01", "2026-01-01"), (
        "the word gives way to a wide code"
    )


def test_two_euros_three_credits_arcade_per_player_and_no_sound_after_ten(walk):
    walk.buttons("test", "down", "a", "down", "down", "right")
    assert "3 for €2.00" in walk.said
    walk.buttons("a")
    assert "Kept." in walk.said
    assert booked(walk)[-1]["tariff"] == "EUR 100 200:3"
    walk.buttons("b", "down", "a", *["down"] * 5, "a", "down", "down", "a")
    assert "€1.00 each" in walk.said
    walk.buttons("b", "b", *["down"] * 3, "a", *["up"] * 3, "a", *["left"] * 6, "a")
    assert "Kept." in walk.said
    assert load(walk.place.config).sound.attract_pause == 30
    assert booked(walk)[-1]["by"] == "service menu"
    assert "# seconds of silence before the tune" in walk.place.config.read_text()
    walk.buttons("test")
    for _ in range(2):
        assert walk.drop()
    assert walk.shown.credits == 3
    walk.buttons(*["right"] * 5, "start", "player")
    assert walk.shown.price == 2
    walk.buttons("start")
    assert (walk.mode, walk.shown.credits) == ("playing", 1)


def test_a_game_moves_up_and_gets_a_name(walk):
    walk.buttons("test", "down", "down", "a", "down", "a", *["down"] * 3, "left", "a")
    first, *_ = load(walk.place.config).modes
    assert (walk.counter.operating.offers[0].options, first.title.en) == (
        {"variant": "aggressive"},
        "Azteka aggressive",
    )
    assert "Azteka aggressive" in walk.said
    walk.buttons(*["down"] * 9, "a")
    walk.buttons(*["b"] * 10, "up", *["right"] * 4, "a")
    first, *_ = load(walk.place.config).modes
    assert first.title.en == "Azteka"
    walk.buttons("b", "b", "test")
    assert walk.shown.offers[0].title["en"] == "Azteka"


def test_ten_coins_propose_the_settings_of_the_slot(walk):
    walk.buttons("test", "up", "a")
    while walk.controller._menu_controller.menu_state.row != PageRow("calibrate"):
        walk.buttons("down")
    walk.buttons("a", "a")
    assert "0 / 10" in walk.said
    assert all(walk.drop() for _ in range(COINS))
    proposed = next(line for line in walk.said if line.startswith("A pulse: "))
    least, most = (int(word) for word in proposed.split() if word.isdigit())
    walk.buttons("a")
    assert "Kept. It counts from the next start." in " ".join(walk.said)
    slot = load(walk.place.config).coins[0]
    assert slot.width_ms == (least, most)
    assert 12 < least < 46 < most < 80
    walk.buttons("b")
    assert not walk.lockout
    assert walk.on_disk()["test"] == (COINS, 0)


def test_a_pin_set_on_the_cabinet_is_kept_sealed_and_told_nowhere(walk):
    walk.buttons("test", "up", "up", "a")
    while walk.controller._menu_controller.menu_state.row.page != "service":
        walk.buttons("down")
    walk.buttons("a", "a", *["up", "a"] * 4, *["up", "a"] * 4)
    kept = load(walk.place.config).service.pin
    assert fits("1111", kept)
    history = (walk.place.state / HISTORY).read_text()
    assert "service" in history
    # A seal is made of hexadecimal signs, four of which may well be the PIN's.
    told = re.sub(r"[0-9a-f]{16,}", "", history + walk.place.config.read_text())
    assert "1111" not in told
    assert kept not in history
    walk.buttons("b", "b", "down", "a")
    assert "Your PIN, to open this page." in " ".join(walk.said)
    walk.buttons("up", "a", "up", "a", "up", "a", "up", "a", "a")
    assert walk.controller._menu_controller.menu_state.page == "tests"
