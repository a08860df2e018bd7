"""What Arkade shows, and what a stick and two buttons do."""

from dataclasses import replace
from random import Random

import pytest

from cabinet.games.arkade import GAME
from cabinet.games.arkade.rules.box import ALIEN_TILES, DEFENDER_TILES
from cabinet.games.arkade.view import hand as hands
from cabinet.games.arkade.view.hand import Hand
from cabinet.games.arkade.view.texts import TEXTS, say_action
from cabinet.picture.shapes import Text
from cabinet.screen.render.painter import measure
from cabinet.tabletop.api import Look, Outcome, Pointing
from tests.games.arkade.table import RULES, aliens, defence, lane, new, play

VIEW = GAME.view
# In a rush these are played, where another action would do the same and cost more.
CHEAP = {"go", "fire ship", "fire tower", "nudge left", "nudge right"}
WIDEST = ("WWWWWWWWWWWW", "ROBOT NORMAL")
RICH = defence(
    "6,2 O heart",
    "5,3 B",
    "7,5 V",
    move=5,
    fire="V",
    ship=5,
    tower=3,
    kept=["ammo B", "ammo V", "gps"],
)


def texts_of(state, seat=None):
    due = RULES.actors(state)
    seat = due[0] if seat is None and due else seat
    if seat is None or seat < 0:
        return ()
    return tuple(RULES.write_action(state, a) for a in RULES.legal(state, seat))


def seen(state):
    return RULES.seen_by(state, None)


def hand_of(state, before=None):
    return VIEW.hand(seen(state), texts_of(state), before)


def pressed(state, hand, *keys):
    action = None
    for key in keys:
        hand, action = VIEW.press(hand, key, seen(state), texts_of(state))
    return hand, action


def look_at(state, hand=None, events=(), age=0, frame=0, language="fr"):
    legal = texts_of(state) if hand else ()
    due = RULES.actors(state)
    return Look(
        seen(state), due, legal, hand, WIDEST, tuple(events), age, frame, language
    )


def words(picture):
    return [shape.words for shape in picture if isinstance(shape, Text)]


def test_a_turn_begins_at_the_roll():
    assert hand_of(new()) == Hand("roll")
    assert pressed(new(), Hand("roll"), "a")[1] == "roll"


def test_after_the_roll_it_points_at_a_saucer_that_can_move():
    state = aliens("5,4 O", "2,1 B", dice=("V", "V"))
    assert hand_of(state) == Hand("5,4")


def test_with_nothing_to_move_it_points_at_the_end():
    assert hand_of(aliens("5,4 O", dice=(None, None))) == Hand("end")
    assert hand_of(defence("5,4 O", kept=["gps"])) == Hand("end")


def test_a_saucer_with_one_step_goes_at_once():
    state = aliens("5,4 O", dice=("O", "O"))
    assert pressed(state, Hand("5,4"), "a")[1] == "step 5,4 5,3 O"


def test_a_saucer_with_several_is_opened_and_the_stick_chooses():
    state = aliens("5,4 O", dice=("V", "V"))
    hand, action = pressed(state, Hand("5,4"), "a")
    assert action is None
    assert hand.inside == "5,4"
    assert pressed(state, hand, "right", "a")[1] == "step 5,4 5,5 V"
    assert pressed(state, Hand("5,5", "5,4"), "left", "a")[1] == "step 5,4 6,4 V"
    assert pressed(state, hand, "b")[0] == Hand("5,4")


def test_b_jumps_between_the_lane_and_the_buttons():
    state = aliens("5,4 O", dice=("V", "V"))
    hand, _ = pressed(state, Hand("5,4"), "b")
    assert hands.is_button(hand.spot)
    assert pressed(state, hand, "b")[0] == Hand("5,4")


def test_a_sacrifice_is_a_step_onto_the_asteroid():
    state = aliens("5,4 O", "1,1 B", dice=("O", "O"), asteroids=[[6, 4]])
    hand, _ = pressed(state, Hand("5,4"), "a")
    assert pressed(state, hand._replace(spot="6,4"), "a")[1] == "sacrifice 5,4"


