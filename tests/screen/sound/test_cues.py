"""What should sound, given what happened; nothing here makes a noise."""

from dataclasses import replace
from typing import get_args

import pytest

from cabinet.core.events import SECOND
from cabinet.core.loudness import Loudness
from cabinet.core.money.ledger import Move, Seating
from cabinet.protocol.codec import Goodbye, Panel
from cabinet.protocol.snapshot import BooksCard, MatchCard, OfferCard, ResultCard
from cabinet.screen.sound.cues import (
    ATTRACT_TUNE,
    BETWEEN,
    LONGEST,
    Cue,
    CueCollector,
    of_events,
    of_press,
    of_snapshot,
    of_touch,
    second_left,
    tune,
)
from cabinet.screen.sound.speaker import DUCKED, FADE, MusicFader
from tests.screen.fake_counter import SNAPSHOT

OFFER = OfferCard("azteka", {"fr": "A", "en": "A"}, 1, False, 2, 2, False)
PERSON, BOT = Seating("person"), Seating("bot", "easy")
ATTRACT = replace(SNAPSHOT, offers=(OFFER, replace(OFFER, game="arkade")))
SELECT = replace(ATTRACT, mode="select", offer=0)
JOIN = replace(SELECT, mode="join", seats=(PERSON, BOT))
MATCH = MatchCard(1, "azteka", {}, (PERSON, BOT), 1)
PLAYING = replace(JOIN, mode="playing", match=MATCH)
RESULT = replace(PLAYING, mode="result")
HIGH_SCORE = replace(RESULT, mode="signing")
STANDBY = replace(ATTRACT, mode="standby")


def ended(how="finished", winners=()):
    return replace(RESULT, result=ResultCard(how, winners, (1, 0), ""))


NEWS = [
    ("nothing", ATTRACT, ATTRACT, ()),
    ("a credit", ATTRACT, replace(ATTRACT, credits=1), ("coin",)),
    ("half", ATTRACT, replace(ATTRACT, books=BooksCard(coins=1)), ("coin",)),
    ("a coin opens the choice", ATTRACT, replace(SELECT, credits=1), ("coin",)),
    ("a credit is spent", replace(SELECT, credits=1), SELECT, ()),
    ("start", ATTRACT, SELECT, ("choose",)),
    ("the cursor", SELECT, replace(SELECT, offer=1), ("move",)),
    ("chosen", SELECT, JOIN, ("choose",)),
    ("back to the choice", JOIN, SELECT, ("back",)),
    ("nobody chose", SELECT, ATTRACT, ("back",)),
    ("one more", JOIN, replace(JOIN, seats=(PERSON, PERSON)), ("join",)),
    ("one less", replace(JOIN, seats=(PERSON, PERSON)), JOIN, ("back",)),
    (
        "a level",
        JOIN,
        replace(JOIN, seats=(PERSON, Seating("bot", "hard"))),
        ("move",),
    ),
    ("it begins", JOIN, PLAYING, ("start",)),
    ("won", PLAYING, ended(winners=(0,)), ("win",)),
    ("the house won", PLAYING, ended(winners=(1,)), ("lose",)),
    ("nobody won", PLAYING, ended(), ("draw",)),
    ("left", PLAYING, ended("abandoned"), ("back",)),
    ("no card", PLAYING, RESULT, ("back",)),
    ("the best", ended(winners=(0,)), HIGH_SCORE, ("high_score",)),
    ("given up", PLAYING, ATTRACT, ("back",)),
    ("asked", PLAYING, replace(PLAYING, question="idle"), ("turn",)),
    ("answered", replace(PLAYING, question="idle"), PLAYING, ()),
    ("switched on", STANDBY, ATTRACT, ("choose",)),
    ("switched off", ATTRACT, STANDBY, ("back",)),
    ("broken", ATTRACT, replace(ATTRACT, mode="out_of_order"), ("refuse",)),
    ("mended", replace(ATTRACT, mode="out_of_order"), ATTRACT, ("back",)),
    ("service", ATTRACT, replace(ATTRACT, mode="service"), ("choose",)),
]


