"""What the operator sets right: credits taken away, a collection counted wrong."""

from dataclasses import replace

from cabinet.core.events import CollectionCorrected, CreditsTaken
from cabinet.core.modes.state import Attract
from cabinet.core.modes.step import step
from cabinet.core.money.ledger import Kind, Posting
from cabinet.core.money.tariff import NOTHING, Purse
from tests.core.example import HOUSE, NOW, cabinet, playing


def posted(effects):
    return [each for each in effects if isinstance(each, Posting)]


def test_all_credits_and_parts_of_one_are_taken_away_by_purse():
    purses = (Purse(2, 50), Purse(1), Purse(0, 30), *NOTHING[3:])
    state = replace(cabinet(Attract()), purses=purses)
    after, effects = step(state, CreditsTaken("web:owner", NOW), HOUSE)
    assert after.purses == NOTHING
    assert [(each.owner, each.credits) for each in posted(effects)] == [
        (0, -2),
        (1, -1),
        (2, 0),
    ]
    assert {(each.kind, each.note) for each in posted(effects)} == {
        (Kind.EXPIRY, "web:owner")
    }


def test_where_there_is_nothing_nothing_is_taken_and_nobody_loses_a_match():
    for state in (cabinet(Attract()), cabinet(playing(), credits=2)):
        after, effects = step(state, CreditsTaken("web:owner", NOW), HOUSE)
        assert after.purses == state.purses
        assert posted(effects) == []


def test_a_wrong_collection_is_corrected_by_another_entry():
    state = cabinet(Attract(), credits=1)
    after, effects = step(state, CollectionCorrected(-500, "counted", NOW), HOUSE)
    (posting,) = posted(effects)
    assert (posting.kind, posting.amount) == (Kind.CORRECTION, -500)
    assert after.purses == state.purses
