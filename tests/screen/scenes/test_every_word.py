"""Every word of the catalogues, drawn where it belongs, whole, in every language."""

from collections import defaultdict
from dataclasses import replace
from functools import cache
from itertools import product

import pytest

from cabinet.i18n import LANGUAGES, Words, words
from cabinet.picture.shapes import Clip, Inset, Neon, Text
from cabinet.screen.render import fonts
from cabinet.screen.scenes import lettering, out_of_order, scene_table, service, wait
from cabinet.tabletop.registry import shipped
from tests.screen.drawn import undrawable
from tests.screen.gallery import samples
from tools.gallery.samples import OFFERS

ALARMS = """asked board_busy board_forgot board_new coin_held coin_jammed coin_noisy
    coins_without_slot command_refused dice_by_hand door_open edges_lost frames_damaged
    link_lost match_failed screen_lost screen_missing service_credits_used_up
    throw_unasked tilt tilt_stuck too_many_coins tower_lost""".split()  # noqa: SIM905
WHYS = """screen_left screen_silent screen_unwanted board_restarted tower_restarted
    link_silent board_unplugged tower_unplugged board_silent board_noise tower_silent
    tower_noise wrong_protocol not_a_slot not_a_tower""".split()  # noqa: SIM905

GAMES = shipped()
FORMS = ("one", "other")


class Listening(Words):
    """A catalogue that remembers what it said, and can insist on a plural's form."""

    def __init__(self, language, form=None):
        super().__init__(language, f"{language}.yaml", words(language).entries)
        self.form = form
        self.keys = set()
        self.said = set()

    def __call__(self, key, **values):
        said = super().__call__(key, **values)
        if key not in self.entries:
            key = f"{key}.{self._number(key, values)}"
        self.keys.add(key)
        self.said.add(said)
        return said

    def is_many(self, n):
        return super().is_many(n) if self.form is None else self.form == "other"


def texts(picture):
    for shape in picture:
        if isinstance(shape, Text | Neon) and shape.words:
            yield shape.words
        elif isinstance(shape, Clip | Inset):
            yield from texts(shape.picture)


def scenes(language, form):
    """Every sample: its name, what was said for it, and what was drawn."""
    listening = Listening(language, form)
    yield "wait", listening, wait.picture(40, listening)
    listening = Listening(language, form)
    yield "safe", listening, out_of_order.safe_picture("", (listening,))
    for name, show in samples(language):
        listening = Listening(language, form)
        picture = scene_table.picture(replace(show, words=listening))
        yield name, listening, picture
        if name.endswith("_finished"):
            listening = Listening(language, form)
            shown = scene_table.last_look(replace(show, words=listening))
            yield f"{name}, the last look", listening, shown


@cache
def everything(language, form):
    return list(scenes(language, form))


each_language = pytest.mark.parametrize("language", LANGUAGES)
each_way = pytest.mark.parametrize(
    ("language", "form"), list(product(LANGUAGES, (None, *FORMS)))
)
# What an operator or a machine wrote may be longer than its box.
THEIRS = (
    *(title for offer in OFFERS for title in offer.title.values()),
    "list index out of range",
)


# Where eight games are on offer their tables are too small for words.
SPEECHLESS = ("select_many", "select_nine")
# Where the counter has something to say, it stands where buttons are explained.
NOTICED = ("attract_blow", "attract_no_gift", "select_held")


