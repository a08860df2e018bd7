"""A setting is changed in the file, and every comment is still there."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabinet.settings import load
from cabinet.settings.editing import ABSENT, EditError, edit, plain, written
from tests.support.settings import SETTINGS

TEXT = SETTINGS.read_text(encoding="utf-8")
FILE = """\
# prices
pricing:
  credit: 100   # one credit
  tiers:        # bonuses
    - {money: 200, credits: 3}   # for two
    # the last line of tiers

modes:
  - game: azteka
    title: {fr: Azteka, en: Azteka}   # names
    enabled: false
"""

CHANGES = [
    (("pricing", "credit"), 50, "  credit: 50    # one credit"),
    (("pricing", "tiers", 0, "credits"), 4, "- {money: 200, credits: 4}   # for two"),
    (("pricing", "tiers", 0, "bonus"), 1, "{money: 200, credits: 3, bonus: 1}   # for"),
    (("pricing", "free_play"), True, "  free_play: true\n"),
    (("modes", 0, "enabled"), True, "    enabled: true\n"),
    (("modes", 0, "credits"), 2, "    enabled: false\n    credits: 2\n"),
    (("modes", 0, "title", "en"), "No: 1", '{fr: Azteka, en: "No: 1"}  # names'),
    (("sound", "volume"), 7, "    enabled: false\nsound: {volume: 7}\n"),
    (("pricing", "tiers"), [], "  tiers: []   # for two\n"),
]


@pytest.mark.parametrize(("path", "value", "line"), CHANGES)
def test_only_the_value_changes(path, value, line):
    changed = edit(FILE, {path: value})
    assert line in changed
    for comment in ("# prices", "# one credit", "# the last line of tiers", "# names"):
        assert comment in changed


@pytest.mark.parametrize(
    ("path", "gone"),
    [
        (("pricing", "credit"), "  credit: 100   # one credit\n"),
        (("modes", 0, "title", "en"), ", en: Azteka"),
        (("modes", 0, "title", "fr"), "fr: Azteka, "),
        (("pricing", "tiers", 0, "money"), "money: 200, "),
        (("modes", 0, "enabled"), "    enabled: false\n"),
    ],
)
def test_a_setting_taken_out_leaves_no_trace(path, gone):
    assert edit(FILE, {path: ABSENT}) == FILE.replace(gone, "")
    assert edit(edit(FILE, {path: ABSENT}), {path: ABSENT}) == FILE.replace(gone, "")


def test_the_last_setting_of_a_group_leaves_an_empty_group():
    assert edit("a:\n  b: 1   # one\nc: 2\n", {("a", "b"): ABSENT}) == (
        "a: {}   # one\nc: 2\n"
    )


def test_an_empty_file_can_be_begun():
    assert edit("", {("pricing", "credit"): 50}) == "pricing: {credit: 50}\n"
    assert edit("# mine", {("a",): 1}) == "# mine\na: 1\n"


def test_an_entry_that_is_not_there_is_refused():
    with pytest.raises(EditError, match=r"modes\.3: there is no such entry"):
        edit(FILE, {("modes", 3, "credits"): 1})


def test_a_broken_file_is_not_edited():
    with pytest.raises(EditError, match="mended first"):
        edit("a: 1\na: 2\n", {("a",): 3})


def test_a_price_is_set_in_the_shipped_file_and_it_loads(tmp_path):
    changes = {("pricing", "credit"): 50, ("cabinet", "name"): "Chez l'Été: 2"}
    changed = edit(TEXT, {**changes, ("coins", 0, "pulse_value"): 50})
    path = tmp_path / "cabinet.yaml"
    path.write_text(changed, encoding="utf-8")
    settings = load(path)
    assert (settings.pricing.credit, settings.cabinet.name) == (50, "Chez l'Été: 2")
    assert len(changed.splitlines()) == len(TEXT.splitlines())


SCALARS = st.one_of(
    st.integers(-(10**9), 10**9),
    st.booleans(),
    st.none(),
    st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), max_size=12),
)


def paths(tree, above=()):
    """Every path of a tree of settings."""
    yield above
    if isinstance(tree, dict | tuple):
        inside = tree.items() if isinstance(tree, dict) else enumerate(tree)
        for step, below in inside:
            yield from paths(below, (*above, step))


@given(
    st.sampled_from([path for path in paths(plain(TEXT)) if path]),
    st.one_of(SCALARS, st.lists(SCALARS, max_size=3)),
)
def test_any_setting_can_become_anything_and_comments_stay(path, value):
    changed = edit(TEXT, {path: value})
    before = [line for line in TEXT.splitlines() if line.lstrip().startswith("#")]
    after = [line for line in changed.splitlines() if line.lstrip().startswith("#")]
    tail = before[-1:]
    assert set(after) <= set(before)
    if not isinstance(value, list) and len(path) > 1:
        assert after[-1:] == tail


ROWS = """\
table:
  # by the pulse
  - {pulses: 1, value: 50}    # small
  # the euro
  - pulses: 2    # two
    value: 100   # one euro

  - {pulses: 4, value: 200}   # big
gap: 20
"""


def table(*rows):
    return [{"pulses": pulses, "value": value} for pulses, value in rows]


@pytest.mark.parametrize(
    ("rows", "before", "after"),
    [
        (((1, 50), (2, 110), (4, 200)), "value: 100   #", "value: 110   #"),
        (((1, 5), (2, 100), (4, 200)), "value: 50}    #", "value: 5}     #"),
        (((1, 50), (2, 100)), "  - {pulses: 4, value: 200}   # big\n", ""),
        (((2, 100), (4, 200)), "  - {pulses: 1, value: 50}    # small\n", ""),
        (
            ((1, 50), (2, 100), (4, 200), (6, 300), (8, 400)),
            "gap",
            "  - {pulses: 6, value: 300}\n  - {pulses: 8, value: 400}\ngap",
        ),
        (
            ((1, 50), (2, 100), (3, 150), (4, 200)),
            "one euro\n",
            "one euro\n  - {pulses: 3, value: 150}\n",
        ),
        (
            ((1, 50), (3, 150), (4, 200)),
            "pulses: 2    # two\n    value: 100   #",
            "pulses: 3    # two\n    value: 150   #",
        ),
    ],
)
def test_rows_that_stay_keep_their_lines_and_comments(rows, before, after):
    assert edit(ROWS, {("table",): table(*rows)}) == ROWS.replace(before, after)


def test_the_first_row_and_the_last_of_a_file_without_an_end_are_rows_like_others():
    text = edit("x:\n- 2  # two", {("x",): [1, 2, 3]})
    assert text == "x:\n- 1\n- 2  # two\n- 3\n"


@given(st.lists(st.integers(0, 9), max_size=6), st.lists(st.integers(0, 9), max_size=6))
def test_any_list_becomes_any_other_and_what_is_in_both_keeps_its_comment(old, new):
    rows = "".join(f"  - {number}   # no. {number}\n" for number in old)
    text = f"x:\n{rows}y: 1  # y\n" if old else "x: []\ny: 1  # y\n"
    made = edit(text, {("x",): new})
    assert plain(made) == {"x": tuple(new), "y": 1}
    assert made.endswith("y: 1  # y\n")
    if new and sorted(new) == new and sorted(old) == old:
        for number in set(old) & set(new):
            assert f"- {number}   # no. {number}\n" in made


@given(SCALARS)
def test_a_value_is_written_as_it_is_read(value):
    assert plain(f"x: {written(value)}") == {"x": value}
