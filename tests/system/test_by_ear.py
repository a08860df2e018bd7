"""Matches played by somebody who only hears them, from the coin to the result.

Real parts and simulated wires in virtual time; the voice is written down and lasts. The
player presses what sentences have told of (tests/support/ears.py).
"""

from itertools import product

import pytest

from cabinet import settings
from cabinet.core.events import MILLISECOND, SECOND
from cabinet.i18n import LANGUAGES, words
from cabinet.loops.registry import GameShelf
from cabinet.scenario.rig import Rig
from tests.support.ears import A_SIGN, EarPlayer, WrittenVoice
from tests.support.settings import SETTINGS

# A voice that hurries, where nobody asks how long it takes.
HURRIED = 3 * MILLISECOND
SHORT = 5
GAMES = {
    "azteka": ("Azteka", "Azteka agressif", "Azteka à trois"),
    "aztec": ("Aztec",),
    "arkade": ("Arkade stratégie", "Arkade arcade"),
    "space_aztecs": ("Space Aztecs",),
}


@pytest.fixture
def sit_down(tmp_path):
    """A player who speaks that language, at a cabinet; a sign takes so long to say."""
    rigs = []

    def sit_down(language, a_sign=HURRIED, seed=5):
        games = GameShelf()
        simulated = {"io": {"backend": "sim"}}
        chosen = settings.load(SETTINGS, simulated, settings.catalogue_of(games))
        voices = []

        def voice(clock):
            voices.append(WrittenVoice(clock, a_sign))
            return voices[-1]

        rigs.append(Rig(chosen, games, tmp_path, seed=seed, voice=voice))
        return EarPlayer(rigs[-1], voices[0], language, seed)

    yield sit_down
    for rig in rigs:
        rig.close()


def title_of(player, french):
    """What the mode is called in the language of the player."""
    offers = player.rig.controller.snapshot.offers
    (offer,) = (each for each in offers if each.title["fr"] == french)
    return offer.title[player.language]


def play_to_the_end(player, game, mode):
    """Play, and hear who won: the sentence on the screen, and everybody's points."""
    player.begin(title_of(player, mode))
    player.play(f"cabinet.games.{game}")
    told = player.hear_result()
    assert player.won, told
    assert player.won in told
    assert len(set(told)) > len(told) / 3
    in_the_match = player.voice.said[player.began :]
    assert {language for language, _ in in_the_match} == {player.language}


def test_a_match_is_played_by_ear_from_the_coin_to_the_result(sit_down):
    play_to_the_end(sit_down("en"), "arkade", "Arkade arcade")


def explored(player, rows):
    """All that is said of a board, by the stick alone, from its first corner."""
    told = player.press("mode")
    for row in range(rows):
        way, here = ("right", "left")[row % 2], ""
        while True:
            (there,) = player.press(f"p1.{way}")[-1:]
            if there == here:
                break
            told.append(here := there)
        told += player.press("p1.down")
    player.press("p1.a")
    return set(told)


def test_a_board_is_explored_place_by_place_and_nothing_is_played(sit_down):
    player = sit_down("fr")
    player.begin("Azteka")
    table = player.rig.controller.table
    before = len(table.log)
    told = explored(player, 5)
    board = table.game.view.say_board(table.look(words("fr")))
    assert {text for row in board for text in row} <= told
    assert len(table.log) == before
    assert "anneau 3, segment 2\u00a0: libre." in told
    assert words("fr")("voice.explore") in told
    assert words("fr")("voice.explore") not in player.press("p1.up")


def test_nobody_is_hurried_while_a_sentence_is_being_said(sit_down):
    """The voice is slow: a sentence lasts longer than any patience."""
    player = sit_down("fr", a_sign=2 * SECOND)
    rig, voice = player.rig, player.voice
    rig.press("p1.a", duration=3 * SECOND)
    rig.insert(1)
    patience = int(settings.load(SETTINGS).patience.select)
    for _ in range(2 * patience):
        rig.advance(SECOND)
        assert rig.mode == "select"
        assert voice.busy
    voice.hush()
    player.rig.controller.speech.switch(on=False)
    rig.advance((patience + 5) * SECOND)
    assert rig.mode == "attract"


def test_the_house_waits_until_its_last_move_has_been_told(sit_down):
    player = sit_down("en", a_sign=A_SIGN)
    player.begin("Azteka aggressive")
    table = player.rig.controller.table
    player.press("p1.up")
    player.rig.press("p1.a")
    player.voice.say("x" * 1_000, "en")
    before = len(table.log)
    player.rig.advance(10 * SECOND)
    assert len(table.log) == before
    player.listen()
    player.rig.advance(3 * SECOND)
    assert len(table.log) > before


def test_a_guest_who_has_left_is_not_spoken_to(sit_down):
    player = sit_down("fr")
    player.rig.press("p1.a", duration=3 * SECOND)
    player.listen()
    assert player.rig.controller.speech.on
    player.rig.advance(70 * SECOND)
    assert not player.rig.controller.speech.on
    assert player.transcript[-1] == words("fr")("voice.off")


def test_who_has_one_button_hears_what_it_would_take(sit_down):
    player, say = sit_down("fr"), words("fr")
    player.rig.press("p1.a", duration=3 * SECOND)
    player.listen()
    player.rig.press("start", duration=2 * SECOND)
    player.rig.advance(40 * SECOND)
    lit = {say("preferences.done.name"), say("preferences.language.name")}
    told = {text.partition("\u00a0:")[0] for text in player.transcript}
    assert lit <= told


@pytest.mark.soak
@pytest.mark.parametrize(
    ("game", "mode", "language"),
    [
        (game, mode, language)
        for (game, modes), language in product(GAMES.items(), LANGUAGES)
        for mode in modes
    ],
)
def test_every_board_game_is_played_by_ear_in_both_languages(
    sit_down, game, mode, language
):
    play_to_the_end(sit_down(language, seed=SHORT), game, mode)
