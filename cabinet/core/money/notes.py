"""What the books note beside money: who it was, and why, in words of their own."""

from typing import Final

from cabinet.i18n.message import Verbatim, from_text, message, to_text

LONGEST_TEXT: Final = 200
# Why credits are given at the cabinet, where nobody types.
REASONS: Final = ("lost", "broken", "goodwill")


def collection_note(meter: int | None, author: str = "", text: str = "") -> str:
    """What is kept beside the cash: the meter's reading, who counted, a remark."""
    if text:
        said = Verbatim(text)
        if meter is None:
            return to_text(message("collected_with_note", author=author, text=said))
        return to_text(
            message("meter_read_with_note", meter=meter, author=author, text=said)
        )
    if meter is None:
        return to_text(message("collected_by", author=author)) if author else ""
    if not author:
        return to_text(message("meter_read", meter=meter))
    return to_text(message("meter_read_by", meter=meter, author=author))


def correction_note(collection: int, author: str = "", text: str = "") -> str:
    """What is kept beside a correction: which collection, who, why."""
    return to_text(
        message(
            "collection_corrected",
            posting=collection,
            author=author or message("somebody"),
            text=Verbatim(text) if text else message("counted_wrong"),
        )
    )


def gift_note(author: str, reason: str) -> str:
    """What is kept beside credits that were given: who, and why."""
    if not reason:
        return author
    text = message(f"reason.{reason}") if reason in REASONS else Verbatim(reason)
    return to_text(message("given_for", author=author, text=text))


def giver(note: str) -> str:
    """Who gave the credits of such a note; "" of the button behind the door."""
    told = from_text(note)
    if told.code == "given_for":
        return str(dict(told.values).get("author", ""))
    return note if told.code == "verbatim" else ""
