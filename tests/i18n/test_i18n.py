import re
from functools import partial
from pathlib import Path
from string import Formatter

import pytest

from cabinet.i18n import LANGUAGES, WordsError, game_words, money, words

PLACES = Formatter()
CONSOLE, PHONES = (Path(f"cabinet/web/{of}/words") for of in ("console", "phones"))
# Names of things and people, which are not counted.
NAMES = ("a", "author", "board", "names", "overlay", "port", "unit", "winner", "name")
NAMES += ("kind", "match", "path", "posting")


def placeholders(entry):
    return {name for _, name, _, _ in PLACES.parse(entry) if name is not None}


@pytest.mark.parametrize(
    ("language", "n", "said"),
    [
        ("fr", 0, "0 crédit"),
        ("fr", 1, "1 crédit"),
        ("fr", 2, "2 crédits"),
        ("en", 0, "0 credits"),
        ("en", 1, "1 credit"),
        ("en", 2, "2 credits"),
    ],
)
def test_zero_is_singular_in_french_and_plural_in_english(language, n, said):
    assert words(language)("price.credits", n=n) == said


def test_words_that_are_missing_are_named_with_their_file():
    with pytest.raises(WordsError) as error:
        words("fr")("no.such.key")
    assert str(error.value) == "fr.yaml has no words for 'no.such.key'"


def test_a_value_that_is_missing_is_named():
    with pytest.raises(WordsError) as error:
        words("en")("seat.person")
    assert str(error.value) == "en.yaml: 'seat.person' needs a value for 'number'"


def test_a_plural_without_its_number_says_so():
    with pytest.raises(WordsError) as error:
        words("en")("price.credits")
    assert str(error.value) == "en.yaml: 'price.credits' needs a whole number n"


def test_a_language_we_do_not_speak_is_refused_with_those_we_do():
    with pytest.raises(WordsError, match=re.escape("'de' (there are: fr, en)")):
        words("de")


@pytest.mark.parametrize(
    ("amount", "currency", "language", "written"),
    [
        (150, "EUR", "fr", "1,50\u00a0€"),
        (150, "EUR", "en", "€1.50"),
        (5, "EUR", "fr", "0,05\u00a0€"),
        (123_456_789, "EUR", "fr", "1\u00a0234\u00a0567,89\u00a0€"),
        (123_456_789, "USD", "en", "$1,234,567.89"),
        (-250, "GBP", "en", "-£2.50"),
        (200, "CHF", "fr", "2,00\u00a0CHF"),
        (200, "CHF", "en", "CHF\u00a02.00"),
        (500, "JPY", "en", "JPY\u00a0500"),
        (500, "CLP", "en", "CLP\u00a0500"),
        (1_500, "TND", "fr", "1,500\u00a0TND"),
        (1, "XXX", "fr", "1 jeton"),
        (3, "XXX", "en", "3 tokens"),
    ],
)
def test_money_is_written_as_people_write_it(amount, currency, language, written):
    assert money(amount, currency, language) == written


# A number of these is never one: the sentence is only said of several.
SEVERAL = {
    "players.range": "most",
    "crowd": "count",
    "about.villager": "hunger",
    "about.animal": "hunger",
    "books.charts": "days",
    "password.new": "shortest",
    "password.length": "longest",
    "board_forgot": "counted credited",
    "books_restored": "saved",
    "opening_misplaced": "moves",
    "match_after_moves": "moves",
    "balance_below_zero": "credits",
    "credits_moved": "credits",
    "no_such_evidence": "kept",
    "coin_limits": "pulses coins",
    "coin_limits_of_board": "pulses",
}
# What `cabinet check` and programs print, the same for one and for many.
_KINDS = ("hint", "kind", "refused", "setting")
WORD_FOR_WORD = tuple(f"message.{kind}." for kind in _KINDS)
CATALOGUES = {
    "the cabinet": lambda language: words(language),
    "the console": lambda language: words(language, CONSOLE),
    "the phones": lambda language: words(language, PHONES),
    "the doctor": lambda language: game_words("cabinet.diagnostics.doctor", language),
    "any game": lambda language: game_words("cabinet.tabletop", language),
    **{
        game: partial(game_words, f"cabinet.games.{game}")
        for game in ("arkade", "aztec", "azteka", "space_aztecs")
    },
}
each_catalogue = pytest.mark.parametrize("book", CATALOGUES.values(), ids=CATALOGUES)


@each_catalogue
def test_the_languages_of_a_catalogue_agree(book):
    french, english = book("fr").entries, book("en").entries
    assert set(french) == set(english)
    for key, entry in french.items():
        assert placeholders(entry) == placeholders(english[key]), key


@each_catalogue
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_number_beside_a_noun_has_its_singular(book, language):
    entries = book(language).entries
    for key, entry in entries.items():
        stem, _, form = key.rpartition(".")
        plural = form in ("one", "other")
        assert entry.strip() or form == "one", key
        if plural:
            assert {f"{stem}.one", f"{stem}.other"} <= set(entries), key
        several = SEVERAL.get((stem if plural else key).removeprefix("message."), "")
        if key.startswith(WORD_FOR_WORD):
            continue
        for name in re.findall(r"\{(\w+)\}[ \u00a0]\w{3,}s\b", entry):
            if name in NAMES or name in several.split():
                continue
            assert (form, name) == ("other", "n"), f"{key}: {entry}"
