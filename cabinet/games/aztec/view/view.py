"""How Aztec looks: the pyramid at the left, players and levels at the right.

Everything follows from the `Look`; the piece in hand stands where it would be laid.
"""

from typing import Final

from cabinet.games.aztec.rules.position import State
from cabinet.games.aztec.view import hand as hands
from cabinet.games.aztec.view import spoken
from cabinet.games.aztec.view.hand import Hand
from cabinet.games.aztec.view.panels import keys, panels, ribbon
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
        """What the stick moves, what `a` plays, and what `b` changes."""
        hand, say = look.hand, TEXTS[look.language]
        if hand is None or not look.legal:
            return ()
        if look.age < self.lingers(look.lately):
            return (("a", say("go_on")),)
        if hand.key:
            others = ("left", say("key_around")), ("right", say("key_above"))
            other = others[hand.key == hands.KEYS[0]]
            return (("a", say(f"do_{hand.key}")), other, ("up", say("back")))
        if hand.piece:
            more = len(hands.ways(look.legal)[hand.x, hand.y]) > 1
            return (
                ("stick", say("aim")),
                ("a", say("play_put")),
                *((("b", say("next_way")),) if more else ()),
            )
        if hand.action == "pass":
            bid = (("b", say("choose_bid")),) if hands.bids(look.legal) else ()
            return (("a", say("play_pass")), *bid)
        number = hand.action.removeprefix("bid ")
        passing = (("b", say("choose_pass")),) if "pass" in look.legal else ()
        turns = any(hands.lower_and_higher(hand.action, look.legal))
        dial = (("left+right", say("dial")),) if turns else ()
        return (*dial, ("a", say("play_bid", bid=number)), *passing)

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
            *scene(shown, covered=bool(across)),
            *(() if across else keys(shown)),
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
