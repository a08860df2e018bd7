"""A file of before, with `office:`, works as one with `web:` and keeps its name."""

import json

import pytest

from cabinet.i18n import words
from cabinet.settings import ConfigError, load_text
from cabinet.settings.editing import plain
from cabinet.settings.file import SettingsFile, edits_of
from cabinet.settings.history import HISTORY
from cabinet.settings.old_names import advice
from tests.settings.conftest import GOOD

NOW = f"""{GOOD}
# The page.
web:  # for the operator
  host: 127.0.0.1         # this machine only
  port: 8080
"""
BEFORE = NOW.replace("web:", "office:")


def file_with(folder, text):
    path = folder / "cabinet.yaml"
    path.write_text(text, encoding="utf-8")
    return SettingsFile(path, folder / "state", load_text)


def test_the_old_name_is_read_as_the_new_one():
    assert load_text(BEFORE, "cabinet.yaml") == load_text(NOW, "cabinet.yaml")
    changed = BEFORE.replace("port: 8080", "port: 8081")
    assert load_text(changed, "cabinet.yaml").web.port == 8081
    over = {"office": {"port": 8082}}
    assert load_text(changed, "cabinet.yaml", over).web.port == 8082


@pytest.mark.parametrize(
    ("sections", "said"),
    [
        (
            "web: {port: 81}\noffice: {port: 82}\n",
            "18:1: office: already set on line 17 as web (keep web, its name today)",
        ),
        (
            "office: {port: 81}\nweb: {port: 82}\n",
            "18:1: web: already set on line 17 as office (keep web, its name today)",
        ),
        ("office: {port: 0}\n", "17:16: web.port: expected a whole number"),
        ("office: {prt: 1}\n", "17:10: web.prt: no such setting"),
    ],
)
def test_what_is_wrong_is_named_where_it_stands(sections, said):
    with pytest.raises(ConfigError) as wrong:
        load_text(GOOD + sections, "cabinet.yaml")
    assert len(wrong.value.problems) == 1
    assert str(wrong.value).startswith(f"cabinet.yaml:{said}")


@pytest.mark.parametrize("written", ["office.port", "web.port"])
@pytest.mark.parametrize("text", [BEFORE, NOW], ids=["office", "web"])
def test_a_change_is_made_under_the_name_the_file_has(tmp_path, text, written):
    file = file_with(tmp_path, text)
    (change,) = file.change(edits_of({written: "8081"}), "owner", 1)
    assert str(change) == "web.port: 8080 → 8081"
    assert file.text() == text.replace("port: 8080", "port: 8081")
    file.undo("owner", 2)
    assert file.text() == text


def test_a_setting_the_old_section_lacks_is_added_to_it(tmp_path):
    file = file_with(tmp_path, f"{GOOD}office:\n  port: 8081\n")
    file.change(edits_of({"web.host": "localhost"}), "owner", 1)
    assert file.text() == f"{GOOD}office:\n  port: 8081\n  host: localhost\n"
    file.change(edits_of({"office.host": ""}), "owner", 2)
    assert file.text() == f"{GOOD}office:\n  port: 8081\n"


def test_a_section_of_neither_name_is_added_under_the_new_one(tmp_path):
    file = file_with(tmp_path, GOOD)
    file.change(edits_of({"office.port": "8081"}), "owner", 1)
    assert plain(file.text())["web"] == {"port": 8081}
    assert "office" not in file.text()


def test_renaming_the_section_in_an_editor_changes_no_setting(tmp_path):
    file = file_with(tmp_path, BEFORE)
    assert file.replace(NOW, "owner", 1) == ()
    assert file.text() == NOW


def test_a_change_of_the_release_before_can_be_undone(tmp_path):
    file = file_with(tmp_path, BEFORE.replace("port: 8080", "port: 8081"))
    line = {"path": ["office", "port"], "old": 8080, "new": 8081}
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / HISTORY).write_text(
        json.dumps({"at": 1, "by": "owner", "changes": [line]}) + "\n"
    )
    assert [str(one) for one in file.undo("owner", 2)] == ["web.port: 8081 → 8080"]
    assert file.text() == BEFORE


def test_the_operator_is_advised_to_rename_it():
    assert advice(NOW) == ()
    (told,) = advice(BEFORE)
    sentence = words("en").say(told)
    assert sentence.startswith("office: is now called web:; the old name is read for")
