"""docs/wiring.md is true to the wires as shipped: drawings, tables, circuits."""

import re
from xml.etree import ElementTree

import pytest

from tests.support.settings import SETTINGS
from tools.drawings.page import DRAWINGS, PAGE, drawings, with_tables
from tools.drawings.pins import GROUNDS, HEADER, RESERVED, SUPPLIES, pins_of

TEXT = PAGE.read_text(encoding="utf-8")
AGAIN = "draw them again: make drawings"
SVG = "{http://www.w3.org/2000/svg}"


def test_the_pin_tables_are_those_of_the_wires_as_shipped():
    assert with_tables(TEXT) == TEXT, AGAIN


@pytest.mark.parametrize("name", drawings())
def test_each_drawing_is_the_one_we_would_draw_and_is_on_the_page(name):
    assert (DRAWINGS / name).read_text(encoding="utf-8") == drawings()[name], AGAIN
    assert f"(wiring/{name})" in TEXT


def test_no_drawing_is_left_over():
    assert {path.name for path in DRAWINGS.iterdir()} == set(drawings())


@pytest.mark.parametrize("name", drawings())
def test_nothing_is_drawn_outside_the_paper(name):
    root = ElementTree.fromstring(drawings()[name])
    width, height = float(root.get("width")), float(root.get("height"))
    for text in root.iter(f"{SVG}text"):
        x, size = float(text.get("x")), float(text.get("font-size"))
        length = len(text.text) * size * 0.6
        shift = {"start": 0, "middle": length / 2, "end": length}[
            text.get("text-anchor")
        ]
        assert x - shift >= 0, text.text
        assert x - shift + length <= width, text.text
        assert 0 < float(text.get("y")) < height, text.text
    for wire in root.iter(f"{SVG}polyline"):
        for point in wire.get("points").split():
            x, y = map(float, point.split(","))
            assert 0 <= x <= width
            assert 0 <= y <= height


def test_the_header_has_forty_holes_each_once():
    holes = [*HEADER.values(), *GROUNDS, *SUPPLIES, *RESERVED]
    assert sorted(holes) == list(range(1, 41))


def test_another_pin_is_another_drawing(tmp_path):
    own = tmp_path / "cabinet.yaml"
    shipped = SETTINGS.read_text(encoding="utf-8")
    own.write_text(shipped.replace("{pin: 17,", "{pin: 21,"), encoding="utf-8")
    assert pins_of(own)[0]["coin.1"] == 21
    drawn = drawings(own)
    assert "GPIO 21 · 40" in drawn["coin.svg"]
    assert "coin.1 · GPIO 21" in drawn["header.svg"]
    assert "| `coin.1` | 21 | 40 |" in with_tables(TEXT, own)


def test_the_currents_on_the_page_are_what_ohm_says():
    """LED 1.2 V, the acceptor's transistor 0.2 V, a PC817 that passes a half."""
    for volts, ohms, milliamperes in ((12, 2200, 4.8), (5, 680, 5.3)):
        assert round((volts - 1.4) / ohms * 1000, 1) == milliamperes
        assert f"= {milliamperes} mA" in TEXT
        assert milliamperes / 2 > 3 * 3.3 / 4.7, "the pin is pulled down hard"
        assert (milliamperes / 1000) ** 2 * ohms < 0.25, "a quarter of a watt is enough"
    assert re.search(r"R2 needs 0\.7 mA", TEXT)
    assert 4700 * 100e-9 < 0.001 < 0.012, "a filter shorter than any coin"
