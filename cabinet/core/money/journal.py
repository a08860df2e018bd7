"""What the operator has set, as the books remember it.

Every change of a price or of a rule about money is a posting: the settings as one
line of JSON and who wrote them, when they are not what the books last held. Old
and new are two such lines; what lies between them is what the second's author
changed. Every setting changed from menu, page or command line is such a line too.
"""

import json
from collections.abc import Mapping
from typing import Final, TypeAlias, TypeGuard

from cabinet.core.events import MILLISECOND, SECOND
from cabinet.core.money.ledger import Kind, Posting
from cabinet.core.money.tariff import Tariff
from cabinet.core.operating import OperatingSettings

Setting: TypeAlias = str | int | bool | None
Change: TypeAlias = tuple[str, Setting, Setting]
_AUTHOR: Final = "by"
# What else was changed, each with its author: no money, but the operator's doing.
_CHANGED: Final = "changed"


def edits(known: str, operating: OperatingSettings, run: int) -> tuple[Posting, ...]:
    """The posting for settings that are not the `known` ones; most often none.

    `run` is that of the common purse, which a setting does not change.
    """
    if settings(operating) == _settings_of(known) and not operating.changed:
        return ()
    return (Posting(Kind.SETTING, run=run, note=note_of(operating)),)


def note_of(operating: OperatingSettings) -> str:
    """The operating settings and their author, as a posting has them."""
    signed: dict[str, object] = {**settings(operating)}
    if operating.author:
        signed[_AUTHOR] = operating.author
    if operating.changed:
        signed[_CHANGED] = operating.changed
    return json.dumps(signed, ensure_ascii=False, separators=(",", ":"))


def settings(operating: OperatingSettings) -> dict[str, Setting]:
    """Everything that decides what money is worth."""
    found: dict[str, Setting] = {**_of_tariff(operating.tariff)}
    for slot in operating.slots:
        found[f"{slot.line}.pulse_value"] = slot.pulse_value
        found[f"{slot.line}.owner"] = slot.owner
        for width in slot.widths:
            name = f"{width.shortest // MILLISECOND}-{width.longest // MILLISECOND} ms"
            found[f"{slot.line}.{name}"] = width.value
    for offer in operating.offers:
        found[f"{offer.key}.credits"] = offer.credits
        found[f"{offer.key}.per_player"] = offer.per_player
        found[f"{offer.key}.continue_credits"] = offer.continue_credits
        if offer.minutes:
            found[f"{offer.key}.minutes"] = offer.minutes
    for number, rule in enumerate(operating.schedule.rules, start=1):
        if rule.what in ("price", "free"):
            found[f"schedule.{number}"] = rule.told
    if operating.meter:
        found["meter.value"] = (
            None if operating.meter.per_coin else operating.meter.value
        )
    return found


def _of_tariff(tariff: Tariff) -> dict[str, Setting]:
    return {
        "tariff": tariff.key,
        "max_credits": tariff.max_credits,
        "free_play": tariff.free_play,
        "fraction_expiry_s": tariff.fraction_expiry // SECOND,
        "credit_expiry_s": tariff.credit_expiry // SECOND,
    }


def changes(before: str, after: str) -> list[Change]:
    """Each setting that differs between two postings: name, old, new."""
    old, new = _settings_of(before), _settings_of(after)
    names = dict.fromkeys((*old, *new))
    return [
        (name, old.get(name), new.get(name))
        for name in names
        if old.get(name) != new.get(name)
    ]


def currency(note: str) -> str:
    """The currency in the settings of a posting; "" when that is not known."""
    return str(_read(note).get("tariff") or "").partition(" ")[0]


def author(note: str) -> str:
    """Who wrote the settings of a posting; "" when that is not known."""
    return str(_read(note).get(_AUTHOR, ""))


def changed(note: str) -> list[tuple[str, str]]:
    """The setting changed with this posting: the author, and the change in words."""
    found = _read(note).get(_CHANGED)
    return [(str(who), str(what)) for who, what in found] if _is_list(found) else []


def _is_list(found: object) -> TypeGuard[list[tuple[object, object]]]:
    return isinstance(found, list) and all(
        isinstance(each, list) and len(each) == 2 for each in found
    )


def _settings_of(note: str) -> Mapping[str, Setting]:
    ours = (_AUTHOR, _CHANGED)
    return {name: value for name, value in _read(note).items() if name not in ours}


def _read(note: str) -> Mapping[str, Setting]:
    try:
        found = json.loads(note) if note else {}
    except ValueError:
        return {"settings": note}
    return found if isinstance(found, dict) else {"settings": note}
