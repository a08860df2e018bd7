"""The conformance suite for loop games: `check_loop(GAME)` in a test of your own.

Every check plays the game in here, as its process would, with buttons drawn from a
seed, and says in a sentence which promise is broken.
"""

import os
from collections.abc import Iterable, Iterator
from random import Random
from statistics import quantiles
from time import process_time
from typing import Final

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame

from cabinet.i18n import LANGUAGES
from cabinet.loops.api import BUTTONS, LoopGame
from cabinet.loops.recording import Update, idle, read
from cabinet.loops.run import LoopMatch, Run

SECONDS: Final = 10
LOOK_EVERY: Final = 15
# Of one update and its picture, of processor time: what a frame has, less our part.
SLOWEST_MS: Final = 10.0


def check_loop(game: LoopGame, seeds: Iterable[int] = (1, 2)) -> None:
    """Everything below, for every number of seats."""
    pygame.display.init()
    pygame.font.init()
    if not pygame.display.get_surface():
        pygame.display.set_mode((1, 1))
    check_description(game)
    for seats in game.seats:
        for seed in seeds:
            check_seed(game, seats, seed)
            check_drawing(game, seats, seed)
            check_surroundings(game, seats, seed)
            check_pause(game, seats, seed)
            check_checkpoint(game, seats, seed)
    check_time(game, max(game.seats))
    check_demo(game)
    check_noise(game)


def hands(game: LoopGame, seats: int, seed: int) -> Iterator[Update]:
    """Some seconds of buttons: held for a while, pressed, let go."""
    rng = Random(seed)
    held: list[frozenset[str]] = [frozenset()] * seats
    yield idle(seats)
    for _ in range(SECONDS * game.pace - 1):
        before = list(held)
        for seat in range(seats):
            if rng.randrange(12) == 0:
                held[seat] = frozenset(n for n in BUTTONS if rng.randrange(4) == 0)
        went = zip(held, before, strict=True)
        pressed = tuple(now - then for now, then in went)
        yield Update(tuple(held), pressed)


def check_description(game: LoopGame) -> None:
    """Its fields are right, and what people read is there in every language."""
    game.check()
    for language in LANGUAGES:
        assert game.title.get(language), f"title: there is none in {language!r}"
        for number, lesson in enumerate(game.how_to, 1):
            said = lesson.sentence.get(language)
            assert said, f"how_to: lesson {number} says nothing in {language!r}"
        for button, what in game.help.get(language, ()):
            known = set(button.split("+")) <= {*BUTTONS, "stick"}
            assert known, f"help: {button!r} is no button"
            assert what, f"help: {button!r} does nothing"


def check_seed(game: LoopGame, seats: int, seed: int) -> None:
    """The same seed and the same buttons are the same game; another seed may differ."""
    first, second = (_film(game, LoopMatch(seats, {}, seed), seed) for _ in range(2))
    assert first == second, (
        f"the same seed and buttons gave two different games ({seats} seats, seed "
        f"{seed}): take chance from `seed` and time from `dt`"
    )


def check_drawing(game: LoopGame, seats: int, seed: int) -> None:
    """`draw` paints all of the surface and changes nothing but that."""
    match = LoopMatch(seats, {}, seed)
    seen, unseen = Run(game, match), Run(game, match)
    clean, used = _surface(game), _surface(game)
    used.fill("magenta")
    for number, update in enumerate(hands(game, seats, seed)):
        if seen.outcome():
            break
        for run in (seen, unseen):
            run.update(*update)
        seen.draw(clean)
        if number % LOOK_EVERY == 0:
            unseen.draw(used)
            assert clean.get_size() == used.get_size() == tuple(game.size)
            assert _bytes(clean) == _bytes(used), (
                f"after update {number + 1} the picture depends on what was drawn "
                "before: draw all of it, and change nothing in `draw`"
            )


def check_surroundings(game: LoopGame, seats: int, seed: int) -> None:
    """Language, flashing and the record change what is drawn, not what happens."""
    plain = _happenings(game, LoopMatch(seats, {}, seed), seed)
    other = LoopMatch(seats, {}, seed, LANGUAGES[-1], gentle=True, best=12_345)
    assert plain == _happenings(game, other, seed), (
        "`language`, `gentle` or `best` change what happens: they may only be drawn"
    )


