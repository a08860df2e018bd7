"""A cabinet with two games, in whatever mode an example needs."""

from dataclasses import replace

from cabinet.core.events import SECOND, Held, Pressed, Tapped
from cabinet.core.modes.state import Attract, Cabinet, Join, Playing, Question, Select
from cabinet.core.money.ledger import MatchRecord, Seating
from cabinet.core.money.tariff import NOTHING, Purse, Tariff
from cabinet.core.operating import Offer, OperatingSettings, TimeOuts

DUEL = Offer("nim", {"fr": "Nim", "en": "Nim"}, seats=(2, 2))
PARTY = Offer(
    "pig", {"fr": "Cochon", "en": "Pig"}, credits=2, per_player=True, seats=(2, 4)
)
HOUSE = OperatingSettings(offers=(DUEL, PARTY))
FREE = replace(HOUSE, tariff=Tariff(free_play=True))
KEY = HOUSE.tariff.key
WAIT = TimeOuts()
NOW = 100 * SECOND


def cabinet(mode, credits=0, **more):
    return Cabinet(
        mode=mode,
        purses=(Purse(credits), *NOTHING[1:]),
        screen_gone=None,
        money_at=NOW,
        **more,
    )


def select(cursor=0, row=""):
    return Select(cursor, NOW + WAIT.select, row)


def join(offer=0, persons=1, level="normal", seat=0):
    return Join(offer, NOW + WAIT.join, persons, level, seat)


RECORD = MatchRecord(
    id=7,
    offer=0,
    game="nim",
    options={},
    seats=(Seating(), Seating("bot", "normal")),
    seed=1,
    credits=1,
    mode="nim",
    paid=((0, 1),),
)
REFUNDED = Attract(refunded=1)


def playing(about=None, record=RECORD):
    question = Question(about, NOW + WAIT.question) if about else None
    return Playing(record, NOW + WAIT.playing, question)


START, HELD_START = Tapped("start", NOW), Held("start", NOW)
POWER, HELD_POWER = Tapped("power", NOW), Held("power", NOW)


def pressed(line):
    return Pressed(line, NOW)
