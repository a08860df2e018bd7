"""The samples as shows: every mode, every act, every lesson, ready to be drawn."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import count
from typing import Final

from cabinet.core.guests import PROGRAM
from cabinet.core.inputs.wired_buttons import WAYS, WiredButtons
from cabinet.core.preferences import CHOICES, Preferences
from cabinet.i18n import words
from cabinet.protocol.snapshot import BonusCard, HouseCard, Snapshot
from cabinet.screen.loop.demo_player import DemoPlayer
from cabinet.screen.loop.scanning import LitChoice
from cabinet.screen.match.table import Table
from cabinet.screen.scenes import attract, choices
from cabinet.screen.scenes.bar import BONUS
from cabinet.screen.scenes.show import Show
from cabinet.tabletop.api import AnyGame
from cabinet.tabletop.optional import Handheld
from tools.gallery.arkade import arkade_shows
from tools.gallery.coaching import coached_shows
from tools.gallery.menu import menu_places
from tools.gallery.samples import (
    BASE,
    BOT,
    NOW,
    OFFERS,
    PERSON,
    RICH,
    VARIANTS,
    WITH_SCORES,
    cabinet_scenes,
    game_scenes,
    minute_scenes,
    question_scenes,
    waiting,
)
from tools.gallery.towers import tower_shows

# As a service screen prints it; goldens do not follow every release.
VERSION: Final = "0.1.0"
SECOND_BEAT: Final = 60
LEAST: Final = WiredButtons(
    frozenset({"power", "start", *(f"p1.{way}" for way in WAYS)})
)
# Of a certificate that is nobody's.
FINGERPRINT: Final = ":".join(f"{(n * 37 + 161) % 256:02X}" for n in range(32))


def shows(
    games: Mapping[str, AnyGame], language: str, frame: int = 90
) -> Iterator[tuple[str, Show]]:
    """Every sample in one language, ready to be drawn."""
    speech, demo_player = words(language), DemoPlayer(games)
    demo_player.open((*OFFERS, *VARIANTS))
    demo_player.wait()
    blank = Show(BASE, NOW, frame, speech, version=VERSION, demo_player=demo_player)
    for name, snapshot in cabinet_scenes().items():
        phones = frozenset({1} if snapshot.phones else ())
        down = frozenset({"start", "p1.left", "p3.a"} if "alarms" in name else ())
        beat = 0 if snapshot.mode == "attract" else SECOND_BEAT
        # Door and tilt switch are shown where they are wired.
        wired = WiredButtons(blank.wired.lines | {"door", "tilt"})
        show = replace(blank, snapshot=snapshot, down=down, trouble=True, wired=wired)
        yield name, replace(show, beat=beat, phones=phones)
    yield from _attract_shows(blank)
    yield from _one_button(blank)
    matches = {name: game_scenes(game) for name, game in games.items()}
    yield from _few_buttons(blank, games, matches)
    at_work = replace(blank, snapshot=waiting("service", 290, offers=WITH_SCORES))
    for name, (menu_state, measurements) in menu_places().items():
        place = replace(at_work, menu_state=menu_state, measurements=measurements)
        if name == "menu_certificate":
            sealed = replace(at_work.snapshot, certificate=FINGERPRINT)
            place = replace(place, snapshot=sealed)
        if name == "menu_page":
            paired = replace(at_work.snapshot, pairing="48151623")
            place = replace(place, snapshot=paired)
        yield name, place
    for game in games.values():
        yield from tower_shows(game, blank)
        yield from arkade_shows(game, blank)
    for number, (key, game) in enumerate(games.items()):
        scenes = dict(matches[key])
        if not number:
            scenes |= question_scenes(game) | minute_scenes(game)
        yield from coached_shows(game, scenes[f"{game.rules.name}_middle"], blank)
        for name, snapshot in scenes.items():
            assert snapshot.match is not None
            play = Table(game, snapshot.match).show(speech)
            yield name, replace(blank, snapshot=snapshot, play=play)
            if isinstance(game.view, Handheld) and name.endswith("_middle"):
                seats = set(range(len(snapshot.match.seats)))
                away = Table(game, snapshot.match, None, seats).show(speech)
                held = replace(blank, snapshot=snapshot, play=away)
                yield f"{name}_phones", held
                yield f"{name}_taking", replace(held, taking=(away.phones[0], 0.6))


def _one_button(blank: Show) -> Iterator[tuple[str, Show]]:
    """What is lit up, and what comes next, where one button plays."""
    for name in ("select", "join"):
        snapshot = cabinet_scenes()[name]
        show = replace(blank, snapshot=snapshot, beat=SECOND_BEAT)
        found = choices.choices(show)
        lit = LitChoice("", found[1].words, 2, len(found), found[2].words, 0.4)
        yield f"{name}_one_button", replace(show, lit=lit)
    yield from _preferences(blank)


def _preferences(blank: Show) -> Iterator[tuple[str, Show]]:
    """The page with the stick on each row, and every choice in some of them."""
    page = replace(blank, snapshot=cabinet_scenes()["preferences"], beat=SECOND_BEAT)
    for at, row in enumerate((*CHOICES, "done"), 1):
        chosen = Preferences(
            **{name: values[-at % len(values)] for name, values in CHOICES.items()}
        )
        chosen = replace(chosen, scan=chosen.scan or CHOICES["scan"][1])
        shown = replace(page.snapshot, preferences=chosen)
        yield f"preferences_{row}", replace(page, snapshot=shown, row=at)
    program = replace(OFFERS[0], game=PROGRAM)
    shown = replace(page.snapshot, offers=(program,), preferences=chosen)
    yield "preferences_program", replace(page, snapshot=shown)
    shown = replace(shown, offers=(replace(OFFERS[0], one_button=False),))
    yield "preferences_loop", replace(page, snapshot=shown)
    nobody = replace(page.snapshot, preferences=Preferences())
    yield "preferences_usual", replace(page, snapshot=nobody, row=4)


def _few_buttons(
    blank: Show,
    games: Mapping[str, AnyGame],
    matches: Mapping[str, Mapping[str, Snapshot]],
) -> Iterator[tuple[str, Show]]:
    """What a panel with Start and one stick says in the place of buttons."""
    alone = replace(OFFERS[2], seats_max=1)
    scenes = cabinet_scenes()
    few = replace(blank, wired=LEAST)
    choosing = replace(scenes["select"], offers=(*OFFERS[:2], alone, OFFERS[3]))
    yield "select_few_buttons", replace(few, snapshot=choosing, beat=SECOND_BEAT)
    yield "join_few_buttons", replace(few, snapshot=scenes["join"], beat=SECOND_BEAT)
    behind_the_door = WiredButtons(LEAST.lines | {"test"})
    serving = waiting("service", 290, offers=WITH_SCORES)
    at_work = replace(few, snapshot=serving, wired=behind_the_door)
    for name in ("menu_tests_6", "menu_bonus", "menu_tiers"):
        yield f"{name}_few_buttons", replace(at_work, menu_state=menu_places()[name][0])
    for key, game in games.items():
        name = f"{game.rules.name}_middle"
        snapshot = matches[key][name]
        assert snapshot.match is not None
        play = Table(game, snapshot.match, wired=LEAST).show(blank.words)
        yield f"{name}_few_buttons", replace(few, snapshot=snapshot, play=play)


def _attract_shows(blank: Show) -> Iterator[tuple[str, Show]]:
    """What people see before they pay: every act about every game, every lesson."""
    own = HouseCard(
        {"fr": "Bienvenue au Café du Port, à Douarnenez", "en": "Hello"}, "gold"
    )
    yield "attract_house", replace(blank, snapshot=replace(BASE, house=own))
    scored = replace(blank, snapshot=replace(BASE, offers=WITH_SCORES))
    yield "attract_prices", replace(blank, beat=_beat(blank, "prices", 0))
    many = replace(blank, snapshot=replace(BASE, offers=RICH))
    yield "attract_prices_many", replace(many, beat=_beat(many, "prices", 0))
    cheaper = (BonusCard(200, 3), BonusCard(500, 8))
    told = replace(blank, snapshot=replace(BASE, bonuses=cheaper), frame=BONUS + 9)
    yield "attract_bonus", told
    told = replace(told, snapshot=replace(told.snapshot, offers=RICH), frame=9)
    yield "attract_prices_bonus", replace(told, beat=_beat(told, "prices", 0))
    yield "attract_scores", replace(scored, beat=_beat(scored, "scores", 0))
    for index, card in enumerate(BASE.offers):
        assert blank.demo_player is not None
        pages = blank.demo_player.lessons(card)
        if pages:
            for act in ("demo", "lessons"):
                shown = replace(blank, beat=_beat(blank, act, index))
                yield f"attract_{act}_{card.game}", shown
        joining = waiting("join", 50, offer=index, seats=(PERSON, BOT))
        for page in range(pages):
            name = f"howto_{card.game}_{page + 1}"
            yield name, replace(blank, snapshot=joining, page=page)
    for card in VARIANTS:
        assert blank.demo_player is not None
        joining = waiting("join", 50, offers=(card,), offer=0, seats=(PERSON, BOT))
        for page in range(blank.demo_player.lessons(card)):
            name = f"howto_{card.game}_{next(iter(card.options.values()))}_{page + 1}"
            yield name, replace(blank, snapshot=joining, page=page)


def _beat(show: Show, name: str, index: int) -> int:
    """When that act about that offer is well under way."""
    for beat in count(0, 60):
        act = attract.now(replace(show, beat=beat))
        if (act.name, act.offer) == (name, show.snapshot.offers[index]):
            return beat + 180
    raise AssertionError("every act comes")
