"""The service menu under a stick: moving, turning, keeping, and being told."""

import re
from dataclasses import replace

import pytest

from cabinet.core.events import MILLISECOND, SECOND
from cabinet.core.inputs.wired_buttons import WAYS, WiredButtons
from cabinet.i18n import LANGUAGES, words
from cabinet.i18n.message import message, verbatim
from cabinet.picture.shapes import Text
from cabinet.protocol.codec import Booked, Panel, Refused, refused
from cabinet.protocol.operator import (
    Adopted,
    ClearScores,
    Edit,
    Entry,
    Group,
    Look,
    Menu,
    Restart,
    TryOutput,
    Unlock,
    Unlocked,
)
from cabinet.protocol.refusals import Problem
from cabinet.screen.menu.controller import MenuController
from cabinet.screen.menu.rows import OutputRow, PageRow, turned
from cabinet.screen.menu.state import TEST_SOUND, MenuState
from cabinet.screen.scenes import scene_table
from cabinet.screen.scenes.show import Show
from tools.gallery.menu import LOCKED, MENU
from tools.gallery.samples import NOW, waiting


def pressed(menu_state, *buttons):
    """The menu after some buttons, and the last request."""
    wish = None
    for button in buttons:
        menu_state, wish = menu_state.press(button)
    return menu_state, wish


def drawn(menu_state, language="en"):
    show = Show(
        waiting("service", 290), NOW, 90, words(language), menu_state=menu_state
    )
    return [
        shape.words for shape in scene_table.picture(show) if isinstance(shape, Text)
    ]


NO = refused(verbatim("no"))
TABLE = "[{pulses: 1, value: 50}, {pulses: 2, value: 100}]"
PRICES = pressed(MenuState(MENU), "down", "a", "down")[0]


def test_the_stick_moves_round_and_a_and_b_go_in_and_out():
    menu_state, _ = pressed(MenuState(MENU), "up")
    assert menu_state.row == PageRow("tests")
    menu_state, _ = pressed(menu_state, "down", "down", "a")
    assert menu_state.page == "pricing"
    menu_state, _ = pressed(menu_state, "b")
    assert (menu_state.page, menu_state.cursor) == ("", 1)
    assert pressed(menu_state, "b")[0].page == ""


def test_a_price_is_turned_and_kept():
    menu_state, wish = pressed(PRICES, "right", "right")
    assert (menu_state.draft, wish) == ("120", None)
    menu_state, wish = pressed(menu_state, "a")
    assert wish == Edit({"pricing.credit": "120"}, "service menu")
    assert menu_state.busy
    menu_state = menu_state.told(Adopted(("pricing.credit: 100 → 120",)))
    assert (menu_state.busy, menu_state.draft, menu_state.notice) == (
        False,
        None,
        "kept",
    )


def test_b_drops_what_was_turned_and_stays():
    menu_state, wish = pressed(PRICES, "right", "b")
    assert (menu_state.draft, menu_state.page, wish) == (None, "pricing", None)


def test_while_a_value_is_turned_the_stick_does_not_run_away():
    menu_state, _ = pressed(PRICES, "right", "down")
    assert (menu_state.cursor, menu_state.draft) == (1, "110")


def test_to_keep_what_was_so_asks_nobody():
    menu_state, wish = pressed(PRICES, "right", "left", "a")
    assert (menu_state.draft, wish) == (None, None)


def test_what_has_two_sides_is_flipped_by_a():
    _, wish = pressed(PRICES, "down", "down", "a")
    assert wish == Edit({"pricing.free_play": "true"}, "service menu")


def test_until_the_counter_has_answered_nothing_moves():
    menu_state, _ = pressed(PRICES, "right", "a")
    assert pressed(menu_state, "left", "b", "down", "a") == (menu_state, None)


def test_a_refusal_is_shown_and_the_draft_is_still_there_to_mend():
    menu_state, _ = pressed(PRICES, "right", "a")
    menu_state = menu_state.told(NO)
    assert (menu_state.notice, menu_state.draft) == ("refused", "110")
    assert "no" in drawn(menu_state)
    assert pressed(menu_state, "right")[0].notice == ""


@pytest.mark.parametrize(
    ("answer", "notice"),
    [
        (Adopted(waits=True), "waits"),
        (Adopted(restart=("video.effects",)), "restart"),
    ],
)
def test_what_became_of_an_edit_is_said(answer, notice):
    menu_state, _ = pressed(PRICES, "right", "a")
    assert menu_state.told(answer).notice == notice


