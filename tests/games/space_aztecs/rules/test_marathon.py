"""A hundred thousand random games for each number of players, with every option."""

from random import Random

import pytest

from cabinet.games.space_aztecs.rules.cards import CARDS, FAMILIES, FAMILY, KIND, KINDS
from cabinet.games.space_aztecs.rules.score import count, total
from cabinet.tabletop.census import random_game
from tests.games.space_aztecs.rules.test_properties import places
from tests.games.space_aztecs.table import RULES, written

GAMES = 100_000
# One game in so many is looked at card by card; a prime, so that every option is.
SAMPLE = 97
TABLES = (
    {},
    {"codex": False},
    *({"removed": family} for family in FAMILIES),
    *({"codex": False, "removed": family} for family in FAMILIES),
)


@pytest.mark.soak
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_hundred_thousand_random_games_end_and_lose_no_card(players):
    looked_at = 0
    for number in range(GAMES):
        rng = Random(number * 10 + players)
        options = TABLES[number % len(TABLES)]
        first = RULES.new(players, options, rng)
        last, _ = random_game(RULES, first, rng)
        outcome = RULES.outcome(last)
        assert outcome.over
        assert max(outcome.scores) == outcome.scores[outcome.winners[0]]
        if number % SAMPLE == 0:
            looked_at += 1
            assert dealt(first, options, players) == dealt(last, options, players)
            assert tuple(total(lines) for lines in count(last)) == outcome.scores
    assert looked_at > GAMES // SAMPLE


def dealt(state, options, players):
    """All cards with those in the box: 72, each once; those on the table, sorted."""
    table = [card for card, _ in places(written(state))]
    in_box = set(range(1, len(CARDS))) - set(table)
    assert len(table) == len(set(table))
    assert len(table) + len(in_box) == 72
    wish = options.get("removed", "random")
    if players <= 4 and wish != "random":
        assert {FAMILIES[FAMILY[card]] for card in aztecs(in_box)} == {wish}
    if not options.get("codex", True):
        assert not any(KINDS[KIND[card]] == "codex" for card in table)
    return sorted(table)


def aztecs(cards):
    return [card for card in cards if KINDS[KIND[card]] == "aztec"]
