"""Every choice and every game option is called something, in both languages, whole."""

from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from cabinet.i18n import LANGUAGES, words
from cabinet.loops.registry import all_shipped
from cabinet.picture.shapes import Text
from cabinet.protocol.operator import Entry, Menu
from cabinet.screen.menu.state import MenuState
from cabinet.screen.scenes import scene_table
from cabinet.screen.scenes.menu_help import value_words
from cabinet.screen.scenes.show import Show
from cabinet.settings import titles
from cabinet.settings.catalogue import catalogue_of
from cabinet.settings.loading import load_text
from cabinet.settings.menu import groups
from cabinet.tabletop.registry import shipped
from tests.settings.test_menu import SHIPPED, entries, menu
from tools.gallery.samples import NOW, waiting

GAMES = all_shipped()
# The menu itself has words for these, whatever the setting.
PLAIN = ("true", "false", "[]")
CHOSEN = {
    path: entry
    for path, entry in entries().items()
    if entry.kind in ("choice", "several")
}


def shown(language, menu_state):
    return Show(
        waiting("service", 290), NOW, 90, words(language), menu_state=menu_state
    )


def of(path, value, language, **more):
    """What the menu shows for a value."""
    entry = replace(CHOSEN[path], **more)
    return value_words(shown(language, MenuState()), entry, value)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_choice_that_is_no_number_has_a_name(language):
    wordy = [
        (path, choice)
        for path, entry in CHOSEN.items()
        for choice in entry.choices
        if choice not in PLAIN and not choice.isdecimal() and path != "pricing.tiers"
    ]
    nameless = [
        (path, choice)
        for path, choice in wordy
        if not CHOSEN[path].name(choice, language)
    ]
    assert nameless == []


@pytest.mark.parametrize("name", sorted(shipped()))
def test_every_option_of_every_game_is_named_and_explained(name):
    game = GAMES[name]
    assert set(game.options) == set(game.rules.options)
    for option, told in game.options.items():
        rule = game.rules.options[option]
        assert set(told) == set(LANGUAGES)
        assert len({frozenset(own.choices) for own in told.values()}) == 1
        for own in told.values():
            assert own.title
            assert own.help.endswith(".")
            assert set(own.choices) <= {*rule.choices, rule.default}


def test_nothing_is_named_that_is_no_choice():
    known = {}
    for path, entry in CHOSEN.items():
        steps = [step for step in path.split(".") if not step.isdecimal()]
        known.setdefault(".".join(steps), set()).update(entry.choices)
    file = Path(titles.__file__).with_name("choices.yaml")
    found = yaml.safe_load(file.read_text(encoding="utf-8"))
    for key, names in found.items():
        assert set(names) <= known[key], key
        assert all(len(pair) == len(LANGUAGES) for pair in names.values())


def test_a_name_is_shown_and_what_is_written_is_kept():
    assert CHOSEN["video.effects"].choices == ("full", "light", "off")
    assert of("video.effects", "light", "fr") == "légers"
    assert of("video.effects", "light", "fr", names={}) == "light"
    assert of("modes.0.options.diagonal", "true", "fr") == "oui"
    assert of("modes.0.options.variant", "aggressive", "fr") == "agressive"


def test_help_explains_choices_by_what_they_are_called():
    told = CHOSEN["dice.source"].help
    assert told["fr"].startswith("la borne : elle les jette ; annoncés : on jette")
    assert told["en"].startswith("the cabinet: the cabinet throws them; told by hand:")


def test_help_of_a_switch_says_yes_and_no():
    told = entries()["modes.0.per_player"].help
    assert told["en"] == "yes: each person pays the credits; no: once a match."
    assert entries()["fleet.tls"].help["fr"].startswith("oui : chiffré")


def test_an_option_that_is_left_out_is_what_the_rules_say():
    assert "nuggets" not in SHIPPED
    assert CHOSEN["modes.5.options.nuggets"].value == "6"
    tiles = CHOSEN["modes.5.options.tiles"]
    assert (tiles.value, tiles.choices) == ("", ("", "true", "false"))
    assert of(tiles.path, "", "fr") == "selon le mode"


def test_a_game_without_words_shows_its_options_as_they_are():
    boards = {name: replace(game, options={}) for name, game in shipped().items()}
    wordless = GAMES | boards
    catalogue = catalogue_of(wordless)
    made = groups(load_text(SHIPPED, "c.yaml", None, catalogue), catalogue)
    found = {entry.path: entry for group in made for entry in group.entries}
    entry = found["modes.0.options.variant"]
    assert entry.title == {"fr": "variant", "en": "variant"}
    assert entry.help["fr"] == "Les réglages du jeu lui-même."
    assert entry.names == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_choice_is_cut_while_it_is_turned(language):
    made = Menu(menu())
    for group in made.groups:
        for cursor, entry in enumerate(group.entries):
            for choice in entry.choices if entry.kind == "choice" else ():
                at = (("", 0), (group.name, cursor))
                show = shown(language, MenuState(made, at, draft=choice))
                shapes = scene_table.picture(show)
                texts = [shape.words for shape in shapes if isinstance(shape, Text)]
                assert value_words(show, entry, choice) in texts, (entry.path, choice)
                assert [text for text in texts if text.endswith("…")] == []


def test_a_choice_nobody_offers_is_called_as_it_is_written():
    both = {"fr": "x", "en": "x"}
    entry = Entry("x", "choice", both, both, "c", choices=("a",), names={"fr": ("A",)})
    assert entry.name("a", "fr") == "A"
    assert entry.name("a", "en") == ""
    assert entry.name("c", "fr") == ""
