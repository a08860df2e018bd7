"""Games that play themselves, and the show they are part of."""

from dataclasses import replace

import pytest

from cabinet.core.events import SECOND
from cabinet.core.money.ledger import HighScore
from cabinet.i18n import LANGUAGES, words
from cabinet.picture.shapes import Inset, Neon, Text
from cabinet.protocol.codec import Panel
from cabinet.screen.loop.controller import ScreenController
from cabinet.screen.loop.demo_player import (
    EACH_MOVE,
    LAST_MOVE,
    Demo,
    DemoPlayer,
    _playable,
)
from cabinet.screen.match.thinking import InlineThinker
from cabinet.screen.render import painter
from cabinet.screen.scenes import attract, scene_table
from cabinet.screen.scenes.show import Show
from cabinet.tabletop.registry import shipped
from tests.support.tiny_games import NIM
from tools.gallery.samples import (
    BASE,
    BOT,
    NOW,
    OFFERS,
    PERSON,
    VARIANTS,
    waiting,
)

GAMES = shipped()
MODES = [
    pytest.param(card, id="-".join((card.game, *map(str, card.options.values()))))
    for card in (*OFFERS[:4], *VARIANTS)
]
NIM_CARD = replace(OFFERS[0], game="nim", title={"fr": "Nim", "en": "Nim"})
FRENCH = words("fr")


@pytest.fixture
def demo_player():
    demo_player = DemoPlayer(GAMES)
    demo_player.open((*OFFERS[:4], *VARIANTS))
    demo_player.wait()
    return demo_player


def said(picture):
    return [s.words for s in picture if isinstance(s, Text | Neon)]


@pytest.mark.parametrize("card", OFFERS[:4], ids=lambda card: card.game)
def test_a_game_that_is_watched_plays_on_and_begins_again(demo_player, card):
    seen = set()
    moves = len(GAMES[card.game].primer.demos[""].log)
    for _ in range(moves):
        picture = demo_player.moving(card, FRENCH)
        seen.add(picture)
        for _ in range(EACH_MOVE):
            demo_player.moving(card, FRENCH, every=1_000_000)
            demo_player.tick()
    assert len(seen) > moves // 3


@pytest.mark.parametrize("card", MODES)
def test_the_next_time_another_match_is_shown(card):
    game = GAMES[card.game]
    options = {n: o.default for n, o in game.rules.options.items()} | card.options
    recordings = game.primer.recordings(options)
    playable = _playable(game, recordings)
    assert len(playable) >= 2, "record anew: python tools/demos.py"
    assert len({recording.log for recording in playable}) == len(playable)
    demo, shown = Demo(game, playable), []
    for recording in (*playable, playable[0]):
        shown.append(demo._replay)
        for _ in range(len(recording.log)):
            demo.age = LAST_MOVE
            demo.tick()
            if demo._replay is not recording:
                break
    assert shown == [*playable, playable[0]]


def test_a_recording_that_the_rules_of_today_refuse_is_left_out():
    game = GAMES["azteka"]
    first, second, *_ = game.primer.recordings({"variant": "classic"})
    broken = second._replace(log=(second.log[0]._replace(action="place 9 9"),))
    assert _playable(game, (first, broken, second)) == (first, second)


def test_a_game_nobody_watches_stands_still(demo_player):
    before = demo_player.moving(OFFERS[0], FRENCH)
    demo_player.tick()
    for _ in range(200):
        demo_player.tick()
    assert demo_player.still(OFFERS[0], FRENCH) == before


def test_a_game_without_a_primer_shows_nothing():
    demo_player = DemoPlayer({"nim": NIM})
    demo_player.open([NIM_CARD, replace(NIM_CARD, game="no such game")])
    demo_player.wait()
    assert demo_player.moving(NIM_CARD, FRENCH) == ()
    assert demo_player.still(NIM_CARD, FRENCH) == ()
    assert demo_player.lessons(NIM_CARD) == 0


