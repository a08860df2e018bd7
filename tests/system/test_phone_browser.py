"""Two phones in a real browser, and the cabinet, through a whole game."""

import os
from pathlib import Path

import pytest

from cabinet.hallway import Quit
from tests.system.phones import PhoneCabinet, photograph

CHOICES = """
const root = document.documentElement;
const due = document.body.classList.contains("due");
if (root.dataset.turn !== "%d") return null;
const cards = [...document.querySelectorAll("#choices .card")];
return due && cards.length ? cards.map((card) => card.dataset.action) : null;
"""

OVER = "return ['signing', 'result'].includes(document.documentElement.dataset.mode)"


@pytest.fixture
def cabinet(tmp_path):
    cabinet = PhoneCabinet(tmp_path)
    try:
        cabinet.enter()
        yield cabinet
        cabinet.say(Quit())
        code, out = cabinet.end()
        assert code == 0
        assert "Traceback" not in out
    finally:
        cabinet.close()


def test_two_phones_play_a_whole_game(driver, cabinet):
    cabinet.sit_down(2)
    phones = [driver.phone(cabinet.address(seat) + "?lang=en") for seat in (0, 1)]
    for seat, phone in enumerate(phones):
        name = phone.until(
            "return document.documentElement.dataset.mode === 'join'"
            " && document.getElementById('name').textContent"
        )
        assert name == f"Player {seat + 1}"
        assert outside_requests(phone) == []
    cabinet.start()
    reloaded = False
    while actors := (table := cabinet.table()).actors:
        seat, turn = actors[0], len(table.log)
        mine = sum(move.seat == seat for move in table.log)
        wanted = CHOICES % mine
        offered = phones[seat].until(wanted)
        assert offered == table.legal(seat)
        if not reloaded and turn > 4:
            phones[seat].reload()
            assert phones[seat].until(wanted) == offered
            reloaded = True
        phones[seat].tap(f"[data-action='{offered[-1]}']")
        phones[seat].tap("#go")
        shown = cabinet.until(lambda shown, turn=turn: played(shown, turn))
        if (
            shown.mode == "playing"
            and cabinet.table().observe(None)["round"] > table.observe(None)["round"]
        ):
            cabinet.tap("p1.b")  # enough of the reveal
    assert reloaded
    cabinet.until(lambda shown: shown.mode in ("signing", "result"))
    for phone in phones:
        assert phone.until(OVER)
        scores = phone.run(
            "return [...document.querySelectorAll('#points table:last-child tr')]"
            ".map((row) => row.children[1].textContent)"
        )
        assert scores == [str(points) for points in table.outcome().scores]
        phone.close()


def played(shown, turn):
    return shown.mode != "playing" or len(shown.match.log) > turn


def outside_requests(phone):
    """Everything the page asked anybody else for."""
    return phone.run(
        "return performance.getEntriesByType('resource').map((e) => e.name)"
        ".filter((name) => !name.startsWith(location.origin))"
    )


@pytest.mark.soak
def test_two_phones_a_stick_and_three_bots_play_from_coin_to_result(driver, tmp_path):
    """With pictures of all of them, in the folder SHOTS if that is set."""
    shots = Path(os.environ.get("SHOTS", tmp_path))
    cabinet = PhoneCabinet(tmp_path, seats=6)
    try:
        cabinet.enter()
        cabinet.sit_down(3)
        photograph(cabinet, shots / "cabinet-join.png")
        phones = {
            seat: driver.phone(f"{cabinet.address(seat)}?lang={language}")
            for seat, language in ((1, "fr"), (2, "en"))
        }
        cabinet.start()
        play_all(cabinet, phones, shots)
        cabinet.until(lambda shown: shown.mode in ("signing", "result"))
        photograph(cabinet, shots / "cabinet-result.png")
        for seat, phone in phones.items():
            assert phone.until(OVER)
            phone.photograph(shots / f"phone-{seat + 1}-result.png")
            phone.close()
    finally:
        cabinet.close()


def play_all(cabinet, phones, shots):
    """Each plays the way they have: the bots alone, a phone, the stick."""
    seen = set()
    while (table := cabinet.table()).actors:
        turn = len(table.log)
        people = [seat for seat in table.actors if seat in (0, *phones)]
        if not people:
            cabinet.until(lambda shown, turn=turn: played(shown, turn))
            continue
        seat = people[-1]
        if seat == 0:
            cabinet.play_at_the_stick(0)
            continue
        mine = sum(move.seat == seat for move in table.log)
        offered = phones[seat].until(CHOICES % mine)
        kind = (seat, offered[0].split()[0])
        phones[seat].tap(f"[data-action='{offered[-1]}']")
        if kind not in seen and mine > 4:
            seen.add(kind)
            phones[seat].photograph(shots / f"phone-{seat + 1}-{kind[1]}.png")
            photograph(cabinet, shots / f"cabinet-{seat + 1}-{kind[1]}.png")
        phones[seat].tap("#go")
        cabinet.until(lambda shown, who=seat, many=mine: acted(shown, who, many))
    assert (1, "choose") in seen


def acted(shown, seat, before):
    """Whether the seat has played more than before, or need not."""
    if shown.mode != "playing":
        return True
    return sum(move.seat == seat for move in shown.match.log) > before
