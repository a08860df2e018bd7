"""The schedule in the operator's file, and files of before it."""

from datetime import date

import pytest

from cabinet.core.schedule import HOLIDAY, Moment, Rule
from cabinet.settings.editing import edit, plain
from cabinet.settings.file import SettingsFile, edits_of, with_all_rules
from cabinet.settings.loading import load_text
from cabinet.settings.problems import ConfigError
from cabinet.settings.upgrade import AUTHOR, BEFORE, move_in_file
from tests.settings.conftest import CATALOGUE, GOOD

NIGHT = Rule("volume", 22 * 60, 8 * 60, volume=30)
OLD = (
    GOOD.replace(
        "options: {variant: classic}}",
        "options: {variant: classic},\n"
        "     hours: [{from: '17:00', to: '19:30', credits: 2}]}",
    )
    + "sound:\n  # at night\n  quiet_from: '23:00'\n  quiet_volume: 0\n  music: 50\n"
)
HAPPY = Rule(
    "price", 1020, 1170, games=frozenset({"azteka variant=classic"}), credits=2
)


def loaded(text):
    return load_text(text, "cabinet.yaml", None, CATALOGUE)


def schedule(rules, holidays=""):
    text = f"{GOOD}schedule:\n  holidays: {holidays!r}\n"
    return loaded(f"{text}  rules: [{', '.join(rules)}]\n")


def said(rules, holidays=""):
    with pytest.raises(ConfigError) as wrong:
        schedule(rules, holidays)
    return str(wrong.value)


def test_a_file_that_says_nothing_is_quiet_at_night():
    assert loaded(GOOD).schedule.schedule().rules == (NIGHT,)
    none = loaded(GOOD + "schedule: {rules: []}\n")
    assert none.schedule.schedule().rules == ()


def test_a_rule_is_what_it_says():
    held = schedule(
        [
            "{what: free, days: [fri, holiday], from: '18:00', to: '22:00'}",
            "{what: price, credits: 2, games: 'azteka variant=classic , aztec'}",
        ]
    ).schedule.schedule()
    free, price = held.rules
    assert free == Rule("free", 1080, 1320, frozenset({4, HOLIDAY}))
    assert price.games == {"azteka variant=classic", "aztec"}
    assert (price.start, price.end, price.credits) == (0, 0, 2)


def test_holidays_are_of_every_year_or_of_one():
    held = schedule([], "12-25, 2026-07-14").schedule.schedule()
    christmas = date(2026, 12, 25).toordinal()
    bastille = date(2026, 7, 14).toordinal()
    assert held.kind_of(christmas) == held.kind_of(christmas + 365) == HOLIDAY
    assert held.kind_of(bastille) == HOLIDAY
    assert held.kind_of(bastille + 365) != HOLIDAY


@pytest.mark.parametrize(
    ("rules", "holidays", "told"),
    [
        (["{what: price}"], "", "a price needs its credits (add credits: 2)"),
        (["{what: volume}"], "", "a volume needs its percent"),
        (["{what: closed, games: azteka}"], "", "closed is for the whole cabinet"),
        (["{what: free, games: aztecka}"], "", "azteka"),
        ([], "02-30", "there is no day 02-30"),
        ([], "Christmas", "expected dates such as 12-25"),
        (
            ["{what: free, to: '12:00'}", "{what: price, credits: 2, to: '09:00'}"],
            "",
            "rules 1 and 2 are about the same thing at the same time",
        ),
    ],
)
def test_what_cannot_be_is_refused_in_words(rules, holidays, told):
    assert told in said(rules, holidays)


def test_a_file_of_before_is_read_as_rules():
    held = loaded(OLD)
    quiet = Rule("volume", 23 * 60, 8 * 60, volume=0)
    assert held.schedule.schedule().rules == (quiet, HAPPY)
    assert held.sound.music == 50


def test_a_mistake_in_hours_of_before_is_told_where_it_is_written():
    with pytest.raises(
        ConfigError, match=r"cabinet.yaml:\d+:\d+: schedule.rules.1.from"
    ):
        loaded(OLD.replace("'17:00'", "25:00"))


def test_hours_that_begin_when_they_end_never_were_any():
    text = OLD.replace("'19:30'", "'17:00'").replace("'23:00'", "'08:00'")
    assert loaded(text).schedule.schedule().rules == ()


def test_hours_alone_leave_the_night_quiet():
    assert loaded(OLD[: OLD.index("sound:")]).schedule.schedule().rules == (
        NIGHT,
        HAPPY,
    )


def test_a_file_of_before_is_written_anew_and_kept_for_going_back(tmp_path):
    path = tmp_path / "cabinet.yaml"
    path.write_text(OLD)
    file = SettingsFile(path, tmp_path, lambda text, _: loaded(text))
    kept = move_in_file(file, 1)
    assert kept == tmp_path / f"cabinet.yaml{BEFORE}"
    assert kept.read_text() == OLD
    text = path.read_text()
    assert "quiet" not in text
    assert "hours" not in text
    assert loaded(text) == loaded(OLD)
    (revision,) = file.history()
    assert revision.author == AUTHOR
    assert move_in_file(file, 2) is None


def test_a_file_that_is_wrong_is_left_as_it_is(tmp_path):
    path = tmp_path / "cabinet.yaml"
    path.write_text(OLD.replace("credits: 2", "credits: two"))
    file = SettingsFile(path, tmp_path, lambda text, _: loaded(text))
    assert move_in_file(file, 1) is None
    assert "hours" in path.read_text()


def test_the_rule_that_a_file_leaves_to_us_can_be_changed():
    edits = edits_of({"schedule.rules.0.volume": "0", "pricing.credit": "200"})
    text = edit(GOOD, with_all_rules(plain(GOOD), edits))
    held = loaded(text)
    assert held.schedule.schedule().volume(Moment(739_621, 0)) == 0
    assert held.pricing.credit == 200
