"""How Arkade looks: a neon lane, the Alien's panel at its left, the Defender's right.

Everything follows from the `Look`. What a side may do now is lit: cells and docks
on the lane, buttons in its panel.
"""

from typing import Final

from cabinet.games.arkade.rules.pace import (
    CALM_MS,
    HAMMERED_MS,
    HURRIED_MS,
    REACTION_MS,
    ROLL_MS,
)
from cabinet.games.arkade.rules.position import State
from cabinet.games.arkade.view import hand as hands
from cabinet.games.arkade.view import spoken
from cabinet.games.arkade.view.hand import Hand
from cabinet.games.arkade.view.lane import alarm_sign, banner, lane, pointer
from cabinet.games.arkade.view.shown import Shown
from cabinet.games.arkade.view.sides import panel
from cabinet.games.arkade.view.texts import TEXTS, say_action
from cabinet.picture.shapes import Box, Picture
from cabinet.tabletop.api import Look, Outcome, Seat


class ArkadeView:
    """See `cabinet.tabletop.api.View`."""

    hand = staticmethod(hands.take)
    press = staticmethod(hands.press)
    say_standing = staticmethod(spoken.standing)
    say_pointed = staticmethod(spoken.pointed)
    say_event = staticmethod(spoken.event)
    say_board = staticmethod(spoken.board)

    def help(self, look: Look[State, Hand]) -> tuple[tuple[str, str], ...]:
        """What `a` plays, and where `b` leads."""
        if look.hand is None or not look.legal:
            return ()
        hand, say = look.hand, TEXTS[look.language]
        if self.live(look.seen):
            return ("a", say("apply")), ("b", say_action(say, "roll"))
        found = hands.shown(look.seen, look.legal, hand.inside)
        actions = found.get(hand.spot, [])
        if len(actions) == 1:
            does = say_action(say, actions[0])
        else:
            does = say("choose" if actions else "nothing")
        if hand.inside:
            return ("a", does), ("b", say("back"))
        if not hands.other_side(hand, found):
            return (("a", does),)
        key = "to_lane" if hands.is_button(hand.spot) else "to_buttons"
        return ("a", does), ("b", say(key))

    def roles(self, language: str) -> tuple[str, ...]:
        """See `cabinet.tabletop.optional.HasRoles`."""
        return TEXTS[language]("alien"), TEXTS[language]("defender")

    def live(self, seen: State) -> bool:
        """See `cabinet.tabletop.optional.RealTime`."""
        return seen.setup.arcade

    def takes(self, action: str) -> int:
        """A roll lasts as long on both sides; all else is at once."""
        return ROLL_MS if action == "roll" else 0

    def reaction(self, level: str, seat: Seat, between: int | None) -> int:
        """About as long as people take; who hammers on the buttons meets a fast house.

        Who is of no level is as slow as the slowest.
        """
        calm = (REACTION_MS.get(level) or max(REACTION_MS.values()))[seat]
        if between is None:
            return calm
        fast = HURRIED_MS.get(level, calm)
        part = min(1.0, max(0.0, (between - HAMMERED_MS) / (CALM_MS - HAMMERED_MS)))
        return min(calm, round(fast + part * (calm - fast)))

    def say_help(self, look: Look[State, Hand]) -> tuple[tuple[str, str], ...]:
        """The same; the letters say it all."""
        return spoken.helped(look, self.help(look))

    def picture(self, look: Look[State, Hand]) -> Picture:
        """The table, back to front."""
        shown = Shown(look)
        return (
            Box(0, 0, 640, 320, "ink"),
            *lane(shown),
            *panel(shown, 0),
            *panel(shown, 1),
            *alarm_sign(shown),
            *pointer(shown),
            *banner(shown),
        )

    def ending(self, outcome: Outcome, names: tuple[str, ...], language: str) -> str:
        """Who won, and why."""
        winner = names[outcome.winners[0]]
        return TEXTS[language](f"endings.{outcome.reason}", winner=winner)


VIEW: Final = ArkadeView()
