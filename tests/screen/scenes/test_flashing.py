"""Nothing flashes over a quarter of the picture more than three times a second.

That is WCAG 2.3.1, with no reduced flashing: every sample of the gallery, every act of
attract, every kind of thing that happens in a game, what is drawn between scenes, and
Saucer Rain.
"""

from dataclasses import replace
from functools import partial

import pygame
import pytest

from cabinet.i18n import words
from cabinet.loops.recording import read
from cabinet.loops.run import LoopMatch, Run
from cabinet.picture.motion import (
    TRANSITION_FRAMES,
    burst,
    fireworks,
    pop_up,
    ring,
    transition,
)
from cabinet.picture.shapes import HEIGHT, RAMPS, WIDTH, Box
from cabinet.protocol.snapshot import MatchCard
from cabinet.screen.loop.demo_player import DemoPlayer
from cabinet.screen.match.table import Table
from cabinet.screen.scenes import attract, scene_table
from cabinet.screen.scenes.show import Show
from cabinet.tabletop.registry import shipped
from saucer_rain import GAME as SAUCER_RAIN
from tests.screen.flash_meter import CELLS, Film, sampled, worst
from tests.screen.gallery import pictures, samples
from tools.gallery.samples import BASE, NOW, PERSON, WITH_SCORES

SCORES = next(o.high_scores for o in WITH_SCORES if o.high_scores)

GAMES = shipped()
QUARTER = 0.25
A_SHIP = 4 / CELLS
A_SECOND = 61


def film_of(picture_at, frames=A_SECOND):
    """A film of what a function of the frame draws."""
    film = Film()
    for frame in sampled(frames):
        film.take(frame, picture_at(frame))
    return film.flashes()


def test_the_rim_of_danger_and_of_a_chance_beats_without_flashing():
    tense = [
        show
        for name, show in samples("fr")
        if name in ("azteka_danger", "arkade_danger", "aztec_chance")
    ]
    assert len(tense) == 3
    for show in tense:

        def beating(frame, show=show):
            told = show.play.told._replace(age=frame)
            play = replace(show.play, told=told)
            return scene_table.picture(replace(show, play=play))

        assert worst(film_of(beating, 2 * A_SECOND)) <= QUARTER


def test_the_measure_sees_a_flash_of_half_the_picture_and_of_red():
    def blinking(color, every):
        lit = (Box(0, 0, WIDTH, HEIGHT // 2, color),)
        return lambda frame: lit if frame // every % 2 else ()

    for color in ("white", "red"):
        assert worst(film_of(blinking(color, 5))) == 0.5
        assert worst(film_of(blinking(color, 15))) == 0.0
        assert worst(film_of(blinking(color, 1))) == 0.5
    assert worst(film_of(lambda _: ())) == 0.0
    small = (Box(0, 0, 40, 40, "white"),)
    few = film_of(lambda frame: small if frame // 4 % 2 else ())
    assert worst(few) == 4 / CELLS


def seen_later(show, frame):
    later = replace(show, frame=show.frame + frame, beat=show.beat + frame)
    return scene_table.picture(later)


def test_no_scene_flashes_over_a_quarter_of_the_picture():
    found = {
        name: part
        for name, show in samples("fr")
        if not name.startswith("howto_") or name.endswith("_1")  # the same arrow nods
        if (part := worst(film_of(partial(seen_later, show)))) > QUARTER
    }
    assert found == {}


def effects(game, replay):
    """The table after each first time that something happens in a recorded match."""
    seats = (PERSON,) * replay.players
    card = MatchCard(0, game.rules.name, dict(replay.options), seats, replay.seed)
    table, known = Table(game, card), set()
    for number, move in enumerate(replay.log, 1):
        table.play(move.seat, move.action)
        kinds = {event["event"] for event in table.story.lately} - known
        if kinds or number == len(replay.log):
            known |= kinds
            yield " ".join(sorted(kinds)), table


def film_of_effect(table, frames=A_SECOND):
    film, speech, ticked = Film(), words("fr"), 0
    for frame in sampled(frames):
        while ticked < frame:
            table.tick()
            ticked += 1
        film.take(frame, table.show(speech).picture)
    return film.flashes()


@pytest.mark.parametrize("name", GAMES)
def test_nothing_that_happens_in_a_game_flashes(name):
    game = GAMES[name]
    found = {
        what: part
        for replay in game.primer.demos.values()
        for what, table in effects(game, replay)
        if (part := worst(film_of_effect(table))) > QUARTER
    }
    assert found == {}


def over_a_scene(frame):
    """What is drawn over a scene: a coin, then the feast of a victory."""
    return (
        *ring(64, 322, frame, "gold", 54, 22),
        *burst(64, 322, frame, 5, RAMPS["gold"], count=56, reach=90, frames=44),
        *pop_up(64, 296, frame - 8, "+1"),
        *fireworks(frame, 3),
    )


def test_neither_a_coin_nor_a_victory_flashes():
    scene = pictures("fr")["result_drawn"]
    film = film_of(lambda frame: (*scene, *over_a_scene(frame)), 300)
    assert worst(film) <= QUARTER


@pytest.mark.parametrize("kind", ["iris", "wipe", "fade"])
def test_no_change_of_scenes_flashes_even_if_somebody_hurries(kind):
    """The fastest there is: forward, back and forward again."""
    dark, bright = pictures("fr")["standby"], pictures("fr")["service"]

    def hurried(frame):
        turn, age = divmod(frame, TRANSITION_FRAMES)
        old, new = (dark, bright) if turn % 2 else (bright, dark)
        return transition(old, new, age, kind)

    assert worst(film_of(hurried)) <= QUARTER


def rain(*, gentle):
    """The recorded game of Saucer Rain, from where most happens in it."""
    recording = read(SAUCER_RAIN.text(SAUCER_RAIN.demo))
    match = LoopMatch(recording.seats, recording.options, recording.seed, gentle=gentle)
    run, film = Run(SAUCER_RAIN, match), Film()
    surface = pygame.Surface(SAUCER_RAIN.size, 0, 32)
    wanted = set(sampled(len(recording.updates)))
    for frame, update in enumerate(recording.updates):
        run.update(*update)
        if frame in wanted and (frame // 300) % 4 == 0:
            run.draw(surface)
            film.take_pixels(frame, surface)
    return film.flashes()


@pytest.mark.parametrize("gentle", [False, True])
def test_saucer_rain_does_not_flash(gentle):
    """What is left where flashing is reduced is a ship that is steered to and fro."""
    pygame.font.init()
    assert worst(rain(gentle=gentle)) <= (A_SHIP if gentle else QUARTER)


@pytest.mark.soak
def test_the_whole_of_attract_does_not_flash():
    """Every act about every game, one after the other, with the games that play."""
    demo_player = DemoPlayer(GAMES)
    demo_player.open(BASE.offers)
    demo_player.wait()
    offers = tuple(replace(offer, high_scores=SCORES) for offer in BASE.offers)
    snapshot = replace(BASE, offers=offers)
    show = Show(snapshot, NOW, 0, words("fr"), demo_player=demo_player)
    frames = len({offer.game for offer in offers}) * sum(attract.ACTS.values())
    film, seen, last = Film(), set(), 0
    for frame in sampled(frames):
        demo_player.tick(frame - last)
        last, now = frame, replace(show, frame=frame, beat=frame)
        seen.add(attract.now(now).name)
        film.take(frame, scene_table.picture(now))
    assert seen == set(attract.ACTS)
    assert worst(film.flashes()) <= QUARTER