def test_what_others_are_told_is_no_answer_of_ours():
    assert PRICES.told(Adopted()) == PRICES
    assert PRICES.told(NO) == PRICES


def at(page, cursor=0, menu=MENU):
    return MenuState(menu, (("", 0), (page, cursor)))


def test_a_list_is_opened_changed_kept_and_shut_when_the_counter_has_it():
    menu_state, wish = pressed(at("coins.0", 2), "right", "a")
    assert (menu_state.draft, menu_state.writing.text, wish) == (None, TABLE, None)
    menu_state, wish = pressed(
        menu_state, "down", "right", "a", "right", "a", "down", "a"
    )
    wanted = TABLE.replace("100", "105")
    assert wish == Edit({"coins.0.table": wanted}, "service menu")
    assert pressed(menu_state, "b", "a") == (menu_state, None), "until it is answered"
    menu_state = menu_state.told(Adopted(restart=("coins.0.table",)))
    assert (menu_state.writing, menu_state.draft, menu_state.notice) == (
        None,
        None,
        "restart",
    )


def test_a_list_that_is_refused_is_still_there_to_mend():
    menu_state, _ = pressed(at("coins.0", 2), "a", "a", "right", "a", "up", "a")
    wrong = Problem(message("setting.beside_pulse_value"), path=("coins", 0, "table"))
    menu_state = menu_state.told(Refused((wrong,)))
    assert "Table: stands beside pulse_value" in drawn(menu_state)
    assert "Table : est à côté de pulse_value" in " ".join(
        drawn(menu_state, "fr")
    ).replace("\u00a0", " ")
    menu_state, wish = pressed(menu_state, "up")
    assert (menu_state.notice, menu_state.writing.row, wish) == ("", 1, None)
    menu_state, wish = pressed(menu_state, "b", "b")
    assert (menu_state.writing, menu_state.draft, menu_state.page, wish) == (
        None,
        None,
        "coins.0",
        None,
    )


def test_a_list_that_is_as_it_was_asks_nobody():
    for keys in (
        ("b",),
        ("up", "a"),
        ("up", "right", "a"),
        ("up", "right", "right", "a"),
    ):
        menu_state, wish = pressed(at("fleet", 0), "a", *keys)
        assert (wish, menu_state.busy) == (None, False)


def test_setting_one_way_to_tell_a_coin_leaves_the_other_out():
    menu_state, _ = pressed(at("coins.1", 2), "a", "a")
    said = " ".join(drawn(menu_state))
    assert "it also changes: Kind (pulses), Lengths (none)." in said
    _, wish = pressed(menu_state, "down", "a")
    assert wish.changes == {
        "coins.1.table": "[{pulses: 1, value: 50}]",
        "coins.1.kind": "pulse",
        "coins.1.widths": "",
    }
    _, wish = pressed(at("coins.1", 4), "a", "left", *["a"] * 4)
    assert wish.changes == {"coins.1.widths": "[]"}


def test_bonuses_are_picked_by_turning_and_written_by_a():
    prices = at("pricing", 2)
    assert "Left and right: the usual ones. A: row by row." in " ".join(drawn(prices))
    assert pressed(prices, "right", "a")[1] == Edit(
        {"pricing.tiers": "[]"}, "service menu"
    )
    _, wish = pressed(prices, "a", "up", "a", "down", "a")
    both = "[{money: 200, credits: 3}, {money: 400, credits: 6}]"
    assert wish.changes == {"pricing.tiers": both}


def test_what_a_player_pays_follows_the_list_while_it_is_turned():
    menu_state, _ = pressed(at("pricing", 2), "a", "a", *["left"] * 10)
    assert drawn(menu_state).count("€1.50") == 3, (
        "in the cell; for two credits, for three"
    )
    assert menu_state.value("pricing.tiers") == "[{money: 150, credits: 3}]"


def test_staff_say_the_pin_before_a_list_opens():
    menu_state, _ = pressed(at("fleet", 0, LOCKED), "a")
    assert (menu_state.page, menu_state.writing) == ("pin", None)