def test_the_ship_is_moved_by_pointing_at_a_dock():
    state = defence("5,3 B", move=2, fire="V", ship=1, kept=["gps"])
    hand, action = pressed(state, Hand("dock 2"), "a")
    assert action is None
    assert hands.buttons(seen(state), texts_of(state), "dock 2") == (
        "go",
        "nudge right",
        "gps 2",
    )
    assert pressed(state, hand, "down", "a")[1] == "nudge right"
    assert pressed(state, Hand("dock 6"), "a")[1] == "gps 6"


def test_a_shot_is_fired_by_pointing_at_its_target():
    hand, _ = pressed(RICH, Hand("7,5"), "a")
    assert pressed(RICH, hand, "a")[1] == "fire ship"
    assert pressed(RICH, hand, "down", "a")[1] == "ammo V ship"
    assert pressed(RICH, Hand("5,3"), "a")[1] == "ammo B tower"


def positions():
    """Positions of random games in which somebody is due, one in seven."""
    for seed, options in enumerate(({}, {"face": "advanced"}, {"mode": "arcade"})):
        rng = Random(seed)
        state, count = RULES.new(2, options, rng), 0
        while due := RULES.actors(state):
            seat = rng.choice(due)
            if seat >= 0 and (count := count + 1) % 7 == 0:
                yield state, seat
            state = RULES.apply(state, seat, rng.choice(RULES.legal(state, seat)))
    for pending in ("asteroid", "field", "tower"):
        yield defence("5,3 B", pending={"for": pending, "seat": 1}), 1
    yield RICH, 1
    yield aliens("1,2 O", lost=["O", "B"], pending={"for": "repair", "seat": 0}), 0


def test_the_stick_and_a_reach_every_legal_action():
    for state, seat in positions():
        legal, table = texts_of(state, seat), seen(state)
        reached, seen_hands = set(), [VIEW.hand(table, legal, None)]
        for hand in seen_hands:
            for key in ("up", "down", "left", "right", "a", "b"):
                after, action = VIEW.press(hand, key, table, legal)
                reached |= {action} - {None}
                if after not in seen_hands:
                    seen_hands.append(after)
        assert reached <= set(legal)
        led = {hands.spot_of(table, action) for action in reached & CHEAP}
        for left in set(legal) - reached:
            assert table.setup.arcade, (table, left)
            assert hands.spot_of(table, left) in led


def test_help_says_what_the_buttons_do_now():
    state = aliens("5,4 O", dice=("O", "V"))
    assert VIEW.help(look_at(state, Hand("end"))) == (
        ("a", "Finir le tour"),
        ("b", "Vers la piste"),
    )
    assert VIEW.help(look_at(state, Hand("5,4"), language="en")) == (
        ("a", "Choose"),
        ("b", "To the buttons"),
    )
    assert VIEW.help(look_at(state, Hand("5,3", "5,4"), language="en")) == (
        ("a", "Move here"),
        ("b", "Back"),
    )
    assert VIEW.help(look_at(state)) == ()


def test_only_the_side_whose_turn_it_is_is_called():
    shown = words(VIEW.picture(look_at(new(), Hand("roll"))))
    assert shown.count("À TOI !") == 1
    assert shown.index("ALIEN") < shown.index("À TOI !") < shown.index("DÉFENSEUR")
    shown = words(VIEW.picture(look_at(RICH, Hand("end"))))
    assert shown.index("DÉFENSEUR") < shown.index("À TOI !")
    assert "JOUE…" in words(VIEW.picture(look_at(RICH)))


def test_both_are_called_in_arcade_mode():
    state = lane("5,1 O", options={"mode": "arcade"})
    hands = tuple(Pointing(s, Hand("5,2"), texts_of(state, s)) for s in (0, 1))
    look = replace(look_at(state), hands=hands)
    assert words(VIEW.picture(look)).count("LANCE !") == 2
    assert words(VIEW.picture(replace(look, busy=(1,)))).count("LANCE !") == 1


def test_the_winner_is_named_in_its_panel():
    after, events = play(aliens("8,1 O", dice=("V", "O")), "step 8,1 9,1 V")
    shown = words(VIEW.picture(look_at(after, events=events)))
    assert shown.index("ALIEN") < shown.index("GAGNÉ !") < shown.index("DÉFENSEUR")


