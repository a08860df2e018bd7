"""Each French page says what its English one says: the same headings and commands."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
HEADING = re.compile(r"^(#+) ", re.MULTILINE)
INLINE = re.compile(r"`([^`\n]+)`")
COMMENT = re.compile(r"\s+#\s.*$", re.MULTILINE)
PAGES = sorted((ROOT / "docs/fr").glob("*.md"))
# No line of a paragraph, an item or a cell begins with these: what belongs before
# them stays with them.
SHY = re.compile(r"^[ \t|>-]*([;:?»]|!(?!\[))", re.MULTILINE)


def english(page):
    return ROOT / "docs" / page.name


def blocks(page):
    """The commands that a page prints, without their comments."""
    found = FENCE.findall(page.read_text(encoding="utf-8"))
    return [COMMENT.sub("", body) for language, body in found if language]


def prose(page):
    return FENCE.sub("", page.read_text(encoding="utf-8"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_french_page_has_the_headings_and_commands_of_the_english_one(page):
    assert HEADING.findall(prose(page)) == HEADING.findall(prose(english(page)))
    assert blocks(page) == blocks(english(page))
    rows = [
        re.findall(r"^ *\|", prose(one), re.MULTILINE) for one in (page, english(page))
    ]
    assert len(rows[0]) == len(rows[1]), "rows of tables"
    commands = [
        {code for code in INLINE.findall(prose(one)) if " " in code or "/" in code}
        for one in (page, english(page))
    ]
    assert commands[0] == commands[1]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_french_line_begins_with_what_belongs_to_the_line_before(page):
    assert SHY.findall(prose(page)) == []
    lone = re.findall(r"[^\s|] [;:!?»](?= |$)|« \S", prose(page), re.MULTILINE)
    assert lone == [], "a non-breaking space belongs there"
