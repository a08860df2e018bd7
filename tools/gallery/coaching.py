"""What the house tells while people play: danger, a chance, a hint."""

from collections.abc import Iterator
from dataclasses import replace

from cabinet.protocol.snapshot import Snapshot
from cabinet.screen.match.adviser import could_win, told
from cabinet.screen.match.table import Table
from cabinet.screen.scenes.show import Coached, Show
from cabinet.tabletop.advice import Advice
from cabinet.tabletop.api import AnyGame, GameEvent

# What an action of the game does, for a hint with a reason of its own.
_DONE: dict[str, GameEvent] = {
    "arkade": {"event": "moved"},
    "aztec": {"event": "put"},
    "azteka": {"event": "placed", "role": "life"},
    "space_aztecs": {"event": "taken"},
}


def coached_shows(
    game: AnyGame, snapshot: Snapshot, blank: Show
) -> Iterator[tuple[str, Show]]:
    """The middle of a match, at its most tense, and with a hint."""
    assert snapshot.match is not None
    speech, table = blank.words, Table(game, snapshot.match)
    if table.match.over:
        return
    seat = table.match.actors[0]
    rival = (seat + 1) % table.match.players
    advice = Advice(
        "",
        (),
        (_DONE.get(game.rules.name, {"event": ""}),),
        wins=False,
        saves=(),
        gains=0,
    )
    names = table.names(speech)
    play, told_so = table.show(speech), replace(snapshot, deadline=None)
    moments = {
        "danger": Coached(danger=could_win(table, "rival", (rival,), speech), hints=3),
        "chance": Coached(chance=could_win(table, "own", (seat,), speech), hints=2),
        "hint": Coached(hint=told(game, advice, names, speech), hints=1),
        "guided": Coached(step=_longest_step(game, blank.language), number="2/3"),
    }
    for name, coached in moments.items():
        coached = coached._replace(age=2)
        show = replace(blank, snapshot=told_so, play=replace(play, told=coached))
        yield f"{game.rules.name}_{name}", show


def _longest_step(game: AnyGame, language: str) -> str:
    steps = game.primer.every_step if game.primer else ()
    said = (each.sentence[language].format(a="A", b="B") for each in steps)
    return max(said, key=len, default="")


def _done(game: AnyGame) -> GameEvent:
    return _DONE.get(game.rules.name, {"event": ""})
