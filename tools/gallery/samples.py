"""Snapshots to look at: every mode a cabinet can be in, and its hard cases.

Shots, golden pictures and layout tests all use these, so what a test has seen is
what a person has seen.
"""

from dataclasses import replace
from random import Random
from typing import Final

from cabinet.core.events import SECOND
from cabinet.core.modes.state import DOOR_OPEN, coin_noisy
from cabinet.core.money.ledger import HighScore, Move, Seating
from cabinet.protocol.snapshot import (
    BooksCard,
    MatchCard,
    OfferCard,
    ResultCard,
    SigningCard,
    Snapshot,
)
from cabinet.screen.match.table import Table
from cabinet.tabletop.api import AnyGame
from tools.gallery.alarms import ALARMS, DAMAGE, DISK, LINK, RESTORED, UNPLUGGED

NOW: Final = 100 * SECOND
PERSON: Final = Seating("person")
BOT: Final = Seating("bot", "hard")
EASY: Final = Seating("bot", "easy")
NORMAL: Final = Seating("bot", "normal")
_SIX: Final = (*(PERSON,) * 5, BOT)


def offer(
    game: str,
    fr: str,
    en: str,
    seats: tuple[int, int],
    credits: int = 1,
    **options: str,
) -> OfferCard:
    """A game on sale that one credit in the purse can buy, or not."""
    few, most = seats
    titles = {"fr": fr, "en": en}
    return OfferCard(
        game, titles, credits, most > 3, few, most, credits <= 1, options={**options}
    )


OFFERS: Final = (
    offer("azteka", "Azteka", "Azteka", (2, 2)),
    offer("aztec", "Aztec", "Aztec", (2, 3)),
    offer("arkade", "Arkade, mode stratégie", "Arkade, strategy mode", (2, 2), 2),
    offer("space_aztecs", "Les Aztèques de l'espace", "Space Aztecs", (2, 6)),
    offer("azteka", "Azteka : les momies (règles maison)", "Azteka: mummies", (3, 3)),
    offer("arkade", "Arkade, mode arcade", "Arkade, arcade mode", (2, 2), 3),
    offer(
        "space_aztecs",
        "Le plus long titre qu'un exploitant puisse vouloir écrire ici",
        "The longest title that an operator could ever want to write in here",
        (2, 6),
    ),
)
# Modes that are played otherwise than their game, and taught otherwise.
VARIANTS: Final = (
    offer("azteka", "Azteka agressif", "Azteka", (2, 2), variant="aggressive"),
    offer("azteka", "Azteka à trois", "Azteka", (3, 3), variant="mummies"),
    offer("arkade", "Arkade arcade", "Arkade", (2, 2), mode="arcade"),
)
BASE: Final = Snapshot(
    mode="attract",
    name="Arkade",
    language="fr",
    credits=0,
    fraction=0,
    to_next_credit=100,
    credit_price=100,
    currency="EUR",
    free_play=False,
    lockout_open=True,
    offers=OFFERS[:4],
    price=1,
    missing=1,
    books=BooksCard(1_284, 128_400, 1_170, 3, 12),
)


HONOURED: Final = (
    replace(
        OFFERS[0],
        high_scores=tuple(
            HighScore(name, 12_000 - 900 * place)
            for place, name in enumerate(("ZOÉ", "HUG", "MAË", "A. ", "NOÉ", "LÉA"))
        ),
    ),
    *OFFERS[1:4],
)
RICH: Final = tuple(replace(card, affordable=True) for card in OFFERS)


def waiting(mode: str, seconds: int, **more: object) -> Snapshot:
    """A mode that gives up waiting after so many seconds, with one credit paid."""
    deadline = NOW + seconds * SECOND
    fields = {"mode": mode, "deadline": deadline, "credits": 1, "missing": 0}
    return replace(BASE, **(fields | more))  # type: ignore[arg-type]


def cabinet_scenes() -> dict[str, Snapshot]:
    """Every mode that needs no game, by the name of its picture."""
    return _before_a_match() | _after_a_match() | _for_the_operator()


