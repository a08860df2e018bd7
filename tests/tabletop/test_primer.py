"""Every house game can be watched and learned: its recording and its lessons hold."""

import pytest

from cabinet.i18n import LANGUAGES
from cabinet.tabletop.match import Match, PlayedAction
from cabinet.tabletop.primer import DIRECTIONS, PrimerError, Replay, read, written
from cabinet.tabletop.registry import shipped

GAMES = [pytest.param(game, id=game.rules.name) for game in shipped().values()]
each_game = pytest.mark.parametrize("game", GAMES)


MODES = [
    pytest.param(game, {**defaults, name: choice}, id=f"{game.rules.name} {choice}")
    for game in shipped().values()
    for defaults in [{n: option.default for n, option in game.rules.options.items()}]
    for name in ("variant", "mode")
    if name in defaults
    for choice in game.rules.options[name].choices
]


@each_game
def test_a_recording_is_a_whole_match_of_the_rules_of_today(game):
    for players, seed, log, options in game.primer.demos.values():
        match = Match.resume(game, players, options, seed, log)
        assert match.over
        assert match.log == log


@each_game
def test_a_recording_is_small_and_long_enough_to_watch(game):
    for demo in game.primer.demos.values():
        assert 16 <= len(demo.log) <= 160
        assert len(written(demo)) < 4_000


@each_game
def test_a_lesson_is_one_sentence_in_every_language_about_a_position_there_is(game):
    for lesson in game.primer.every_lesson:
        assert 0 <= lesson.turn <= len(game.primer.demos[lesson.demo].log)
        assert set(lesson.sentence) == set(LANGUAGES)
        for sentence in lesson.sentence.values():
            assert sentence.endswith(".")
            assert len(sentence) <= 90
        assert lesson.sentence["fr"] != lesson.sentence["en"]


@each_game
def test_arrows_are_on_the_part_of_the_table_that_is_shown(game):
    for lesson in game.primer.every_lesson:
        assert 0 <= lesson.top <= 70
        for arrow in lesson.arrows:
            assert arrow.points in DIRECTIONS
            assert 0 <= arrow.x <= 640
            assert lesson.top <= arrow.y <= lesson.top + 250


@pytest.mark.parametrize(("game", "options"), MODES)
def test_a_mode_is_shown_and_taught_as_it_is_played(game, options):
    """Its own five to twelve pictures, from matches with its own options."""
    demo = game.primer.demo(options)
    played = {n: o.default for n, o in game.rules.options.items()} | dict(demo.options)
    assert played == options
    lessons = game.primer.lessons(options)
    assert 5 <= len(lessons) <= 12
    assert all(game.primer.demos[lesson.demo] == demo for lesson in lessons)


@each_game
def test_a_how_to_has_five_to_twelve_pictures(game):
    options = {name: option.default for name, option in game.rules.options.items()}
    assert 5 <= len(game.primer.lessons(options)) <= 12


def test_what_is_written_is_read_back():
    options = {"heaps": "1-2", "most": 3, "misere": True}
    replay = Replay(
        2, 7, (PlayedAction(0, "take 3 from 0"), PlayedAction(1, "pass")), options
    )
    assert read(written(replay)) == replay


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("seed 3\n", "demo.txt:1: 'seed 3' is not `players 2 seed 1`"),
        (
            "players 2 seed 1\n0 roll\nroll\n",
            "demo.txt:3: 'roll' is no seat and its action",
        ),
    ],
)
def test_a_recording_that_is_none_says_where(text, sentence):
    with pytest.raises(PrimerError) as error:
        read(text)
    assert str(error.value) == sentence
