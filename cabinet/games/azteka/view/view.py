"""How Azteka looks: the Circle in the middle, a panel for each role beside it.

Everything follows from the `Look`; the last action is told twice, by what moves
for a third of a second and by a mark that stays.
"""

from typing import Final

from cabinet.games.azteka.rules.position import State
from cabinet.games.azteka.view import hand as hands
from cabinet.games.azteka.view import spoken
from cabinet.games.azteka.view.hand import Hand
from cabinet.games.azteka.view.panels import ribbon, sides
from cabinet.games.azteka.view.shown import END_FRAMES, TEXTS, Shown
from cabinet.picture.shapes import Box, Picture
from cabinet.tabletop.api import GameEvent, Look, Outcome, begins_a_round


class AztekaView:
    """See `cabinet.tabletop.api.View`."""

    hand = staticmethod(hands.take)
    press = staticmethod(hands.press)
    say_standing = staticmethod(spoken.standing)
    say_pointed = staticmethod(spoken.pointed)
    say_event = staticmethod(spoken.event)
    say_board = staticmethod(spoken.board)

    def help(self, look: Look[State, Hand]) -> tuple[tuple[str, str], ...]:
        """What the stick chooses, what `a` plays, and which tool `b` takes."""
        if look.hand is None:
            return ()
        say = TEXTS[look.language]
        if look.age < self.lingers(look.lately):
            return (("a", say("go_on")),)
        hand = look.hand
        lines = []
        if hand.action in look.legal:
            lines.append(("a", say(f"play_{hand.tool}", ring=hand.turning)))
        following = hands.next_tool(hand, look.legal)
        if following != hand.tool:
            lines.append(("b", say(f"tool_{following}")))
        placing = "aim_more" if hand.ring else "aim_place"
        aim = {"place": placing, "pass": ""}.get(hand.tool, "aim_ring")
        return ((("stick", say(aim)),) if aim else ()) + tuple(lines)

    def lingers(self, lately: tuple[GameEvent, ...]) -> int:
        """The end of a round that another follows stays for a while."""
        return END_FRAMES if begins_a_round(lately) else 0

    def say_help(self, look: Look[State, Hand]) -> tuple[tuple[str, str], ...]:
        """The same; the letters say it all."""
        return self.help(look)

    def picture(self, look: Look[State, Hand]) -> Picture:
        """The table, back to front."""
        shown = Shown(look)
        return (
            Box(0, 0, 640, 320, "ink"),
            *sides(shown),
            *shown.circle(),
            *shown.pointer(),
            *ribbon(shown),
        )

    def ending(self, outcome: Outcome, names: tuple[str, ...], language: str) -> str:
        """Who won the match, and why."""
        few, many = min(outcome.scores), max(outcome.scores)
        winner, *_ = (*outcome.winners, 0)
        first = outcome.reason == "reached a goal first"
        return TEXTS[language](
            f"endings.{outcome.reason}",
            winner=names[winner] if outcome.winners else "",
            n=outcome.scores[winner] if first else few,
            many=many,
        )


VIEW: Final = AztekaView()
