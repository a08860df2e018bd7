"""Names and figures: only what can be drawn."""

import pytest

from cabinet.tabletop.personas import FIGURES, LONGEST_NAME, Persona, introduced


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("Zoé", "Zoé"),
        ("Zoe\u0301", "Zoé"),
        ("  Jean-Luc   O'N. ", "Jean-Luc O"),
        ("<script>", "script"),
        ("\u202e\x00\n\u4e16", ""),
        ("W" * 200, "W" * LONGEST_NAME),
    ],
)
def test_a_name_keeps_what_our_fonts_have(said, name):
    assert introduced(said, "").name == name


def test_a_figure_that_is_none_of_ours_is_left_out():
    assert introduced("A", "dragon") == Persona("A", "")
    assert introduced("", "owl") == Persona("", "owl")


def test_every_figure_fits_its_coin_and_looks_like_no_other():
    assert len(set(FIGURES.values())) == len(FIGURES)
    for rows in FIGURES.values():
        assert [len(row) for row in rows] == [11] * 11
        assert set("".join(rows)) == {".", "0"}
