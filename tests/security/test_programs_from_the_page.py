"""Whoever has the owner's page or the stick cannot say which program runs."""

import json

import pytest

from cabinet.books.sqlite import SqliteBooks
from cabinet.clock import VirtualClock
from cabinet.counter.settings_worker import reloaded
from cabinet.places import Place
from cabinet.protocol.operator import AT_CABINET, FROM_PAGE, Edit, Rewrite, Undo
from cabinet.settings import ConfigError
from tests.support.settings import SETTINGS

BY_HAND = "setting.program_by_hand"
OWNER = f"{FROM_PAGE}owner"
SNAKE = {"name": "snake", "exec": ["/usr/games/snake", "-fast"], "folder": "/tmp"}
EVIL = {"name": "evil", "exec": ["/bin/sh", "-c", "id"]}
MODE = {"game": "program", "title": {"fr": "x", "en": "x"}}
SELLS = "  - game: program\n    title: {fr: Serpent, en: Snake}\n    program: "


def with_program(program):
    text = SETTINGS.read_text(encoding="utf-8")
    return text.replace("modes:\n", f"modes:\n{SELLS}{json.dumps(program)}\n", 1)


@pytest.fixture
def place(tmp_path):
    path = tmp_path / "cabinet.yaml"
    path.write_text(with_program(SNAKE), encoding="utf-8")
    made = Place(config=path, state=tmp_path)
    books = SqliteBooks(made.books, VirtualClock(), "boot")
    books.open()
    books.close()
    return made


TRIES = [
    {"modes.0.program.exec": '["/bin/sh", "-c", "id"]'},
    {"modes.0.program.exec": '["/usr/games/snake"]'},
    {"modes.0.program.environment": "{LD_PRELOAD: /tmp/evil.so}"},
    {"modes.0.program.folder": "/etc"},
    {"modes.0.program.folder": ""},
    {"modes.0.program": json.dumps(EVIL)},
    {"modes.1": json.dumps({**MODE, "program": EVIL})},
    {"modes": json.dumps([{**MODE, "program": EVIL}])},
]


@pytest.mark.parametrize("author", [OWNER, f"{FROM_PAGE}staff", AT_CABINET])
@pytest.mark.parametrize("changes", TRIES)
def test_no_setting_from_afar_changes_what_runs(place, author, changes):
    before = place.config.read_bytes()
    with pytest.raises(ConfigError) as refused:
        reloaded(place, Edit(changes, author))
    assert BY_HAND in {problem.what.code for problem in refused.value.problems}
    assert place.config.read_bytes() == before


@pytest.mark.parametrize("keep", [True, False])
def test_the_whole_file_from_the_page_changes_no_program(place, keep):
    before = place.config.read_bytes()
    with pytest.raises(ConfigError) as refused:
        reloaded(place, Rewrite(with_program(EVIL), OWNER, keep=keep))
    assert [problem.what.code for problem in refused.value.problems] == [BY_HAND]
    assert place.config.read_bytes() == before


def test_the_page_takes_back_no_change_of_a_program(place):
    reloaded(place, Edit({"modes.0.program.exec": '["/usr/games/other"]'}, "root"))
    before = place.config.read_bytes()
    with pytest.raises(ConfigError) as refused:
        reloaded(place, Undo(OWNER))
    assert [problem.what.code for problem in refused.value.problems] == [BY_HAND]
    assert place.config.read_bytes() == before


def test_all_else_of_a_program_is_still_the_pages(place):
    reloaded(place, Edit({"modes.0.program.coin_ms": "120"}, OWNER))
    reloaded(place, Edit({"modes.0.place": "2"}, OWNER))
    reloaded(place, Rewrite(SETTINGS.read_text(encoding="utf-8"), OWNER))
    assert "snake" not in place.config.read_text(encoding="utf-8")


def test_a_file_that_is_broken_knows_no_program(place):
    place.config.write_text("modes: [", encoding="utf-8")
    with pytest.raises(ConfigError, match="snake"):
        reloaded(place, Rewrite(with_program(SNAKE), OWNER))


def test_who_has_a_hand_on_the_file_may_change_programs(place):
    reloaded(place, Edit({"modes.0.program.folder": "/var"}, "root"))
    reloaded(place, Edit({"modes.0.program.folder": "/srv"}, "fleet (paul)", bundle=3))
    assert "/srv" in place.config.read_text(encoding="utf-8")
