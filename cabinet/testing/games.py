"""What every game promises, as checks over any `Game`.

`check_game` is all of them; each `check_…` below is one promise, for a test that asks
for many seeds of it.
"""

import json
from collections.abc import Iterable, Iterator
from functools import partial
from random import Random
from typing import Any, Final, TypeAlias

from cabinet.picture.shapes import HEIGHT, PALETTE, WIDTH, Box, Picture
from cabinet.tabletop.api import (
    CHANCE,
    AnyGame,
    GameEvent,
    Look,
    Rules,
    View,
    abilities,
)
from cabinet.tabletop.bots import simulations
from cabinet.tabletop.match import UNDO, Match

LONGEST: Final = 5_000
BUTTONS: Final = ("up", "down", "left", "right", "a", "b")
# What a view may say something about, also as `left+right`; "stick" is any way.
HELPED: Final = (*BUTTONS, "stick")
LANGUAGES: Final = ("fr", "en")
LEVELS: Final = ("easy", "normal", "hard")

AnyRules: TypeAlias = Rules[Any, Any]


def check_game(game: AnyGame, seeds: Iterable[int] = range(3)) -> None:
    """Raise AssertionError unless the game keeps every promise, for these seeds."""
    for seed in seeds:
        check_turns(game, seed)
        check_apply(game, seed)
        check_notation(game, seed)
        check_seed(game, seed)
        check_undo(game, seed)
        check_secrets(game, seed)
        for language in LANGUAGES:
            check_view(game, seed, language)
    assert set(LEVELS) <= set(game.bots), f"a game has the bots {', '.join(LEVELS)}"
    for level in game.bots:
        check_bot(game, level, seed=1)


def walk(game: AnyGame, seed: int) -> Iterator[Any]:
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


def _begin(rules: AnyRules, rng: Random) -> Any:  # noqa: ANN401
    players = rng.choice(rules.seats)
    options = {
        name: rng.choice(option.choices) for name, option in rules.options.items()
    }
    try:
        return rules.new(players, options, rng)
    except ValueError:
        return rules.new(players, {}, rng)


def check_turns(game: AnyGame, seed: int) -> None:
    """Somebody is due, and has a choice, exactly until it is over."""
    rules = game.rules
    for state in walk(game, seed):
        due, outcome = rules.actors(state), rules.outcome(state)
        assert outcome.over == (not due), "over exactly when nobody is due"
        assert len(set(due)) == len(due), "each actor once"
        assert due == (CHANCE,) or all(0 <= s < rules.players(state) for s in due), (
            "chance acts alone"
        )
        for seat in range(CHANCE, rules.players(state)):
            legal = rules.legal(state, seat)
            assert bool(legal) == (seat in due), "legal exactly when due"
            assert len(set(legal)) == len(legal), "each legal action once"
        assert len(outcome.scores) == rules.players(state), "a score for each seat"
        assert outcome.over or not outcome.winners, "nobody wins before the end"
        check_chances(rules, state)


def check_chances(rules: AnyRules, state: Any) -> None:  # noqa: ANN401
    """Chance's actions are its legal ones, with whole weights, and only then."""
    chances = rules.chances(state)
    assert bool(chances) == (rules.actors(state) == (CHANCE,)), (
        "only when chance is due"
    )
    assert [action for action, _ in chances] == list(rules.legal(state, CHANCE))
    assert all(type(weight) is int and weight > 0 for _, weight in chances)
    for action, _ in chances:
        events: list[GameEvent] = []
        rules.apply(state, CHANCE, action, events)
        assert events, "chance is told in the events"


def check_apply(game: AnyGame, seed: int) -> None:
    """An action leaves the old position alone, and telling it changes nothing."""
    rules = game.rules
    for state in walk(game, seed):
        before, key = rules.write(state), hash(state)
        for seat in rules.actors(state):
            for action in rules.legal(state, seat):
                events: list[GameEvent] = []
                told = rules.apply(state, seat, action, events)
                assert told == rules.apply(state, seat, action), "the same, told or not"
                assert events, "every action is told in the events"
                assert all(isinstance(thing["event"], str) for thing in events)
                assert json.loads(json.dumps(events)) == events, "events are plain JSON"
        assert rules.write(state) == before, "the old position is left alone"
        assert hash(state) == key, "the old position is left alone"