@pytest.mark.parametrize("card", MODES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_mode_has_five_to_twelve_lessons_that_can_be_drawn(
    demo_player, card, language
):
    assert 5 <= demo_player.lessons(card) <= 12
    for number in range(demo_player.lessons(card)):
        page = demo_player.page(card, number, words(language))
        assert page.picture
        assert page.sentence


def acts(show):
    total = sum(attract.ACTS.values()) * len(show.snapshot.offers)
    found = []
    for beat in range(0, total, 60):
        act = attract.now(replace(show, beat=beat))
        key = (act.name, act.offer.game)
        if not found or found[-1] != key:
            found.append(key)
    return found


def test_the_show_gives_every_game_its_acts():
    best = (HighScore("ZOÉ", 7),)
    offers = tuple(replace(offer, high_scores=best) for offer in BASE.offers)
    show = Show(replace(BASE, offers=offers), NOW, 0, FRENCH)
    games = [offer.game for offer in BASE.offers]
    assert acts(show) == [(act, game) for game in games for act in attract.ACTS]


def test_without_scores_there_is_no_table_of_honour():
    show = Show(BASE, NOW, 0, FRENCH)
    assert "scores" not in {name for name, _ in acts(show)[:12]}


def test_two_modes_of_one_game_are_one_number_of_the_show():
    twice = replace(BASE, offers=(OFFERS[0], OFFERS[0], OFFERS[1]))
    show = Show(twice, NOW, 0, FRENCH)
    assert {game for _, game in acts(show)} == {"azteka", "aztec"}


def test_every_act_asks_for_a_coin_and_says_what_it_costs(demo_player):
    total = sum(attract.ACTS.values()) * 4
    for beat in range(0, total, 150):
        show = Show(BASE, NOW, 0, FRENCH, demo_player=demo_player, beat=beat)
        words = said(scene_table.picture(show))
        act = attract.now(show)
        # Over a game that plays itself the ribbon comes and goes.
        if act.name != "demo" or act.beat < 200:
            assert "INSÈRE UNE PIÈCE" in words
        assert "1 crédit = 1,00\u00a0€" in words
        assert "Insérer" in words


def test_who_takes_a_seat_reads_which_role_it_is(demo_player):
    games = [offer.game for offer in BASE.offers]
    show = Show(
        replace(
            BASE,
            mode="join",
            offer=games.index("arkade"),
            seats=(BOT, PERSON),
        ),
        *(NOW, 0, FRENCH),
        demo_player=demo_player,
    )
    words = said(scene_table.picture(show))
    assert words.index("ALIEN") < words.index("DÉFENSEUR")
    assert "Qui joue" in words


def test_a_show_without_any_offer_is_the_title():
    empty = Show(replace(BASE, offers=()), NOW, 0, FRENCH, beat=5_000)
    assert attract.now(empty).name == "title"


@pytest.mark.parametrize("count", range(1, 9))
def test_every_card_of_select_has_its_game_on_it(demo_player, count):
    offers = (OFFERS[:4] * 2)[:count]
    shown = waiting("select", 20, offers=offers, offer=0)
    show = Show(shown, NOW, 0, FRENCH, demo_player=demo_player, beat=100)
    insets = [s for s in scene_table.picture(show) if isinstance(s, Inset)]
    assert len(insets) == count
    for inset in insets:
        assert inset.left >= 0
        assert inset.left + inset.w * inset.shrink <= 640
        assert inset.top + inset.h * inset.shrink <= 320


def test_an_inset_is_the_part_of_the_picture_it_says(display):
    import pygame

    from cabinet.picture.shapes import Box

    picture = (Box(100, 50, 8, 8, "red"),)
    canvas = pygame.Surface((640, 360), 0, 32)
    painter.paint(canvas, (Inset(10, 20, 4, 4, picture, 100, 50, 2),))
    red = canvas.get_at((10, 20))
    assert red[:3] == (0xFF, 0x3B, 0x4A)
    assert all(canvas.get_at((x, y)) == red for x in range(10, 14) for y in (20, 23))
    assert canvas.get_at((14, 20)) != red


class Visitor:
    """A hand on the panel, and what the screen then says."""

    def __init__(self, **fields):
        self.controller = ScreenController(GAMES, InlineThinker(GAMES, 5))
        self.now = NOW
        self.hear(replace(BASE, **fields))
        self.controller._demo_player.wait()

    def hear(self, snapshot):
        self.controller.hear(snapshot)
        self.now += SECOND
        self.controller.tick(self.now)

    def press(self, line):
        self.now += SECOND
        for what in ("pressed", "released"):
            self.controller.hear(Panel(line, what, self.now))
        self.controller.tick(self.now)

    @property
    def said(self):
        return said(self.controller.picture())


CHOOSING = waiting("select", 30, offer=0)
JOINING = waiting("join", 30, offer=0, seats=(PERSON, BOT))


def test_a_player_changes_the_language_at_select_and_it_lasts_for_the_visit():
    visitor = Visitor()
    visitor.hear(CHOOSING)
    assert "CHOISIS TON JEU" in visitor.said
    visitor.press("player")
    assert "CHOOSE YOUR GAME" in visitor.said
    visitor.hear(JOINING)
    assert "WHO PLAYS?" in visitor.said
    visitor.hear(BASE)
    visitor.hear(CHOOSING)
    assert "CHOISIS TON JEU" in visitor.said


def test_twice_is_the_first_language_again():
    visitor = Visitor()
    visitor.hear(CHOOSING)
    visitor.press("player")
    visitor.press("player")
    assert "CHOISIS TON JEU" in visitor.said


def test_the_player_button_adds_a_player_in_join_and_changes_no_language():
    visitor = Visitor()
    visitor.hear(JOINING)
    visitor.press("player")
    assert "QUI JOUE ?" in visitor.said


def test_mode_and_the_stick_turn_the_pages_of_the_how_to_around():
    visitor = Visitor()
    visitor.hear(JOINING)
    assert "Comment jouer" in visitor.said
    visitor.press("mode")
    visitor.hear(replace(JOINING, reading=True))
    of = len(GAMES["azteka"].primer.lessons({"variant": "classic"}))
    for number in (2, 3):
        visitor.press("mode")
        assert f"{number}/{of}" in visitor.said
    for number in (2, 1, of):
        visitor.press("p1.left")
        assert f"{number}/{of}" in visitor.said
    visitor.press("p1.right")
    assert f"1/{of}" in visitor.said


def test_back_from_the_how_to_is_where_one_was_and_in_the_same_language():
    visitor = Visitor()
    visitor.hear(CHOOSING)
    visitor.press("player")
    visitor.press("mode")
    visitor.hear(replace(CHOOSING, reading=True))
    assert "CHOOSE YOUR GAME" not in visitor.said
    visitor.hear(CHOOSING)
    assert "CHOOSE YOUR GAME" in visitor.said


def test_every_mode_with_records_has_its_table_of_honour():
    first, second = (
        replace(OFFERS[0], title={"fr": name, "en": name}, high_scores=high_scores)
        for name, high_scores in (("un", ()), ("deux", (HighScore("ZOÉ", 7),)))
    )
    third = replace(second, title={"fr": "trois", "en": "trois"})
    show = Show(replace(BASE, offers=(first, second, third)), NOW, 0, FRENCH)
    shown = (attract.now(replace(show, beat=beat)) for beat in range(0, 3_600, 30))
    honoured = [act.offer.title["fr"] for act in shown if act.name == "scores"]
    assert list(dict.fromkeys(honoured)) == ["deux", "trois"]


def test_the_prices_of_all_modes_are_shown_page_after_page():
    many = tuple(
        replace(OFFERS[0], title={"fr": f"Jeu {n}", "en": f"Game {n}"})
        for n in range(19)
    )
    show = Show(replace(BASE, offers=many), NOW, 0, FRENCH)
    seen = set()
    for beat in range(0, 3_600, 30):
        at = replace(show, beat=beat)
        if attract.now(at).name == "prices":
            seen.update(said(scene_table.picture(at)))
    assert {card.title["fr"] for card in many} <= seen
