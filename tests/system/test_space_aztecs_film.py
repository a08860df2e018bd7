"""Whole games of Space Aztecs on phones in a real browser: two with two bots, six.

They are filmed into `build/film/`: strips of every saucer's attack, every temple and
the final count, and what the phones show. Look at them, a test cannot.
"""

import random
import shutil
from pathlib import Path

import pytest

from tests.system.film import Camera
from tests.system.phones import CHOICES, PhoneCabinet
from tests.system.running import ROOT, run_well

NAMES = ("Zoé", "Max", "Éloïse", "Jean-Luc", "Ana", "Wanda")
FIGURES = ("jaguar", "owl", "rabbit", "skull", "frog", "alien")
MODE = "return document.documentElement.dataset.mode"
OVER = MODE.replace("return ", "return ['signing','result'].includes(") + ")"


def folder(name):
    made = Path(ROOT) / "build/film" / name
    shutil.rmtree(made, ignore_errors=True)
    made.mkdir(parents=True)
    return made


@pytest.mark.soak
@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize(("persons", "seats"), [(2, 4), (6, 6)])
def test_a_game_on_phones_is_played_and_filmed(
    driver, tmp_path, language, persons, seats
):
    film = folder(f"{persons}_phones_{language}")
    dice = random.Random(persons)
    cabinet = PhoneCabinet(tmp_path, seats, language)
    with run_well(cabinet):
        cabinet.sit_down(persons)
        query = f"?lang={language}"
        phones = [driver.phone(cabinet.address(n) + query) for n in range(persons)]
        for seat, phone in enumerate(phones):
            introduce(phone, NAMES[seat], FIGURES[seat])
        phones[0].photograph(film / "phone_join.png")
        camera = Camera(cabinet, film)
        cabinet.start()
        play(cabinet, phones, camera, dice)
        cabinet.until(lambda shown: shown.mode in ("signing", "result"))
        camera.until_counted()
        for seat, phone in enumerate(phones):
            assert phone.until(OVER)
            phone.photograph(film / f"phone_{seat + 1}_over.png")
        camera.until_told()
        camera.strips()
        they_play_again(cabinet, phones)
        for phone in phones:
            assert not phone.complaints()
            phone.close()


def they_play_again(cabinet, phones):
    """Another coin, the same game: nobody scans, and every phone knows its player."""
    cabinet.coin()
    cabinet.leave_the_result()
    assert phones[0].until(MODE + " === 'again'")
    cabinet.sit_down(len(phones))
    for seat, phone in enumerate(phones):
        assert phone.until(
            "return document.querySelector('#again button').offsetHeight"
        )
        phone.tap("#again button")
        assert phone.until(named(NAMES[seat]))
        path = phone.run("return location.pathname")
        assert cabinet.address(seat).endswith(path)


def introduce(phone, name, figure):
    """Five seconds of a player's time."""
    phone.until("return !document.getElementById('me').hidden")
    phone.write("#called", name)
    phone.tap(f"[data-figure='{figure}']")
    phone.tap("#ready")
    assert phone.until(named(name))


def named(name):
    return f"return document.getElementById('name').textContent === '{name}'"


def play(cabinet, phones, camera, dice):
    """Every phone plays what it is offered, until the match is over."""
    while True:
        table = cabinet.table()
        due = [seat for seat in table.actors if seat < len(phones)]
        if not table.actors:
            return
        for seat in due:
            turn = sum(move.seat == seat for move in table.log)
            offered = phones[seat].until(CHOICES % turn, seconds=90)
            assert offered == table.legal(seat)
            if turn < 6:
                phones[seat].photograph(camera.folder / f"phone_{seat + 1}_{turn}.png")
            action = dice.choice(offered)
            phones[seat].tap(f"[data-action='{action}']")
            phones[seat].tap("#go")
            cabinet.until(has_played(seat, turn))
            camera.note()
        if not due:
            before = len(cabinet.shown.match.log)
            cabinet.until(longer_than(before), patience=90)
            camera.note()
        if cabinet.shown.mode != "playing":
            return


def has_played(seat, turn):
    return lambda shown: (
        shown.mode != "playing"
        or sum(move.seat == seat for move in shown.match.log) > turn
    )


def longer_than(before):
    return lambda shown: shown.mode != "playing" or len(shown.match.log) > before