def check_pause(game: LoopGame, seats: int, seed: int) -> None:
    """A pause changes nothing."""
    match = LoopMatch(seats, {}, seed)
    paused, other = Run(game, match), Run(game, match)
    for number, update in enumerate(hands(game, seats, seed)):
        if paused.outcome():
            break
        if number % 100 == 50:
            paused.pause(on=True)
            paused.draw(_surface(game))
            paused.pause(on=False)
        for run in (paused, other):
            run.update(*update)
    assert _state(paused) == _state(other), "a pause changed the game"


def check_checkpoint(game: LoopGame, seats: int, seed: int) -> None:
    """What goes on from a checkpoint is the game it was taken from."""
    match, updates = LoopMatch(seats, {}, seed), list(hands(game, seats, seed))
    half = len(updates) // 2
    whole = Run(game, match)
    for update in updates[:half]:
        if whole.outcome() is None:
            whole.update(*update)
    state = whole.checkpoint()
    if not state or whole.outcome():
        return
    resumed = Run(game, LoopMatch(seats, {}, seed, checkpoint=state))
    pictures = _surface(game), _surface(game)
    for update in updates[half:]:
        for run, picture in zip((whole, resumed), pictures, strict=True):
            if run.outcome() is None:
                run.update(*update)
                run.sounds()
                run.draw(picture)
        first, second = map(_bytes, pictures)
        assert first == second, "resume(checkpoint()) is another game"


def check_time(game: LoopGame, seats: int) -> None:
    """An update and its picture leave the cabinet enough of a frame."""
    run, surface, took = Run(game, LoopMatch(seats, {}, 1)), _surface(game), []
    for update in hands(game, seats, 1):
        if run.outcome():
            break
        began = process_time()
        run.update(*update)
        run.draw(surface)
        took.append((process_time() - began) * 1000)
    if len(took) > 20:
        slow = quantiles(took, n=20)[-1]
        assert slow <= SLOWEST_MS, (
            f"one update in twenty takes {slow:.1f} ms and more with its picture: "
            f"{SLOWEST_MS:.0f} ms are there"
        )


def check_demo(game: LoopGame) -> None:
    """The demo can be played, and the lessons are in it."""
    if not game.demo:
        return
    demo = read(game.text(game.demo), game.demo)
    assert demo.pace == game.pace, f"{game.demo}: recorded at pace {demo.pace}"
    assert demo.seats in game.seats, f"{game.demo}: {demo.seats} cannot play"
    for number, lesson in enumerate(game.how_to, 1):
        at, last = lesson.update, len(demo.updates)
        assert 0 <= at <= last, f"how_to: lesson {number} is after the end of the demo"
    run = Run(game, LoopMatch(demo.seats, demo.options, demo.seed))
    for update in demo.updates:
        if run.outcome():
            break
        run.update(*update)
        run.sounds()
    assert run.updates > 0, f"{game.demo}: nothing is played"


def check_noise(game: LoopGame) -> None:
    """It opened no sound card and no window of its own."""
    assert not pygame.mixer.get_init(), "it makes noise itself: give names in sounds()"
    window = pygame.display.get_surface()
    assert window is None or window.get_size() == (1, 1), "it opened a window"


def _film(game: LoopGame, match: LoopMatch, seed: int) -> list[object]:
    """Everything there is to see, hear and count, now and then."""
    run, surface, film = Run(game, match), _surface(game), list[object]()
    for number, update in enumerate(hands(game, match.seats, seed)):
        if run.outcome():
            break
        run.update(*update)
        film.append((run.sounds(), run.score()))
        if number % LOOK_EVERY == 0:
            run.draw(surface)
            film.append(hash(_bytes(surface)))
    return [*film, run.outcome()]


def _happenings(game: LoopGame, match: LoopMatch, seed: int) -> list[object]:
    run, told = Run(game, match), list[object]()
    for update in hands(game, match.seats, seed):
        if run.outcome():
            break
        run.update(*update)
        told.append((run.sounds(), run.score()))
    return [*told, run.outcome()]


def _state(run: Run) -> tuple[object, ...]:
    surface = _surface(run.game)
    run.draw(surface)
    return _bytes(surface), run.sounds(), run.score(), run.outcome()


def _surface(game: LoopGame) -> pygame.Surface:
    return pygame.Surface(game.size, 0, 32)


def _bytes(surface: pygame.Surface) -> bytes:
    return bytes(surface.get_view("0").raw)
