"""Somebody new at the cabinet: every next step is on the screen, in every mode."""

import pytest

from cabinet import settings
from cabinet.core.events import SECOND
from cabinet.loops.registry import all_shipped
from cabinet.scenario.rig import Rig
from tests.support.newcomer import Newcomer, Watcher
from tests.support.settings import SETTINGS

GAMES = all_shipped()
CATALOGUE = settings.catalogue_of(GAMES)
# What is on sale and its place in the file; of a loop only the bar can be read.
MODES = ("azteka", "aggressive", "aztec", "mummies", "strategy", "arcade", "space")
OFFERS = {mode: place for place, mode in enumerate((*MODES, "rain", "aztec three"))}


@pytest.fixture
def cabinet(tmp_path):
    """A cabinet in a language."""
    made = []

    def cabinet(language, seed=1):
        over = {"io": {"backend": "sim"}, "cabinet": {"language": language}}
        rig = Rig(settings.load(SETTINGS, over, CATALOGUE), GAMES, tmp_path, seed)
        made.append(rig)
        return rig

    yield cabinet
    for rig in made:
        rig.close()


def played(rig, offer, language, seed, film=None):
    newcomer = Newcomer(rig, seed, language)
    newcomer.buy(offer)
    diary = Watcher(newcomer, film).watch()
    assert diary.gaps == [], "\n".join(map(str, diary.gaps))
    assert diary.result.how == "finished"
    assert diary.actions > 0 or rig.controller.table is None
    return diary


def test_somebody_new_finds_from_the_coin_to_a_match_and_to_its_end(cabinet):
    rig = cabinet("en")
    rig.advance(SECOND)
    newcomer, modes = Newcomer(rig, 5, "en"), []
    for _ in range(60):
        if rig.mode == "playing":
            break
        modes.append(rig.mode)
        newcomer.step()
    assert list(dict.fromkeys(modes)) == ["attract", "select", "join"]
    diary = Watcher(newcomer).watch()
    assert diary.gaps == [], "\n".join(map(str, diary.gaps))
    assert diary.result.how == "finished"


@pytest.mark.parametrize(
    ("language", "mode"), [("fr", "aztec three"), ("en", "mummies"), ("fr", "strategy")]
)
def test_a_match_is_played_by_what_the_screen_says(cabinet, language, mode):
    played(cabinet(language), OFFERS[mode], language, seed=1)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1, 6))
@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("mode", OFFERS)
def test_every_mode_is_played_by_what_the_screen_says(cabinet, language, mode, seed):
    played(cabinet(language, seed), OFFERS[mode], language, seed)
