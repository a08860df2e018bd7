"""What each Codex counts, and what it never does (README.md, 35 and 36)."""

import pytest

from cabinet.games.space_aztecs.rules.cards import CARDS
from cabinet.games.space_aztecs.rules.score import count
from tests.games.space_aztecs.table import (
    ALIEN,
    ANIMAL_3,
    COATLICUE,
    COYOLXAUHQUI,
    COYOTE,
    EAGLE,
    HUITZILOPOCHTLI,
    JAGUAR,
    NOBLE,
    PINK_SAUCER,
    PINK_TEMPLE,
    PINK_TEMPLE_2,
    PRIEST,
    QUETZALCOATL,
    TEZCATLIPOCA,
    TLALOC,
    TONATIUH,
    VILLAGER_2,
    VILLAGER_3,
    VILLAGER_4,
    XIPE_TOTEC,
    YELLOW_TEMPLE,
    city,
    lines,
    over,
)

NO_PINK = {"removed": "pink"}
NO_BLUE = {"removed": "blue"}
NO_GREEN = {"removed": "green"}


RICH = {
    "visible": (VILLAGER_2, COYOTE, EAGLE, NOBLE),
    "temples": {YELLOW_TEMPLE: [JAGUAR], PINK_TEMPLE: [ANIMAL_3, VILLAGER_3]},
    "saucers": {PINK_SAUCER: [VILLAGER_4]},
}


@pytest.mark.parametrize(
    ("codex", "points"),
    [
        (QUETZALCOATL, 4),  # 2 Temples
        (TLALOC, 3),  # 3 hidden
        (HUITZILOPOCHTLI, 4),  # 4 visible
        (TEZCATLIPOCA, 6),  # pink, yellow, blue
        (XIPE_TOTEC, 4),  # 3 yellow Aztecs and a yellow Temple (as many pink)
        (COATLICUE, 4),  # a pair of pink, a pair of yellow
        (TONATIUH, 2),  # 09:40 and 11:20
        (COYOLXAUHQUI, 5),  # the five others
    ],
)
def test_each_codex_counts_what_it_says_and_never_saucers(codex, points):
    visible = RICH["visible"]
    rich = city(
        *visible, codex=[codex], temples=RICH["temples"], saucers=RICH["saucers"]
    )
    state = over(rich, city(), **NO_GREEN)
    (line,) = [line for line in count(state)[0] if line.reason.startswith("codex")]
    assert line.points == points


@pytest.mark.parametrize(
    "codex",
    [
        QUETZALCOATL,
        TLALOC,
        HUITZILOPOCHTLI,
        TEZCATLIPOCA,
        XIPE_TOTEC,
        COATLICUE,
        TONATIUH,
        COYOLXAUHQUI,
    ],
)
def test_a_codex_over_an_empty_city_gives_nothing_but_has_its_line(codex):
    state = over(city(codex=[codex]), city(), **NO_PINK)
    assert list(lines(state).values()) == [0]


@pytest.mark.parametrize(
    ("card", "time", "by_day"),
    [
        (17, "05:20", False),
        (19, "06:00", True),
        (53, "17:20", True),
        (57, "18:40", False),
    ],
)
def test_day_is_from_six_to_eighteen(card, time, by_day):
    assert CARDS[card].time == time
    state = over(city(card, codex=[TONATIUH, COYOLXAUHQUI]), city(), removed="green")
    assert lines(state)["codex tonatiuh"] == by_day
    assert lines(state)["codex coyolxauhqui"] == (not by_day)


def test_a_temple_counts_for_its_colour_even_without_aztecs():
    state = over(
        city(COYOTE, codex=[XIPE_TOTEC], temples={PINK_TEMPLE: [], PINK_TEMPLE_2: []}),
        city(),
        **NO_BLUE,
    )
    assert lines(state)["codex xipe_totec"] == 2


def test_codex_are_counted_before_aliens_are_sacrificed():
    state = over(
        city(PRIEST, ALIEN, codex=[COATLICUE, HUITZILOPOCHTLI]), city(), **NO_PINK
    )
    assert lines(state) == {
        "codex huitzilopochtli": 2,
        "codex coatlicue": 2,
        "priest": 10,
    }