@pytest.mark.parametrize(
    ("before", "after", "heard"),
    [case[1:] for case in NEWS],
    ids=[case[0] for case in NEWS],
)
def test_news_of_the_counter(before, after, heard):
    assert of_snapshot(before, after) == heard


def test_who_comes_late_hears_nothing_of_what_was():
    assert of_snapshot(None, replace(PLAYING, credits=3)) == ()


def test_a_match_that_goes_on_does_not_begin_again():
    later = replace(PLAYING, match=replace(MATCH, log=(Move(0, "pass"),)))
    assert of_snapshot(JOIN, later) == ()


TOUCHES = [
    ("start without credit", ATTRACT, Panel("start", "tapped", 1), ("refuse",)),
    (
        "start too dear",
        replace(SELECT, missing=1),
        Panel("start", "tapped", 1),
        ("refuse",),
    ),
    ("a too dear", replace(JOIN, missing=1), Panel("p1.a", "pressed", 1), ("refuse",)),
    ("a", SELECT, Panel("p1.a", "pressed", 1), ()),
    ("a in attract", ATTRACT, Panel("p1.a", "pressed", 1), ()),
    ("let go", replace(SELECT, missing=1), Panel("p1.a", "released", 1), ()),
    ("another language", SELECT, Panel("player", "pressed", 1), ("move",)),
    ("a lesson", JOIN, Panel("mode", "pressed", 1), ("move",)),
    (
        "start",
        replace(ATTRACT, offers=(replace(OFFER, affordable=True),)),
        Panel("start", "tapped", 1),
        (),
    ),
]


@pytest.mark.parametrize(
    ("snapshot", "touch", "heard"),
    [case[1:] for case in TOUCHES],
    ids=[case[0] for case in TOUCHES],
)
def test_hands_on_the_panel(snapshot, touch, heard):
    assert of_touch(snapshot, touch) == heard


def test_a_hand_in_a_match_ticks_or_knocks_and_an_action_speaks_for_itself():
    assert of_press("up", moved=True, played=False) == ("move",)
    assert of_press("a", moved=False, played=False) == ("refuse",)
    assert of_press("a", moved=True, played=True) == ()
    assert of_press("up", moved=False, played=False) == ()


def test_a_story_sounds_by_the_games_own_table():
    table = {"shot": ("laser", "explosion"), "moved": ("saucer",)}
    timeline = [{"event": e} for e in ("moved", "moved", "shot", "turn")]
    assert of_events(table, timeline) == ("saucer", "laser", "explosion")


@pytest.mark.parametrize(
    ("snapshot", "name"),
    [
        (ATTRACT, "attract"),
        (SELECT, "attract"),
        (replace(JOIN, offer=1), "arkade"),
        (replace(JOIN, offer=-1), ""),
        (PLAYING, "azteka"),
        (RESULT, ""),
        (STANDBY, ""),
    ],
)
def test_each_mode_has_its_tune(snapshot, name):
    assert tune(snapshot) == name


def test_only_the_last_five_seconds_of_a_wait_are_counted():
    waiting = replace(SELECT, deadline=30 * SECOND)
    seconds = [second_left(waiting, s * SECOND + 1) for s in (24, 25, 29, 30)]
    assert seconds == [None, 5, 1, None]
    assert second_left(replace(waiting, mode="result"), 28 * SECOND) is None
    assert second_left(SELECT, 0) is None


# The collector


