"""How Space Aztecs looks: the sundial in the middle, the cities around it.

The screen is everybody's: what a hand holds is drawn only while its curtain is open,
everything else follows from what the whole table may see.
"""

from typing import Final

from cabinet.games.space_aztecs.rules.position import State
from cabinet.games.space_aztecs.view import hand as hands
from cabinet.games.space_aztecs.view import spoken
from cabinet.games.space_aztecs.view.cities import cities
from cabinet.games.space_aztecs.view.drama import landed
from cabinet.games.space_aztecs.view.hand import Hand
from cabinet.games.space_aztecs.view.overlays import overlay
from cabinet.games.space_aztecs.view.phone import page
from cabinet.games.space_aztecs.view.shown import Shown, linger
from cabinet.games.space_aztecs.view.sundial import sundial
from cabinet.games.space_aztecs.view.texts import TEXTS, place_name
from cabinet.picture.shapes import Box, Picture
from cabinet.tabletop.api import Document, Look, Outcome, Seat
from cabinet.tabletop.optional import Story


class SpaceAztecsView:
    """See `cabinet.tabletop.api.View`."""

    hand = staticmethod(hands.take)
    press = staticmethod(hands.press)
    say_standing = staticmethod(spoken.standing)
    say_pointed = staticmethod(spoken.pointed)
    say_event = staticmethod(spoken.event)
    say_board = staticmethod(spoken.board)
    lingers = staticmethod(linger)
    landed = staticmethod(landed)
    hurries = True

    def help(self, look: Look[State, Hand]) -> tuple[tuple[str, str], ...]:
        """What `a` plays, and whether `b` shows or covers the cards."""
        hand, say = look.hand, TEXTS[look.language]
        if look.age < linger(look.lately):
            return (("a", say("help_hurry")),)
        if hand is None or not hand.action:
            return ()
        peek = ("b", say("help_cover" if hand.open else "help_peek"))
        if hands.secret(look.legal):
            play = ("a", say("help_choose"))
            return (play, peek) if hand.open else (peek,)
        word, *numbers = hand.action.split()
        place = place_name(say, int(numbers[0]) - 1) if word == "take" else ""
        return (("a", say(f"help_{word}", place=place)),)

    def say_help(self, look: Look[State, Hand]) -> tuple[tuple[str, str], ...]:
        """The same; the letters say it all."""
        return self.help(look)

    def picture(self, look: Look[State, Hand]) -> Picture:
        """The table, back to front."""
        shown = Shown(look)
        return (
            Box(0, 0, 640, 320, "ink"),
            *cities(shown),
            *sundial(shown),
            *overlay(shown),
        )

    def let_go(self, hand: Hand, button: str) -> Hand:
        """Cards that were held open are covered; a short press leaves them so."""
        return hand._replace(open=False) if button == "b" else hand

    def phone(
        self,
        seen: State,
        legal: tuple[str, ...],
        seat: Seat,
        names: tuple[str, ...],
        language: str,
        story: Story = Story(),  # noqa: B008 - never changes
    ) -> Document:
        """See `cabinet.tabletop.optional.Handheld`."""
        return page(seen, legal, seat, names, TEXTS[language], story)

    def ending(self, outcome: Outcome, names: tuple[str, ...], language: str) -> str:
        """Who won, with how many points, and what ended the world."""
        winners = [names[seat] for seat in outcome.winners]
        key = ("solo", "shared", "crowd")[min(len(winners), 3) - 1]
        say = TEXTS[language]
        return say(
            key,
            names=say("and").join(winners),
            count=len(winners),
            n=max(outcome.scores),
            why=say(f"why.{outcome.reason}"),
        )


VIEW: Final = SpaceAztecsView()
