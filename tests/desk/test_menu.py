"""The settings as a menu: every entry has words, a kind, and a value one can change."""

from pathlib import Path

import pytest

from cabinet import config
from cabinet.config import ConfigError, load_text
from cabinet.config.editing import edit
from cabinet.desk.menu import groups, starts_anew
from cabinet.desk.wishes import path_of, value_of, wishes
from cabinet.hallway import decode, encode
from cabinet.hallway_desk import Menu
from cabinet.i18n import words
from cabinet.loudness import Loudness
from cabinet.picture import Text
from cabinet.screens.samples import NOW, waiting
from cabinet.screens.scenes import programme
from cabinet.screens.scenes.show import Show
from cabinet.screens.servicing import Desk
from cabinet.screens.sound.volumes import loudness_of
from cabinet.tabletop.registry import installed

SHIPPED = (Path(__file__).parents[2] / "config/cabinet.yaml").read_text()
CATALOGUE = config.catalogue_of(installed())


def menu(text=SHIPPED):
    return groups(load_text(text, "c.yaml", None, CATALOGUE), CATALOGUE)


def entries(text=SHIPPED):
    return {entry.path: entry for group in menu(text) for entry in group.entries}


def changed(path, value):
    return entries(edit(SHIPPED, wishes({path: value})))[path].value


def test_every_entry_is_named_and_explained_in_both_languages():
    for group in menu():
        assert set(group.title) == {"fr", "en"}
        for entry in group.entries:
            assert all(entry.title[language] for language in ("fr", "en"))
            assert all(entry.help[language] for language in ("fr", "en"))


def test_what_a_setting_is_follows_from_the_model():
    found = entries()
    assert found["pricing.credit"].kind == "money"
    assert found["pricing.credit"].step == 10
    assert found["pricing.free_play"].kind == "bool"
    assert found["sound.quiet_from"].kind == "time"
    assert found["cabinet.language"].choices == ("fr", "en")
    volume = found["sound.music"]
    assert (volume.least, volume.most, volume.step, volume.unit) == (0, 100, 5, "%")
    assert found["patience.select"].unit == "s"
    assert found["modes.0.options.variant"].choices[0] == "classic"
    assert found["cabinet.name"].kind == "text"


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("pricing.credit", "250"),
        ("pricing.tiers", "[{money: 200, credits: 3}]"),
        ("pricing.free_play", "true"),
        ("modes.0.enabled", "false"),
        ("modes.0.options.diagonal", "true"),
        ("modes.0.continue_credits", "0"),
        ("cabinet.language", "en"),
        ("sound.quiet_from", "21:45"),
        ("patience.select", "45"),
        ("cabinet.name", "7"),
    ],
)
def test_a_value_comes_back_as_it_was_written(path, value):
    assert changed(path, value) == value


def test_nothing_leaves_a_setting_out():
    text = edit(SHIPPED, wishes({"modes.0.continue_credits": "2"}))
    assert "continue_credits: 2" in text
    text = edit(text, wishes({"modes.0.continue_credits": ""}))
    assert entries(text)["modes.0.continue_credits"].value == ""


def test_the_usual_bonuses_are_offered_at_the_price_there_is():
    text = edit(SHIPPED, wishes({"pricing.credit": "50"}))
    assert "[{money: 100, credits: 3}]" in entries(text)["pricing.tiers"].choices


def said_of(text):
    try:
        load_text(text, "c.yaml", None, CATALOGUE)
    except ConfigError as wrong:
        return str(wrong)
    return ""


def test_every_choice_of_every_entry_can_be_set():
    """Or is refused by a rule between settings, never by the kind of the value."""
    for path, entry in entries().items():
        for one in entry.choices[-2:]:
            choice = f"[{one}]" if entry.kind == "several" else one
            said = said_of(edit(SHIPPED, wishes({path: choice})))
            assert "expected" not in said, (path, choice)


def test_a_line_has_a_dot_in_its_name():
    assert path_of("io.lines.coin.1.pin") == ("io", "lines", "coin.1", "pin")
    assert path_of("io.lines.power") == ("io", "lines", "power")
    assert path_of("modes.0.credits") == ("modes", 0, "credits")


def test_text_is_text_where_text_is_wanted():
    assert value_of(("cabinet", "name"), "7") == "7"
    assert value_of(("pricing", "credit"), "7") == 7


def test_wires_windows_and_sockets_wait_for_the_next_start():
    assert starts_anew(("io", "backend"))
    assert starts_anew(("video", "effects"))
    assert not starts_anew(("pricing", "credit"))


def test_a_menu_passes_through_the_hallway():
    told = Menu(groups=menu())
    assert decode(encode(told)) == told
    assert len(encode(told)) < 64_000


def test_the_volumes_of_a_menu_are_those_of_the_file():
    changes = {
        "sound.music": "5",
        "sound.coin": "0",
        "sound.enabled": "false",
        "sound.quiet_from": "21:15",
        "sound.attract_pause": "0",
    }
    text = edit(SHIPPED, wishes(changes))
    loaded = load_text(text, "c.yaml", None, CATALOGUE)
    assert loudness_of(Menu(menu(text))) == loaded.sound.loudness()
    assert loudness_of(Menu()) == Loudness()


@pytest.mark.parametrize("language", ["fr", "en"])
def test_no_word_of_the_shipped_menu_is_cut_on_the_cabinet(language):
    made = Menu(menu(), outputs=("lockout",))
    for group in made.groups:
        for cursor in range(len(group.entries)):
            desk = Desk(made, (("", 0), (group.name, cursor)))
            show = Show(waiting("service", 290), NOW, 90, words(language), desk=desk)
            texts = [s.words for s in programme.picture(show) if isinstance(s, Text)]
            assert [text for text in texts if text.endswith("…")] == []