LEAST = WiredButtons(frozenset({"start", *(f"p1.{way}" for way in WAYS)}))


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_there_is_no_a_and_no_b_no_sentence_of_the_menu_names_them(language):
    for page in ("", "scores", "tests", "outputs", "pricing", "coins.0"):
        for cursor in range(len(at(page).rows)):
            menu_state = replace(at(page, cursor), role="owner")
            show = Show(
                waiting("service", 290),
                NOW,
                90,
                words(language),
                menu_state=menu_state,
                wired=LEAST,
            )
            said = " ".join(
                s.words
                for s in scene_table.picture(show)
                if isinstance(s, Text) and s.words != "WHAT A PLAYER PAYS"
            )
            assert not re.search(r"(?<![\w'])[AB](?![\w'])", said), said
    assert "START" in said


def test_a_text_is_written_kept_and_shown():
    menu_state, wish = pressed(at("cabinet"), "right", "a")
    assert (menu_state.writing.text, wish) == ("Arkade", None)
    menu_state, wish = pressed(menu_state, *["b"] * 4, "a", "up", *["right"] * 4, "a")
    assert wish == Edit({"cabinet.name": "Ara"}, "service menu")
    assert (menu_state.draft, menu_state.busy, menu_state.writing) == (
        "Ara",
        True,
        None,
    )
    assert "Ara" in drawn(menu_state)
    wrong = menu_state.told(NO)
    again, _ = pressed(wrong, "a")
    assert again.writing.text == "Ara"


def test_a_text_that_is_left_or_the_same_asks_nobody():
    menu_state, _ = pressed(at("cabinet"), "a")
    for keys in (("up", "left", "left", "a"), ("up", "left", "a")):
        left, wish = pressed(menu_state, *keys)
        assert (left.writing, left.draft, wish) == (None, None, None)


@pytest.mark.parametrize(
    ("kind", "now", "by", "then"),
    [
        ("time", "23:50", 1, "00:00"),
        ("time", "00:00", -1, "23:45"),
        ("time", "10:00", 50, "11:00"),
        ("number", "98", 1, "100"),
        ("number", "3", -1, "0"),
        ("number", "50", 50, "55"),
        ("number", "30.5", 1, "35"),
        ("bool", "true", -1, "false"),
        ("choice", "b", 1, "a"),
        ("choice", "a", -1, "b"),
        ("choice", "no more", 1, "a"),
    ],
)
def test_every_kind_of_value_turns(kind, now, by, then):
    entry = Entry("x", kind, {}, {}, now, choices=("a", "b"), most=100, step=5)
    assert turned(entry, now, by) == then


def test_what_a_player_pays_follows_the_draft():
    assert "€1.00" in drawn(PRICES)
    dearer, _ = pressed(PRICES, *["right"] * 5)
    assert "€1.50" in drawn(dearer)
    free, _ = pressed(PRICES, "down", "down", "right")
    assert drawn(free).count("free") == 5
    wrong = replace(PRICES, draft="900")
    assert drawn(wrong).count("this cannot be") == 5


def test_only_games_have_a_price():
    sound = Entry("sound.enabled", "bool", {}, {}, "true")
    groups = (*MENU.groups, Group("sound", {"en": "Loud"}, (sound,)))
    shown = drawn(at("pricing", menu=replace(MENU, groups=groups)))
    assert "Space Aztecs" in shown
    assert "Loud" not in shown


def test_outputs_are_switched():
    menu_state, wish = pressed(at("outputs"), "a")
    assert OutputRow("meter") not in menu_state.rows
    assert wish == TryOutput("lamp.start", on=True)
    assert drawn(menu_state).count("on") == 1
    _, wish = pressed(menu_state, "a")
    assert wish == TryOutput("lamp.start", on=False)


def test_the_sound_is_tried():
    _, wish = pressed(at("tests", 4), "a")
    assert wish == TEST_SOUND


def test_the_meter_turns_by_one_if_there_is_one():
    menu_state, wish = pressed(at("tests", 3), "a")
    assert (menu_state.busy, wish) == (True, TryOutput("meter", on=True))
    assert "One click." in drawn(menu_state.told(Booked()))
    without = replace(MENU, outputs=("lockout",))
    assert PageRow("meter.test") not in at("tests", menu=without).rows


def test_high_scores_are_cleared_after_a_question():
    menu_state, wish = pressed(at("scores", 1), "a")
    assert (menu_state.is_asking, wish) == (True, None)
    assert pressed(menu_state, "b")[0].draft is None
    menu_state, wish = pressed(menu_state, "a")
    assert wish == ClearScores(1)
    assert menu_state.told(Booked()).notice == "cleared"


