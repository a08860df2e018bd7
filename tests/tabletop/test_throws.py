"""Only entries of chance are a dice tower's; a seat may play the same words."""

from dataclasses import replace

import pytest

from cabinet.core.money.ledger import Move, Seating
from cabinet.games.arkade import GAME as ARKADE
from cabinet.protocol.snapshot import MatchCard
from cabinet.screen.match.table import Table
from cabinet.tabletop.api import CHANCE
from cabinet.tabletop.match import Match, PlayedAction
from cabinet.throws import is_throw, open_throw, sides_of
from tests.support.tiny_games import PIG, Pig

# A match that was played with a dice tower and kept by an earlier release.
OLD_LOG = (
    PlayedAction(0, "roll"),
    PlayedAction(CHANCE, "throw 0000d1ce 1"),
    PlayedAction(CHANCE, "fell 5 5"),
    PlayedAction(0, "reroll 2"),
    PlayedAction(CHANCE, "throw 0000d1ce 2"),
    PlayedAction(CHANCE, "fell 9 9"),
    PlayedAction(CHANCE, "throw 0000d1ce 3"),
    PlayedAction(CHANCE, "fell 3"),
    PlayedAction(0, "end"),
    PlayedAction(1, "roll"),
    PlayedAction(CHANCE, "throw 0000d1ce 4"),
    PlayedAction(CHANCE, "fell 5 1"),
    PlayedAction(1, "go"),
    PlayedAction(1, "nudge right"),
)
STRATEGY = {"mode": "strategy"}


class LoudPig(Pig):
    """Pig in the words that a dice tower uses too."""

    words = (("roll", "throw"), ("hold", "fell over"), ("dice", "fell"))

    def write_action(self, state, action):
        text = super().write_action(state, action)
        for ours, towers in self.words:
            text = text.replace(ours, towers)
        return text


LOUD = replace(PIG, rules=LoudPig())


@pytest.mark.parametrize("action", ["throw", "throw 0000d1ce 1", "fell 3 6", "fell x"])
def test_a_seat_never_throws_for_chance(action):
    entry = PlayedAction(0, action)
    assert not is_throw(entry)
    assert sides_of(entry) is None
    assert open_throw([entry]) is None


def test_an_old_log_with_a_towers_throws_replays():
    match = Match.resume(ARKADE, 2, STRATEGY, 7, OLD_LOG, "manual")
    assert match.log == OLD_LOG
    document = match.document()
    assert (document["ship"], document["nuggets"], document["turn"]) == (
        6,
        5,
        "defender",
    )
    assert document["defender_dice"] == {"move": None, "fire": "O"}
    moves = tuple(Move(*move) for move in OLD_LOG)
    card = MatchCard(1, "arkade", STRATEGY, (Seating("person"),) * 2, 7, moves)
    assert Table(ARKADE, card, real_dice=True).match.document() == document


@pytest.mark.parametrize("chance", ["auto", "manual"])
def test_a_game_may_use_the_towers_words(chance):
    match = Match(LOUD, 2, {}, 5, chance)
    while not match.over:
        assert match.play(match.legal()[-1]), "something happens"
    again = Match.resume(LOUD, 2, {}, 5, match.log, chance)
    assert again.document() == match.document()


@pytest.mark.parametrize("real_dice", [False, True])
def test_the_towers_words_are_played_at_the_table(real_dice):
    card = MatchCard(1, "pig", {}, (Seating("person"), Seating("bot", "easy")), 5)
    table = Table(LOUD, card, real_dice=real_dice)
    while not table.match.over:
        (seat,) = table.match.actors
        action = table.match.legal()[-1]
        assert table.play(seat, action) == action
    assert {action for _, action in table.match.log} == {"throw", "fell over"}
    assert Table(LOUD, replace(card, log=table.log)).match.over
