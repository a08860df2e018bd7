"""The file we ship is right, complete, and the truth about the defaults.

`config/cabinet.yaml` may be edited: only that it is valid is asked of it.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pygame
import pytest
from pydantic import BaseModel

from cabinet.core.loudness import Loudness
from cabinet.core.operating import TimeOuts
from cabinet.loops.registry import GameShelf, all_shipped
from cabinet.settings import Config, catalogue_of, load, schema, schema_text
from cabinet.settings.coins import Coin
from cabinet.settings.model import Fleet, Identity, Sound, Video, Waits, Web
from cabinet.settings.sales import Pricing
from cabinet.settings.wires import INPUTS, KEYS, LINE_PATTERN, OUTPUTS, Io
from cabinet.settings.yaml_marks import compose
from tests.support.settings import SETTINGS

ROOT = Path(__file__).parents[2]
SCHEMA = ROOT / "config/cabinet.schema.json"
# A cabinet that is alone has none of these; each is shown as a comment.
# What only its owner has.
OF_A_HOUSE = ("welcome_fr", "welcome_en", "logo", "music")
OF_A_FLEET = (
    *("broker", "ca_file", "user", "password_file", "bundle_key"),
    "metrics_token_file",
)
OF_ALERTS = (
    *("mail_to", "mail_from", "mail_server", "mail_user"),
    *("quiet_from", "quiet_to", "digest"),
)


def test_the_file_of_this_cabinet_is_valid():
    load(ROOT / "config/cabinet.yaml", None, catalogue_of(GameShelf()))


def test_the_shipped_file_is_right():
    on_sale = [mode for mode in load(SETTINGS).modes if mode.enabled]
    assert [(mode.title.fr, mode.game, mode.options) for mode in on_sale] == [
        ("Azteka", "azteka", {"variant": "classic"}),
        ("Azteka agressif", "azteka", {"variant": "aggressive"}),
        ("Aztec", "aztec", {}),
        ("Azteka à trois", "azteka", {"variant": "mummies"}),
        ("Arkade stratégie", "arkade", {"mode": "strategy"}),
        ("Arkade arcade", "arkade", {"mode": "arcade"}),
        ("Space Aztecs", "space_aztecs", {}),
        ("Pluie de soucoupes", "saucer_rain", {"level": "normal"}),
        ("Aztec à trois", "aztec", {}),
    ]


def test_the_shipped_modes_are_games_that_are_installed():
    catalogue = catalogue_of(all_shipped())
    operating = load(SETTINGS, catalogue=catalogue).operating(catalogue)
    seats = [offer.seats for offer in operating.offers]
    board_games = [(2, 2), (2, 2), (2, 3), (3, 3), (2, 2), (2, 2), (4, 6)]
    assert seats == [*board_games, (1, 2), (3, 3)]


def test_every_mode_that_waits_could_be_put_on_sale(tmp_path):
    path = tmp_path / "all.yaml"
    text = SETTINGS.read_text(encoding="utf-8")
    path.write_text(text.replace("enabled: false", "enabled: true"), encoding="utf-8")
    catalogue = catalogue_of(all_shipped())
    operating = load(path, catalogue=catalogue).operating(catalogue)
    assert {offer.game for offer in operating.offers} == set(all_shipped())


def test_the_shipped_file_shows_every_default():
    config = load(SETTINGS)
    assert config.cabinet == Identity()
    assert config.io == Io()
    assert config.coins == (Coin(slot=1, pulse_value=100),)
    assert config.pricing == Pricing(credit=100)
    assert config.patience == Waits()
    assert config.video == Video()
    assert config.web == Web()
    assert config.fleet == Fleet()
    assert config.sound == Sound()
    assert config.sound.loudness() == Loudness()
    assert config.patience.patience() == TimeOuts()


def _missing(part, tree, path=""):
    for name, field in type(part).model_fields.items():
        value = getattr(part, name)
        if name not in tree:
            yield path + name
        elif isinstance(value, BaseModel):
            yield from _missing(value, tree[name], f"{path}{name}.")
        assert field.title, path + name
        assert field.description, path + name


def test_the_shipped_file_names_every_setting_and_each_is_described():
    tree = compose(SETTINGS.read_text(encoding="utf-8")).root.plain()
    left_out = [f"house.{name}" for name in OF_A_HOUSE]
    left_out += ["io.port", "io.devices", "pricing.preset", "sound.headphones"]
    left_out += ["dice.port", "service.pin"]
    left_out += ["web.certificate_file", "web.key_file", "web.phones_host"]
    left_out += [f"fleet.{name}" for name in OF_A_FLEET]
    left_out += [f"alerts.{name}" for name in OF_ALERTS]
    assert list(_missing(load(SETTINGS), tree)) == left_out
    for name in (*OF_A_HOUSE, *OF_A_FLEET, *OF_ALERTS):
        assert f"\n  # {name}: " in SETTINGS.read_text(encoding="utf-8")
    assert "# port: auto" in SETTINGS.read_text(encoding="utf-8")
    assert '# pin: "' in SETTINGS.read_text(encoding="utf-8")


def test_the_schema_file_is_up_to_date():
    if os.environ.get("CABINET_BLESS"):
        SCHEMA.write_text(schema_text(), encoding="utf-8")
    assert SCHEMA.read_text(encoding="utf-8") == schema_text(), (
        "the model changed: run CABINET_BLESS=1 pytest tests/settings"
    )
    assert json.loads(schema_text()) == schema()


def test_the_schema_knows_every_setting():
    assert set(schema()["properties"]) == set(Config.model_fields)
    assert schema()["additionalProperties"] is False
    assert schema()["required"] == ["coins", "pricing", "modes"]


def test_line_names_and_their_pattern_agree():
    for name in (*INPUTS, *OUTPUTS):
        assert re.fullmatch(LINE_PATTERN, name), name
    for name in ("coin.9", "coin.0", "p7.up", "p1.c", "lamp.p7", "lamp", "Start", ""):
        assert not re.fullmatch(LINE_PATTERN, name), name
    assert len(INPUTS) == 8 + 8 + 36
    assert len(OUTPUTS) == 10


@pytest.fixture
def keyboard(monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    yield pygame.key
    pygame.display.quit()


def test_every_key_we_allow_is_a_key_of_the_screen(keyboard):
    codes = {name: keyboard.key_code(name) for name in KEYS}
    assert len(set(codes.values())) == len(KEYS)


def test_the_shipped_wiring_leaves_the_serial_pins_and_the_bus_free():
    pins = {line.pin for line in load(SETTINGS).io.lines.values()}
    assert pins.isdisjoint({2, 14, 15})


def test_reading_the_settings_loads_no_view_and_no_bot_of_any_game():
    code = f"""
import subprocess
import sys
from pathlib import Path
from cabinet import settings
from cabinet.loops.registry import GameShelf
settings.load(Path({str(SETTINGS)!r}), {{}}, settings.catalogue_of(GameShelf()))
print(sorted(m for m in sys.modules if m.startswith("cabinet.games.")))
"""
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout
    assert "cabinet.games.arkade.rules.rules" in loaded
    assert ".view.view" not in loaded
    assert ".bots.bots" not in loaded