def check_notation(game: AnyGame, seed: int) -> None:
    """Positions and actions are what they are after writing and reading."""
    rules = game.rules
    for state in walk(game, seed):
        document = rules.write(state)
        assert document["game"] == rules.name, "a document names its game"
        copy = json.loads(json.dumps(document))
        assert copy == document, "a document is plain JSON"
        again = rules.read(copy, Random(0))
        assert again == state, "what is written is read back"
        assert hash(again) == hash(state), "equal positions have equal hashes"
        assert rules.write(again) == document
        for seat in rules.actors(state):
            for action in rules.legal(state, seat):
                text = rules.write_action(state, action)
                assert rules.read_action(state, seat, text) == action
                assert text != UNDO, "`undo` is how a player takes an action back"


def check_seed(game: AnyGame, seed: int) -> None:
    """The same seed and actions are the same game."""
    rng = Random(seed)
    first = Match(game, rng.choice(game.rules.seats), {}, seed)
    while not first.over:
        seat = rng.choice(first.actors)
        first.play(rng.choice(first.legal(seat)), seat)
    again = Match.resume(game, first.players, {}, seed, first.log)
    assert again.document() == first.document(), "the same position"
    assert again.log == first.log, "the same log"
    assert again.outcome() == first.outcome(), "the same outcome"


def check_undo(game: AnyGame, seed: int) -> None:
    """Taking back returns to the same document, and again gives the same again."""
    rng = Random(seed)
    match = Match(game, rng.choice(game.rules.seats), {}, seed)
    passed = [match.document()]
    while not match.over:
        seat = rng.choice(match.actors)
        action = rng.choice(match.legal(seat))
        events = match.play(action, seat)
        after = match.document()
        match.undo()
        assert match.document() == passed[-1], "taken back is as before"
        assert match.play(action, seat) == events, "the same happens again"
        assert match.document() == after, "the same position follows"
        passed.append(after)
    while passed:
        assert match.document() == passed.pop(), "taken back is as before"
        if passed:
            match.undo()
    assert match.log == ()


def check_secrets(game: AnyGame, seed: int) -> None:
    """A seat sees the same in every position it cannot tell apart.

    A game that shows a seat less than the whole position must say, with `seen_by`,
    what a view may draw, and with `imagine` what that seat could be looking at instead.
    """
    rules, rng = game.rules, Random(seed)
    for state in walk(game, seed):
        for seat in (None, *range(rules.players(state))):
            seen = rules.observe(state, seat)
            assert json.loads(json.dumps(seen)) == seen, "what is seen is plain JSON"
            imagine, redact = abilities(rules).imagine, abilities(rules).seen_by
            assert (imagine is None) == (redact is None), "one needs the other"
            if imagine is None or redact is None:
                assert seen == rules.write(state), "hiding needs seen_by and imagine"
            elif seat is not None:
                other = imagine(state, seat, rng)
                assert rules.observe(other, seat) == seen, "imagined looks the same"
                assert redact(other, seat) == redact(state, seat), "to a view, too"
                assert rules.actors(other) == rules.actors(state)
                assert rules.legal(other, seat) == rules.legal(state, seat)


def check_bot(game: AnyGame, level: str, seed: int, budget: int = 4) -> None:
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
    assert logs[0] == logs[1], "the same dice and budget, the same game"


def seen_by(rules: AnyRules, state: Any, seat: int | None) -> Any:  # noqa: ANN401
    """What a view is shown of a position."""
    redact = abilities(rules).seen_by
    return redact(state, seat) if redact else state


def check_view(game: AnyGame, seed: int, language: str) -> None:
    """Every position has a picture on the canvas, help and, at the end, a sentence."""
    rules, view = game.rules, game.view
    assert game.title[language], f"a title in {language}"
    hand = None
    names: tuple[str, ...] = ()
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
        for button, words in view.help(look):
            assert words, "help says what a button does"
            assert set(button.split("+")) <= set(HELPED), button
        if seat is not None:
            hand = check_presses(view, look, Random(frame))
    assert view.ending(rules.outcome(state), names, language), "who won, in a sentence"


def check_picture(picture: Picture) -> None:
    """Something is drawn, in colours we have, and boxes stay on the canvas."""
    assert picture, "something is drawn"
    for shape in picture:
        assert getattr(shape, "color", "night") in PALETTE, shape
        if isinstance(shape, Box):
            assert 0 <= shape.x <= shape.x + shape.w <= WIDTH, shape
            assert 0 <= shape.y <= shape.y + shape.h <= HEIGHT, shape


def check_presses(view: View[Any, Any], look: Look[Any, Any], rng: Random) -> Any:  # noqa: ANN401
    """Any buttons in any order play nothing that is not legal; the last hand."""
    hand = look.hand
    for button in (*rng.choices(BUTTONS, k=6), "a"):
        hand, action = view.press(hand, button, look.seen, look.legal)
        assert action is None or action in look.legal, f"{action!r} is not legal"
    return hand
