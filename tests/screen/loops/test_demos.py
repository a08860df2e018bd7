"""Loops that play themselves, and their lessons, before anybody pays."""

import os
import select
import time
from dataclasses import replace

import pytest

from cabinet.i18n import LANGUAGES, words
from cabinet.loops.api import LoopError
from cabinet.loops.recording import read
from cabinet.loops.registry import load_loop
from cabinet.picture.shapes import Pixels
from cabinet.protocol.snapshot import OfferCard
from cabinet.screen.loop.demo_player import DemoPlayer
from cabinet.screen.loops.demos import UNWATCHED, LoopDemos
from cabinet.screen.loops.process import InlineLoop, LoopFailedError, LoopProcess
from cabinet.screen.render import pixels
from cabinet.screen.render.painter import canvas
from tests.support.loops import install

pytestmark = pytest.mark.usefixtures("display")
FR, EN = words("fr"), words("en")
GAME = load_loop("saucer_rain")
OFFER = OfferCard("saucer_rain", {"fr": "Pluie"}, 1, False, 1, 2, True)


@pytest.fixture(params=[InlineLoop, LoopProcess])
def player(request):
    """The demos of one offer, with its games in here or in processes."""
    player = DemoPlayer({"saucer_rain": GAME}, start=request.param)
    player.open([OFFER])
    player.wait()
    yield player
    player.close()


def looked_at(player, language, until, offer=OFFER):
    """Look at the demo until there are so many pictures."""
    end = time.monotonic() + 20
    while time.monotonic() < end:
        picture = player.moving(offer, language)
        player.tick()
        if picture and picture[0].number >= until:
            return picture[0]
        if run := player.loops._demos[offer.game].run:
            select.select([run._wire] if hasattr(run, "_wire") else (), (), (), 0.1)
    raise AssertionError("it never moved")


def test_it_plays_itself_while_somebody_looks(player):
    assert looked_at(player, FR, 5)[:4] == (0, 0, 640, 320)
    demo = player.loops._demos["saucer_rain"]
    for _ in range(UNWATCHED + 1):
        player.tick()
    assert demo.run is None


def test_every_lesson_has_its_picture_in_every_language(player):
    assert player.lessons(OFFER) in (0, len(GAME.how_to))
    player.wait()
    assert player.lessons(OFFER) == 5
    shown = {}
    for language in LANGUAGES:
        for number in range(5):
            page = player.page(OFFER, number, words(language))
            assert "{" not in page.sentence
            assert isinstance(page.picture[0], Pixels)
            picture = canvas(page.picture)
            assert picture.get_at((320, 262)) != picture.get_at((1, 262))
            shown[number, language] = page
    assert len({page.picture for page in shown.values()}) == 10


def test_its_still_picture_is_there_when_it_was_taken(player):
    player.still(OFFER, EN)
    player.wait()
    (picture,) = player.still(OFFER, EN)
    assert pixels.shown(picture.source).get_size() == (640, 320)
    assert player.focus(OFFER) == 320


TAUGHT = """
from cabinet.loops.api import HowTo, LoopGame
from strange_loops import Squares


class Short(Squares):
    def begin(self, seats, options, seed):
        super().begin(seats, {"length": 40}, seed)


SAID = {"fr": "Appuie sur {a}.", "en": "Press {a}."}
TITLE = {"fr": "Cours", "en": "Taught"}
GAME = LoopGame(
    "taught", TITLE, Short, (1, 2), pace=30, demo="demo.txt", how_to=(HowTo(20, SAID),)
)
"""


@pytest.mark.parametrize("start", [InlineLoop, LoopProcess])
def test_a_strangers_loop_plays_itself_and_is_explained(
    strange_loops, tmp_path, monkeypatch, start
):
    install(tmp_path, TAUGHT, ["GAME"], "taught")
    (tmp_path / "taught").mkdir()
    (tmp_path / "taught.py").rename(tmp_path / "taught/__init__.py")
    demo = "seats 2 seed 4 pace 30\n15 p1.right\n1 p2.a +p2.a\n24 p1.left\n"
    (tmp_path / "taught/demo.txt").write_text(demo, encoding="utf-8")
    points = "[cabinet.loops]\ntaught = taught:GAME\n"
    (tmp_path / "taught-1.0.dist-info/entry_points.txt").write_text(points)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}{os.pathsep}{strange_loops}")
    offer = replace(OFFER, game="taught")
    player = DemoPlayer({"taught": load_loop("taught")}, start=start)
    player.open([offer])
    player.wait()
    # Above the bar of the cabinet there are 320 pixels for its 360.
    assert looked_at(player, FR, 30, offer)[:4] == (36, 0, 568, 320)
    player.wait()
    assert player.lessons(offer) == 1
    page = player.page(offer, 0, EN)
    assert page.sentence.startswith("Press ")
    assert "{" not in page.sentence
    # The first square has gone fifteen to the right by then, and four back.
    left, _, wide, *_ = page.picture[0]
    picture = canvas(page.picture)
    row = [picture.get_at((x, 82)) for x in range(640)]
    red = [x for x, color in enumerate(row) if color.r > 150 > 80 > color.b]
    assert red[0] == pytest.approx(left + 111 * wide / 640, abs=1)
    player.close()


def test_after_its_end_it_begins_again():
    text = "seats 1 seed 1 pace 60\n3 p1.left\n"
    short = replace(GAME, demo="demo.txt", how_to=())
    demos = LoopDemos(InlineLoop)
    demos.add(short)
    demos._demos["saucer_rain"].recording = read(text)
    sources = set()
    for _ in range(30):
        for shape in demos.moving("saucer_rain", FR):
            if not shape.source.startswith("still"):
                sources.add(shape.source)
    assert len(sources) > 3
    demos.wait()
    demos.close()


def test_a_demo_that_fails_is_given_up_once(caplog):
    def refuse(game, match):
        raise LoopFailedError("no process")

    demos = LoopDemos(refuse)
    demos.add(GAME)
    for _ in range(3):
        assert demos.moving("saucer_rain", FR) == ()
        demos.wait()
    assert demos.lessons("saucer_rain") == 0
    assert "cannot be shown: no process" in caplog.text


def test_a_recording_without_a_game_is_refused(monkeypatch):
    monkeypatch.setattr(type(GAME), "text", lambda *_: "seats 1 seed 1 pace 60\n")
    with pytest.raises(LoopError, match="there is no game in it"):
        LoopDemos(InlineLoop).add(GAME)