def test_a_tile_turned_over_says_its_name_and_what_it_does():
    asked = {"for": "tile", "seat": 0, "at": [4, 1], "then": None}
    state = aliens("4,1 O", dice=(None, None), pending=asked, alien_tiles=["life"])
    after, events = play(state, "tile life")
    fresh = words(VIEW.picture(look_at(after, events=events, age=30)))
    assert {"VIE SUPPLÉMENTAIRE", "La soucoupe gagne un cœur"} <= set(fresh)
    old = words(VIEW.picture(look_at(after, events=events, age=500)))
    assert "VIE SUPPLÉMENTAIRE" not in old


def test_a_question_is_written_in_the_panel_of_who_must_answer():
    state = defence("5,3 B", pending={"for": "tower", "seat": 1})
    assert "MINI-TOUR" in words(VIEW.picture(look_at(state, hand_of(state))))


def test_a_moved_saucer_glides():
    after, events = play(aliens("5,4 O", dice=("V", "V")), "step 5,4 6,4 V")
    pictures = [
        VIEW.picture(look_at(after, events=events, age=age)) for age in (0, 7, 30, 31)
    ]
    assert len(set(pictures)) == 3


def sights(language):
    """Looks at random games, persons and bots in turn, fresh and old news."""
    for options in ({}, {"face": "advanced", "rolls": 2}, {"mode": "arcade"}):
        rng = Random(5)
        state, hand, frame = RULES.new(2, options, rng), None, 0
        while due := RULES.actors(state):
            seat = rng.choice(due)
            if texts := texts_of(state):
                hand = VIEW.hand(seen(state), texts, hand)
                hand, _ = pressed(state, hand, rng.choice(("b", "up", "left", "a")))
                yield look_at(state, hand, frame=frame, language=language)
            events = []
            action = rng.choice(RULES.legal(state, seat))
            state = RULES.apply(state, seat, action, events)
            frame += 7
            yield look_at(state, None, events, rng.choice((1, 40)), frame, language)
    for pending in ("asteroid", "field", "tower"):
        state = defence("5,3 B", reactor=True, pending={"for": pending, "seat": 1})
        yield look_at(state, hand_of(state), language=language)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_word_fits(language):
    texts = {
        shape
        for look in sights(language)
        for shape in VIEW.picture(look)
        if isinstance(shape, Text)
    }
    for text in texts:
        check_room(text)


def check_room(text):
    """Panels are 178 wide at both sides; a banner is 256 across the lane."""
    wide, tall = measure(text)
    left = text.x - {"left": 0, "center": wide // 2, "right": wide}[text.align]
    room = (6, 184) if text.x < 184 else (456, 634) if text.x > 456 else (192, 448)
    assert room[0] + 4 <= left, text
    assert left + wide <= room[1] - 4, text
    assert 0 <= text.y <= text.y + tall <= 320, text
    assert text.face != "tiny", text


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_tile_has_a_name_and_an_effect_that_fit_the_banner(language):
    for tile in (*ALIEN_TILES, *DEFENDER_TILES):
        for part, face in (("tiles_named", "title"), ("effects", "body")):
            text = Text(
                320, 130, TEXTS[language](f"{part}.{tile}"), "white", face, "center"
            )
            check_room(text)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_action_has_words_that_fit_a_button(language):
    actions = ["roll", "end", "go", "nudge left", "gps 3", "fire ship", "fire tower"]
    actions += [f"reroll {which}" for which in ("1", "2", "both", "move", "fire")]
    actions += ["ammo V ship", "ammo O tower", "repair V 3", "step 2,1 3,1 V"]
    actions += [f"{verb} 4,1" for verb in ("clear", "sacrifice", "rift", "comet")]
    actions += ["asteroid 4,2", "field 4,2", "tower 3"]
    for action in actions:
        check_room(
            Text(95, 240, say_action(TEXTS[language], action), "ink", "body", "center")
        )


@pytest.mark.parametrize(
    ("winner", "reason", "french"),
    [
        (
            0,
            "a saucer reached the last line",
            "Zoé gagne : une soucoupe a passé la dernière ligne !",
        ),
        (1, "no saucer is left", "Léa gagne : il ne reste aucune soucoupe !"),
    ],
)
def test_the_ending_is_one_sentence(winner, reason, french):
    outcome = Outcome(over=True, winners=(winner,), scores=(1, 0), reason=reason)
    assert VIEW.ending(outcome, ("Zoé", "Léa"), "fr") == french
    assert VIEW.ending(outcome, ("Zoé", "Léa"), "en") != french
