"""How Aztec looks: the pyramid at the left, players and levels at the right.

Everything follows from the `Look`; the piece in hand stands where it would be laid.
"""

from typing import Final

from cabinet.games.aztec.rules.position import State
from cabinet.games.aztec.view import hand as hands
from cabinet.games.aztec.view import spoken
from cabinet.games.aztec.view.hand import Hand
from cabinet.games.aztec.view.panels import panels, ribbon, tools
from cabinet.games.aztec.view.scene import scene
from cabinet.games.aztec.view.shown import END_FRAMES, TEXTS, Shown
from cabinet.picture.shapes import Box, Picture
from cabinet.tabletop.api import GameEvent, Look, Outcome, begins_a_round


class AztecView:
    """See `cabinet.tabletop.api.View`."""

    hand = staticmethod(hands.take)
    press = staticmethod(hands.press)
    say_standing = staticmethod(spoken.standing)
    say_pointed = staticmethod(spoken.pointed)
    say_event = staticmethod(spoken.event)
    say_board = staticmethod(spoken.board)

    def help(self, look: Look[State, Hand]) -> tuple[tuple[str, str], ...]:
        """What `a` plays, what `b` changes, and how the stick turns things."""
        hand, say = look.hand, TEXTS[look.language]
        if hand is None or not look.legal:
            return ()
        if look.age < self.lingers(look.lately):
            return (("a", say("go_on")),)
        if hand.piece:
            playable = hand.action in look.legal
            following = hands.next_tool(hand)
            return (
                ("a", say("play_put" if playable else "play_nothing")),
                ("b", say(f"choose_{following}")),
                *(
                    (button, say(f"{hand.tool}_{button}"))
                    for button in ("right", "up")
                    if hand.tool in ("turn", "look")
                ),
            )
        if hand.action == "pass":
            other = (("b", say("choose_bid")),) if hands.bids(look.legal) else ()
            return (("a", say("play_pass")), *other)
        number = hand.action.removeprefix("bid ")
        other = (("b", say("choose_pass")),) if "pass" in look.legal else ()
        return (("a", say("play_bid", bid=number)), *other)

    def lingers(self, lately: tuple[GameEvent, ...]) -> int:
        """The end of a round that another follows stays for a while."""
        return END_FRAMES if begins_a_round(lately) else 0

    def say_help(self, look: Look[State, Hand]) -> tuple[tuple[str, str], ...]:
        """The same; the letters say it all."""
        return self.help(look)

    def picture(self, look: Look[State, Hand]) -> Picture:
        """The table, back to front."""
        shown = Shown(look)
        across = ribbon(shown)
        return (
            Box(0, 0, 640, 320, "ink"),
            *scene(shown),
            *(() if across else tools(shown)),
            *panels(shown),
            *across,
        )

    def ending(self, outcome: Outcome, names: tuple[str, ...], language: str) -> str:
        """Who won the game, and why."""
        say = TEXTS[language]
        winner = say("endings.and").join(names[seat] for seat in outcome.winners)
        many, few, *_ = sorted(outcome.scores, reverse=True)
        return say(f"endings.{outcome.reason}", winner=winner, n=many, few=few)


VIEW: Final = AztecView()
