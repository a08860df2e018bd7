"""The simulated panel: where its controls are, and every press with its release."""

from dataclasses import replace

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabinet.picture.shapes import WIDTH, Glow, Text
from cabinet.protocol.codec import Touch
from cabinet.screen.simpanel.panel import (
    COIN_SEEN,
    BadKeyError,
    PanelLayout,
    SimPanel,
    panel_picture,
)
from tests.screen.drawn import undrawable
from tests.screen.fake_counter import SNAPSHOT

PARTS = ("up", "down", "left", "right", "a", "b")
KEYS = {
    "coin.1": "5",
    "power": "escape",
    "start": "return",
    "mode": "m",
    "player": "p",
    "service": "f1",
    "test": "f2",
    **{f"p1.{d}": d for d in ("up", "down", "left", "right")},
    "p1.a": "space",
    "p1.b": "left ctrl",
    **dict(zip((f"p2.{p}" for p in PARTS), "wsadfg", strict=True)),
}
SIX_SEATS = {**KEYS, **{f"p{n}.{p}": "k" for n in range(3, 7) for p in PARTS}}
FULL = {**SIX_SEATS, "door": "o", "tilt": "t", "coin.2": "6"}

pytestmark = pytest.mark.usefixtures("display")


def centre(panel, line):
    control = next(c for c in panel.layout.controls if c.line == line)
    return control.x + control.w // 2, control.y + control.h // 2


def snapshot(*, slot_open, **lamps):
    lit = {f"lamp.{name}": on for name, on in lamps.items()}
    return replace(SNAPSHOT, lockout_open=slot_open, lamps=lit)


def words(panel, language="fr"):
    return {s.words for s in panel_picture(panel, language) if isinstance(s, Text)}


