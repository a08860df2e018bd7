"""The spell check of `make check` finds what is misspelt, and only that."""

import shutil

from tests.system.conftest import skip_aloud
from tools.spelling import misspelt, prose


def test_only_what_a_reader_reads_is_spelt():
    text = "A `colr` of [coins](recieve.md), --colr, io.backnd.\n\n```sh\nmkae\n```\n"
    assert prose(text).split() == ["A", "of", "[coins", ",", ",", "."]


def test_a_misspelt_word_is_found_in_either_language():
    if shutil.which("hunspell") is None:
        skip_aloud("NOTHING WAS SPELT: there is no hunspell (make check installs it)")
    assert misspelt(["coin", "recieve", "ccTalk"], "en") == ["recieve"]
    assert misspelt(["pièce", "monayeur", "Aztèques"], "fr") == ["monayeur"]