def _before_a_match() -> dict[str, Snapshot]:
    return {
        "standby": replace(BASE, mode="standby"),
        "attract": BASE,
        "attract_half_paid": replace(BASE, fraction=50, to_next_credit=50),
        "attract_paid": replace(BASE, credits=12, missing=0),
        "attract_free_play": replace(BASE, free_play=True, price=0, missing=0),
        "attract_shut": replace(BASE, lockout_open=False),
        "attract_blow": replace(BASE, lockout_open=False, notice="tilt"),
        "attract_no_gift": replace(BASE, notice="gifts"),
        "attract_refunded": replace(BASE, credits=2, missing=0, refunded=2),
        "select": waiting("select", 27, offer=1),
        "select_held": waiting("select", 27, offer=1, notice="held"),
        "select_one": waiting("select", 8, offers=OFFERS[:1], offer=0),
        "select_many": waiting("select", 27, offers=RICH, offer=6, credits=20),
        "select_nine": waiting("select", 27, offers=(*RICH, *RICH[:2]), offer=8),
        "select_none": waiting("select", 27, offers=()),
        "select_missing": waiting("select", 27, offer=2, price=2, missing=1),
        "join": waiting("join", 55, offer=0, seats=(PERSON, BOT)),
        "join_six": waiting(
            "join", 55, offer=3, seats=_SIX, price=5, missing=4, lacking=(0, 1, 1, 1, 1)
        ),
        "join_own_purses": waiting(
            "join",
            40,
            offer=3,
            seats=(PERSON, PERSON, PERSON),
            credits=3,
            own_credits=(0, 2, 1, 0, 0, 0),
            price=3,
            missing=1,
            lacking=(1, 0, 0),
        ),
        "join_phones": waiting(
            "join",
            55,
            offer=3,
            seats=(*(PERSON,) * 3, *(BOT,) * 3),
            phones_at="http://192.168.178.120:8080/p/",
            phones=(*(f"{seat}f0e9d8c7b6a5948372" for seat in "123"), "", "", ""),
        ),
        "join_no_network": waiting(
            "join", 55, offer=0, seats=(PERSON, PERSON), phones=("1f0e", "2f0e")
        ),
        "join_room": waiting("join", 9, offer=3, seats=(PERSON, BOT), credits=3),
        "join_full": waiting("join", 50, offer=0, seats=(PERSON, PERSON)),
        "join_easy": waiting("join", 50, offer=0, seats=(PERSON, EASY)),
        "join_normal": waiting("join", 50, offer=1, seats=(PERSON, NORMAL, NORMAL)),
    }


def _after_a_match() -> dict[str, Snapshot]:
    return {
        "signing": waiting(
            "signing",
            42,
            offers=HONOURED,
            offer=0,
            match=MatchCard(1, "azteka", {}, (PERSON, BOT), 1),
            signing=SigningCard(0, 10_700, 3),
        ),
        "signing_first": waiting(
            "signing",
            9,
            offers=OFFERS,
            offer=1,
            match=MatchCard(1, "aztec", {}, (PERSON, PERSON), 1),
            signing=SigningCard(1, 7, 1),
        ),
        "result_play_on": waiting(
            "result",
            18,
            seats=(PERSON, BOT),
            result=ResultCard("finished", (0,), (9, 7), ""),
            continues=True,
        ),
        "result_play_on_missing": waiting(
            "result",
            18,
            seats=(PERSON, BOT),
            result=ResultCard("finished", (1,), (9, 14), ""),
            continues=True,
            credits=0,
            price=2,
            missing=2,
        ),
        "result_drawn": waiting(
            "result",
            18,
            seats=(PERSON, BOT),
            result=ResultCard("finished", (), (7, 7), ""),
        ),
        "result_six": waiting(
            "result",
            18,
            seats=_SIX,
            result=ResultCard("finished", (1, 4), (12, 48, 7, 0, 48, -3), ""),
        ),
        "result_abandoned": waiting(
            "result",
            18,
            seats=(PERSON, BOT),
            result=ResultCard("abandoned", (), (), ""),
        ),
        "result_failed": waiting(
            "result", 18, seats=(PERSON, BOT), result=ResultCard("failed", (), (), "")
        ),
        "playing_trouble": waiting("playing", 170),
    }


def _for_the_operator() -> dict[str, Snapshot]:
    return {
        "service": waiting("service", 290),
        "service_alarms": waiting(
            "service",
            290,
            lockout_open=False,
            alarms=ALARMS,
            name="Arkade du Café des Sports",
        ),
        "service_noise": waiting(
            "service", 290, alarms=(coin_noisy(2), DOOR_OPEN, RESTORED, LINK)
        ),
        "out_of_order": replace(_BROKEN, reason="books", credits=2, detail=DISK),
        "out_of_order_damage": replace(_BROKEN, reason="books", detail=DAMAGE),
        "out_of_order_screen": replace(_BROKEN, reason="screen"),
        "out_of_order_link": replace(_BROKEN, reason="link", detail=UNPLUGGED),
        "out_of_order_other": replace(_BROKEN, reason="meteor"),
    }


_BROKEN: Final = replace(BASE, mode="out_of_order", lockout_open=False)


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
