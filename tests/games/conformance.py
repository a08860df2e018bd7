"""What every game promises, as checks over any `Game`.

`test_conformance.py` puts all installed games and the tiny ones through these; a
game from another package can call them in its own tests.
"""

import json
from functools import partial
from random import Random

from cabinet.picture.shapes import HEIGHT, PALETTE, WIDTH, Box, describe
from cabinet.tabletop.api import CHANCE, Look, abilities
from cabinet.tabletop.bots import simulations
from cabinet.tabletop.match import Match
from cabinet.tabletop.registry import installed

LONGEST = 5_000
BUTTONS = ("up", "down", "left", "right", "a", "b")


def house_games():
    """The installed games whose goldens are kept here: ours, no stranger's."""
    return {
        name: game
        for name, game in installed().items()
        if type(game.rules).__module__.startswith("cabinet.games.")
    }


def walk(game, seed):
    """A random game, position by position, ending in the last one.

    The seed also picks the number of players and a value for every option that
    the rules accept together.
    """
    rules, rng = game.rules, Random(seed)
    state = _begin(rules, rng)
    for _ in range(LONGEST):
        yield state
        due = rules.actors(state)
        if not due:
            return
        seat = rng.choice(due)
        state = rules.apply(state, seat, rng.choice(rules.legal(state, seat)))
    raise AssertionError(f"{rules.name} did not end in {LONGEST} actions")


def _begin(rules, rng):
    players = rng.choice(rules.seats)
    options = {
        name: rng.choice(option.choices) for name, option in rules.options.items()
    }
    try:
        return rules.new(players, options, rng)
    except ValueError:
        return rules.new(players, {}, rng)


def check_turns(game, seed):
    """Somebody is due, and has a choice, exactly until it is over."""
    rules = game.rules
    for state in walk(game, seed):
        due, outcome = rules.actors(state), rules.outcome(state)
        assert outcome.over == (not due)
        assert len(set(due)) == len(due)
        assert due == (CHANCE,) or all(0 <= s < rules.players(state) for s in due)
        for seat in range(CHANCE, rules.players(state)):
            legal = rules.legal(state, seat)
            assert bool(legal) == (seat in due), "legal exactly when due"
            assert len(set(legal)) == len(legal)
        assert len(outcome.scores) == rules.players(state)
        assert outcome.over or not outcome.winners
        check_chances(rules, state)


def check_chances(rules, state):
    """Fortune's actions are its legal ones, with whole weights, and only then."""
    chances = rules.chances(state)
    assert bool(chances) == (rules.actors(state) == (CHANCE,))
    assert [action for action, _ in chances] == list(rules.legal(state, CHANCE))
    assert all(type(weight) is int and weight > 0 for _, weight in chances)
    for action, _ in chances:
        story = []
        rules.apply(state, CHANCE, action, story)
        assert story, "chance is told in the events"


def check_apply(game, seed):
    """An action leaves the old position alone, and telling it changes nothing."""
    rules = game.rules
    for state in walk(game, seed):
        before, key = rules.write(state), hash(state)
        for seat in rules.actors(state):
            for action in rules.legal(state, seat):
                story = []
                told = rules.apply(state, seat, action, story)
                assert told == rules.apply(state, seat, action)
                assert story
                assert all(isinstance(thing["event"], str) for thing in story)
                assert json.loads(json.dumps(story)) == story
        assert rules.write(state) == before
        assert hash(state) == key


def check_notation(game, seed):
    """Positions and actions are what they are after writing and reading."""
    rules = game.rules
    for state in walk(game, seed):
        document = rules.write(state)
        assert document["game"] == rules.name
        copy = json.loads(json.dumps(document))
        assert copy == document, "a document is plain JSON"
        again = rules.read(copy, Random(0))
        assert again == state
        assert hash(again) == hash(state)
        assert rules.write(again) == document
        for seat in rules.actors(state):
            for action in rules.legal(state, seat):
                text = rules.write_action(state, action)
                assert rules.read_action(state, seat, text) == action


def check_seed(game, seed):
    """The same seed and actions are the same game."""
    first, log = random_match(game, seed)
    again = Match.resume(game, first.players, {}, seed, log)
    assert again.document() == first.document()
    assert again.log == first.log == tuple(log)
    assert again.outcome() == first.outcome()


