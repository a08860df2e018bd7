"""How a stick and two buttons play Arkade.

Every legal action has a spot: a cell (`4,1`), a dock of the ship (`dock 3`), or a
button at the side (the action's own text). The stick goes to the nearest spot in
its direction, `a` plays the spot, or opens it where it holds several actions;
each of these has a finer spot then. `b` steps back, or jumps between the lane and
the buttons.

Real dice are told as they fell: up and down turn the first, left and right the
second, `a` says that they lie so.

In arcade mode nobody has time for buttons: the stick points at where a saucer can
go, `a` sends it there, and `b` rolls. A ship goes to a dock by its die if it can, and
shoots with its die: what is kept stays for later. What costs something is played only
where the stick was moved to it; a hand that finds nothing free rests, and `a` rolls.
"""

from typing import Final, NamedTuple

from cabinet.games.arkade.rules.board import foremost, name
from cabinet.games.arkade.rules.box import COLUMNS
from cabinet.games.arkade.rules.position import BOTH, DEFENDER, GPS_KEPT, State
from cabinet.games.arkade.view.layout import centre
from cabinet.tabletop.stick import STEPS, ahead

_CELL_FIRST: Final = ("rift", "comet", "asteroid", "field", "clear")
# What costs less first.
_DEFENDERS: Final = ("go", "nudge", "gps", "fire", "ammo")
_COSTLY: Final = ("nudge", "gps", "ammo", "sacrifice")
# What lies beside the stick's direction counts this much more than what lies ahead.
_ASIDE: Final = 3


class Hand(NamedTuple):
    """The spot pointed at, and the spot that was opened to get there, or "".

    It is `meant` where the stick brought it there since its owner last acted.
    """

    spot: str
    inside: str = ""
    meant: bool = False


def is_typing(legal: tuple[str, ...]) -> bool:
    """Whether somebody tells how the real dice fell."""
    return legal[:1] != () and legal[0].startswith("dice ")


def is_button(spot: str) -> bool:
    """Whether a spot is a button at the side, not a place on the lane."""
    return not spot[:1].isdigit() and not spot.startswith("dock ")


def side(seen: State, legal: tuple[str, ...]) -> int:
    """Whose actions these are; in arcade mode the actions tell."""
    if seen.pending:
        return seen.pending.seat
    if seen.mover == BOTH:
        return int(any(text.split()[0] in _DEFENDERS for text in legal))
    return int(seen.mover == DEFENDER)


def spot_of(seen: State, action: str) -> str:
    """Where an action is found on the table."""
    verb, *words = action.split()
    if verb in ("step", "sacrifice") and seen.setup.arcade:
        return finer_spot(action)
    if verb in ("step", "sacrifice", *_CELL_FIRST):
        return words[0]
    match verb:
        case "tower":
            return f"9,{words[0]}"
        case "repair":
            return f"1,{words[1]}"
        case "go":
            return f"dock {seen.defender_dice[0] + 1}"
        case "nudge":
            return f"dock {seen.ship + (2 if words[0] == 'right' else 0)}"
        case "gps":
            return f"dock {words[0]}"
        case "fire" | "ammo":
            column = seen.ship if words[-1] == "ship" else seen.tower_column()
            return name(foremost(seen.standing(), column))
    return action


def finer_spot(action: str) -> str:
    """Where a step leads, and what a sacrifice is for."""
    verb, *words = action.split()
    if verb == "step":
        return words[1]
    if verb == "sacrifice":
        line, column = words[0].split(",")
        return f"{int(line) + 1},{column}"
    return action


def inner_spot(seen: State, action: str) -> str:
    """Where an action is found once its spot is opened, in either mode."""
    if seen.setup.arcade and action.startswith(("step", "sacrifice")):
        return action.split()[1]
    return finer_spot(action)


def spots(seen: State, legal: tuple[str, ...]) -> dict[str, list[str]]:
    """Every spot with its actions."""
    found: dict[str, list[str]] = {}
    for action in legal:
        if action == "roll" and seen.setup.arcade:
            continue
        found.setdefault(spot_of(seen, action), []).append(action)
    return found


def shown(seen: State, legal: tuple[str, ...], inside: str) -> dict[str, list[str]]:
    """The spots that can be pointed at now: all, or those in the opened one."""
    found = spots(seen, legal)
    if not inside:
        return found
    return {inner_spot(seen, action): [action] for action in found.get(inside, ())}


def buttons(seen: State, legal: tuple[str, ...], inside: str = "") -> tuple[str, ...]:
    """The buttons at the side, from top to bottom."""
    return tuple(filter(is_button, shown(seen, legal, inside)))


def at_once(seen: State, actions: list[str]) -> str:
    """What `a` plays on a spot with these actions; "" where one has to choose."""
    if len(actions) == 1:
        return actions[0]
    verbs = [action.split()[0] for action in actions]
    if not seen.setup.arcade or not verbs or verbs[0] not in _DEFENDERS:
        return ""
    return min(actions, key=lambda action: _DEFENDERS.index(action.split()[0]))


def take(seen: State, legal: tuple[str, ...], before: Hand | None) -> Hand:
    """Where it pointed before, if that still means something; else a good guess."""
    found = spots(seen, legal)
    if is_typing(legal):
        return Hand(legal[0])
    if seen.setup.arcade:
        return _stay(seen, legal, before)
    if before and before.spot in found:
        return Hand(before.spot)
    if "roll" in found:
        return Hand("roll")
    return Hand(_likely(seen, found))


