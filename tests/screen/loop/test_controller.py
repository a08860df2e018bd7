"""What is on the screen, and when: waiting, last looks, results, the operator."""

import subprocess
import sys
from dataclasses import replace

from cabinet.core.events import SECOND
from cabinet.picture.shapes import Neon, Text
from cabinet.protocol.codec import Goodbye, Signature
from cabinet.protocol.snapshot import ResultCard, SigningCard
from cabinet.screen.loop.controller import ScreenController
from tests.screen.controller_rig import GAMES, Silent
from tools.gallery.samples import BASE


def test_the_mind_of_the_screen_needs_no_screen():
    code = "import cabinet.screen.loop.controller, sys; print('pygame' in sys.modules)"
    run = subprocess.run(
        (sys.executable, "-c", code), capture_output=True, text=True, check=True
    )
    assert run.stdout == "False\n"


def test_before_the_first_snapshot_and_after_goodbye_people_are_asked_to_wait(rig):
    assert "UN INSTANT" in rig.shown
    rig.hear()
    assert "UN INSTANT" not in rig.shown
    rig.controller.hear(Goodbye())
    assert "UN INSTANT" in rig.shown
    assert rig.controller.snapshot is None


def test_while_the_counter_is_away_the_purse_it_last_told_stays_on_the_screen(rig):
    assert "CRÉDIT" not in rig.shown
    rig.controller.hear(replace(BASE, credits=7, language="fr"))
    rig.controller.hear(Goodbye())
    rig.controller.hear(Goodbye())
    assert "UN INSTANT" in rig.shown
    assert "CRÉDITS" in rig.shown
    assert "1 crédit = 1,00\u00a0€" in rig.shown


def test_the_screens_own_language_is_for_the_time_before_the_counter_speaks():
    controller = ScreenController(GAMES, Silent(), language="en")

    def said():
        controller.tick(SECOND)
        return {s.words for s in controller.picture() if isinstance(s, Text | Neon)}

    assert "ONE MOMENT…" in said()
    controller.hear(replace(BASE, language="fr"))
    assert "INSERT COIN" not in said()
    controller.hear(replace(BASE, language="en"))
    assert "INSERT COIN" in said()


def test_the_last_position_stays_for_a_look_before_the_result(rig):
    rig.finish()
    ended = ResultCard("finished", (1,), (0, 1), "the last stone")
    look = replace(ended, stage="look", deaf_until=rig.now + SECOND)
    rig.hear(mode="result", result=look)
    assert "VICTOIRE" not in rig.shown
    assert "Partie terminée" in rig.shown
    rig.wait(SECOND)
    assert "N'importe quel bouton : voir le résultat" in rig.shown
    rig.hear(mode="result", result=ended)
    assert "VICTOIRE" in rig.shown
    assert "Joueur 2 gagne (the last stone)" in rig.shown


def test_a_screen_that_joins_at_the_result_shows_it_at_once(rig):
    log = ((0, "take 1 from 0"), (1, "take 1 from 1"))
    rig.start(heaps="1-1", log=log)
    rig.hear(mode="result", result=ResultCard("finished", (1,), (0, 1), ""))
    assert "VICTOIRE" in rig.shown


def test_a_high_score_is_signed_and_told_once(rig):
    rig.finish()
    rig.controller.say()
    rig.hear(
        mode="signing", signing=SigningCard(1, 1, 1), deadline=rig.now + 60 * SECOND
    )
    rig.press("p2.up")
    assert rig.controller.say() == []
    rig.wait(2 * SECOND)
    assert "RECORD !" in rig.shown
    for button in ("up", "a", "a"):
        rig.press(f"p2.{button}")
    assert rig.controller.say() == [], "a press that came too early wrote nothing"
    rig.press("p2.a")
    assert rig.controller.say() == [Signature(1, 1, "BAA")]
    rig.wait(70 * SECOND)
    assert rig.controller.say() == []


def test_leaving_the_result_needs_no_last_look(rig):
    rig.finish()
    rig.hear(mode="attract", match=None)
    assert "Partie terminée" not in rig.shown


def test_the_inputs_that_are_down_are_shown_to_the_operator(rig):
    def lit():
        picture = rig.controller.picture()
        return sum(getattr(shape, "color", "") == "green" for shape in picture)

    rig.hear(mode="service")
    dark = lit()
    rig.press("p2.left")
    assert lit() == dark + 1
    rig.release("p2.left")
    assert lit() == dark