@pytest.mark.parametrize("keys", [KEYS, SIX_SEATS, FULL, {"coin.1": "5", "p1.a": "x"}])
def test_every_wired_line_has_its_place_inside_the_strip(keys):
    layout = PanelLayout.of(keys)
    assert sorted(c.line for c in layout.controls) == sorted(keys)
    for c in layout.controls:
        assert layout.at(c.x + c.w // 2, c.y + c.h // 2) == c.line
        assert c.x >= 0
        assert c.x + c.w <= WIDTH
        assert c.y >= 0
        assert c.y + c.h <= layout.height


@pytest.mark.parametrize("keys", [KEYS, FULL])
def test_no_two_controls_share_a_pixel(keys):
    layout = PanelLayout.of(keys)
    for y in range(layout.height):
        for x in range(0, WIDTH, 2):
            assert sum(c.holds(x, y) for c in layout.controls) <= 1


def test_between_the_controls_there_is_nothing():
    layout = PanelLayout.of(KEYS)
    assert layout.at(0, 0) is None
    assert layout.at(WIDTH, 50) is None
    assert layout.at(100, -1) is None


def test_two_seats_take_one_row_and_six_take_more():
    assert PanelLayout.of(KEYS).height == 112
    assert PanelLayout.of(SIX_SEATS).height == 224


def test_a_click_is_a_press_and_letting_go_anywhere_its_release():
    panel = SimPanel(KEYS)
    panel.mouse_down(*centre(panel, "start"))
    assert panel.held == {"start"}
    panel.mouse_up()
    assert panel.touches() == [Touch("start", True), Touch("start", False)]
    assert panel.touches() == []


def test_a_coin_is_dropped_once_and_never_released():
    panel = SimPanel(KEYS)
    panel.mouse_down(*centre(panel, "coin.1"))
    panel.mouse_up()
    assert panel.touches() == [Touch("coin.1", True, pulses=1)]


def test_a_key_that_repeats_presses_once():
    panel = SimPanel(KEYS)
    for _ in range(5):
        assert panel.key_down(pygame.K_m, pygame.KSCAN_M)
    panel.key_up(pygame.K_m, pygame.KSCAN_M)
    assert panel.touches() == [Touch("mode", True), Touch("mode", False)]


def test_a_key_of_nobody_touches_nothing():
    panel = SimPanel(KEYS)
    assert not panel.key_down(pygame.K_z, pygame.KSCAN_Z)
    panel.key_up(pygame.K_z, pygame.KSCAN_Z)
    assert panel.touches() == []


def test_the_last_hand_to_leave_releases():
    panel = SimPanel(KEYS)
    panel.mouse_down(*centre(panel, "start"))
    panel.key_down(pygame.K_RETURN, pygame.KSCAN_RETURN)
    panel.mouse_up()
    assert panel.touches() == [Touch("start", True)]
    panel.key_up(pygame.K_RETURN, pygame.KSCAN_RETURN)
    assert panel.touches() == [Touch("start", False)]


def test_one_key_may_close_two_lines():
    panel = SimPanel({"p1.a": "x", "p2.a": "x"})
    panel.key_down(pygame.K_x, pygame.KSCAN_X)
    assert panel.touches() == [Touch("p1.a", True), Touch("p2.a", True)]


def test_losing_the_window_releases_everything():
    panel = SimPanel(KEYS)
    panel.mouse_down(*centre(panel, "p1.left"))
    panel.key_down(pygame.K_w, pygame.KSCAN_W)
    panel.touches()
    panel.release_all()
    assert panel.held == frozenset()
    assert panel.touches() == [Touch("p1.left", False), Touch("p2.up", False)]


def test_the_digit_keys_work_on_a_french_keyboard_too():
    panel = SimPanel(KEYS)
    panel.key_down(pygame.K_LEFTPAREN, pygame.KSCAN_5)
    assert panel.touches() == [Touch("coin.1", True)]


@pytest.mark.parametrize(("line", "name"), KEYS.items())
def test_every_line_answers_to_its_key(line, name):
    panel = SimPanel(KEYS)
    panel.key_down(pygame.key.key_code(name), 1)
    assert panel.touches() == [Touch(line, True)]


def test_a_key_that_does_not_exist_is_named_with_its_line():
    with pytest.raises(BadKeyError) as error:
        SimPanel({"start": "entrée"})
    assert str(error.value) == (
        "the wiring gives start the key 'entrée', but no key is called that "
        "(there are for example: a, 5, return, space, left, left ctrl)"
    )


HANDS = st.sampled_from(["click", "let go", "key", "key up", "away"])


@given(st.lists(st.tuples(HANDS, st.sampled_from(sorted(KEYS))), max_size=40))
def test_every_press_has_exactly_one_release_whatever_the_hands_do(moves):
    panel = SimPanel(KEYS)
    for move, line in moves:
        code = pygame.key.key_code(KEYS[line])
        match move:
            case "click":
                panel.mouse_down(*centre(panel, line))
            case "let go":
                panel.mouse_up()
            case "key":
                panel.key_down(code, code)
            case "key up":
                panel.key_up(code, code)
            case "away":
                panel.release_all()
    panel.release_all()
    told = {}
    for touch in panel.touches():
        if touch.line != "coin.1":
            told.setdefault(touch.line, []).append(touch.active)
    for line, levels in told.items():
        assert levels == [True, False] * (len(levels) // 2), line


def test_the_slot_says_whether_it_is_open():
    panel = SimPanel(KEYS)
    assert "fermé" in words(panel)
    panel.see(snapshot(slot_open=True))
    assert "ouvert" in words(panel)
    assert "open" in words(panel, "en")


def test_a_coin_in_a_shut_slot_is_seen_coming_back():
    panel = SimPanel(KEYS)
    panel.key_down(pygame.K_5, pygame.KSCAN_5)
    seen = set()
    for _ in range(COIN_SEEN):
        seen |= words(panel)
        panel.tick()
    assert "rendue" in seen
    assert panel.coins == ()


def test_a_coin_in_an_open_slot_is_taken():
    panel = SimPanel(KEYS)
    panel.see(snapshot(slot_open=True))
    panel.key_down(pygame.K_5, pygame.KSCAN_5)
    pictures = []
    for _ in range(COIN_SEEN):
        assert "rendue" not in words(panel)
        pictures.append(panel_picture(panel, "fr"))
        panel.tick()
    assert len(set(pictures)) > 20, "it is seen to move"


def test_a_lamp_that_is_lit_glows():
    panel = SimPanel(KEYS)
    dark = panel_picture(panel, "fr")
    assert not any(isinstance(shape, Glow) for shape in dark)
    for name in ("start", "coin", "p1"):
        panel.see(snapshot(slot_open=False, **{name: True}))
        assert any(isinstance(shape, Glow) for shape in panel_picture(panel, "fr"))


@pytest.mark.parametrize("line", sorted(set(KEYS) - {"coin.1"}))
def test_a_pressed_control_looks_pressed(line):
    panel = SimPanel(KEYS)
    before = panel_picture(panel, "fr")
    panel.mouse_down(*centre(panel, line))
    assert panel_picture(panel, "fr") != before


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_word_on_the_panel_can_be_drawn(language):
    panel = SimPanel(FULL)
    for shape in panel_picture(panel, language):
        if isinstance(shape, Text):
            assert undrawable(shape.words, shape.face) == ""


@pytest.mark.parametrize(("language", "expected"), [("fr", "JOUEUR"), ("en", "PLAYER")])
def test_labels_and_keys_are_printed_in_the_players_language(language, expected):
    printed = {w.upper() for w in words(SimPanel(KEYS), language)}
    assert {expected, "ON/OFF", "START", "F1", "W"} <= printed
    assert ("ENTRÉE" if language == "fr" else "ENTER") in printed
