"""PROTOCOL.md says what the code does."""

import re
from pathlib import Path

import firmware_bridge
from cabinet.io.serial_messages import why_left_alone
from firmware_bridge.events import WrongProtocol
from firmware_bridge.hil.chip import OUTPUT_PINS, PINS
from firmware_bridge.lines import INPUTS, OUTPUTS
from firmware_bridge.messages import (
    KINDS,
)

PAGE = Path(firmware_bridge.__file__).with_name("PROTOCOL.md").read_text("utf-8")


def test_every_word_is_on_the_page_with_its_type_and_length():
    rows = re.findall(r"^\| [A-Z]+ \| (0x\w\w) \| (\d+) \|", PAGE, re.MULTILINE)
    told = {int(kind, 16): int(size) for kind, size in rows}
    assert told == {kind: message.LAYOUT.size for kind, message in KINDS.items()}


def test_every_line_is_on_the_page_with_the_pin_of_the_tests():
    told = dict(re.findall(r"\| `([a-z0-9.]+)` \| \w+ \| ([BCD]\d) \|", PAGE))
    inputs = {line: f"{p}{bit}" for line, (p, bit) in PINS.items() if p != "X"}
    outputs = {name: f"{p}{bit}" for (p, bit), name in OUTPUT_PINS.items()}
    del outputs["led"]
    assert told == inputs | outputs


def test_the_chain_is_on_the_page_in_the_order_of_its_bits():
    rows = re.findall(r"^\| (?:first|second) \| (.*) \|$", PAGE, re.MULTILINE)
    told = [cell.strip("`") for row in rows for cell in row.split(" | ")]
    assert told == [name or "free" for name in INPUTS[8:24]]
    bits = re.findall(r"(\d+) `([a-z0-9.]+)`", PAGE)
    assert {name: int(bit) for bit, name in bits if name in ("coin.1", "test")} == {
        "coin.1": 0,
        "test": 24,
    }
    assert all(f"{1 << bit} `{name}`" in PAGE for bit, name in enumerate(OUTPUTS))


def test_the_sentence_about_versions_is_the_one_that_is_said():
    assert str(why_left_alone(WrongProtocol(3, 0))) in PAGE