def test_rules_are_added_at_once_and_a_mode_that_moves_stays_open():
    menu_state, wish = pressed(at("schedule", 6), "a")
    assert not menu_state.is_asking
    assert wish == Edit({"schedule.rules": "[]"}, "service menu")
    menu_state, wish = pressed(at("modes.1", 3), "left", "a")
    assert wish == Edit({"modes.1.place": "1"}, "service menu")
    assert menu_state.told(Adopted()).page == "modes.0"


def test_a_choice_with_a_name_is_asked_for_as_it_is_written():
    _, wish = pressed(at("modes.1", 5), "right", "a")
    assert wish == Edit({"modes.1.options.removed": "blue"}, "service menu")


def test_a_new_pin_is_dialled_and_one_may_be_taken_away():
    digits = ("up", "a", "up", "a", "a", "a")
    once, wish = pressed(at("service"), "a", *digits)
    assert (wish, once.page) == (None, "pin.new")
    assert "The new PIN once more." in " ".join(drawn(once))
    menu_state, wish = pressed(once, *digits)
    assert wish == Edit({"service.pin": "1100"}, "service menu")
    assert (menu_state.page, menu_state.busy) == ("service", True)
    assert "1100" not in " ".join(drawn(menu_state))
    other, wish = pressed(once, "a", "a", "a", "a")
    assert (wish, other.new_pin) == (None, "")
    assert "Not the same: begin again." in drawn(other)
    owner = replace(at("service", 1, LOCKED), role="owner")
    menu_state, wish = pressed(owner, "a", "a")
    assert wish == Edit({"service.pin": ""}, "service menu")


def test_staff_open_prices_and_sound_and_no_other_page():
    staff = MenuState(LOCKED, (("", 0),))
    opened = {
        row.page: pressed(replace(staff, trail=(("", place),)), "a")[0].page
        for place, row in enumerate(staff.rows)
    }
    assert {page for page, there in opened.items() if there != "pin"} == {
        "pricing",
        "sound",
    }
    menu_state = MenuState(LOCKED, (("", 0), ("tests", 0)))
    assert pressed(menu_state, "a")[0].page == "pin"


def test_the_books_are_looked_up_when_they_are_opened():
    menu_state, wish = pressed(MenuState(MENU), "a")
    assert (menu_state.page, wish) == ("books", Look())
    assert "€12,043.50" in drawn(menu_state)


def menu_controller():
    made = MenuController()
    assert made.enter("attract") is None
    assert made.enter("service") == Look()
    assert made.enter("service") is None
    made.hear(MENU)
    return made


def test_whoever_comes_into_service_asks_for_the_menu_and_leaves_it_there():
    made = menu_controller()
    made.touch(Panel("p1.down", "pressed", SECOND))
    assert made.menu_state.cursor == 1
    made.enter("attract")
    assert made.menu_state == MenuState()
    made.hear(Menu())
    assert made.menu_state == MenuState()
    assert made.touch(Panel("p1.a", "pressed", SECOND)) is None


def test_a_stick_that_is_held_turns_faster_and_faster():
    made = menu_controller()
    made.menu_state = PRICES
    made.touch(Panel("p1.right", "pressed", 0))
    now = 0
    turns = []
    for _ in range(40):
        now += 100 * MILLISECOND
        made.tick(now)
        turns.append(int(made.menu_state.draft))
    assert turns[0] == 110
    assert turns[8] == 170
    assert turns[-1] > 3_000
    made.touch(Panel("p1.right", "released", now))
    made.tick(now + SECOND)
    assert int(made.menu_state.draft) == turns[-1]


def test_where_every_button_is_tried_only_start_goes_back():
    made = menu_controller()
    made.menu_state = replace(MenuState(MENU), trail=(("", 0), ("inputs", 0)))
    for button in ("a", "b", "down"):
        made.touch(Panel(f"p1.{button}", "pressed", SECOND))
    assert made.menu_state.page == "inputs"
    made.touch(Panel("start", "tapped", SECOND))
    assert made.menu_state.page == ""


def test_without_a_menu_the_page_is_what_the_snapshot_has():
    assert "INPUTS" in drawn(MenuState())
    assert MenuState().press("a") == (MenuState(), None)


STAFF = replace(PRICES, menu=LOCKED)


