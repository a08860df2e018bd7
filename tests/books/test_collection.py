"""What is kept beside the cash of a collection."""

from cabinet.books.collection import collection_note
from cabinet.i18n.message import from_text


def test_a_remark_is_kept_with_who_counted_and_the_meter():
    alone = from_text(collection_note(None, "web:owner", "two tokens"))
    assert str(alone) == "by web:owner: two tokens"
    read = from_text(collection_note(12, "web:owner", "two tokens"))
    assert str(read) == "meter 12, by web:owner: two tokens"
    assert dict(read.values)["meter"] == 12
