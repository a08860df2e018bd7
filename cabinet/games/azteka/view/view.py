"""How Azteka looks: the Circle in the middle, a panel for each role beside it.

Everything follows from the `Look`; the last action is told twice, by what moves
for a third of a second and by a mark that stays.
"""

from typing import Final

from cabinet.games.azteka.view import hand as hands
from cabinet.games.azteka.view.hand import Hand
from cabinet.games.azteka.view.sides import ribbon, sides
from cabinet.games.azteka.view.stage import END_FRAMES, Stage
from cabinet.games.azteka.view.texts import say, say_ending
from cabinet.picture.shapes import Box, Picture
from cabinet.tabletop.api import Document, Happening, Look, Outcome


class AztekaView:
    """See `cabinet.tabletop.api.View`."""

    def hand(self, seen: Document, legal: tuple[str, ...], before: Hand | None) -> Hand:
        """At the legal place nearest to where this player pointed before."""
        return hands.take(legal, before)

    def press(
        self, hand: Hand, button: str, seen: Document, legal: tuple[str, ...]
    ) -> tuple[Hand, str | None]:
        """Move, change the tool, or play; on an illegal place nothing is played."""
        return hands.press(hand, button, legal)

    def help(self, look: Look[Hand]) -> tuple[tuple[str, str], ...]:
        """What `a` plays, and which tool `b` takes."""
        if look.hand is None:
            return ()
        if look.age < self.lingers(look.lately):
            return (("a", say(look.language, "go_on")),)
        hand = look.hand
        playable = hand.action in look.legal
        key = f"play_{hand.tool}" if playable else "play_nothing"
        lines = [("a", say(look.language, key, ring=hand.ring))]
        following = hands.next_tool(hand, look.legal)
        if following != hand.tool:
            lines.append(("b", say(look.language, f"tool_{following}")))
        return tuple(lines)

    def lingers(self, lately: tuple[Happening, ...]) -> int:
        """The end of a round that another follows stays for a while."""
        news = {happening["event"] for happening in lately}
        return END_FRAMES if "round_over" in news and "game_over" not in news else 0

    def picture(self, look: Look[Hand]) -> Picture:
        """The table, back to front."""
        stage = Stage(look)
        return (
            Box(0, 0, 640, 320, "ink"),
            *sides(stage),
            *stage.circle(),
            *stage.pointer(),
            *ribbon(stage),
        )

    def ending(self, outcome: Outcome, names: tuple[str, ...], language: str) -> str:
        """Who won the match, and why."""
        few, many = min(outcome.scores), max(outcome.scores)
        return say_ending(
            language,
            outcome.reason,
            winner=names[outcome.winners[0]] if outcome.winners else "",
            n=many if outcome.reason == "reached a goal first" else few,
            many=many,
        )


VIEW: Final = AztekaView()
