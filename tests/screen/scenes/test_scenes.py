from dataclasses import replace

import pytest

from cabinet.core.events import SECOND
from cabinet.i18n import LANGUAGES, money, words
from cabinet.i18n.message import verbatim
from cabinet.picture.shapes import HEIGHT, WIDTH, Text
from cabinet.protocol.snapshot import ResultCard
from cabinet.screen.render import fonts
from cabinet.screen.scenes import backdrop, lettering, result, scene_table
from cabinet.screen.scenes.bar import TOP
from cabinet.screen.scenes.show import Show
from cabinet.tabletop.registry import shipped
from tests.screen.drawn import box, our_texts, undrawable, written
from tests.support.tiny_games import NIM
from tools.gallery.samples import BASE, NOW, OFFERS, PERSON, cabinet_scenes
from tools.gallery.shows import shows

GAMES = {"nim": NIM, **shipped()}
SHOWS = [
    pytest.param(show, id=f"{name}-{language}")
    for language in LANGUAGES
    for name, show in shows(GAMES, language)
]
# A pattern to judge the screen by has all of it.
WITHOUT_BAR = ("standby", "pattern")


def has_bar(show):
    return not {show.snapshot.mode, show.menu_state.page} & set(WITHOUT_BAR)


def draw(mode="attract", language="fr", **fields):
    show = Show(replace(BASE, mode=mode, **fields), NOW, 10, words(language))
    return written(show)


def said_by(texts):
    return "\n".join(text.words for text in texts)


def every_word_is_inside_the_canvas(_, texts):
    for text in texts:
        left, top, right, bottom = box(text)
        assert left >= 0, text
        assert right <= WIDTH, text
        assert top >= 4, text
        assert bottom <= HEIGHT - 2, text


def no_word_crosses_the_edge_of_the_bar(_, texts):
    for text in texts:
        _, top, _, bottom = box(text)
        assert bottom < TOP or top > TOP, text


def no_two_words_overlap_but_a_heading_and_its_shadow(_, texts):
    for index, one in enumerate(texts):
        for other in texts[index + 1 :]:
            if one.words == other.words and one.x == other.x:
                continue
            a, b = box(one), box(other)
            apart = a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
            assert apart, (one, other)


def every_letter_has_a_glyph(_, texts):
    for text in texts:
        assert undrawable(text.words, text.face) == ""


def credits_and_the_price_of_a_credit_are_always_there(show, texts):
    said, snapshot = said_by(texts), show.snapshot
    if snapshot.free_play:
        assert show.words("bar.free") in said
        return
    assert str(snapshot.credits) in said.splitlines()
    cost = snapshot.to_next_credit if snapshot.fraction else snapshot.credit_price
    # In turn with what the credits of a bonus cost together.
    prices = [cost, *(bonus.money for bonus in snapshot.bonuses)]
    assert any(money(price, "EUR", show.language) in said for price in prices)


def the_time_left_is_there_whenever_something_waits(show, texts):
    clock = show.seconds_left
    if clock is not None:
        shown = str(clock) if clock < 100 else f"{clock // 60}:{clock % 60:02}"
        assert shown in said_by(texts).splitlines()


ALWAYS = (
    every_word_is_inside_the_canvas,
    no_two_words_overlap_but_a_heading_and_its_shadow,
    every_letter_has_a_glyph,
)
ABOVE_A_BAR = (
    no_word_crosses_the_edge_of_the_bar,
    credits_and_the_price_of_a_credit_are_always_there,
    the_time_left_is_there_whenever_something_waits,
)


@pytest.mark.parametrize("show", SHOWS)
def test_a_screen_can_be_read(show):
    """One test a screen: to begin one takes longer than to look at it."""
    texts = our_texts(show)
    for judge in (*ALWAYS, *(ABOVE_A_BAR if has_bar(show) else ())):
        judge(show, texts)


