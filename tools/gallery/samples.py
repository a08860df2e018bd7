"""Snapshots to look at: every mode a cabinet can be in, and its hard cases.

Shots, golden pictures and layout tests all use these, so what a test has seen is
what a person has seen. Those that need no game are in samples.yaml.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

import yaml

from cabinet.core.events import SECOND
from cabinet.core.money.ledger import TIME_OVER, Move, Seating
from cabinet.i18n.message import from_document
from cabinet.protocol.fields import build
from cabinet.protocol.snapshot import (
    MatchCard,
    OfferCard,
    ResultCard,
    Snapshot,
    TimeCard,
)
from cabinet.screen.match.table import Table
from cabinet.tabletop.api import AnyGame

NOW: Final = 100 * SECOND
PERSON: Final = Seating("person")
BOT: Final = Seating("bot", "hard")
_WRITTEN: Final[dict[str, Any]] = yaml.safe_load(
    Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8")
)
ALARMS: Final = {name: from_document(a) for name, a in _WRITTEN["alarms"].items()}
OFFERS, VARIANTS, WITH_SCORES, RICH = (
    tuple(build(OfferCard, card, name) for card in _WRITTEN[name])
    for name in ("offers", "variants", "with_scores", "rich")
)
BASE: Final = build(Snapshot, _WRITTEN["base"], "base")


def waiting(mode: str, seconds: int, **more: object) -> Snapshot:
    """A mode that gives up waiting after so many seconds, with one credit paid."""
    return replace(BASE, **(_paid(seconds) | {"mode": mode} | more))


def _paid(seconds: int) -> dict[str, Any]:
    return {"deadline": NOW + seconds * SECOND, "credits": 1, "missing": 0}


@cache
def cabinet_scenes() -> Mapping[str, Snapshot]:
    """Every mode that needs no game, by the name of its picture."""
    scenes = {}
    for name, written in _WRITTEN["scenes"].items():
        fields = dict(written)
        paid = _paid(fields.pop("wait")) if "wait" in fields else {}
        scenes[name] = build(Snapshot, _WRITTEN["base"] | paid | fields, name)
    return scenes


def match_card(game: AnyGame, seats: tuple[Seating, ...], moves: int) -> MatchCard:
    """A match after so many random moves, or as many as it has."""
    card = MatchCard(7, game.rules.name, {}, seats, seed=5, credits=2)
    table, rng = Table(game, card), Random(5)
    while not table.match.over and len(table.match.log) < moves:
        seat = table.match.actors[0]
        table.play(seat, rng.choice(table.match.legal(seat)))
    log = tuple(Move(seat, action) for seat, action in table.match.log)
    return replace(card, log=log)


def game_scenes(game: AnyGame) -> dict[str, Snapshot]:
    """A match from its first to its last position."""
    name = game.rules.name
    fewest = game.rules.seats[0]
    people = (PERSON,) * fewest
    middle = match_card(game, people, 9)
    last = match_card(game, people, 10_000)
    outcome = Table(game, last).outcome()
    ended = ResultCard("finished", outcome.winners, outcome.scores, outcome.reason)
    against_bot = match_card(game, (BOT, *people[1:]), 0)
    scenes = {
        "opening": waiting("playing", 175, match=match_card(game, people, 0)),
        "middle": waiting("playing", 88, match=middle, credits=0),
        "bot": waiting("playing", 175, match=against_bot),
        "finished": waiting("playing", 180, match=last),
        "result": waiting("result", 20, match=last, result=ended),
    }
    return {f"{name}_{scene}": snapshot for scene, snapshot in scenes.items()}


def minute_scenes(game: AnyGame) -> dict[str, Snapshot]:
    """A match that is sold by the minute: in its middle, near its end, and over."""
    middle = match_card(game, (PERSON,) * game.rules.seats[0], 9)
    over = ResultCard("finished", (), (), TIME_OVER)
    scenes = {
        f"minutes_{left}": waiting(
            "playing", 0, match=middle, time=TimeCard(left * SECOND, NOW), deadline=None
        )
        for left in (272, 24, 8)
    }
    played = ResultCard("finished", (), (), "")
    return scenes | {
        "minutes_over": waiting("result", 20, match=middle, result=over),
        "unscored_result": waiting("result", 20, match=middle, result=played),
    }


def question_scenes(game: AnyGame) -> dict[str, Snapshot]:
    """Every question in mid-game; they look the same over every game."""
    middle = match_card(game, (PERSON,) * game.rules.seats[0], 9)
    mode = next((o for o in OFFERS if o.game == game.rules.name), OFFERS[0])
    return {
        f"question_{about}": waiting(
            "playing", 14, match=middle, question=about, offers=(mode,), offer=0
        )
        for about in ("power", "leave", "idle", "resume")
    }
