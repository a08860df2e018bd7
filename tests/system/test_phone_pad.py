"""A phone in a real browser as a stick; the web program or its player goes away."""

import pytest

from cabinet.games import arkade, azteka
from cabinet.tabletop.match import Match
from tests.system.phones import PhoneCabinet
from tests.system.running import run_well

PAD = "return !document.getElementById('pad').hidden"
NEWS = "return document.getElementById('news').textContent"
HINT = "document.querySelector('[data-button=mode]')"
DUE = f"{PAD} && document.body.classList.contains('due')"
PUT = """
const button = document.querySelector(`[data-button='${arguments[0]}']`);
button.dispatchEvent(new PointerEvent(arguments[1], { bubbles: true }));
"""


@pytest.fixture
def cabinet(tmp_path):
    with run_well(PhoneCabinet(tmp_path)) as cabinet:
        yield cabinet


def phones_of(driver, cabinet, game):
    cabinet.sit_down(2, game)
    phones = [driver.phone(cabinet.address(seat) + "?lang=en") for seat in (0, 1)]
    cabinet.start()
    for phone in phones:
        assert phone.until(PAD)
    return phones


def match_of(cabinet, game):
    card = cabinet.shown.match
    return Match.resume(game, 2, card.options, card.seed, card.log)


def moves(shown):
    return len(shown.match.log) if shown.match else 99


@pytest.mark.soak
def test_two_phones_are_the_sticks_of_azteka(driver, cabinet):
    phones = phones_of(driver, cabinet, "Azteka")
    for number in range(6):
        (seat,) = match_of(cabinet, azteka.GAME).actors
        phone, other = phones[seat], phones[1 - seat]
        assert phone.until(DUE)
        if number == 2:
            other.tap("[data-button='a']")
            assert other.until(f"{NEWS}.startsWith('Not taken: it is not your turn')")
        if number == 3:
            assert phone.until(f"return {HINT}.textContent === '? 3' && !{HINT}.hidden")
            assert other.until(f"return {HINT}.hidden")
            phone.tap("[data-button='mode']")
            assert phone.until(f"return {HINT}.textContent === '? 2'")
        before = moves(cabinet.shown)
        for button in ("right", "a", "down", "a", "left", "a", "up", "a"):
            phone.tap(f"[data-button='{button}']")
            if button == "a" and moved(cabinet, before):
                break
        assert moves(cabinet.shown) > before
    assert {move.seat for move in cabinet.shown.match.log} >= {0, 1}
    for phone in phones:
        phone.close()


def moved(cabinet, before):
    try:
        return cabinet.until(lambda shown: moves(shown) > before, 1.0)
    except AssertionError:
        return None


@pytest.mark.soak
def test_two_phones_play_arkade_in_real_time(driver, cabinet):
    """Both roll at once; a direction that is held goes on until it is let go."""
    phones = phones_of(driver, cabinet, "Arkade arcade")
    for phone in phones:
        phone.tap("[data-button='b']")
    cabinet.until(lambda shown: {move.seat for move in shown.match.log} >= {0, 1})
    alien = phones[0]
    alien.run(PUT, "left", "pointerdown")
    assert alien.until("return document.querySelector('#pad .down')")
    alien.run(PUT, "left", "pointerup")
    assert alien.until("return !document.querySelector('#pad .down')")
    before = moves(cabinet.shown)
    alien.tap("[data-button='a']")
    cabinet.until(lambda shown: moves(shown) > before)
    assert "roll" in {move.action for move in cabinet.shown.match.log}
    assert match_of(cabinet, arkade.GAME).log[-1]
    for phone in phones:
        phone.close()


@pytest.mark.soak
def test_a_page_outlives_the_web_program_and_keeps_its_seat_at_a_touch(driver, cabinet):
    cabinet.sit_down(2)
    phones = [driver.phone(cabinet.address(seat) + "?lang=en") for seat in (0, 1)]
    cabinet.start()
    playing = "return document.documentElement.dataset.mode === 'playing'"
    for phone in phones:
        assert phone.until(playing)
    cabinet.kill("web")
    assert phones[0].until(f"{NEWS}.startsWith('The cabinet does not answer')")
    assert phones[0].until(
        "return document.body.classList.contains('trouble') === false"
    )
    seat = cabinet.table().actors[0]
    wanted = "return !document.getElementById('keep').hidden"
    assert phones[seat].until("return document.body.classList.contains('due')")
    cabinet.touch("p1.a", active=True)
    assert phones[seat].until(wanted)
    phones[seat].tap("#keep")
    assert phones[seat].until("return document.getElementById('keep').hidden")
    cabinet.touch("p1.a", active=False)
    for phone in phones:
        phone.close()
