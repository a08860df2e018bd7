"""From the disk to settings: files that cannot be read, overrides, places to look."""

import subprocess
import sys
from pathlib import Path

import pytest

from cabinet.settings import ConfigError, load
from tests.settings.conftest import GOOD


def refused(path):
    with pytest.raises(ConfigError) as error:
        load(path)
    return str(error.value)


def test_a_file_that_is_not_there(write):
    assert refused(Path("gone.yaml")) == (
        "gone.yaml: there is no such file (copy config/cabinet.yaml and change it)"
    )


def test_a_folder(write, tmp_path):
    assert refused(tmp_path / "") == (
        f"{Path()}: is not a file (name the settings file itself)"
    )


def test_a_file_this_user_may_not_read(write):
    path = write(GOOD)
    path.chmod(0)
    path.parent.chmod(0o755)
    # Root may read anything, so the program gives that up once it is loaded.
    program = (
        "import os, sys\n"
        "from pathlib import Path\n"
        "from cabinet.settings import ConfigError, load\n"
        "os.getuid() or os.setuid(65534)\n"
        "try:\n"
        "    load(Path(sys.argv[1]))\n"
        "except ConfigError as wrong:\n"
        "    print(wrong)\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", program, str(path)],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[2],
        check=True,
    )
    assert run.stdout == (f"{path}: may not be read by this user (sudo may read it)\n")


def test_an_empty_file(write):
    sentence = "the file is empty (copy config/cabinet.yaml and change it)"
    for nothing in ("", "\n\n", "# only a comment\n", "---\n", "~\n"):
        assert refused(write(nothing)) == f"cabinet.yaml: {sentence}"


def test_a_file_that_holds_no_settings(write):
    sentence = "(copy config/cabinet.yaml and change it)"
    assert refused(write("- a\n- b\n")) == (
        "cabinet.yaml:1:1: expected settings such as 'pricing:', got ['a', 'b'] "
        f"{sentence}\n    - a\n    ^"
    )
    assert refused(write("\nhello\n")) == (
        "cabinet.yaml:2:1: expected settings such as 'pricing:', got 'hello' "
        f"{sentence}\n    hello\n    ^"
    )


def test_a_file_in_another_encoding(write):
    raw = GOOD.replace("fr: Azteka", "fr: Aztéka").encode("latin-1")
    assert refused(write(raw)) == (
        "cabinet.yaml:16:35: byte 0xE9 is not UTF-8 (save the file as UTF-8)"
    )


def test_a_file_larger_than_any_settings(write):
    assert refused(write("# " + "x" * 300_000)) == (
        "cabinet.yaml: is too large for settings (at most 256 kB)"
    )


def test_broken_yaml_is_shown_like_any_other_problem(write):
    assert refused(write(GOOD.replace("credit: 100", "\tcredit: 100"))) == (
        "cabinet.yaml:14:3: a tab indents this line (indent with spaces)\n"
        "      \tcredit: 100\n"
        "      ^"
    )


def test_a_mark_of_byte_order_and_windows_line_ends_do_not_matter(write):
    raw = b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode()
    assert load(write(raw)) == load(write(GOOD))


def test_places_are_right_with_windows_line_ends(write):
    text = GOOD.replace("credit: 100", "credit: 0").replace("\n", "\r\n")
    with pytest.raises(ConfigError) as refusal:
        load(write(text))
    (problem,) = (each.picture() for each in refusal.value.problems)
    assert problem.startswith("cabinet.yaml:14:11: pricing.credit: expected ")
    assert problem.endswith("\n      credit: 0\n              ^")


def test_a_file_that_is_right_has_no_problems(problems):
    assert problems(GOOD) == []


def test_overrides_lie_over_the_file(write):
    path = write(GOOD)
    over = {"pricing": {"free_play": True}, "coins": [{"slot": 1, "pulse_value": 50}]}
    config = load(path, over)
    assert config.pricing.free_play
    assert config.pricing.credit == 100
    assert [coin.pulse_value for coin in config.coins] == [50]
    assert load(path, {}) == load(path)


def test_mistakes_in_overrides_are_told_as_such_beside_those_of_the_file(problems):
    text = GOOD.replace("pin: 17", "pin: 1")
    over = {"pricing": {"credit": 0, "tears": []}, "coins": [{"slot": 1}]}
    assert problems(text, over) == [
        (
            "overrides: pricing.credit: expected a whole number of at least 1, got 0 "
            "(amounts are in minor units: 100 is 1.00)"
        ),
        "overrides: pricing.tears: no such setting (did you mean 'tiers'?)",
        "overrides: coins.0.pulse_value: is missing (add pulse_value: 100)",
        (
            "cabinet.yaml:4:19: io.lines.coin.1.pin: expected a whole number from 2 to "
            "27, got 1 (for example 17)"
        ),
    ]


def test_an_override_that_contradicts_the_file_is_told(problems):
    assert problems(GOOD, {"io": {"lines": {"start": {"pin": 17}}}}) == [
        (
            "overrides: io.lines.start.pin: pin 17 is already the pin of coin.1 "
            "(give each line its own pin)"
        )
    ]
