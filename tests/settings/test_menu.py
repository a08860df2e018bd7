"""The settings as a menu: every entry has words, a kind, and a value one can change."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cabinet.core.loudness import Loudness
from cabinet.i18n import words
from cabinet.i18n.message import verbatim
from cabinet.loops.registry import all_shipped
from cabinet.picture.shapes import Text
from cabinet.protocol.codec import Refused, decode, encode
from cabinet.protocol.list_rows import written_rows
from cabinet.protocol.operator import Adopted, Edit, Menu
from cabinet.protocol.refusals import Problem
from cabinet.screen.loop.key_repeat import BUTTONS
from cabinet.screen.menu.rows import rows, turned
from cabinet.screen.menu.state import MenuState
from cabinet.screen.scenes import scene_table
from cabinet.screen.scenes.show import Show
from cabinet.screen.sound.mixer import loudness_of
from cabinet.settings import ConfigError, catalogue_of, load_text
from cabinet.settings.editing import edit
from cabinet.settings.file import edits_of, path_of, value_of
from cabinet.settings.menu import groups, starts_anew
from cabinet.settings.titles import key
from tests.settings.conftest import cases, found
from tests.settings.test_titles import every_key
from tests.support.settings import SETTINGS
from tools.gallery.samples import NOW, waiting

SHIPPED = SETTINGS.read_text()
ACCEPTOR = Path("config/examples/encoder-and-cctalk.yaml").read_text()
CATALOGUE = catalogue_of(all_shipped())
CASES = (*cases("messages.txt"), *cases("contradictions.txt"))


def menu(text=SHIPPED):
    return groups(load_text(text, "c.yaml", None, CATALOGUE), CATALOGUE)


def entries(text=SHIPPED):
    return {entry.path: entry for group in menu(text) for entry in group.entries}


def changed(path, value):
    return entries(edit(SHIPPED, edits_of({path: value})))[path].value


def test_every_entry_is_named_and_explained_in_both_languages():
    for group in menu():
        assert set(group.title) == {"fr", "en"}
        for entry in group.entries:
            assert all(entry.title[language] for language in ("fr", "en"))
            assert all(entry.help[language] for language in ("fr", "en"))


def test_what_a_setting_is_follows_from_the_model():
    found = entries()
    assert found["pricing.credit"].kind == "money"
    assert found["pricing.credit"].step == 5
    assert found["pricing.free_play"].kind == "bool"
    assert found["schedule.rules.0.from"].kind == "time"
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
        ("schedule.rules.0.from", "21:45"),
        ("patience.select", "45"),
        ("cabinet.name", "7"),
    ],
)
def test_a_value_comes_back_as_it_was_written(path, value):
    assert changed(path, value) == value


def test_nothing_leaves_a_setting_out():
    text = edit(SHIPPED, edits_of({"modes.0.continue_credits": "2"}))
    assert "continue_credits: 2" in text
    text = edit(text, edits_of({"modes.0.continue_credits": ""}))
    assert entries(text)["modes.0.continue_credits"].value == ""


def test_the_usual_bonuses_are_offered_at_the_price_there_is():
    text = edit(SHIPPED, edits_of({"pricing.credit": "50"}))
    assert "[{money: 100, credits: 3}]" in entries(text)["pricing.tiers"].choices


def said_of(text):
    try:
        load_text(text, "c.yaml", None, CATALOGUE)
    except ConfigError as wrong:
        return str(wrong)
    return ""


def test_a_quarter_of_a_dollar_can_be_reached_by_turning():
    price = replace(entries()["pricing.credit"], value="50")
    for _ in range(5):
        price = replace(price, value=turned(price, price.value, -1))
    assert price.value == "25"


# Wires, what is wired to them, and which game a mode is, are for the file; a ready-made
# price list is hidden by prices that are written beside it. What a program is, and what
# the panel is for it, is for the file too.
IN_THE_FILE = (
    *("io", "pricing.preset", "modes.game", "modes.options"),
    *("cabinet", "house", "pricing", "coins", "modes", "sound", "patience", "video"),
    *("access", "dice", "coaching"),
    *("meter", "service", "disk", "web", "fleet", "alerts", "modes.title"),
    *("schedule", "schedule.rules", "schedule.rules.what"),
)


def test_every_setting_but_wires_is_on_the_menu_and_under_the_stick():
    on_menu = {key(path_of(path)) for path in (*entries(DEARER), *entries(ACCEPTOR))}
    lists = {
        f"{key(path_of(path))}.{column.name.partition('.')[0]}"
        for path, entry in entries().items()
        for column in entry.columns
    }
    unseen = set(every_key()) - on_menu - lists - set(IN_THE_FILE)
    by_hand = ("io.", "modes.program")
    assert {name for name in unseen if not name.startswith(by_hand)} == set()
    handled = {"bool", "choice", "number", "money", "time", "text", "pin", "act", "add"}
    assert {entry.kind for entry in entries().values()} <= {
        *handled,
        *("pair", "rows", "several"),
    }


def test_an_acceptor_that_names_its_coins_has_no_settings_of_pulses():
    names = {path for path in entries(ACCEPTOR) if path.startswith("coins.0.")}
    assert {"coins.0.coin_values", "coins.0.max_bill"} <= names
    assert not {"coins.0.pulse_value", "coins.0.gap_ms"} & names
    edited = edit(ACCEPTOR, edits_of({"coins.0.max_bill": "2000"}))
    assert said_of(edited) == ""
    assert list(rows(Menu(menu(ACCEPTOR)), "calibrate")) == []


def test_a_key_of_an_encoder_is_learnt_on_the_device_it_hangs_on():
    start = entries(ACCEPTOR)["io.lines.start.key"]
    assert (start.kind, start.value, start.choices) == ("key", "1", ("sticks",))
    learnt = edit(ACCEPTOR, edits_of(start.change("button 3")))
    assert entries(learnt)["io.lines.start.key"].value == "button 3"
    assert said_of(learnt) == ""
    twice = edit(ACCEPTOR, edits_of(start.change("left")))
    assert "is already the key of" in said_of(twice)
    assert not any(path.startswith("io.") for path in entries())


DEARER = SHIPPED.replace(
    "  rules:\n",
    '  rules:\n    - {what: price, from: "17:00", to: "19:00", credits: 2}\n',
    1,
)
BY_TABLE = "table: [{pulses: 1, value: 50}, {pulses: 2, value: 100}]"
BY_LENGTH = "widths: [{ms: [20, 40], value: 50}]"
WORTH = "pulse_value: 100"


@pytest.mark.parametrize(
    ("slot", "name", "value"),
    [
        (("pulse", WORTH), "table", "[{pulses: 1, value: 100}]"),
        (("pulse", WORTH), "widths", "[{ms: [12, 80], value: 100}]"),
        (("line", WORTH), "table", "[{pulses: 1, value: 100}]"),
        (("line", WORTH), "pulse_value", "50"),
        (("pulse", BY_TABLE), "pulse_value", "50"),
        (("pulse", BY_TABLE), "widths", "[{ms: [12, 80], value: 50}]"),
        (("duration", BY_LENGTH), "pulse_value", "50"),
        (("duration", BY_LENGTH), "table", "[{pulses: 1, value: 50}]"),
    ],
)
def test_a_coin_can_be_told_in_another_way_with_one_change(slot, name, value):
    kind, worth = slot
    text = SHIPPED.replace("kind: pulse", f"kind: {kind}").replace(WORTH, worth)
    entry = entries(text)[f"coins.0.{name}"]
    if entry.columns:
        first = written_rows(entry, [entry.fresh])
        assert first == value, "a list begins with what a coin is worth already"
    assert said_of(edit(text, edits_of(entry.change(value)))) == ""
    assert not entries(text)["coins.0.gap_ms"].also


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize(("old", "new", "message"), CASES)
def test_a_refusal_is_read_whole_beside_a_list(old, new, message, language):
    made = Menu(menu(), outputs=("lockout",))
    (problem,) = found(old, new)
    assert str(problem) == message
    for page, cursor in (("coins.0", 3), ("pricing", 2)):
        menu_state = MenuState(made, (("", 0), (page, cursor))).press("a")[0]
        slot = page == "coins.0"
        path = path_of(f"{page}.table.0.pulses" if slot else "pricing.tiers.0.money")
        told = replace(problem, path=path)
        refused = replace(menu_state, notice="refused", why=(told,))
        show = Show(
            waiting("service", 290), NOW, 90, words(language), menu_state=refused
        )
        texts = [s.words for s in scene_table.picture(show) if isinstance(s, Text)]
        assert [text for text in texts if text.endswith("…")] == []


@given(st.lists(st.sampled_from(BUTTONS), max_size=80), st.sampled_from((1, 10, 50)))
@settings(max_examples=60, deadline=None)
def test_whatever_is_pressed_the_menu_can_be_drawn_and_asks_for_what_it_knows(
    buttons, gear
):
    made = Menu(menu(), outputs=("lockout", "meter"))
    known = {entry.path for group in made.groups for entry in group.entries}
    for page in ("", "pricing", "coins.0", "fleet"):
        menu_state = replace(MenuState(made), trail=(("", 0), (page, 3)))
        for number, button in enumerate(buttons):
            menu_state, wish = menu_state.press(button, gear)
            if isinstance(wish, Edit):
                assert set(wish.changes) <= known
                assert decode(encode(wish)) == wish
            if menu_state.busy:
                menu_state = menu_state.told(
                    Adopted() if number % 2 else Refused((Problem(verbatim("no")),))
                )
        show = Show(
            waiting("service", 290), NOW, 90, words("fr"), menu_state=menu_state
        )
        assert scene_table.picture(show)


def test_every_choice_of_every_entry_can_be_set():
    """Or is refused by a rule between settings, never by the kind of the value."""
    for path, entry in entries().items():
        for one in entry.choices[-2:]:
            choice = f"[{one}]" if entry.kind == "several" else one
            said = said_of(edit(SHIPPED, edits_of({path: choice})))
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


def test_a_menu_passes_through_the_bus():
    told = Menu(groups=menu())
    assert decode(encode(told)) == told
    assert len(encode(told)) < 100_000


def test_the_volumes_of_a_menu_are_those_of_the_file():
    changes = {
        "sound.music": "5",
        "sound.coin": "0",
        "sound.enabled": "false",
        "sound.attract_pause": "0",
    }
    text = edit(SHIPPED, edits_of(changes))
    loaded = load_text(text, "c.yaml", None, CATALOGUE)
    assert loudness_of(Menu(menu(text))) == loaded.sound.loudness()
    assert loudness_of(Menu()) == Loudness()


@pytest.mark.parametrize("language", ["fr", "en"])
def test_no_word_of_the_shipped_menu_is_cut_on_the_cabinet(language):
    made = Menu(menu(), outputs=("lockout",))
    for group in made.groups:
        for cursor in range(len(group.entries)):
            menu_state = MenuState(made, (("", 0), (group.name, cursor)))
            show = Show(
                waiting("service", 290), NOW, 90, words(language), menu_state=menu_state
            )
            texts = [s.words for s in scene_table.picture(show) if isinstance(s, Text)]
            assert [text for text in texts if text.endswith("…")] == []
