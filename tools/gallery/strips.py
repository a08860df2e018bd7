"""Film strips: ten moments of each recorded match, from the opening to the end."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from cabinet.core.money.ledger import Move
from cabinet.i18n import words
from cabinet.picture.shapes import Picture
from cabinet.protocol.snapshot import MatchCard
from cabinet.screen.match.table import Table
from cabinet.screen.scenes import scene_table
from cabinet.screen.scenes.show import Show
from cabinet.tabletop.api import AnyGame
from tools.gallery.samples import BASE, NOW, PERSON, waiting

MOMENTS: Final = 10


def strips(
    games: Mapping[str, AnyGame], language: str
) -> Iterator[tuple[str, list[Picture]]]:
    """Each recorded match by name, as ten pictures of what people at it saw."""
    blank = Show(BASE, NOW, 40, words(language))
    for name, game in games.items():
        if game.primer is None:
            continue
        for which, replay in game.primer.demos.items():
            seats = (PERSON,) * replay.players
            log = tuple(Move(*move) for move in replay.log)
            moments = []
            for moment in range(MOMENTS):
                played = log[: moment * (len(log) - 1) // (MOMENTS - 1)]
                options = dict(replay.options)
                card = MatchCard(7, name, options, seats, replay.seed, log=played)
                table = Table(game, card)
                snapshot = waiting("playing", 88, match=card, credits=0)
                show = replace(blank, snapshot=snapshot, play=table.show(blank.words))
                moments.append(scene_table.picture(show))
            yield f"{name}_{which}".rstrip("_"), moments
