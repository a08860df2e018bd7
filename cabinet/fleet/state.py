"""The cabinet as dashboards see it: one retained document, and a device at home.

Counts only ever grow, so nobody who misses a message counts wrongly afterwards. What
Home Assistant wants to know is in its own words (`device` discovery): a card for the
cabinet with its sensors, and a button for each command the operator has allowed.
"""

from typing import Any, Final

from cabinet.core.modes.state import DOOR_OPEN, TILT, TILT_STUCK
from cabinet.fleet.topics import Topics
from cabinet.protocol.snapshot import Snapshot
from cabinet.settings import money_text
from cabinet.settings.sales import NO_CURRENCY

# The account under which Home Assistant is known to the broker.
HOME_ASSISTANT: Final = "homeassistant"
AWAY: Final = "away"
# What people read there, in French and in English.
NAMES: Final = {
    "mode": ("Mode", "Mode"),
    "credits": ("Crédits", "Credits"),
    "coins": ("Pièces", "Coins"),
    "plays": ("Parties", "Plays"),
    "refunds": ("Remboursements", "Refunds"),
    "service": ("Crédits de service", "Service credits"),
    "earnings": ("Recette", "Earnings"),
    "jammed": ("Bourrage", "Coin jam"),
    "out_of_order": ("Hors service", "Out of order"),
    "takes_coins": ("Accepte les pièces", "Takes coins"),
    "door": ("Porte de la caisse", "Coin door"),
    "tilt": ("Choc", "Blow"),
    "connected": ("Connexion", "Connection"),
    "credit": ("Offrir un crédit", "Give a credit"),
    "standby": ("Mettre en veille", "Standby"),
    "wake": ("Réveiller", "Wake up"),
    "restart-screen": ("Relancer l'écran", "Restart the screen"),
}


def state(shown: Snapshot | None, posting: int) -> dict[str, Any]:
    """What is retained of a cabinet; without a counter only that it is away."""
    if shown is None:
        return {"mode": AWAY, "posting": posting}
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
        "game": shown.match.game if shown.match else "",
        "posting": posting,
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
    counted = {"state_class": "total_increasing"}
    money: dict[str, Any] = {"state_class": "total"}
    if currency != NO_CURRENCY:
        money |= {"device_class": "monetary", "unit_of_measurement": currency}
    broken = "value_json.mode in ('out_of_order', 'away')"
    parts = {
        "mode": _sensor("mode", icon="mdi:controller"),
        "credits": _sensor("credits", state_class="measurement"),
        "coins": _sensor("coins", **counted),
        "plays": _sensor("plays", **counted),
        "refunds": _sensor("refunds", **counted),
        "service": _sensor("service", **counted),
        "earnings": _sensor("earnings", **money),
        "jammed": _lamp("value_json.jammed", device_class="problem"),
        "out_of_order": _lamp(broken, device_class="problem"),
        "takes_coins": _lamp("value_json.takes_coins"),
        "door": _lamp("value_json.door_open", device_class="door"),
        "tilt": _lamp("value_json.tilt", device_class="tamper"),
        "connected": _connection(topics),
        **{command: _button(command, topics) for command in commands},
    }
    for key, part in parts.items():
        part["name"] = NAMES[key][0 if language == "fr" else 1]
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


def _sensor(field: str, **more: str) -> dict[str, Any]:
    template = f"{{{{ value_json.{field} | default(none) }}}}"
    return {"platform": "sensor", "value_template": template, **more}


def _lamp(condition: str, **more: str) -> dict[str, Any]:
    template = f"{{{{ 'ON' if {condition} else 'OFF' }}}}"
    return {"platform": "binary_sensor", "value_template": template, **more}


def _connection(topics: Topics) -> dict[str, Any]:
    """The one that must not be unavailable when the cabinet is: it says so."""
    return {
        "platform": "binary_sensor",
        "device_class": "connectivity",
        "entity_category": "diagnostic",
        "state_topic": topics("availability"),
        "payload_on": "online",
        "payload_off": "offline",
        "availability_topic": topics("availability"),
        "availability_template": "online",
    }


def _button(command: str, topics: Topics) -> dict[str, Any]:
    """Each press is a command of its own, told from the others by the time."""
    template = f'{{"do": "{command}", "id": "{{{{ now().timestamp() }}}}"}}'
    return {
        "platform": "button",
        "command_topic": topics(f"command/{HOME_ASSISTANT}"),
        "command_template": template,
    }
