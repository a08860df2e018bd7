"""Action texts read, and why one is refused.

There is one way to write each action. What a text means depends on who says it:
both sides roll and end.
"""

from typing import Final

from cabinet.games.arkade.rules.actions import ACTIONS, DEFENDER, FORTUNE, TEXTS
from cabinet.games.arkade.rules.menus import due, menu
from cabinet.games.arkade.rules.position import NOBODY, State
from cabinet.tabletop.api import CHANCE, IllegalActionError, Seat

_WHO: Final = {CHANCE: "chance", 0: "the Alien", 1: "the Defender"}
# The numbers of each one's actions.
_OWN: Final = {
    CHANCE: range(FORTUNE, ACTIONS),
    0: range(DEFENDER),
    1: range(DEFENDER, FORTUNE),
}
_KNOWN: Final = tuple({text.split()[0] for text in texts} for texts in TEXTS)
# More than this many legal actions are cut short in a refusal.
_SHOWN: Final = 8


# By face, then seat. The two kinds of `tile` never share a name, nor do the dice.
_NUMBERS: Final = tuple(
    {seat: {texts[action]: action for action in own} for seat, own in _OWN.items()}
    for texts in TEXTS
)


def read(state: State, seat: Seat, text: str) -> int:
    """The legal action `text` names, or `IllegalActionError`."""
    if state.mover == NOBODY:
        raise IllegalActionError(f"{text!r}: the game is over, nobody is due")
    actors = due(state)
    if seat not in actors:
        who = " and ".join(_WHO[actor] for actor in actors)
        raise IllegalActionError(f"{text!r}: {who} is due, not seat {seat}")
    action = _NUMBERS[state.setup.face][seat].get(text)
    if action is None or action not in menu(state, seat):
        raise IllegalActionError(f"{text!r}: {_why_not(state, seat, text)}")
    return action


def _why_not(state: State, seat: Seat, text: str) -> str:
    legal = [TEXTS[state.setup.face][action] for action in menu(state, seat)]
    shown = ", ".join(f"`{action}`" for action in legal[:_SHOWN])
    more = f" and {len(legal) - _SHOWN} more" if len(legal) > _SHOWN else ""
    verb = text.split()[0] if text.split() else ""
    if verb not in _KNOWN[state.setup.face]:
        return f"that is no action of Arkade; legal: {shown}{more}"
    asked = state.pending
    when = f"while `pending` asks for {asked.ask!r}" if asked else "now"
    return f"{_WHO[seat]} cannot do that {when}; legal: {shown}{more}"