def test_what_staff_may_not_change_asks_for_the_pin_digit_by_digit():
    menu_state, _ = pressed(STAFF, "right")
    assert (menu_state.page, menu_state.draft) == ("pin", None)
    menu_state, wish = pressed(
        menu_state, "down", "a", "up", "right", "a", "up", "up", "a"
    )
    assert wish == Unlock("9102")
    assert menu_state.busy
    opened = menu_state.told(Unlocked(right=True, role="owner", number=1))
    assert (opened.page, opened.role, opened.busy) == ("pricing", "owner", False)
    assert pressed(opened, "right")[0].draft == "110"


def test_a_wrong_pin_begins_anew_and_says_how_long_to_wait():
    asked, _ = pressed(STAFF, "a", "a", "a", "a", "a")
    menu_state = asked.told(Unlocked(right=False))
    assert (menu_state.page, menu_state.pin, menu_state.role) == ("pin", (0,), "")
    assert "This is not the PIN." in drawn(menu_state)
    menu_state = asked.told(Unlocked(right=False, wait_s=30))
    assert "Not the PIN. Try again in 30 seconds." in drawn(menu_state)


def test_b_takes_a_digit_back_and_then_goes_back():
    menu_state, _ = pressed(STAFF, "a", "up", "a", "b")
    assert (menu_state.page, menu_state.pin) == ("pin", (1,))
    assert pressed(menu_state, "b")[0].page == "pricing"


def test_free_play_takes_the_pin():
    menu_state, _ = pressed(STAFF, "down", "down", "right")
    assert menu_state.page == "pin"


def test_digits_that_are_written_are_not_shown():
    menu_state, _ = pressed(STAFF, "a", "up", "up", "a", "a")
    assert "2" not in drawn(menu_state)
    assert drawn(menu_state).count("*") == 2


RESET = replace(MenuState(MENU), trail=(("", 0), ("more", 0), ("reset", 0)))


def test_factory_settings_ask_first_and_leave_prices_games_and_names():
    menu_state, wish = pressed(RESET, "a")
    assert (menu_state.draft, wish) == ("sure", None)
    assert "Sure?" in drawn(menu_state)
    assert pressed(menu_state, "b")[0].draft is None
    menu_state, wish = pressed(menu_state, "a")
    assert wish == Edit({"sound.coin": "60"}, "service menu")
    assert menu_state.busy


def test_where_nothing_was_changed_there_is_nothing_to_put_back():
    menu_state = replace(RESET, menu=Menu())
    assert menu_state.rows == ()
    assert "Everything is as it was when it was new." in " ".join(drawn(menu_state))


def test_factory_settings_are_the_owners():
    menu_state = replace(RESET, menu=replace(MENU, locked=True))
    assert pressed(menu_state, "a")[0].page == "pin"


def test_the_page_is_opened_and_shut_by_the_stick_and_a_restart_is_offered():
    """Nobody restarts by pressing A once more than needed: that still asks."""
    here = replace(MENU, addresses=("192.168.1.20",))
    menu_state, _ = pressed(MenuState(here, (("", 0), ("network", 0))), "down")
    assert menu_state.row == PageRow("page.open")
    menu_state, wish = pressed(menu_state, "a", "a")
    assert wish == Edit({"web.host": "0.0.0.0"}, "service menu")
    menu_state = menu_state.told(Adopted(restart=("web.host",)))
    assert "Kept. It counts from the next start. A: restart." in " ".join(
        drawn(menu_state)
    )
    assert pressed(menu_state, "b")[0].page == "network"
    menu_state, wish = pressed(menu_state, "a", "a")
    assert (menu_state.page, menu_state.is_asking, wish) == ("restart", True, None)
    assert pressed(menu_state, "a")[1] == Restart("service menu")
    assert pressed(menu_state, "b", "b")[0].page == "network"
    web = next(group for group in here.groups if group.name == "web")
    opened = replace(web, entries=tuple(_everywhere(each) for each in web.entries))
    others = tuple(group for group in here.groups if group is not web)
    here = replace(here, groups=(*others, opened))
    menu_state, wish = pressed(MenuState(here, (("", 0), ("network", 1))), "a", "a")
    assert wish == Edit({"web.host": "127.0.0.1"}, "service menu")
    menu_state, wish = pressed(MenuState(here, (("", 0), ("network", 0))), "a")
    assert (menu_state.page, wish) == ("page", Look())
    assert "https://192.168.1.20:8080/" in drawn(menu_state)


def _everywhere(entry):
    return replace(entry, value="0.0.0.0") if entry.path == "web.host" else entry
