"""The operator's file is changed whole or not at all, and every change can go back."""

import pytest

from cabinet.core.errors import CabinetError
from cabinet.i18n import words
from cabinet.settings import ConfigError, load_text
from cabinet.settings.editing import plain
from cabinet.settings.file import ABSENT, SettingsFile, placed
from cabinet.settings.history import HISTORY, Change
from cabinet.settings.secrets import advice, guarded
from tests.support.settings import SETTINGS

CREDIT = ("pricing", "credit")
NAME = ("cabinet", "name")


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "cabinet.yaml"
    path.write_bytes(SETTINGS.read_bytes())
    return SettingsFile(path, tmp_path / "state", load_text)


def test_a_change_is_in_the_file_and_in_the_history(file):
    (change,) = file.change({CREDIT: 50}, "owner", 1_000)
    assert str(change) == "pricing.credit: 100 → 50"
    assert file.config().pricing.credit == 50
    assert "# price of one credit" in file.text()
    (revision,) = file.history()
    assert (revision.author, revision.wall_ms) == ("owner", 1_000)
    assert revision.changes == (change,)


def test_a_wrong_change_changes_nothing_and_says_where(file):
    before = file.text()
    with pytest.raises(ConfigError) as wrong:
        file.change({NAME: "Été", CREDIT: -5}, "owner", 1_000)
    assert str(wrong.value).startswith("cabinet.yaml:")
    assert "pricing.credit" in str(wrong.value)
    assert file.text() == before
    assert file.history() == []


def test_what_is_so_already_is_no_change(file):
    assert file.change({CREDIT: 100}, "owner", 1_000) == ()
    assert file.history() == []


def test_undo_goes_back_change_by_change_and_the_text_is_the_first_again(file):
    first = file.text()
    file.change({CREDIT: 50}, "owner", 1)
    file.change({NAME: "Chez nous", CREDIT: 80}, "staff", 2)
    assert [c.new for c in file.undo("owner", 3)] == [50, "Arkade"]
    assert [c.new for c in file.undo("owner", 4)] == [100]
    assert file.text() == first
    with pytest.raises(CabinetError, match="no change to undo"):
        file.undo("owner", 5)
    file.change({CREDIT: 70}, "owner", 6)
    assert [c.new for c in file.undo("owner", 7)] == [100]


def test_a_setting_that_was_not_there_goes_again(file):
    path = ("pricing", "tiers")
    file.change({path: [{"money": 200, "credits": 3}]}, "owner", 1)
    assert file.config().pricing.tiers[0].credits == 3
    (change,) = file.undo("owner", 2)
    assert change.new == ()
    file.change({("modes", 0, "continue_credits"): 1}, "owner", 3)
    (change,) = file.undo("owner", 4)
    assert change == Change(("modes", 0, "continue_credits"), 1, ABSENT)


def test_undo_does_not_take_back_what_somebody_wrote_since(file):
    file.change({CREDIT: 50}, "owner", 1)
    file.path.write_text(file.text().replace("credit: 50", "credit: 60"))
    with pytest.raises(CabinetError, match="no change to undo"):
        file.undo("owner", 2)
    assert file.config().pricing.credit == 60


def test_undo_reaches_what_is_older_than_a_change_that_cannot_go_back(file):
    file.change({NAME: "Chez nous"}, "owner", 1)
    file.change({CREDIT: 50}, "owner", 2)
    file.path.write_text(file.text().replace("credit: 50", "credit: 60"))
    assert [c.new for c in file.undo("owner", 3)] == ["Arkade"]
    assert file.config().pricing.credit == 60
    with pytest.raises(CabinetError, match="no change to undo"):
        file.undo("owner", 4)


def test_a_comment_from_the_editor_goes_back_and_older_changes_after_it(file):
    first = file.text()
    file.change({CREDIT: 50}, "owner", 1)
    commented = file.text() + "# ask Jeanne before changing anything\n"
    assert file.replace(commented, "owner", 2) == ()
    assert file.undo("owner", 3) == ()
    assert file.config().pricing.credit == 50
    assert [c.new for c in file.undo("owner", 4)] == [100]
    assert file.text() == first


def test_saving_the_same_text_is_nothing_to_undo(file):
    file.replace(file.text(), "owner", 1)
    assert file.history() == []


def test_a_field_that_was_cleared_comes_back_with_its_comment_and_in_its_place(file):
    first = file.text()
    file.change({("coins", 0, "jam_ms"): ABSENT, NAME: "Chez nous"}, "owner", 1)
    assert "bourrage" not in file.text()
    file.path.write_text(file.text() + "# somebody's note\n")
    file.undo("owner", 2)
    assert file.text() == first + "# somebody's note\n"


def test_a_whole_text_from_an_editor_is_noted_setting_by_setting(file):
    text = file.text().replace("credit: 100", "credit: 20").replace(": fr  ", ": en  ")
    changes = file.replace(text, "owner", 1)
    assert [str(change) for change in changes] == [
        'cabinet.language: "fr" → "en"',
        "pricing.credit: 100 → 20",
    ]
    assert file.text() == text


def test_rights_stay_and_nothing_is_left_beside_the_file(file):
    file.path.chmod(0o640)
    file.change({CREDIT: 50}, "owner", 1)
    assert file.path.stat().st_mode & 0o777 == 0o640
    names = {path.name for path in file.path.parent.iterdir()}
    assert names == {"cabinet.yaml", "state"}
    assert [p.name for p in (file.path.parent / "state").iterdir()] == [HISTORY]


