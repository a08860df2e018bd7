"""A match in words: what happened, whose turn it is, what is pointed at, who won.

The sentences are the game's own (`cabinet.tabletop.optional.Spoken`). While its board
is explored the stick goes over it place by place, and nothing reaches the game.
"""

from dataclasses import replace
from typing import Any, Final, NamedTuple

from cabinet.core.inputs.wired_buttons import WiredButtons
from cabinet.screen.match.table import Table
from cabinet.screen.scenes import playing
from cabinet.screen.scenes.show import Play, Show
from cabinet.screen.scenes.wired import Help, help_for
from cabinet.screen.voice.lines import Sentence, help_lines, line
from cabinet.screen.voice.scenes import Lines, credits_left
from cabinet.tabletop.api import Look
from cabinet.tabletop.match import UNDO
from cabinet.tabletop.optional import Spoken
from cabinet.tabletop.stick import STEPS

# So many of the last events can be heard again, and in real time.
HEARD: Final = 12
HEARD_LIVE: Final = 1


class VoiceButtons(NamedTuple):
    """What explores the board in a match, and what says all again; "" is none."""

    explore: str
    again: str

    @classmethod
    def of(cls, wired: WiredButtons) -> "VoiceButtons":
        """The first buttons that no game needs: Mode, Player, then Start."""
        free: list[str] = [name for name in ("mode", "player") if name in wired.lines]
        if not wired.without_a:
            free.append("start")
        return cls(*([*free, "", ""])[:2])


class Explorer:
    """Where on the board somebody listens; `open` while they do."""

    def __init__(self) -> None:
        self.open = False
        self._row = self._column = 0

    def press(self, button: str) -> None:
        """The stick goes on, any other button goes back to the game."""
        if button not in STEPS:
            self.open = False
            return
        across, down = STEPS[button]
        self._row, self._column = self._row + down, self._column + across

    def place(self, board: tuple[tuple[str, ...], ...]) -> str:
        """What is there; the stick stops at the rim."""
        if not board:
            return ""
        self._row = min(max(0, self._row), len(board) - 1)
        row = board[self._row]
        self._column = min(max(0, self._column), len(row) - 1)
        return row[self._column] if row else ""


def lines(
    show: Show, play: Play, table: Table, explorer: Explorer, buttons: VoiceButtons
) -> Lines:
    """Everything there is to know of the match at this moment."""
    view, look = table.game.view, table.look(show.words)
    if not isinstance(view, Spoken):
        return unheard(show)
    look = _of_the_last_hand(look, table)
    happened = _happened(show, table, view, look)
    if play.over:
        return (*happened, line(show, "over", show.words("voice.over")))
    if explorer.open:
        place = explorer.place(view.say_board(look))
        opened = line(show, "explore", show.words("voice.explore"))
        return (*happened, opened, line(show, "place", place, again=True))
    spoken = replace(play, help=view.say_help(look) if play.persons else ())
    return (
        line(show, f"begins.{table.card.id}", _begins(show)),
        *happened,
        *_turn(show, play),
        *_asked(show, play, view, look),
        *help_lines(show, _buttons(show, spoken, buttons)),
        *credits_left(show),
    )


def unheard(show: Show) -> Lines:
    """A game that has no words: how to leave it is said."""
    return (line(show, "guest", show.words("voice.guest", title=_title(show))),)


def _begins(show: Show) -> str:
    return show.words("voice.begins", title=_title(show))


def _title(show: Show) -> str:
    return show.title(show.offer.title) if show.offer else ""


def _of_the_last_hand(look: Look[Any, Any], table: Table) -> Look[Any, Any]:
    """Where several are due, what the hand that moved last points at."""
    for each in look.hands:
        if each.seat == table.last_pressed:
            return replace(look, seat=each.seat, hand=each.hand, legal=each.legal)
    return look


def _happened(
    show: Show, table: Table, view: Spoken, look: Look[Any, Any]
) -> tuple[Sentence, ...]:
    """The last events, oldest first, each said once."""
    most = HEARD_LIVE if table.live else HEARD
    events = [
        (number, said)
        for number, seat, told in table.happened[-3 * most :]
        if (said := view.say_event(told, seat, look))
    ][-most:]
    told = [
        line(show, f"event.{table.card.id}.{number}", said) for number, said in events
    ]
    if table.log and table.log[-1].action == UNDO:
        name = look.names[table.log[-1].seat]
        undone = show.words("voice.undone", name=name)
        told.append(line(show, f"undone.{table.card.id}.{len(table.log)}", undone))
    return tuple(told)


def _turn(show: Show, play: Play) -> Lines:
    """Whose turn it is; who sits alone is « you »."""
    say, people = show.words, _people(show)
    if play.persons:
        name = play.names[play.persons[0]]
        said = say("voice.yours") if people < 2 else say("voice.turn", name=name)
    elif play.phones:
        said = say("voice.phone", name=play.names[play.phones[0]])
    else:
        said = ""
    return (line(show, "turn", said),)


def _people(show: Show) -> int:
    match = show.snapshot.match
    return sum(card.kind == "person" for card in match.seats) if match else 0


def _asked(show: Show, play: Play, view: Spoken, look: Look[Any, Any]) -> Lines:
    told = []
    if play.tower is not None:
        title, what = playing.tower_words(show, play, play.tower)
        asked = show.words("voice.question", title=title.capitalize(), what=what)
        told.append(line(show, "tower", asked))
    for topic, said in (("hint", play.told.hint), ("near", near(play))):
        if said:
            told.append(line(show, topic, said, again=topic == "hint"))
    if play.persons:
        told += [
            line(show, f"standing.{place}", said)
            for place, said in enumerate(view.say_standing(look))
        ]
        told.append(line(show, "pointed", view.say_pointed(look), again=True))
    return tuple(told)


def _buttons(show: Show, play: Play, buttons: VoiceButtons) -> Help:
    """What the game's buttons do, and those of the voice."""
    if not play.persons:
        return ()
    hints: Help = ()
    if play.told.hints:
        what = show.words("voice.hint", n=play.told.hints)
        hints = (("hold mode", what),)
    more = help_for(
        show,
        (buttons.explore, "voice.explores") if buttons.explore else None,
        (buttons.again, "voice.again_does") if buttons.again else None,
    )
    return (*playing.buttons(show, play), *hints, *more)


def near(play: Play) -> str:
    """That somebody could win with their next move."""
    return play.told.chance or play.told.danger


def by_ear(view: object) -> bool:
    """Whether the game of this view can be played by ear."""
    return isinstance(view, Spoken)
