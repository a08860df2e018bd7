"""How Aztec looks: the pyramid at the left, players and levels at the right.

Everything follows from the `Look`; the piece in hand stands where it would be laid.
"""

from cabinet.games.aztec import hand as hands
from cabinet.games.aztec.hand import Hand
from cabinet.games.aztec.panels import panels
from cabinet.games.aztec.ribbons import ribbon
from cabinet.games.aztec.stage import Stage
from cabinet.games.aztec.words import say, say_ending
from cabinet.picture import Box, Picture
from cabinet.tabletop.api import Document, Look, Outcome


class AztecView:
    """See `cabinet.tabletop.api.View`."""

    def hand(self, seen: Document, legal: tuple[str, ...], before: Hand | None) -> Hand:
        """Over the useful column nearest to where this player pointed before."""
        return hands.take(legal, before)

    def press(
        self, hand: Hand, button: str, seen: Document, legal: tuple[str, ...]
    ) -> tuple[Hand, str | None]:
        """Move, turn the piece, or lay it; in the auction, turn the dial or bid."""
        return hands.press(hand, button, legal)

    def help(self, look: Look[Hand]) -> tuple[tuple[str, str], ...]:
        """What `a` plays, and what `b` changes."""
        hand, language = look.hand, look.language
        if hand is None or not look.legal:
            return ()
        columns = hands.ways(look.legal)
        if columns:
            playable = hand.action in look.legal
            lines = [("a", say(language, "play_put" if playable else "play_nothing"))]
            if len(columns.get((hand.x, hand.y), ())) > 1:
                lines.append(("b", say(language, "other_way")))
            return tuple(lines)
        if hand.action == "pass":
            other = (
                (("b", say(language, "choose_bid")),) if hands.bids(look.legal) else ()
            )
            return (("a", say(language, "play_pass")), *other)
        number = hand.action.removeprefix("bid ")
        other = (("b", say(language, "choose_pass")),) if "pass" in look.legal else ()
        return (("a", say(language, "play_bid", bid=number)), *other)

    def picture(self, look: Look[Hand]) -> Picture:
        """The table, back to front."""
        stage = Stage(look)
        return (
            Box(0, 0, 640, 320, "ink"),
            *stage.table(),
            *panels(stage),
            *ribbon(stage),
        )

    def ending(self, outcome: Outcome, names: tuple[str, ...], language: str) -> str:
        """Who won the game, and why."""
        winners = tuple(names[seat] for seat in outcome.winners)
        return say_ending(language, outcome.reason, winners, outcome.scores)
