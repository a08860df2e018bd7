"""Actions of Space Aztecs as text, and why one is refused.

`take PILE` (1 to 8), `choose CARD`, `abduct SEAT CARD`, `hide TEMPLE`, `show`; cards
and temples by id. There is one way to write each.
"""

from typing import Final

from cabinet.games.space_aztecs.rules import position
from cabinet.games.space_aztecs.rules.cards import CARDS, IDS, TEMPLE, cards_of
from cabinet.games.space_aztecs.rules.cards import KIND as KIND_OF
from cabinet.games.space_aztecs.rules.position import State
from cabinet.tabletop.api import IllegalActionError, Seat

TEXTS: Final[dict[int, str]] = {
    **{card: f"choose {card}" for card in IDS},
    **{position.TAKE + pile: f"take {pile + 1}" for pile in range(position.PILES)},
    **{position.HIDE + card: f"hide {card}" for card in IDS if KIND_OF[card] == TEMPLE},
    position.SHOW: "show",
    **{
        position.ABDUCT + position.A_SEAT * seat + card: f"abduct {seat} {card}"
        for seat in range(position.SEATS[-1])
        for card in IDS
    },
}
_ACTIONS: Final[dict[str, int]] = {text: action for action, text in TEXTS.items()}
_FORMS: Final = (
    "`take PILE` (1 to 8), `choose CARD`, `abduct SEAT CARD`, `hide TEMPLE` or `show`, "
    "with cards by their ids, 1 to 72"
)
_SHOWN: Final = 9


def read(state: State, seat: Seat, text: str) -> int:
    """The legal action `text` names, or `IllegalActionError`."""
    actors = position.due(state)
    if not actors:
        raise IllegalActionError(f"{text!r}: the game is over, nobody is to act")
    if seat not in actors:
        raise IllegalActionError(f"{text!r}: {_not_due(state, seat, actors)}")
    action = _ACTIONS.get(text)
    if action is None:
        raise IllegalActionError(
            f"{text!r} is no action of Space Aztecs: an action is {_FORMS}"
        )
    legal = position.menu(state, seat)
    if action not in legal:
        right = ", ".join(f"`{TEXTS[other]}`" for other in legal[:_SHOWN])
        raise IllegalActionError(
            f"{text!r}: {_why_not(state, seat, text)}; legal: {right}"
            + (" …" if len(legal) > _SHOWN else "")
        )
    return action


def _not_due(state: State, seat: Seat, actors: tuple[Seat, ...]) -> str:
    if state.phase == position.CHOOSING and 0 <= seat < len(state.cities):
        return f"seat {seat} has chosen already"
    one = actors[0] if len(actors) == 1 else f"one of {', '.join(map(str, actors))}"
    return f"it is the turn of seat {one}, not of seat {seat}"


def _why_not(state: State, seat: Seat, text: str) -> str:
    word = text.split()[0]
    if state.phase == position.TAKING and word == "take":
        return _why_no_pile(state, int(text.split()[1]) - 1)
    if state.phase == position.CHOOSING and word == "choose":
        return (
            f"that card is not in pile {state.taken[seat] + 1}, which seat {seat} holds"
        )
    pending = state.pending
    if pending is None:
        return f"this is phase {position.PHASES[state.phase]}"
    if not pending.victims:
        return (
            f"card {pending.card} ({CARDS[pending.card].type}) asks for one of its "
            "Temples, or `show`"
        )
    victim = pending.victims[0]
    prey = ", ".join(map(str, cards_of(state.cities[victim].targets(pending.card))))
    return f"saucer {pending.card} now takes one of {prey} from seat {victim}"


def _why_no_pile(state: State, pile: int) -> str:
    if not state.piles[pile]:
        return f"pile {pile + 1} is empty"
    holder = state.taken.index(pile)
    return f"seat {holder} holds pile {pile + 1}"