@each_language
def test_every_word_of_the_catalogue_is_on_some_screen(language):
    keys = set()
    for form in (None, *FORMS):
        for _, listening, _ in everything(language, form):
            keys |= listening.keys
    unseen = set(words(language).entries) - keys
    # Said of a loop, whose process draws the rest: tests/screen/loops has them.
    unseen -= {"result.alone", "result.record"}
    # What one button lights up: tests/screen/scenes/test_choices.py.
    unseen -= {"do.last_picture", "preferences.choice"}
    # The gallery has one of seven days.
    unseen = {key for key in unseen if not key.startswith("standby.day.")}
    # Who did something, in what books and pages say; rows that are named beforehand.
    of_people = ("author.", "menu.person.")
    unseen = {key for key in unseen if not key.startswith(of_people)}
    # Said of a program, behind its window: tests/screen/guests/test_scene.py.
    unseen = {key for key in unseen if not key.startswith("guest.")}
    # Said of a match by what thinks about it: tests/screen/match/test_adviser.py.
    told = ("hint.", "playing.rival", "playing.own")
    unseen = {key for key in unseen if not key.startswith(told)}
    # Said to people who see none of it: tests/screen/voice.
    unseen = {key for key in unseen if not key.startswith("voice.")}
    # Messages are many; tests/i18n/test_message_codes.py has each of them. Headings
    # of exports are on no screen: tests/books/test_accountancy.py has them.
    # What `cabinet check` says is in tests/cli/test_check.py.
    # What root says has many reasons: tests/screen/scenes/test_menu_machine.py.
    elsewhere = ("message.", "accountancy.", "check.", "machine.", "menu.clock.")
    elsewhere += ("menu.wifi.",)
    assert {key for key in unseen if not key.startswith(elsewhere)} == set()


@each_language
def test_every_alarm_fits_on_the_page_of_the_service_menu(language):
    entries, filled = words(language).entries, defaultdict(lambda: "/dev/ttyACM0")
    said = {
        key: entries[key].format_map(filled)
        for code in (*ALARMS, *WHYS)
        for key in (f"message.{code}", f"message.{code}.one", f"message.{code}.other")
        if key in entries
    }
    assert len(said) > len(ALARMS)
    whys = [text for key, text in said.items() if key.split(".")[1] in WHYS]
    why = max(whys, key=len)
    for key in said:
        if "{why}" in entries[key]:
            said[key] = entries[key].format_map({**filled, "match": 12345, "why": why})
    for key, text in said.items():
        lines = lettering.wrap(text, 300, service._LINES)
        assert not lines[-1].endswith(lettering.ELLIPSIS), key


@each_way
def test_every_word_is_drawn_whole(language, form):
    bots = [words(language)("seat.bot", number=seat) for seat in range(1, 7)]
    entries = words(language).entries
    helps = {entry for key, entry in entries.items() if key.startswith("do.")}
    for name, listening, picture in everything(language, form):
        drawn = " ".join(texts(picture))
        if name in ("service_alarms", "service_noise"):
            continue  # more alarms than fit: they are counted instead
        for said in listening.said:
            if any(theirs[:12] in said for theirs in THEIRS):
                continue
            if name in SPEECHLESS and said in bots:
                continue
            if (name in NOTICED or name.endswith("_one_button")) and said in helps:
                continue
            assert said in drawn, (name, said)


@each_way
def test_nothing_is_cut_but_what_somebody_else_wrote(language, form):
    for name, listening, picture in everything(language, form):
        for line in texts(picture):
            if line.endswith(lettering.ELLIPSIS) and line not in listening.said:
                start = line.removesuffix(lettering.ELLIPSIS)
                tail = start.split()[-1]
                known = any(start in t or tail in t for t in THEIRS)
                assert known or line in GAME_WORDS[language], (name, line)


# The games' own catalogues have words that end in an ellipsis, and say so.
GAME_WORDS = {
    "fr": {"JOUE…", "ÇA ROULE…", "choisit…", "décide…"},
    "en": {"PLAYS…", "ROLLING…", "chooses…", "decides…", "THINKING…"},
}


@pytest.mark.parametrize("face", lettering.CAPITALS)
@each_language
def test_every_letter_of_every_word_has_a_glyph_in_every_face(language, face):
    for key, entry in words(language).entries.items():
        assert undrawable(entry, face) == "", key


@pytest.mark.parametrize("face", lettering.CAPITALS)
def test_accents_stand_above_their_letters_and_are_not_lost(face):
    for plain, accented in zip("EAUCeaiouc", "ÉÀÙÇéàîôùç", strict=True):
        bare = fonts.written(plain, face, "white", 1)
        full = fonts.written(accented, face, "white", 1)
        assert full.ink.get_buffer().raw != bare.ink.get_buffer().raw, accented
