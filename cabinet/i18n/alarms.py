"""Alarms in the reader's language: the books have them in English, as they happened.

An alarm is a sentence, and often ends in why; what the books and the wires have to
say for themselves is in `sentences`. Words of the machine itself, of a driver or of a
mistake in the program, have no other language and stay as they are.
"""

import re
from typing import Final

from cabinet.i18n import Words
from cabinet.i18n.sentences import said

_SENTENCES: Final = {
    "jammed": r"coin\.(?P<slot>\d+) jammed",
    "noisy": r"coin\.(?P<slot>\d+) noisy",
    "edges": r"(?P<line>[\w.]+): (?P<n>\d+) edges lost",
    "gifts": r"service credits: (?P<n>\d+) in a day, no more",
    "link_lost": r"link lost: (?P<why>.*)",
    "screen_missing": r"screen missing",
    "door_open": r"door open",
    "tilt": r"tilt",
    "tilt_stuck": r"tilt stuck",
    "held": r"coin\.(?P<slot>\d+) during a blow, not credited",
    "screen_lost": r"screen lost: (?P<why>.*)",
    "match_failed": r"match (?P<match>\d+) failed: (?P<why>.*)",
    "tower_lost": r"dice tower lost: (?P<why>.*)",
    "by_hand": r"match (?P<match>\d+): dice told by hand, the dice tower is away",
    "asked": r"(?P<what>[\w-]+), asked by (?P<author>.*)",
    "new_board": r"board (?P<board>\w+) is new to the books: the (?P<n>\d+) coins "
    r"it has counted so far are not credited",
    "no_slot": r"coin\.(?P<slot>\d+): (?P<n>\d+) coins counted in a slot nobody has "
    r"described",
    "no_coins": r"coin\.(?P<slot>\d+): (?P<n>\d+) coins at once are no coins",
    "forgot": r"the board (?P<board>\w+) has forgotten (?P<n>-?\d+) coins of slot "
    r"(?P<slot>\d+) \((?P<counted>\d+) counted, (?P<credited>\d+) credited\)",
    "refused": r"the board refused (?P<command>.*) \((?P<result>.*)\)",
    "throw": r"the dice tower (?P<tower>\w+) told throw (?P<throw>\d+) as "
    r"(?P<faces>.*), which nobody asked for; it does not count",
    "frames": r"(?P<n>\d+) damaged frames from the dice tower: look at its cable",
}
_REASONS: Final = {
    "left": r"it left",
    "silent": r"it stopped answering",
    "wanted": r"(?P<author>.*) wanted a new one",
    "board_restarted": r"the board has restarted \((?P<cause>.*)\)",
    "tower_restarted": r"the dice tower has restarted \((?P<cause>.*)\)",
    "board_unplugged": r"the board was unplugged from (?P<port>.*): plug it in again",
    "tower_unplugged": r"the dice tower was unplugged from (?P<port>.*): plug it in "
    r"again",
    "board_silent": r"the board at (?P<port>.*) does not answer: it is in its boot "
    r"loader or has no firmware \(make flash\)",
    "board_noise": r"something at (?P<port>.*) talks, but not as a board of this "
    r"cabinet: plug the board in there, or write the firmware to it \(make flash\)",
    "tower_silent": r"nobody answers at (?P<port>.*): is that the dice tower, and "
    r"is it on\?",
    "tower_noise": r"something at (?P<port>.*) talks, but not as a dice tower does",
    "protocol": r"the board speaks protocol (?P<theirs>\d+), this cabinet speaks "
    r"(?P<ours>\d+): write this cabinet's firmware to it "
    r"\(make flash PORT=(?P<port>.*)\)",
    "not_slot": r"the board here is .* and not a coin slot: plug it into its own port",
    "not_tower": r"the board here is .* and not a dice tower: plug it into its own "
    r"port",
    "thread": r"the thread of lgpio has ended",
    "coin_lines": r"coin lines: (?P<failure>.*)",
}
_CAUSES: Final = {
    "power came on": "power",
    "reset line": "reset",
    "supply voltage fell": "voltage",
    "watchdog": "watchdog",
    "cause unknown": "unknown",
}
_COUNTS: Final = ("n",)


def alarm_words(words: Words, alarm: str) -> str:
    """An alarm in the language of the words; one nobody has words for as it is."""
    return _found(words, "alarm", _SENTENCES, alarm) or why_words(words, alarm)


def why_words(words: Words, why: str) -> str:
    """The reason of an alarm; the machine's own words as they are."""
    return _found(words, "alarm.why", _REASONS, why) or said(why, words.language)


def trouble_words(words: Words, reason: str, detail: str) -> str:
    """Why the cabinet is out of order, exactly where that is known; "": it is not."""
    if detail or not reason:
        return why_words(words, detail)
    return words(f"reason.{reason if f'reason.{reason}' in words else 'unknown'}")


def _found(words: Words, above: str, shapes: dict[str, str], sentence: str) -> str:
    for key, shape in shapes.items():
        if match := re.fullmatch(shape, sentence):
            values: dict[str, str | int] = {}
            for name, value in match.groupdict().items():
                values[name] = _value(words, name, value)
            return words(f"{above}.{key}", **values)
    return ""


def _value(words: Words, name: str, value: str) -> str | int:
    if name in _COUNTS:
        return int(value)
    if name == "why":
        return why_words(words, value)
    if name == "cause":
        each = (_CAUSES.get(cause, "unknown") for cause in value.split(", "))
        return ", ".join(words(f"alarm.cause.{cause}") for cause in each)
    known = f"alarm.wish.{value}"
    return words(known) if name == "what" and known in words else value