def listen(cue_collector, until, pause=0, step=SECOND // 60):
    """Every cue with the time it was heard at, in frames."""
    heard = []
    for now in range(0, until, step):
        heard += [(now, name) for name in cue_collector.heard(now, pause).cues]
    return heard


def test_what_one_action_sets_off_is_heard_one_after_the_other():
    cue_collector = CueCollector()
    cue_collector.hear(PLAYING)
    cue_collector.played(("laser", "explosion"), your_turn=True)
    heard = listen(cue_collector, SECOND)
    assert [name for _, name in heard] == ["laser", "explosion", "turn"]
    assert heard[1][0] >= BETWEEN
    assert listen(cue_collector, SECOND) == []


def test_a_jingle_waits_for_the_last_of_it():
    cue_collector = CueCollector()
    cue_collector.hear(PLAYING)
    cue_collector.played(("laser", "explosion"), your_turn=False)
    cue_collector.hear(ended(winners=(0,)))
    assert [name for _, name in listen(cue_collector, SECOND)] == [
        "laser",
        "explosion",
        "win",
    ]


def test_a_long_story_is_told_by_its_beginning_and_its_end():
    cue_collector = CueCollector()
    cue_collector.hear(PLAYING)
    cue_collector.played(tuple("abcdefghij"), your_turn=False)
    assert "".join(name for _, name in listen(cue_collector, 2 * SECOND)) == "abcdej"
    assert LONGEST == 6


def test_each_of_the_last_seconds_ticks_once():
    cue_collector = CueCollector()
    cue_collector.hear(replace(SELECT, deadline=8 * SECOND))
    assert [name for _, name in listen(cue_collector, 8 * SECOND)] == ["hurry"] * 5


def test_the_tune_to_nobody_plays_once_and_pauses():
    cue_collector = CueCollector()
    cue_collector.hear(ATTRACT)
    pause = 60 * SECOND
    times = (0, ATTRACT_TUNE - 1, ATTRACT_TUNE, ATTRACT_TUNE + pause)
    assert [cue_collector.heard(t, pause).tune for t in times] == [
        "attract",
        "attract",
        "",
        "attract",
    ]
    cue_collector.hear(SELECT)
    assert cue_collector.heard(ATTRACT_TUNE + pause, pause).tune == "attract"
    cue_collector.hear(ATTRACT)
    assert cue_collector.heard(ATTRACT_TUNE + pause + 1, pause).tune == "attract"


def test_without_the_counter_there_is_silence():
    cue_collector = CueCollector()
    cue_collector.hear(PLAYING)
    cue_collector.press("up", moved=True, played=False)
    cue_collector.hear(Goodbye())
    assert cue_collector.heard(SECOND) == ((), "", True)
    cue_collector.hear(PLAYING)
    assert cue_collector.heard(SECOND).cues == ()


def test_where_nobody_listens_nothing_piles_up():
    cue_collector = CueCollector()
    cue_collector.hear(PLAYING)
    for _ in range(10_000):
        cue_collector.press("up", moved=True, played=False)
    assert len(cue_collector._queue) < 100


def test_every_cue_of_the_cabinet_is_set_off_by_something():
    found = {name for *_, names in NEWS + TOUCHES for name in names}
    # The first follows the clock, the others what is looked ahead (test_adviser.py).
    assert found | {"hurry", "danger", "chance"} == set(get_args(Cue))


# The fader


def faded(fader, seconds, wanted, level=1.0, duck=False, start=0):
    playing = None
    for frame in range(int(seconds * 60) + 1):
        now = start + frame * SECOND // 60
        playing = fader.fade(wanted, level, now, duck=duck)
    return playing


def test_a_tune_fades_out_before_the_next_fades_in():
    fader = MusicFader()
    assert faded(fader, 1, "arkade") == ("arkade", 1)
    halfway = fader.fade("azteka", 1.0, SECOND + FADE // 2, duck=False)
    assert halfway.tune == "arkade"
    assert 0 < halfway.volume < 1
    assert fader.fade("azteka", 1.0, SECOND + FADE, duck=False) == ("azteka", 0)


def test_ducking_is_quick_and_coming_back_is_slow():
    fader = MusicFader()
    faded(fader, 1, "arkade", 0.5)
    ducked = fader.fade("arkade", 0.5, SECOND + SECOND // 10, duck=True)
    assert ducked.volume == pytest.approx(0.5 * DUCKED)
    back = fader.fade("arkade", 0.5, SECOND + SECOND // 5, duck=False)
    assert 0.5 * DUCKED < back.volume < 0.5


def test_at_volume_nought_no_tune_plays_at_all():
    assert faded(MusicFader(), 1, "arkade", 0).tune == ""


# The operator's settings


def test_the_schedule_lowers_everything_alike():
    day, night = Loudness().levels(100), Loudness().levels(50)
    assert day == (1.0, 0.8, 0.6, 0.4)
    assert night == tuple(level / 2 for level in day)
