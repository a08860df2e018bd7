"""The cabinet as dashboards see it: one retained document, and a device at home.

Counts only ever grow, so nobody who misses a message counts wrongly afterwards. What
Home Assistant wants to know is in its own words (`device` discovery) in
`home_assistant.yaml`.
"""

from pathlib import Path
from typing import Any, Final

import yaml

from cabinet.books.chain import End
from cabinet.core.modes.state import DOOR_OPEN, TILT, TILT_STUCK
from cabinet.core.money.amounts import money_text
from cabinet.fleet.topics import Topics
from cabinet.i18n.currencies import NO_CURRENCY
from cabinet.i18n.message import document
from cabinet.protocol.snapshot import Snapshot

AWAY: Final = "away"
_DEVICE: Final = Path(__file__).with_name("home_assistant.yaml")


def state(shown: Snapshot | None, newest: End) -> dict[str, Any]:
    """What is retained of a cabinet; without a counter only that it is away.

    `posting` and `hash` are those of the newest posting; `told` are the alarms as
    messages, for whoever has their words.
    """
    head = {"posting": newest.seq, "hash": newest.hash.hex()}
    if shown is None:
        return {"mode": AWAY, **head}
    money = money_text(shown.books.minor_units, shown.currency)
    codes = {alarm.code for alarm in shown.alarms}
    return {
        "mode": shown.mode,
        "reason": str(shown.detail or shown.reason),
        "credits": shown.credits,
        "coins": shown.books.coins,
        "minor_units": shown.books.minor_units,
        "earnings": money.split(" ")[0],
        "currency": shown.currency,
        "plays": shown.books.plays,
        "refunds": shown.books.refunds,
        "service": shown.books.service,
        "free_play": shown.free_play,
        "takes_coins": shown.lockout_open,
        "jammed": "coin_jammed" in codes,
        "door_open": DOOR_OPEN.code in codes,
        "tilt": TILT.code in codes or TILT_STUCK.code in codes,
        "alarms": list(map(str, shown.alarms)),
        "told": [document(alarm) for alarm in shown.alarms],
        "name": shown.name,
        "game": shown.match.game if shown.match else "",
        **head,
    }


def device(
    topics: Topics,
    name: str,
    language: str,
    currency: str,
    commands: tuple[str, ...],
    version: str,
) -> dict[str, Any]:
    """The cabinet for Home Assistant."""
    told = yaml.safe_load(_DEVICE.read_text(encoding="utf-8"))
    if currency != NO_CURRENCY:
        worth = {"device_class": "monetary", "unit_of_measurement": currency}
        told["parts"]["earnings"] |= worth
    buttons = {command: told["commands"][command] for command in commands}
    parts: dict[str, dict[str, Any]] = told["parts"] | buttons
    for key, part in parts.items():
        for topic in (name for name in part if name.endswith("_topic")):
            part[topic] = topics(part[topic])
        french, english = part.pop("names")
        part["name"] = french if language == "fr" else english
        part["unique_id"] = f"{topics.id}_{key}"
    return {
        "device": {
            "identifiers": [topics.id],
            "name": name,
            "manufacturer": "Arkade",
            "model": "Cabinet",
            "sw_version": version,
        },
        "origin": {"name": "arkade-cabinet", "sw_version": version},
        "state_topic": topics("state"),
        "availability_topic": topics("availability"),
        "components": parts,
    }