def _stay(seen: State, legal: tuple[str, ...], before: Hand | None) -> Hand:
    """As near as possible to where it pointed: the other side has just acted."""
    if before and before.spot in shown(seen, legal, before.inside) and before.meant:
        return before
    found = _free(seen, spots(seen, legal))
    if before and before.spot in found:
        return Hand(before.spot)
    if not (places := [spot for spot in found if not is_button(spot)]):
        return _rest(seen, legal, before)
    if before is None or not before.spot:
        return Hand(_likely(seen, found))
    x, y = centre(before.inside or before.spot, (), 0)

    def far(spot: str) -> tuple[int, str]:
        right, down = centre(spot, (), 0)
        return abs(right - x) + abs(down - y), spot

    return Hand(min(places, key=far))


def _rest(seen: State, legal: tuple[str, ...], before: Hand | None) -> Hand:
    """Nothing to do but roll: the Defender at the ship, the Alien where it was."""
    spot = before.spot if before else ""
    if side(seen, legal) or spot.startswith("dock "):
        return Hand(f"dock {seen.ship + 1}")
    return Hand(spot)


def _free(seen: State, found: dict[str, list[str]]) -> dict[str, list[str]]:
    """The spots where something can be done that costs nothing kept."""
    stays = seen.defender_dice[0] == seen.ship and not seen.reactor
    idle = (*_COSTLY, "go") if stays else _COSTLY
    return {
        spot: actions
        for spot, actions in found.items()
        if any(action.split()[0] not in idle for action in actions)
    }


def _likely(seen: State, found: dict[str, list[str]]) -> str:
    """A spot that spends nothing kept; else another roll, or what leads to a shot.

    The end of the turn comes last.
    """
    if place := _on_the_lane(_free(seen, found)):
        return place
    for spot in ("reroll both", "reroll fire"):
        if spot in found:
            return spot
    if (spot := _paid_shot(seen, found)) in found:
        return spot
    return "end" if "end" in found else next(iter(found), "")


def _paid_shot(seen: State, found: dict[str, list[str]]) -> str:
    """The spot that spends something kept for a shot that hits; "" if none does."""
    for spot, actions in found.items():
        if any(action.startswith("ammo") for action in actions):
            return spot
    hits = [c for c in range(COLUMNS) if _would_hit(seen, c)]
    if not hits:
        return ""
    near = min(hits, key=lambda column: abs(column - seen.ship))
    far = near - seen.ship
    if abs(far) <= seen.nuggets:
        return f"dock {seen.ship + (2 if far > 0 else 0)}"
    return f"dock {near + 1}" if seen.kept & GPS_KEPT else ""


def _would_hit(seen: State, column: int) -> bool:
    """Whether the fire die has the colour of the first saucer there."""
    cell = foremost(seen.standing(), column)
    return cell >= 0 and seen.color_of(cell) == seen.defender_dice[1]


def _on_the_lane(found: dict[str, list[str]]) -> str:
    """The saucer nearest to the ship, or a dock; "" if all spots are buttons."""
    places = [spot for spot in found if not is_button(spot)]
    return max(places, key=lambda spot: (spot[:1].isdigit(), spot), default="")


def press(
    hand: Hand, button: str, seen: State, legal: tuple[str, ...]
) -> tuple[Hand, str | None]:
    """The hand after a button, and what it plays."""
    if is_typing(legal):
        return _tell(hand, button, legal)
    found, live = shown(seen, legal, hand.inside), seen.setup.arcade
    rolls = live and "roll" in legal and not hand.inside
    if button == "a":
        actions = found.get(hand.spot, [])
        if action := at_once(seen, actions):
            return hand._replace(meant=False), action
        if actions:
            return Hand(inner_spot(seen, actions[0]), hand.spot, meant=live), None
        return hand, "roll" if rolls and not _free(seen, found) else None
    if button == "b":
        if rolls:
            return hand._replace(meant=False), "roll"
        return Hand(hand.inside or other_side(hand, found) or hand.spot), None
    return Hand(_next(hand, button, seen, legal), hand.inside, meant=live), None


def _tell(hand: Hand, button: str, legal: tuple[str, ...]) -> tuple[Hand, str | None]:
    """Turn one of the dice on, or say that they lie so."""
    if button not in STEPS:
        return hand, hand.spot if button == "a" else None
    which = 1 if button in ("up", "down") else 2
    faces = list(dict.fromkeys(text.split()[which] for text in legal))
    dice = hand.spot.split()
    by = 1 if button in ("down", "right") else -1
    dice[which] = faces[(faces.index(dice[which]) + by) % len(faces)]
    return Hand(" ".join(dice)), None


def other_side(hand: Hand, found: dict[str, list[str]]) -> str:
    """Where `b` jumps to: from the lane to the buttons or back; "" if nowhere."""
    if is_button(hand.spot):
        return _on_the_lane(found)
    return next(filter(is_button, found), "")


def _next(hand: Hand, button: str, seen: State, legal: tuple[str, ...]) -> str:
    """The nearest spot in that direction, or the same."""
    keys, who = buttons(seen, legal, hand.inside), side(seen, legal)
    spots = shown(seen, legal, hand.inside)
    places = {spot: centre(spot, keys, who) for spot in spots}
    there = ahead(centre(hand.spot, keys, who), STEPS[button], places)
    costs = [(far + _ASIDE * aside, spot) for far, aside, spot in there]
    return min(costs)[1] if costs else hand.spot