def random_match(game, seed):
    """A finished match on default options with its log."""
    rng = Random(seed)
    match = Match(game, rng.choice(game.rules.seats), {}, seed)
    while not match.over:
        seat = rng.choice(match.actors)
        match.play(rng.choice(match.legal(seat)), seat)
    return match, list(match.log)


def check_undo(game, seed):
    """Taking back returns to the same document, and again gives the same again."""
    rng = Random(seed)
    match = Match(game, rng.choice(game.rules.seats), {}, seed)
    passed = [match.document()]
    while not match.over:
        seat = rng.choice(match.actors)
        action = rng.choice(match.legal(seat))
        story = match.play(action, seat)
        after = match.document()
        match.undo()
        assert match.document() == passed[-1]
        assert match.play(action, seat) == story
        assert match.document() == after
        passed.append(after)
    while passed:
        assert match.document() == passed.pop()
        if passed:
            match.undo()
    assert match.log == ()


def check_secrets(game, seed):
    """A seat sees the same in every position it cannot tell apart.

    A game that shows a seat less than the whole position must say, with `seen_by`,
    what a view may draw, and with `imagine` what that seat could be looking at instead.
    """
    rules, rng = game.rules, Random(seed)
    for state in walk(game, seed):
        for seat in (None, *range(rules.players(state))):
            seen = rules.observe(state, seat)
            assert json.loads(json.dumps(seen)) == seen
            hides, imagine = abilities(rules).seen_by, abilities(rules).imagine
            assert (hides is None) == (imagine is None), "one needs the other"
            if imagine is None:
                assert seen == rules.write(state), "hiding needs seen_by and imagine"
            elif seat is not None:
                other = rules.imagine(state, seat, rng)
                assert rules.observe(other, seat) == seen
                assert rules.seen_by(other, seat) == rules.seen_by(state, seat)
                assert rules.actors(other) == rules.actors(state)
                assert rules.legal(other, seat) == rules.legal(state, seat)


def check_bot(game, level, seed, budget=4):
    """A bot plays legal actions to the end, alike for the same dice and budget."""
    logs = []
    for _ in range(2):
        rng = Random(seed)
        match = Match(game, game.rules.seats[0], {}, seed)
        while not match.over:
            seat = match.actors[0]
            action = game.bots[level].choose(
                game.rules, match.state, seat, rng, simulations(budget)
            )
            match.play(game.rules.write_action(match.state, action), seat)
        logs.append(match.log)
    assert logs[0] == logs[1]


def seen_by(rules, state, seat):
    redacted = abilities(rules).seen_by
    return redacted(state, seat) if redacted else state


def check_view(game, seed, language):
    """Every position has a picture on the canvas, help and, at the end, a sentence."""
    rules, view = game.rules, game.view
    hand = None
    for frame, state in enumerate(walk(game, seed)):
        due = rules.actors(state)
        seat = due[0] if due and due[0] != CHANCE else None
        actions = () if seat is None else rules.legal(state, seat)
        legal = tuple(rules.write_action(state, action) for action in actions)
        seen = seen_by(rules, state, seat)
        hand = None if seat is None else view.hand(seen, legal, hand)
        names = tuple(f"P{n}" for n in range(rules.players(state)))
        look = Look(
            seen,
            due,
            legal,
            hand,
            names,
            (),
            0,
            frame,
            language,
            document=partial(rules.observe, state, seat),
        )
        check_picture(view.picture(look))
        assert all(b in BUTTONS and words for b, words in view.help(look))
        if seat is not None:
            hand = check_presses(view, look, Random(frame))
    assert view.ending(rules.outcome(state), names, language)


def check_picture(picture):
    """Something is drawn, in colours we have, and boxes stay on the canvas."""
    assert describe(picture)
    for shape in picture:
        assert shape.color in PALETTE, shape
        if isinstance(shape, Box):
            assert 0 <= shape.x <= shape.x + shape.w <= WIDTH, shape
            assert 0 <= shape.y <= shape.y + shape.h <= HEIGHT, shape


def check_presses(view, look, rng):
    """Any buttons in any order play nothing that is not legal."""
    hand = look.hand
    for button in (*rng.choices(BUTTONS, k=6), "a"):
        hand, action = view.press(hand, button, look.seen, look.legal)
        assert action is None or action in look.legal
    return hand