def test_games_in_another_order_keep_their_comments_and_go_back(file):
    first = file.text()
    (change,) = file.change(
        placed(plain(first), {("modes", 6, "place"): 1}), "owner", 1
    )
    assert str(change) == "modes: in the order 7, 1, 2, 3, 4, 5, 6, 8, 9"
    assert [mode.game for mode in file.config().modes][:2] == ["space_aztecs", "azteka"]
    assert sorted(file.text().splitlines()) == sorted(first.splitlines())
    file.undo("owner", 2)
    assert file.text() == first


def wished(file, **changes):
    edits = {("modes", *path): value for path, value in changes["modes"].items()}
    return file.change(placed(plain(file.text()), edits), "owner", 1)


def block(text, game, title):
    """The lines of one mode, with the comments above it."""
    pieces = text.partition("\nmodes:\n")[2].partition("\n\n# -----")[0].split("\n\n")
    return next(one for one in pieces if f"game: {game}" in one and title in one)


def test_a_game_is_moved_and_its_price_changed_in_one_go(file):
    first = file.text()
    wished(file, modes={(0, "place"): 3, (0, "credits"): 2, (1, "credits"): 5})
    modes = file.config().modes
    assert [(m.title.en, m.credits) for m in modes[:3]] == [
        ("Azteka aggressive", 5),
        ("Aztec", 1),
        ("Azteka", 2),
    ]
    changed = [("azteka", "en: Azteka}", 2), ("azteka", "en: Azteka aggressive}", 5)]
    for game, title, price in changed:
        former = block(first, game, title)
        now = former.replace("credits: 1", f"credits: {price}")
        assert block(file.text(), game, title) == now
    assert len(file.text()) == len(first)
    file.undo("owner", 2)
    assert file.text() == first


def test_two_games_are_moved_in_one_go(file):
    before = [mode.title.en for mode in file.config().modes]
    wished(file, modes={(5, "place"): 1, (6, "place"): 2})
    after = [mode.title.en for mode in file.config().modes]
    assert after == [before[5], before[6], *before[:5], *before[7:]]


def test_two_games_cannot_have_one_place(file):
    with pytest.raises(CabinetError, match=r"place 1 is modes\.5\.place's already"):
        wished(file, modes={(5, "place"): 1, (6, "place"): 1})


@pytest.mark.parametrize("wish", [("modes", 9, "place"), ("modes", 1, "place")])
def test_a_place_that_is_none_is_refused(file, wish):
    with pytest.raises(CabinetError, match="place"):
        placed(plain(file.text()), {wish: 40})


def test_a_pin_is_sealed_hidden_and_not_undone(file):
    edits = guarded({("service", "pin"): "4711", CREDIT: 50})
    changes = file.change(edits, "owner", 1)
    assert "service.pin: ••• → •••" in map(str, changes)
    assert file.config().service.pin.startswith("pbkdf2:")
    assert "pbkdf2" not in (file.path.parent / "state" / HISTORY).read_text()
    assert "service.pin: ••• → •••" in map(str, file.history()[-1].changes)
    assert [c.path for c in file.undo("owner", 2)] == [CREDIT]
    assert file.config().service.pin.startswith("pbkdf2:")
    assert advice(file.config()) == ()
    fleet = file.config().fleet.model_copy(update={"broker": "broker.local"})
    for broker, tls, wanted in (
        ("broker.local", False, 1),
        ("broker.local", True, 0),
        ("127.0.0.1", False, 0),
    ):
        fleet = fleet.model_copy(update={"broker": broker, "tls": tls})
        told = advice(file.config().model_copy(update={"fleet": fleet}))
        assert sum(one.code == "advice.no_tls" for one in told) == wanted
    plainly = load_text(file.text() + "\n", "x")
    held = plainly.service.model_copy(update={"pin": "4711"})
    (told,) = advice(plainly.model_copy(update={"service": held}))
    assert "sealed" in words("en").say(told)


@pytest.mark.parametrize("torn", ['{"at": 2, "by": "ow', '{"at": 2, "by": "é'])
def test_a_line_that_a_full_disk_cut_short_is_no_change(file, torn):
    file.change({CREDIT: 50}, "owner", 1)
    history = file.path.parent / "state" / HISTORY
    whole = history.read_bytes()
    history.write_bytes(whole + torn.encode()[:-1])
    assert len(file.history()) == 1
    file.change({CREDIT: 80}, "owner", 3)
    assert [revision.wall_ms for revision in file.history()] == [1, 3]
    assert [c.new for c in file.undo("owner", 4)] == [50]


def test_a_file_that_cannot_be_read_is_said_so(file):
    file.path.unlink()
    file.path.mkdir()
    with pytest.raises(ConfigError, match="not a file"):
        file.change({CREDIT: 50}, "owner", 1)
    with pytest.raises(ConfigError, match="not a file"):
        file.config()


def test_a_file_that_is_not_utf_8_is_said_so(file):
    file.path.write_bytes(b"# caf\xe9\n" + SETTINGS.read_bytes())
    with pytest.raises(ConfigError, match="byte 0xE9 is not UTF-8"):
        file.change({CREDIT: 50}, "owner", 1)
