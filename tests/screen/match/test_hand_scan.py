"""One button reaches whatever a stick and two buttons reach, in every game."""

from random import Random

import pytest

from cabinet.core.money.ledger import Seating
from cabinet.protocol.snapshot import MatchCard
from cabinet.screen.loop.scanning import MOST_AT_ONCE, Choice
from cabinet.screen.match.hand_scan import HandScan, Position
from cabinet.screen.match.table import Table
from cabinet.tabletop.registry import shipped

WORDS = {"back": "back", "a": "A", "b": "B"}
PERSON = Seating("person")
MODES = {
    "azteka": {},
    "aztec": {},
    "arkade": {},
    "arkade, arcade": {"mode": "arcade"},
    "space_aztecs": {},
}


def positions(name, options, many, seed=3):
    """Positions of a random match in which a person is due."""
    game = shipped()[name]
    seats = (PERSON,) * game.rules.seats[0]
    card = MatchCard(1, name, options, seats, seed=seed)
    table, rng = Table(game, card), Random(seed)
    for _ in range(many):
        if table.match.over:
            return
        seat = table.match.actors[0]
        yield game.view, Position(table._seen(), tuple(table.match.legal(seat)))
        for _ in range(1 + rng.randrange(4)):
            if not table.match.over:
                seat = table.match.actors[0]
                table.play(seat, rng.choice(table.match.legal(seat)))


def flat(choices):
    for choice in choices:
        yield from flat(choice.within) if choice.within else (choice,)


def reached(view, entry, at, deep=2):
    """Every action that some sequence of choices plays."""
    found, opened = set(), {entry}
    scan = HandScan(view, entry, at)
    for choice in [*flat(scan.choices(WORDS))]:
        hand, button = scan.take(choice)
        if not button:  # a place with tools: each is tried at the first such place
            found |= menu(scan, view, hand, at)
            if deep and len(opened) == 1:
                opened.add(hand)
                found |= held(scan, view, at)
            scan = HandScan(view, entry, at)
            continue
        moved, action = view.press(hand, button, *at)
        if action:
            found.add(action)
        elif deep and moved not in opened:
            opened.add(moved)
            found |= reached(view, moved, at, deep - 1)
    return found


def menu(scan, view, hand, at):
    """What is played at a place that was taken."""
    play = next(c for c in scan.choices(WORDS) if c.key == "play")
    assert play.hand == hand
    assert scan.choices(WORDS)[-1].key == "back"
    return {view.press(hand, "a", *at)[1]} - {None}


def held(scan, view, at):
    """What each tool plays, each of its places being taken."""
    found = set()
    tools = [c for c in scan.choices(WORDS) if c.button == "tool"]
    for tool in tools:
        scan.take(tool)
        places = [c for c in flat(scan.choices(WORDS)) if c.button == "place"]
        assert places
        found |= {view.press(c.hand, "a", *at)[1] for c in places} - {None}
        scan.take(Choice("back", "", button="back"))
    return found


# A piece of Aztec is turned and pushed on as often as one likes: too many ways to try.
@pytest.mark.parametrize("mode", [mode for mode in MODES if mode != "aztec"])
def test_every_legal_action_can_be_taken_with_one_button(mode):
    name = mode.partition(",")[0]
    for view, at in positions(name, MODES[mode], 4):
        entry = view.hand(*at, None)
        assert set(at.legal) <= reached(view, entry, at) | {"undo"}


@pytest.mark.parametrize("mode", MODES)
def test_what_is_lit_first_is_few_and_each_of_it_does_something(mode):
    name = mode.partition(",")[0]
    for view, at in positions(name, MODES[mode], 12):
        scan = HandScan(view, view.hand(*at, None), at)
        first = scan.choices(WORDS)
        assert first
        assert len(first) <= 2 * MOST_AT_ONCE
        assert scan.choices(WORDS) is first
        for choice in flat(first):
            pressed = view.press(choice.hand, "b" if choice.button == "b" else "a", *at)
            assert pressed != (choice.hand, None)
