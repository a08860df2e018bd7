import pytest

from cabinet.tabletop.api import CHANCE, IllegalActionError, PositionError, RulesError
from cabinet.tabletop.match import LogError, Match, PlayedAction
from tests.support.tiny_games import NIM, PENNIES, PIG


def nim(heaps="1-1"):
    return Match(NIM, 2, {"heaps": heaps}, 0)


def test_a_match_is_played_to_its_end():
    match = nim()
    assert match.actors == (0,)
    assert match.legal() == ["take 1 from 0", "take 1 from 1"]
    match.play("take 1 from 1")
    events = match.play("take 1 from 0", 1)
    assert events[-1] == {"event": "game_over", "winners": [1]}
    assert match.over
    assert match.legal() == match.legal(0) == []
    assert match.outcome().winners == (1,)
    assert match.log == (
        PlayedAction(0, "take 1 from 1"),
        PlayedAction(1, "take 1 from 0"),
    )


@pytest.mark.parametrize(
    ("action", "seat", "error"),
    [
        ("take 9 from 0", None, "'take 9 from 0' is not one of"),
        ("take 1 from 0", 1, "seat 1 is not due; seat 0 to play"),
        ("take 1 from 0", 5, "there is no seat 5: seats are 0 to 1"),
        ("take 1 from 0", CHANCE, "chance is not due; seat 0 to play"),
    ],
)
def test_a_refused_action_changes_nothing(action, seat, error):
    match = nim()
    before = match.document()
    with pytest.raises(RulesError, match=error):
        match.play(action, seat)
    assert match.document() == before
    assert match.log == ()


def test_nothing_is_played_once_it_is_over():
    match = nim()
    match.play("take 1 from 0")
    match.play("take 1 from 1")
    with pytest.raises(RulesError, match="the game is over"):
        match.play("take 1 from 1")


def test_dice_fall_as_part_of_the_action_that_threw_them():
    match = Match(PIG, 2, {}, seed=3)
    events = match.play("roll")
    assert [thing["event"] for thing in events] == ["rolled", "dice"]
    assert match.actors != (CHANCE,)
    assert match.log == (PlayedAction(0, "roll"),)
    assert match.odds() == []


def test_taking_back_restores_the_dice():
    match = Match(PIG, 2, {}, seed=3)
    rolls = [match.play("roll") for _ in range(20)]
    for _ in range(20):
        match.undo()
    assert [match.play("roll") for _ in range(20)] == rolls
    assert len({events[-1]["face"] for events in rolls}) > 1


def test_one_action_taken_back_and_played_again_throws_the_same_die():
    match = Match(PIG, 2, {}, seed=3)
    for _ in range(20):
        events = match.play("roll")
        match.undo()
        assert match.play("roll") == events


def test_seeds_throw_different_dice():
    faces = {Match(PIG, 2, {}, seed).play("roll")[-1]["face"] for seed in range(40)}
    assert faces == {1, 2, 3, 4, 5, 6}


def test_nothing_can_be_taken_back_from_the_start():
    with pytest.raises(RulesError, match="no action to take back"):
        nim().undo()


def test_in_manual_mode_chance_is_an_actor():
    match = Match(PIG, 2, {}, 0, chance="manual")
    match.play("roll")
    assert match.actors == (CHANCE,)
    assert match.legal() == [f"dice {face}" for face in range(1, 7)]
    assert match.odds() == [1 / 6] * 6
    assert match.legal(0) == []
    match.play("dice 5")
    assert match.document()["pot"] == 5
    assert match.log[-1] == PlayedAction(CHANCE, "dice 5")
    match.undo()
    assert match.actors == (CHANCE,)


def test_dice_that_lie_in_the_air_when_loaded_fall_at_once():
    match = Match.load(PIG, {"pending": "dice"}, 1)
    assert match.opening[0]["event"] == "dice"
    assert match.document()["pending"] is None
    manual = Match.load(PIG, {"pending": "dice"}, 1, "manual")
    assert manual.opening == []
    assert manual.actors == (CHANCE,)


def test_a_seat_must_be_named_while_several_are_due():
    match = Match(PENNIES, 2, {}, 0)
    assert match.actors == (0, 1)
    with pytest.raises(RulesError, match="seat 0 and seat 1 are due: say which"):
        match.play("heads")
    match.play("tails", 1)
    assert match.actors == (0,)
    assert match.legal(1) == []
    match.play("tails")
    assert match.document()["scores"] == [1, 0]


def test_a_secret_choice_is_seen_by_its_own_seat_only():
    match = Match(PENNIES, 2, {}, 0)
    assert match.play("tails", 1) == [{"event": "chosen", "seat": 1}]
    assert match.observe(1)["chosen"] == {"1": "tails"}
    assert match.observe(0)["chosen"] == match.observe(None)["chosen"] == {"1": True}


def test_a_match_is_built_again_from_its_log():
    match = Match(PIG, 3, {"goal": 40}, 11)
    while not match.over:
        match.play(match.legal()[-1])
    again = Match.resume(PIG, 3, {"goal": 40}, 11, match.log)
    assert again.document() == match.document()
    again.undo()
    assert not again.over


def test_a_log_that_does_not_fit_says_where():
    log = [PlayedAction(0, "take 1 from 0"), PlayedAction(0, "take 1 from 1")]
    with pytest.raises(LogError) as error:
        Match.resume(NIM, 2, {"heaps": "1-1"}, 0, log)
    assert str(error.value) == (
        "action 2 of the log ('take 1 from 1' by seat 0) does not fit: "
        "seat 0 is not due; seat 1 to play"
    )


def test_a_loaded_match_has_nothing_to_take_back():
    match = Match.load(NIM, {"heaps": [1, 0, 1], "turn": 1}, 0)
    assert match.actors == (1,)
    with pytest.raises(RulesError):
        match.undo()


def test_what_cannot_be_set_out_is_refused():
    with pytest.raises(RulesError, match="no option is called 'heap'"):
        Match(NIM, 2, {"heap": "1-1"}, 0)
    with pytest.raises(RulesError, match="not 3"):
        Match(NIM, 3, {}, 0)
    with pytest.raises(PositionError, match=r"^heaps: "):
        Match.load(NIM, {"heaps": [9, 9, 9]}, 0)
    with pytest.raises(RulesError, match="chance is auto or manual, not 'dice'"):
        Match(NIM, 2, {}, 0, chance="dice")


def test_an_illegal_action_is_told_apart_from_other_refusals():
    with pytest.raises(IllegalActionError):
        nim().play("jump")
