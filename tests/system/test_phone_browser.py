"""Two phones in a real browser, and the cabinet, through a whole game."""

import pytest

from tests.system.phones import CHOICES, PhoneCabinet
from tests.system.running import run_well

GONE = "return document.documentElement.dataset.mode === 'gone'"
OVER = "return ['signing', 'result'].includes(document.documentElement.dataset.mode)"

SCORES = (
    "return [...document.querySelectorAll('#points table:last-child tr')]"
    ".map((row) => row.children[1].textContent).join(' ')"
)


@pytest.fixture
def cabinet(tmp_path):
    with run_well(PhoneCabinet(tmp_path)) as cabinet:
        yield cabinet


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
        # Not before the screen has counted.
        scores = [str(points) for points in table.outcome().scores]
        assert phone.until(f"{SCORES} === '{' '.join(scores)}'")
    a_phone_that_slept_says_that_its_code_is_over(cabinet, phones)
    for phone in phones:
        phone.close()


def a_phone_that_slept_says_that_its_code_is_over(cabinet, phones):
    """The one that was awake is told at once, the other when it wakes up."""
    phones[1].run("events.close()")
    cabinet.leave_the_result()
    cabinet.until(lambda shown: not any(shown.phones))
    assert phones[0].until(GONE)
    assert phones[1].run(GONE) is False
    phones[1].run("listen()")  # what the page does when it is looked at again
    assert phones[1].until(GONE)
    for phone in phones:
        news = phone.run("return document.getElementById('news').textContent")
        assert news.startswith("This code is no longer valid")


def played(shown, turn):
    return shown.mode != "playing" or len(shown.match.log) > turn


def outside_requests(phone):
    """Everything the page asked anybody else for."""
    return phone.run(
        "return performance.getEntriesByType('resource').map((e) => e.name)"
        ".filter((name) => !name.startsWith(location.origin))"
    )
