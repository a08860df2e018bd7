"""What `cabinet check` says, in the language of the file."""

import pytest

from cabinet.cli.main import main
from cabinet.i18n import words
from tests.support.settings import SETTINGS

ENGLISH = ("language: fr ", "language: en ")


@pytest.fixture
def checked(tmp_path, capsys):
    """Check the settings with some texts replaced; the code, what was said."""

    def checked(*changes):
        text = SETTINGS.read_text(encoding="utf-8")
        for old, new in changes:
            assert old in text
            text = text.replace(old, new, 1)
        path = tmp_path / "cabinet.yaml"
        path.write_text(text, encoding="utf-8")
        code = main(["check", str(path)])
        said = capsys.readouterr()
        return code, said.out.replace(str(path), "FILE"), said.err

    return checked


def test_a_french_cabinet_is_told_in_french(checked):
    code, out, _ = checked()
    assert code == 0
    assert out.startswith("FILE : tout est bon\n\njeu ")
    assert " 1,00\u00a0€\n" in out


def test_an_english_one_in_english(checked):
    code, out, _ = checked(ENGLISH)
    assert code == 0
    assert out.startswith("FILE: all right\n\nmode ")
    assert " €1.00\n" in out


def test_what_is_wrong_is_told_in_the_language_that_the_wrong_file_sets(checked):
    wrong = ("max_credits: 20", "max_credits: -1")
    code, out, err = checked(wrong)
    assert (code, out) == (1, "")
    assert "pricing.max_credits: il faut " in err
    assert "pricing.max_credits: expected " in checked(ENGLISH, wrong)[2]
    broken = ("tiers: []", "tiers: [{money: 200 credits: 3}]")
    assert "il manque une virgule avant « credits »" in checked(broken)[2]


def test_bonuses_are_repeated_in_words(checked):
    bonus = ("tiers: []", "tiers: [{money: 200, credits: 3}, {money: 500, credits: 8}]")
    _, out, _ = checked(ENGLISH, bonus)
    assert "\nBonus: 3 credits for €2.00, instead of 2.\n" in out
    assert "\nBonus: 8 credits for €5.00, instead of 5.\n" in out


def test_a_price_that_the_coins_do_not_add_up_to_is_advised_against(checked):
    _, out, _ = checked(ENGLISH, ("credit: 100 ", "credit: 150 "))
    assert "advice: €1.50 cannot be paid exactly with the coins that are taken" in out
    assert "advice" not in checked(ENGLISH)[1]


def test_free_play_has_neither_price_nor_bonus(checked):
    _, out, _ = checked(("free_play: false", "free_play: true"))
    assert " gratuit\n" in out
    assert "Bonus" not in out


def test_a_mode_without_a_title_has_that_of_its_game(checked):
    code, out, _ = checked(("    title: {fr: Azteka, en: Azteka}\n", ""))
    assert code == 0
    assert "\nAzteka " in out


def test_every_word_of_the_check_has_been_said_here():
    used = {"all_right", "advice", "mode", "players", "credits", "money", "free"}
    used |= {"bonus.one", "bonus.other", "hours", "playing_on"}
    for language in ("fr", "en"):
        entries = words(language).entries
        own = {key for key in entries if key.startswith("check.")}
        assert own == {f"check.{name}" for name in used}
