"""The guided first turn: for whom, step by step by doing, and out of the way."""

from itertools import product
from random import Random

import pytest

from cabinet.core.events import MILLISECOND, SECOND
from cabinet.core.money.ledger import Seating
from cabinet.core.program_settings import Coaching
from cabinet.i18n import LANGUAGES, words
from cabinet.screen.match.adviser import Adviser
from cabinet.screen.match.thinking import InlineThinker
from cabinet.screen.scenes import bar
from cabinet.screen.scenes.lettering import width
from cabinet.tabletop.api import RulesError
from cabinet.tabletop.registry import shipped
from tests.screen.controller_rig import PERSON, Rig

GAMES = shipped()
BOT = Seating("bot", "easy")
STEPS = [
    (game, step)
    for game in GAMES.values()
    for step in (game.primer.every_step if game.primer else ())
]


def rig_of(coaching=Coaching(hints=0)):  # noqa: B008
    thinker = InlineThinker(GAMES, 2)
    return Rig(thinker, games=GAMES, adviser=Adviser(InlineThinker(GAMES, 2), coaching))


def step(rig):
    told = rig.controller._match_controller.show(words("en")).told
    return f"{told.number} {told.step}".strip()


def tap(rig, line):
    rig.press(line)
    rig.wait(SECOND // 20)
    rig.release(line)
    rig.wait(SECOND // 20)


def test_each_step_is_learned_by_doing_it():
    rig = rig_of()
    rig.start("azteka", (PERSON, BOT), variant="classic")
    rig.wait(SECOND)
    assert step(rig) == "1/3 Push the stick: the frame shows where your pawn will go."
    tap(rig, "p1.right")
    assert step(rig) == "2/3 A places it. Life wants all 8 segments and all 4 rings."
    tap(rig, "p1.a")
    rig.wait(3 * SECOND)
    assert step(rig) == "3/3 B changes your mind: place a pawn, or turn a ring."
    tap(rig, "p1.b")
    assert step(rig) == ""


def test_who_plays_at_once_is_not_held_up():
    rig = rig_of()
    rig.start("aztec", (PERSON, PERSON))
    rig.wait(SECOND)
    tap(rig, "p1.a")
    rig.wait(SECOND)
    assert step(rig).startswith("1/3 Push"), "the second person has steps of their own"
    tap(rig, "p1.a")
    rig.wait(SECOND)
    assert step(rig) == "", "stick and B were skipped by playing"


def test_a_tap_on_mode_skips_the_rest():
    rig = rig_of(Coaching())
    rig.start("aztec", (PERSON, PERSON))
    rig.wait(SECOND)
    assert step(rig).startswith("1/") or step(rig).startswith("2/")
    tap(rig, "mode")
    told = rig.controller._match_controller.show(words("en")).told
    assert (told.step, told.hint, told.hints) == ("", "", 3)


def test_who_has_just_played_is_not_guided_again():
    rig = rig_of()
    rig.start("azteka", (PERSON, PERSON), variant="classic")
    rig.wait(SECOND)
    assert step(rig)
    rig.hear(mode="attract", match=None)
    rig.wait(100 * SECOND)
    rig.start("azteka", (PERSON, PERSON), match=2, variant="classic")
    rig.wait(SECOND)
    assert step(rig) == ""
    rig.hear(mode="attract", match=None)
    rig.wait(301 * SECOND)
    rig.start("azteka", (PERSON, PERSON), match=3, variant="classic")
    rig.wait(SECOND)
    assert step(rig)


@pytest.mark.parametrize("what", ["resumed", "unwanted"])
def test_a_match_that_goes_on_and_an_operator_who_says_no_have_no_guide(what):
    rig = rig_of(Coaching(first_game=what != "unwanted"))
    log = ((0, "place 1 0"),) if what == "resumed" else ()
    rig.start("azteka", (PERSON, PERSON), variant="classic", log=log)
    rig.wait(500 * MILLISECOND)
    assert step(rig) == ""


def _fits(rules, players, options):
    """Whether the rules play these options with so many."""
    try:
        return rules.new(players, options, Random(0)) is not None
    except RulesError:
        return False


def test_the_piece_is_no_step_while_the_auction_goes_on():
    rig = rig_of()
    rig.start("aztec", (PERSON, PERSON, PERSON))
    for _ in range(3):
        rig.wait(SECOND)
        assert step(rig).startswith("1/4 Auction")
        tap(rig, "p1.left")
        tap(rig, "p1.a")
    rig.wait(SECOND)
    assert step(rig) == ""


def test_every_mode_guides_every_seat_with_three_or_four_steps():
    for game in GAMES.values():
        rules = game.rules
        names = [n for n in ("variant", "mode") if n in rules.options]
        choices = rules.options[names[0]].choices if names else (None,)
        for choice in choices:
            options = {n: o.default for n, o in rules.options.items()}
            options |= {names[0]: choice} if names else {}
            able = [n for n in rules.seats if _fits(rules, n, options)]
            for players, seat in product(able, range(2)):
                steps = game.primer.first(options, players)
                own = [each for each in steps if each.seat in (None, seat)]
                least = 2 if choice == "arcade" else 3
                assert least <= len(own) <= 4, (rules.name, choice, seat)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_fits_into_the_bar_beside_its_number(language):
    for _, each in STEPS:
        said = each.sentence[language].format(a="START", b="START 0,5 s")
        assert width(said) <= bar._ROOM - width("4/4") - 14, said


def test_every_step_is_something_that_can_be_done():
    for game, each in STEPS:
        if not each.is_gesture:
            played = {
                move.action for demo in game.primer.demos.values() for move in demo.log
            }
            assert any(each.is_done_by(action) for action in played), each.do
