"""The field `pending` of a document: the question that must be answered first."""

from typing import Final

from cabinet.games.arkade.rules.box import LINES
from cabinet.games.arkade.rules.fields import (
    cell,
    choice,
    color,
    mapping,
    whole,
    wrong,
)
from cabinet.games.arkade.rules.position import ALIEN, DEFENDER, Pending

_ALIEN_ASKS: Final = ("dice", "tile", "rift", "repair")
_DEFENDER_ASKS: Final = ("dice", "tile", "asteroid", "field", "tower", "comet")
# Besides `for` and `seat`.
_FIELDS: Final = {
    ("tile", ALIEN): ("at", "then"),
    ("tile", DEFENDER): ("color",),
    ("rift", ALIEN): ("line", "then"),
    ("repair", ALIEN): ("then",),
    ("comet", DEFENDER): ("by",),
}
_FARTHEST: Final = 2


def read_pending(value: object) -> Pending | None:
    """The question, or None; whether it fits the board is not asked here."""
    if value is None:
        return None
    fields = mapping("pending", value)
    seat = whole("pending", fields.get("seat"), ALIEN, DEFENDER)
    asks = _ALIEN_ASKS if seat == ALIEN else _DEFENDER_ASKS
    ask = asks[choice("pending", fields.get("for"), asks)]
    known = _FIELDS.get((ask, seat), ())
    if not set(fields) <= {"for", "seat", *known}:
        right = ", ".join(("for", "seat", *known))
        raise wrong("pending", f"{ask} has {right}, not {', '.join(fields)}")
    then = fields.get("then")
    if then not in (None, "end", "roll"):
        raise wrong("pending", f"then is null, end or roll, not {then!r}")
    about = _read_about(ask, seat, fields)
    return Pending(ask, seat, about, then or "")


def _read_about(ask: str, seat: int, fields: dict[str, object]) -> int:
    match ask:
        case "tile" if seat == ALIEN:
            return cell("pending", fields.get("at"))
        case "tile":
            return color("pending", fields.get("color"))
        case "rift":
            return whole("pending", fields.get("line"), 1, LINES) - 1
        case "comet":
            return whole("pending", fields.get("by"), 1, _FARTHEST)
    return 0
