"""What Space Aztecs shows, to whom, and what a stick and two buttons do."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cabinet.games.space_aztecs import GAME
from cabinet.games.space_aztecs.rules.cards import CARDS, IDS
from cabinet.games.space_aztecs.view.cities import WIDE, layout
from cabinet.games.space_aztecs.view.drama import length
from cabinet.games.space_aztecs.view.hand import Hand
from cabinet.games.space_aztecs.view.texts import TEXTS, card_about, card_name
from cabinet.picture.shapes import Text
from cabinet.screen.render.painter import measure
from cabinet.tabletop.api import Look, Outcome
from tests.games.space_aztecs.table import (
    AGENT,
    COYOTE,
    EAGLE,
    NOBLE,
    RULES,
    VILLAGER_2,
    YELLOW_SAUCER,
    YELLOW_TEMPLE,
    at,
    city,
    over,
    play,
    revealing,
)

VIEW = GAME.view
WIDEST = ("WWWWWWWWWWWW", "Maximilienne", "ROBOT NORMAL", "Joueur 4", "Zoé", "Robot 6")
PILES = [[1, 5, 6], [14, 30], [17], [25], [29], [33], [49], [53]]
LANGUAGES = ("fr", "en")


def texts_of(state, seat=None):
    due = RULES.actors(state)
    seat = due[0] if seat is None else seat
    return tuple(RULES.write_action(state, a) for a in RULES.legal(state, seat))


def look_at(state, hand=None, events=(), age=999, language="fr", seat=None, frame=0):
    due = RULES.actors(state)
    legal = texts_of(state) if due and hand else ()
    names = WIDEST[: RULES.players(state)]
    seen = RULES.seen_by(state, seat)
    return Look(seen, due, legal, hand, names, tuple(events), age, frame, language)


def shown(look):
    return [shape.words for shape in VIEW.picture(look) if isinstance(shape, Text)]


def begin(state, before=None, seat=None):
    return VIEW.hand(RULES.seen_by(state, seat), texts_of(state), before)


def pressed(state, hand, *buttons):
    action = None
    for button in buttons:
        seen = RULES.seen_by(state, None)
        hand, action = VIEW.press(hand, button, seen, texts_of(state))
    return hand, action


def choosing():
    return at(phase="choose", piles=PILES, taken={"0": 1, "1": 2})


def test_the_curtain_names_the_player_and_tells_the_others_to_look_away():
    words = shown(look_at(choosing(), begin(choosing())))
    assert WIDEST[0] in words
    assert "B : voir tes cartes" in words
    assert "Les autres se détournent" in words


def test_an_open_pile_shows_its_cards_and_what_the_pointed_one_does():
    state = choosing()
    words = shown(look_at(state, Hand("choose 5", True), language="en"))
    assert {"00:00", "01:20", "01:40", "Villager", "Animal", "Coyote"} <= set(words)
    assert "3 points. Whoever has the fewest pink loses 5 points" in words


@settings(max_examples=8, deadline=None)
@given(players=st.integers(2, 6), seed=st.integers(0, 2**32))
def test_behind_the_curtain_no_picture_shows_a_secret(players, seed):
    """Two deals that look the same from the table give the same picture and help."""
    rng = Random(seed)
    state = RULES.new(players, {}, rng)
    while due := RULES.actors(state):
        other = disguised(state, rng)
        assert public(state) == public(other)
        seat = rng.choice(due)
        state = RULES.apply(state, seat, rng.choice(RULES.legal(state, seat)))


def disguised(state, rng):
    """Every hidden card dealt anew, as nobody at the table could tell."""
    known = state.phase == 1
    cards = [card for pile in state.piles for card in pile]
    cards += [card for card in state.chosen if card and known]
    rng.shuffle(cards)
    deck = iter(cards)
    piles = tuple(tuple(sorted(next(deck) for _ in pile)) for pile in state.piles)
    chosen = tuple(next(deck) if c and known else c for c in state.chosen)
    return state._replace(piles=piles, chosen=chosen)


def public(state):
    hand = begin(state)
    look = look_at(state, hand)
    return VIEW.picture(look), VIEW.help(look)


def test_answers_are_a_list():
    state = revealing(YELLOW_SAUCER, cities=[city(), city(COYOTE, EAGLE)])
    hand = begin(state)
    assert pressed(state, hand, "down", "a")[1] == f"abduct 1 {EAGLE}"
    assert pressed(state, hand, "up") == (hand, None)
    assert f"Enlever à {WIDEST[1]} :" in shown(look_at(state, hand))


def test_hiding_names_the_temple_and_how_many_are_in_it():
    asks = [city(AGENT, temples={YELLOW_TEMPLE: [COYOTE]}), city()]
    state = revealing(EAGLE, cities=asks)
    words = shown(look_at(state, begin(state)))
    assert "Temple jaune (1)" in words
    assert "Dans la cité" in words
    assert VIEW.help(look_at(state, begin(state))) == (("a", "Mettre à l'abri"),)
    assert VIEW.help(look_at(state, Hand("show", False))) == (("a", "Laisser visible"),)


def test_help_says_what_the_buttons_do_now():
    assert VIEW.help(look_at(at(), Hand("take 3", False))) == (
        ("a", "Prendre : Marché"),
    )
    closed = VIEW.help(look_at(choosing(), Hand("choose 1", False)))
    assert closed == (("b", "Voir mes cartes"),)
    opened = VIEW.help(look_at(choosing(), Hand("choose 1", True), language="en"))
    assert opened == (("a", "Play this card"), ("b", "Cover my cards"))
    assert VIEW.help(look_at(choosing())) == ()


def test_the_table_shows_counts_saucers_and_what_everybody_does():
    state, _ = play(choosing(), "0: choose 5")
    words = shown(look_at(state))
    assert "0/7" in words
    assert "a choisi" in words
    assert "choisit…" in words
    assert "MANCHE 1" in words


def test_hours_are_called_before_cards_are_turned_one_by_one():
    state, events = play(choosing(), "0: choose 5", "1: choose 30")
    first = shown(look_at(state, events=events, age=0))
    assert {"QUELLE HEURE ?", "01:20"} <= set(first)
    assert "09:40" not in first, "one by one"
    assert {"01:20", "09:40"} <= set(shown(look_at(state, events=events, age=22)))
    animal = shown(look_at(state, events=events, age=84))
    assert "Animal" in animal
    assert "Jaguar" not in animal, "the earliest first"
    assert "Jaguar" in shown(look_at(state, events=events, age=152))
    assert "Jaguar" not in shown(look_at(state, events=events, age=400))


def test_the_final_count_has_a_line_per_reason_and_a_column_per_seat():
    state = over(city(NOBLE, VILLAGER_2, codex=[9]), city(COYOTE), removed="green")
    words = shown(look_at(state, age=300))
    for reason in ("Codex", "Villageois, animaux", "Nobles", "Coyotes", "Faim"):
        assert reason in words
    assert words[-3:] == ["TOTAL", "7", "-3"]


def test_two_players_see_where_every_point_comes_from():
    many = city(NOBLE, 15, 11, 43, 6, 10, 30, AGENT, 4, codex=[9, 18])
    words = shown(look_at(at(cities=[many, city()], removed="pink")))
    assert "Codex" in words
    assert "Archivistes" in words
    few = shown(look_at(at(cities=[city(codex=[9, 18]), city()])))
    assert {"Quetzalcóatl", "Tláloc"} <= set(few)


def test_the_final_count_comes_line_by_line_within_the_last_look():
    state = at(phase="choose", piles=PILES, taken={"0": 3, "1": 4})
    after, events = play(state, "0: choose 17", "1: choose 25")
    assert "QUELLE HEURE ?" in shown(look_at(after, events=events, age=20))
    in_panels = 2
    began = length(events)
    begins = shown(look_at(after, events=events, age=began))
    assert begins.count("Faim") == in_panels
    assert begins.count("Villageois, animaux") == in_panels + 1
    later = shown(look_at(after, events=events, age=began + 60))
    assert later.count("Faim") == in_panels + 1
    old = shown(look_at(after, age=0))
    assert old.count("Faim") == in_panels + 1, "an old game is counted at once"


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_cities_fit_beside_the_dial_and_do_not_overlap(players):
    places = [(x, y, room.tall) for x, y, room in layout(players)]
    assert len(set(places)) == players
    for x, y, tall in places:
        assert x >= 0
        assert x + WIDE <= 202 or 438 <= x <= 640 - WIDE
        assert 0 <= y <= y + tall <= 320
    for (x, y, tall), (x2, y2, _) in combinations(places, 2):
        assert x != x2 or y + tall <= y2 or y2 + tall <= y


def sights(players, language):
    """Looks at a random game, persons and bots in turn, fresh and old news."""
    rng = Random(players)
    state, before = RULES.new(players, {}, rng), None
    while due := RULES.actors(state):
        before = begin(state, before)
        yield look_at(state, before, language=language)
        yield look_at(state, before._replace(open=True), language=language)
        events = []
        seat = rng.choice(due)
        state = RULES.apply(state, seat, rng.choice(RULES.legal(state, seat)), events)
        for age in (1, 75, 150, 260, 999):
            yield look_at(state, None, events, age, language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_every_word_is_on_the_table_and_none_is_tiny(players, language):
    for look in sights(players, language):
        for text in VIEW.picture(look):
            if isinstance(text, Text):
                wide, tall = measure(text)
                left = (
                    text.x - {"left": 0, "center": wide // 2, "right": wide}[text.align]
                )
                assert 0 <= left <= left + wide <= 640, text
                assert 0 <= text.y <= text.y + tall <= 320, text
                assert text.face != "tiny", text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("card", IDS)
def test_every_card_has_words_that_fit_their_frames(card, language):
    name = Text(0, 0, card_name(TEXTS[language], card), "white")
    assert measure(name)[0] <= 106
    assert measure(Text(0, 0, card_about(TEXTS[language], card), "white"))[0] <= 560
    assert CARDS[card].type not in card_about(TEXTS[language], card).split()


@pytest.mark.parametrize(
    ("winners", "scores", "french"),
    [
        ((1,), (3, 22), "Léa gagne avec 22 points : deux tas sont vides"),
        (
            (0, 1),
            (9, 9),
            "Zoé et Léa gagnent ensemble, 9 points : deux tas sont vides",
        ),
        (
            (0, 1, 2),
            (-5, -5, -5),
            "3 joueurs gagnent ensemble, -5 points : deux tas sont vides",
        ),
    ],
)
def test_the_ending_is_one_sentence(winners, scores, french):
    outcome = Outcome(True, winners, scores, "two piles are empty")
    names = ("Zoé", "Léa", "Ali")
    assert VIEW.ending(outcome, names, "fr") == french
    assert VIEW.ending(outcome, names, "en") != french
