"""What one button takes leads where it says: told to the state machine itself."""

from dataclasses import replace

from cabinet.core.events import Chosen
from cabinet.core.modes.state import Attract, Join, Playing, Select
from cabinet.core.modes.step import step
from cabinet.core.money.high_scores import SIGNS
from cabinet.core.operating import Offer
from cabinet.core.preferences import Preferences
from cabinet.counter.publisher import snapshot
from cabinet.i18n import words
from cabinet.screen.scenes import choices
from cabinet.screen.scenes.show import Show
from tests.core.example import DUEL, HOUSE, NOW, cabinet, playing

ONE = Preferences(scan=2000)
EITHER = Offer("pig", {"en": "Pig"}, seats=(2, 4), at_join="dice", choices=(1, 2, 3))
MANY = replace(HOUSE, offers=(*(DUEL,) * 6, EITHER))


def seen(mode, operating=MANY, **more):
    """The choices of a state, by their keys, and what each leads to."""
    state = replace(cabinet(mode, 9), preferences=ONE)
    show = Show(snapshot(state, operating), NOW, 0, words("en"), **more)
    return {
        choice.key: step(state, Chosen(choice.lines, NOW), operating)[0].mode
        for choice in flat(choices.choices(show))
        if choice.lines
    }


def flat(found):
    for choice in found:
        yield from flat(choice.within) if choice.within else (choice,)


def test_every_game_and_row_is_reached_from_every_game_and_row():
    places = [Select(cursor, NOW) for cursor in range(7)]
    places += [Select(3, NOW, "preferences")]
    for place in places:
        found = seen(place)
        for number in range(7):
            mode = found[f"offer.{number}"]
            assert (type(mode), mode.offer) == (Join, number), place
        assert found["preferences"].adjusting, place
        assert found["back"] == Attract(), place


def test_every_seat_level_and_variant_is_reached_at_the_seats():
    for level in ("easy", "normal", "hard"):
        found = seen(Join(0, NOW, level=level))
        assert isinstance(found["begin"], Playing)
        assert found["add"].persons == 2
        assert found["seat"].seat == 1
        assert found["preferences"].adjusting
        others = {"easy", "normal", "hard"} - {level}
        assert {found[f"level.{other}"].level for other in others} == others
        assert isinstance(found["back"], Select)
    found = seen(Join(0, NOW, persons=2, row="preferences"))
    assert found["remove"].persons == 1
    assert isinstance(found["begin"], Playing)
    assert found["preferences"].adjusting


def test_each_answer_to_a_question_does_what_it_says():
    assert seen(playing("leave"))["leave.0"].question is None
    assert seen(playing("leave"))["leave.1"] == Attract()
    assert seen(playing("power"))["power.0"].question is None
    assert seen(playing("idle"))["idle.0"].question is None
    assert seen(playing("resume"))["resume.1"] == Attract(refunded=1)


def test_every_sign_of_a_name_can_be_taken():
    show = Show(snapshot(cabinet(Select(0, NOW)), MANY), NOW, 0, words("fr"))
    signing = replace(show, snapshot=replace(show.snapshot, mode="signing"))
    keys = [choice.key for choice in flat(choices.choices(signing))]
    assert {f"sign.{sign}" for sign in SIGNS} <= {*keys}
    assert {"sign.done", "sign.back", "skip"} <= {*keys}
    assert choices.choices(replace(signing, deaf=True)) == ()