HELP = {
    "attract": ("do.insert",),
    "attract_paid": ("do.choose_game",),
    "attract_free_play": ("do.choose_game",),
    "select": ("do.select", "do.confirm", "do.howto", "do.language", "do.back"),
    "select_missing": ("do.select", "do.back"),
    "join": ("do.add_player", "do.who", "do.level", "do.back", "do.begin"),
    "join_six": ("do.remove_player",),
    "result_drawn": ("result.any_button",),
    "result_play_on": ("do.other_game",),
    "service": ("do.leave_service", "do.free_credit"),
    "out_of_order": ("do.try_again",),
    "nim_opening": ("do.leave",),
    "question_power": ("do.go_on", "do.switch_off"),
    "question_leave": ("do.go_on", "do.stop_game"),
    "question_idle": ("do.anything",),
    "question_resume": ("do.resume", "do.refund"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_each_button_does_now_is_written(language):
    scenes = dict(shows(GAMES, language))
    for name, keys in HELP.items():
        said = written(scenes[name])
        for key in keys:
            assert words(language)(key) in said, (name, key)


def test_the_games_own_buttons_are_in_the_bar_while_a_person_is_due():
    show = dict(shows(GAMES, "fr"))["nim_opening"]
    assert dict(show.play.help)["a"] == "Jouer"
    assert "Jouer" in written(show)


def test_without_enough_credit_nobody_is_told_to_begin():
    assert "Jouer" not in draw("join", seats=(PERSON,), offer=0, missing=1)
    assert "il manque 1 crédit" in draw("join", seats=(PERSON,), offer=0, missing=1)


def test_attract_blinks_but_the_price_stays():
    frames = [
        written(Show(BASE, NOW, frame, words("en"))) for frame in range(0, 120, 5)
    ]
    lit = ["INSERT COIN" in said for said in frames]
    assert any(lit)
    assert not all(lit)
    assert all("1 credit = €1.00" in said for said in frames)


def test_attract_shows_every_game_in_turn():
    seen = "\n".join(
        written(Show(BASE, NOW, frame, words("fr"))) for frame in range(0, 1_000, 60)
    )
    assert all(offer.title["fr"] in seen for offer in BASE.offers)


def test_a_shut_slot_asks_for_no_coin():
    said = draw(lockout_open=False)
    assert "INSÈRE UNE PIÈCE" not in said
    assert "PIÈCE" not in said
    assert "MONNAYEUR FERMÉ" in said


@pytest.mark.parametrize("cursor", range(len(OFFERS)))
def test_the_chosen_game_is_always_among_the_cards(cursor):
    offers = tuple(
        replace(offer, title={"fr": f"jeu {i}"}) for i, offer in enumerate(OFFERS * 2)
    )
    said = draw("select", offers=offers, offer=cursor)
    assert f"jeu {cursor}" in said.splitlines()
    assert sum(line.startswith("jeu ") for line in said.splitlines()) <= 8


def test_a_game_too_dear_says_how_many_credits_are_missing():
    dear = replace(OFFERS[0], credits=3, affordable=False)
    assert "il manque 2 crédits" in draw("select", offers=(dear,), credits=1, missing=2)
    said = draw("select", "en", offers=(dear,), credits=2, missing=1)
    assert "1 credit missing" in said


@pytest.mark.parametrize(
    ("own", "lacking", "french", "english"),
    [
        ((0, 2, 1), (1, 0, 0), "il manque 1 crédit pour J1", "1 more credit for P1"),
        (
            (0, 0, 0, 0, 1, 0),
            (2, 2, 2, 2, 0, 2),
            "il manque 10 crédits pour J1 J2 J3 J4 J6",
            "10 more credits for P1 P2 P3 P4 P6",
        ),
        ((0, 0), (1, 1), "il manque 2 crédits", "2 credits missing"),
        ((), (0, 0, 2), "il manque 2 crédits pour J3", "2 more credits for P3"),
        ((), (0, 1, 1, 1, 1, 1), "il manque 5 crédits", "5 credits missing"),
    ],
)
def test_join_names_who_lacks_credit_and_nobody_else(own, lacking, french, english):
    group = {"seats": (PERSON,) * len(lacking), "own_credits": own}
    missing = {"offer": 3, "missing": sum(lacking), "lacking": lacking}
    assert french in draw("join", "fr", **group, **missing).split("\n")
    assert english in draw("join", "en", **group, **missing).split("\n")


def test_join_tells_people_from_bots_and_from_empty_seats():
    show = dict(shows(GAMES, "fr"))["join_room"]
    lines = written(show).splitlines()
    assert "Joueur 1" in lines
    assert "Robot 2" in lines
    assert "fort" in lines
    assert lines.count("LIBRE") == 4


def test_the_result_ranks_the_winners_first():
    said = written(dict(shows(GAMES, "fr"))["result_six"]).splitlines()
    order = [line for line in said if line.startswith(("Joueur", "Robot"))]
    assert order == [
        "Joueur 2",
        "Joueur 5",
        "Joueur 1",
        "Joueur 3",
        "Joueur 4",
        "Robot 6",
    ]
    assert said.count("VICTOIRE !") == 1


def test_the_result_says_why_in_the_games_own_words():
    said = written(dict(shows(GAMES, "fr"))["nim_result"])
    assert "gagne (the last stone)" in said


def test_service_shows_alarms_and_version_and_before_the_menu_no_money():
    show = dict(shows(GAMES, "fr"))["service_alarms"]
    said = written(show)
    for fact in ("Fente 1 : pièce coincée", "version 0.1.0"):
        assert fact in said
    assert money(128_400, "EUR", "fr") not in said


def test_service_lights_the_inputs_that_are_down():
    def lit(down):
        show = Show(replace(BASE, mode="service"), NOW, 0, words("fr"), down=down)
        return sum(
            getattr(s, "color", "") == "green" for s in scene_table.picture(show)
        )

    assert lit(frozenset({"start", "p6.b"})) == lit(frozenset()) + 2


def test_more_alarms_than_fit_are_counted():
    alarms = tuple(verbatim(f"alarm {i}") for i in range(20))
    said = draw("service", "en", alarms=alarms)
    assert "alarm 9" in said
    assert "and 10 more" in said


def test_out_of_order_gives_the_reason_in_words_and_as_a_code():
    said = draw("out_of_order", "en", reason="books", credits=2)
    for sentence in (
        "The books cannot be written.",
        "code: books",
        "Please call the operator.",
        "Coins are not taken.",
        "Your credits are kept.",
    ):
        assert sentence in said
    assert "The cabinet needs help." in draw("out_of_order", "en", reason="meteor")


def test_standby_is_dark_and_says_how_to_wake_it_what_is_kept_and_what_it_costs():
    assert draw("standby").splitlines() == [
        "Appuie sur ON/OFF",
        "1 crédit = 1,00\u00a0€",
    ]
    assert "2 CRÉDITS" in draw("standby", credits=2).splitlines()
    assert draw("standby", free_play=True, credits=2).count("\n") == 1


def test_whoever_waits_for_the_counter_still_sees_their_credits():
    show = Show(replace(BASE, mode="nowhere", credits=3), NOW, 10, words("en"))
    said = written(show).splitlines()
    assert {"3", "CREDITS", "1 credit = €1.00"} <= set(said)


def test_the_podium_has_the_winner_in_the_middle_and_equals_equally_high():
    def steps(winners, scores):
        card = ResultCard("finished", winners, scores, "")
        drawn = result.podium(card, [1, 0, 2], frozenset({2}), 100, 300, 0)
        return [(s.x, s.y, s.words) for s in drawn if isinstance(s, Text)]

    (first, second, third) = steps((1,), (3, 9, 1))
    assert (first[0], first[2]) == (100, "1")
    assert first[1] < second[1] < third[1]
    shared = steps((1, 0), (9, 9, 1))
    assert [number for *_, number in shared] == ["1", "1", "3"]
    assert shared[0][1] == shared[1][1]
    assert {number for *_, number in steps((), (7, 7, 7))} == {"="}


def test_a_question_nobody_has_translated_is_still_asked():
    show = dict(shows(GAMES, "fr"))["question_idle"]
    strange = replace(show, snapshot=replace(show.snapshot, question="tilt"))
    assert "TILT" in written(strange)


def test_seconds_left_are_rounded_up_and_never_negative():
    def left(deadline):
        snapshot = replace(BASE, deadline=deadline)
        return Show(snapshot, NOW, 0, words("fr")).seconds_left

    assert left(NOW + 1) == 1
    assert left(NOW + 3 * SECOND) == 3
    assert left(NOW - SECOND) == 0
    assert left(None) is None


def test_the_backdrop_moves_costs_little_and_depends_on_the_frame_alone():
    for scene in (backdrop.sky, backdrop.horizon):
        assert scene(5) == scene(5)
        assert scene(5) != scene(200)
        assert len(scene(5)) <= 150


@pytest.mark.parametrize("language", LANGUAGES)
def test_our_widths_are_those_of_the_fonts(language):
    entries = [
        entry
        for key, entry in words(language).entries.items()
        if not key.startswith(("message.", "voice."))  # wrapped, or not drawn at all
    ]
    entries += "0123456789€\u00a0'…"
    for face in lettering.CAPITALS:
        assert lettering.CAPITALS[face] == fonts.measure("E", face, 1)[1]
        for entry in entries:
            assert lettering.width(entry, face) == fonts.measure(entry, face, 1)[0]


def test_what_is_too_wide_ends_in_an_ellipsis():
    cut = lettering.fit("un nom beaucoup trop long", 60)
    assert cut.endswith("…")
    assert lettering.width(cut) <= 60
    assert lettering.fit("court", 60) == "court"


def test_wrapping_keeps_every_word_while_there_is_room():
    lines = lettering.wrap("un deux trois quatre cinq", 70, 5)
    assert " ".join(lines) == "un deux trois quatre cinq"
    assert all(lettering.width(line) <= 70 for line in lines)
    assert len(lettering.wrap("un deux trois quatre cinq", 70, 2)) == 2


def test_the_samples_hold_every_mode():
    modes = {snapshot.mode for snapshot in cabinet_scenes().values()}
    assert modes == {
        "standby",
        "attract",
        "select",
        "join",
        "playing",
        "signing",
        "result",
        "service",
        "out_of_order",
    }
