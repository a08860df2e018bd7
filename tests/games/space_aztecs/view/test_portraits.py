"""Every card has a face, the same one everywhere."""

from cabinet.games.space_aztecs.rules.cards import CARDS, IDS, family_of
from cabinet.games.space_aztecs.view import portraits
from cabinet.games.space_aztecs.view.phone import card
from cabinet.games.space_aztecs.view.texts import TEXTS, card_name
from cabinet.picture.shapes import PALETTE


def test_a_picture_has_its_size_and_colours_of_the_palette():
    for number in IDS:
        drawn = portraits.PORTRAITS[number]
        assert len(drawn.rows) == portraits.TALL, number
        assert {len(row) for row in drawn.rows} == {portraits.WIDE}, number
        assert set("".join(drawn.rows)) <= set(".0123456789"), number
        assert set(drawn.ramp) <= set(PALETTE), number
        assert len(drawn.ramp) == 10, number


def test_cards_of_different_types_have_different_pictures():
    looks = {}
    for number in IDS:
        rows = portraits.PORTRAITS[number].rows
        looks.setdefault(rows, set()).add(CARDS[number].type)
    assert all(len(types) == 1 for types in looks.values())
    assert len(looks) == len({CARDS[number].type for number in IDS}) + 3


def test_a_phone_draws_the_picture_of_the_screen():
    pictures = portraits.for_phones()
    for number in IDS:
        told, drawn = card(number, TEXTS["en"]), portraits.PORTRAITS[number]
        assert tuple(pictures["rows"][told["sign"]].split()) == drawn.rows, number
        colors = pictures["colors"][f"{told['sign']} {family_of(number)}"]
        assert colors.split() == [PALETTE[color] for color in drawn.ramp], number


def test_a_warrior_has_one_name_in_both_languages():
    """The English booklet's example says Eagle where the box says Jaguar."""
    for number, warrior in ((30, "jaguar"), (10, "eagle"), (6, "coyote")):
        assert CARDS[number].type == portraits.PORTRAITS[number].name == warrior
    names = [[card_name(TEXTS[to], n) for n in (30, 10)] for to in ("fr", "en")]
    assert names == [["Jaguar", "Aigle"], ["Jaguar", "Eagle"]]
