"""`cabinet config` from the command line, beside a cabinet that runs or not."""

import getpass

import pytest

from cabinet.cli.main import main
from tests.support.settings import SETTINGS


@pytest.fixture
def config(tmp_path, capsys):
    """Exit code, what was said, and what was complained of."""
    file = tmp_path / "cabinet.yaml"
    file.write_bytes(SETTINGS.read_bytes())

    def run(*words):
        place = ["--config", str(file), "--state", str(tmp_path)]
        code = main(["config", *place, *words])
        said = capsys.readouterr()
        return code, said.out, said.err

    run.file = file
    return run


def test_get_says_what_a_setting_is_and_what_it_is_for(config):
    assert config("get", "pricing.credit") == (
        0,
        "pricing.credit: 100\nPrice of a credit. In minor units: 100 is 1.00.\n",
        "",
    )


def test_get_of_a_group_is_all_that_is_in_it(config):
    _, said, _ = config("get", "video")
    assert said.splitlines() == [
        "video.fullscreen: true",
        "video.effects: full",
        "video.reduce_flashing: false",
        "video.off_when_closed: false",
    ]
    _, everything, _ = config("get")
    assert said in everything
    assert "io.lines.coin.1.pin: 17\n" in everything


def test_get_of_what_there_is_not(config):
    code, _, complaint = config("get", "pricing.credits")
    assert code == 1
    assert "did you mean 'pricing.credit'?" in complaint


def test_set_keeps_the_comments_and_signs(config):
    code, said, _ = config("set", "pricing.credit", "200", "cabinet.name", "Chez nous")
    assert code == 0
    assert said.splitlines() == [
        "pricing.credit: 100 → 200",
        'cabinet.name: "Arkade" → "Chez nous"',
        "no cabinet runs here: it counts from the next start",
    ]
    assert "  credit: 200             # price of one credit" in config.file.read_text()
    _, history, _ = config("history")
    assert history.splitlines()[0].endswith(f"  {getpass.getuser()}")
    assert "    pricing.credit: 100 → 200\n" in history


def test_the_section_of_before_is_read_and_changed_by_either_name(config):
    before = config.file.read_text().replace("\nweb:\n", "\noffice:\n")
    config.file.write_text(before)
    _, said, _ = config("get", "office")
    assert said.startswith("web.host: 127.0.0.1\nweb.port: 8080\n")
    assert config("get", "web")[1] == said
    for name, port in (("web.port", "8081"), ("office.port", "8082")):
        assert config("set", name, port)[0] == 0
        assert config.file.read_text() == before.replace("port: 8080", f"port: {port}")


def test_set_to_what_it_is(config):
    _, said, _ = config("set", "pricing.credit", "100")
    assert said.endswith("it is so already\n")


def test_a_wrong_value_changes_nothing_and_is_shown_in_its_line(config):
    before = config.file.read_text()
    code, _, complaint = config("set", "cabinet.name", "Été", "pricing.credit", "-5")
    assert code == 1
    assert complaint.startswith("cabinet: cabinet.yaml:")
    assert "pricing.credit: expected a whole number of at least 1, got -5" in complaint
    assert complaint.rstrip().endswith("^")
    assert config.file.read_text() == before


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("pricing.credit",), "what should it be?"),
        (("pricing..credit", "1"), "a path has a name between dots"),
        (("pricing.credit", "[1"), "this cannot be a value"),
        (("modes.99.credits", "1"), "there is no such entry"),
    ],
)
def test_words_that_mean_nothing(config, words, sentence):
    code, _, complaint = config("set", *words)
    assert code == 1
    assert sentence in complaint


def test_diff_is_what_is_not_the_default(config):
    config("set", "sound.music", "10")
    _, said, _ = config("diff")
    assert "sound.music: 60 → 10\n" in said
    assert "sound.coin" not in said


def test_undo_takes_the_last_change_back(config):
    before = config.file.read_text()
    config("set", "pricing.credit", "200")
    _, said, _ = config("undo")
    assert said.startswith("pricing.credit: 200 → 100\n")
    assert config.file.read_text() == before
    code, _, complaint = config("undo")
    assert (code, complaint.endswith("there is no change to undo\n")) == (1, True)


def test_a_file_that_cannot_be_written_is_a_sentence(config, tmp_path):
    beside = tmp_path / ".cabinet.yaml.new"
    beside.mkdir()
    code, _, complaint = config("set", "pricing.credit", "200")
    assert code == 1
    assert "cannot be written (Is a directory); nothing was changed" in complaint
