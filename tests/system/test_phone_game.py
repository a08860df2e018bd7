"""Two phones, a stick and three bots: a game from coin to result, with pictures.

    SHOTS=docs/phones .venv/bin/pytest -m soak tests/system/test_phone_game.py

Those of the cabinet are what the running screen's own camera took.
"""

import os
from pathlib import Path

import pytest

from cabinet.protocol.codec import Quit
from tests.system.phones import CHOICES, PhoneCabinet, photograph

OVER = "return ['signing', 'result'].includes(document.documentElement.dataset.mode)"
PHONES = (1, 2)


class Album:
    """Where pictures go, each once."""

    def __init__(self, folder, language, cabinet):
        self._folder = folder
        self._language = language
        self._cabinet = cabinet
        self.kept = set()

    def cabinet(self, name, pictures=1):
        path = self._path(f"cabinet-{name}", "jpg")
        if path:
            photograph(self._cabinet, path, pictures)

    def phone(self, name, phone):
        path = self._path(f"phone-{name}", "png")
        if path:
            phone.photograph(path)

    def _path(self, name, kind):
        if name in self.kept:
            return None
        self.kept.add(name)
        return self._folder / f"{name}.{self._language}.{kind}"


@pytest.mark.soak
@pytest.mark.parametrize("language", ["fr", "en"])
def test_two_phones_a_stick_and_three_bots_play_from_coin_to_result(
    driver, tmp_path, language
):
    shots = Path(os.environ.get("SHOTS", tmp_path))
    cabinet = PhoneCabinet(tmp_path, seats=6)
    album = Album(shots, language, cabinet)
    try:
        cabinet.enter()
        cabinet.until(lambda shown: shown.phones_at)
        cabinet.coin()
        cabinet.until_mode("select")
        if language == "en":
            cabinet.tap("player")
        album.cabinet("1-coin", 20)
        cabinet.sit_down(3)
        album.cabinet("2-join", 20)
        phones = {
            seat: driver.phone(f"{cabinet.address(seat)}?lang={language}")
            for seat in PHONES
        }
        for phone in phones.values():
            assert phone.until("return document.documentElement.dataset.mode")
        album.cabinet("3-phones-are-there", 20)
        cabinet.start()
        play_all(cabinet, phones, album)
        cabinet.until(lambda shown: shown.mode in ("signing", "result"))
        album.cabinet("7-count", 80)
        for seat, phone in phones.items():
            assert phone.until(OVER)
            album.phone(f"{seat + 1}-result", phone)
            phone.close()
        see_the_result(cabinet)
        album.cabinet("8-result", 20)
        assert len(album.kept) >= 11
        cabinet.say(Quit())
        code, out = cabinet.end()
        assert code == 0
        assert "Traceback" not in out
    finally:
        cabinet.close()


def see_the_result(cabinet):
    """Enough of the last look: who won, and with what."""
    while cabinet.shown.result.stage == "look":
        cabinet.tap("p1.left")


def play_all(cabinet, phones, album):
    """Each plays the way they have: the bots alone, a phone, the stick."""
    while (table := cabinet.table()).actors:
        turn = len(table.log)
        people = [seat for seat in table.actors if seat in (0, *phones)]
        if not people:
            cabinet.until(lambda shown, turn=turn: played(shown, turn))
        elif people[-1] == 0:
            play_at_the_stick(cabinet, table, album)
        else:
            play_on(people[-1], phones, cabinet, table, album)


def play_at_the_stick(cabinet, table, album):
    """Photographed once behind the curtain, and once with the cards held open."""
    if table.legal(0)[0].startswith("choose") and len(table.log) > 30:
        album.cabinet("5-curtain", 20)
        cabinet.touch("p1.b", active=True)
        album.cabinet("5-held-open", 20)
        cabinet.touch("p1.b", active=False)
        cabinet.until(lambda _: True)
    cabinet.play_at_the_stick(0)
    if cabinet.shown.match and cabinet.table().observe(None)["round"] > 3:
        reveal(cabinet, table, album)


def reveal(cabinet, table, album):
    now = cabinet.table()
    if now.observe(None)["round"] > table.observe(None)["round"]:
        album.cabinet("6-reveal", 8)


def play_on(seat, phones, cabinet, table, album):
    mine = sum(move.seat == seat for move in table.log)
    offered = phones[seat].until(CHOICES % mine)
    phones[seat].tap(f"[data-action='{offered[-1]}']")
    if offered[0].startswith("choose") and mine > 8:
        album.phone(f"{seat + 1}-choose", phones[seat])
        album.cabinet("4-choose")
    phones[seat].tap("#go")
    cabinet.until(lambda shown: acted(shown, seat, mine))
    if cabinet.shown.match and mine > 8:
        reveal(cabinet, table, album)


def played(shown, turn):
    return shown.mode != "playing" or len(shown.match.log) > turn


def acted(shown, seat, before):
    """Whether the seat has played more than before, or need not."""
    if shown.mode != "playing":
        return True
    return sum(move.seat == seat for move in shown.match.log) > before
