"""Space Aztecs as a show: what its busiest frames cost, and how long a game takes.

Games are played at random in virtual time; every frame of the effects is drawn.
"""

from collections.abc import Iterator
from random import Random
from statistics import median
from time import thread_time
from typing import Final

import pygame

from bench.table import Row, centile
from cabinet.core.money.ledger import Seating
from cabinet.games.space_aztecs import GAME
from cabinet.i18n import words
from cabinet.picture.shapes import HEIGHT, WIDTH
from cabinet.platform.processes import settle_in
from cabinet.protocol.snapshot import MatchCard
from cabinet.screen.loop.program import warm
from cabinet.screen.loop.window import open_display
from cabinet.screen.match.table import Table
from cabinet.screen.render.painter import paint
from cabinet.tabletop.personas import FIGURES, Persona

GAMES: Final = 20
# What people take: seconds to point at a pile, to read a hand and choose, to answer.
TAKES: Final = 4
CHOOSES: Final = 20
ANSWERS: Final = 6


def rows() -> Iterator[Row]:
    """Frames of six seats, then the minutes of four."""
    open_display(headless=True)
    warm()
    settle_in()
    spent = sorted(_frames(seed=1) + _frames(seed=2))
    p99 = centile(spent, 99)
    yield Row(
        f"space_aztecs: effects with six seats, {len(spent)} frames",
        f"p50 {median(spent):.1f}, p99 {p99:.1f}, longest {spent[-1]:.1f} ms",
        "p99 ≤ 4 ms",
        p99 <= 4,
    )
    games = [_length(seed) for seed in range(GAMES)]
    whole = sorted((seconds + frames / 60) / 60 for seconds, frames in games)
    yield Row(
        f"space_aztecs: {GAMES} games of four at human pace",
        f"median {median(whole):.1f}, {whole[0]:.1f} to {whole[-1]:.1f} minutes",
        "6 to 12 minutes",
        6 <= median(whole) <= 12,
    )
    held = [_length(seed, quick=True) for seed in range(GAMES)]
    part = sum(frames for _, frames in held) / sum(frames for _, frames in games)
    yield Row(
        "space_aztecs: effects while a button is held",
        f"{100 * part:.0f} % of their time",
        "half",
        part < 0.51,
    )


def _table(players: int, seed: int) -> Table:
    card = MatchCard(1, "space_aztecs", {}, (Seating(),) * players, seed)
    figures = list(FIGURES)
    personas = {n: Persona(f"Player {n}", figures[n]) for n in range(players)}
    return Table(GAME, card, phones=set(range(players)), personas=personas)


def _play(table: Table, rng: Random) -> str:
    seat = table.match.actors[0]
    action = rng.choice(table.match.legal(seat))
    table.play(seat, action)
    return action


def _frames(seed: int) -> list[float]:
    """Milliseconds of every frame in which an effect is played out."""
    table, rng, speech = _table(6, seed), Random(seed), words("fr")
    canvas = pygame.Surface((WIDTH, HEIGHT), 0, 32)
    took = []
    while not table.match.over:
        _play(table, rng)
        while table.lingers:
            before = thread_time()
            table.tick()
            paint(canvas, table.show(speech).picture)
            took.append((thread_time() - before) * 1e3)
    return took


def _length(seed: int, *, quick: bool = False) -> tuple[int, int]:
    """A game of four: seconds of its people, frames of its effects."""
    table, rng, seconds, frames = _table(4, seed), Random(seed), 0, 0
    while not table.match.over:
        # All choose at once.
        others = len(table.match.actors) < 4
        word = _play(table, rng).split()[0]
        if word != "choose":
            seconds += TAKES if word == "take" else ANSWERS
        elif not others:
            seconds += CHOOSES
        while table.lingers:
            table.tick(quick=quick)
            frames += 1
    return seconds + int(GAME.last_look), frames
