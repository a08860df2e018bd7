"""Price lists, hours, playing on, players' own slots and the meter."""

import pytest

from cabinet.core.events import MILLISECOND, SECOND
from cabinet.core.money.tariff import Tier
from cabinet.core.operating import Meter
from cabinet.loops.registry import all_shipped
from cabinet.settings import ConfigError, catalogue_of, describe_prices, load
from cabinet.settings.sales import PRESETS, Pricing
from tests.settings.conftest import CATALOGUE, GOOD


def operating(path, **overrides):
    return load(path, overrides, CATALOGUE).operating(CATALOGUE)


@pytest.fixture
def good(write):
    return write(GOOD)


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_is_a_whole_price_list(name, write):
    path = write(GOOD.replace("credit: 100", f"preset: {name}"))
    coins = [{"slot": 1, "pulse_value": 1 if name == "token" else 100}]
    tariff = operating(path, coins=coins).tariff
    assert tariff.credit == PRESETS[name]["credit"]
    assert tariff.free_play == (name == "free")


def test_the_schema_lists_exactly_the_presets_there_are():
    (choices, _) = Pricing.model_json_schema()["properties"]["preset"]["anyOf"]
    assert choices["enum"] == list(PRESETS)


def test_what_the_file_says_comes_before_the_preset(write):
    path = write(GOOD.replace("credit: 100", "preset: eur-1-3for2\n  credit: 50"))
    tariff = (
        load(path, {"pricing": {"tiers": []}}, CATALOGUE).operating(CATALOGUE).tariff
    )
    assert (tariff.credit, tariff.tiers) == (50, ())


def test_a_preset_brings_its_tiers(write):
    path = write(GOOD.replace("credit: 100", "preset: eur-1-3for2"))
    assert operating(path).tariff.tiers == (Tier(200, 3),)


def test_an_unknown_preset_is_told_with_its_place(write):
    path = write(GOOD.replace("credit: 100", "credit: 100\n  preset: eur-3"))
    with pytest.raises(Exception, match=r"cabinet.yaml:15:11: pricing.preset: "):
        load(path)


def test_expiry_of_nothing_means_never(good):
    pricing = {"fraction_expiry_s": 0, "credit_expiry_s": 60}
    tariff = operating(good, pricing=pricing).tariff
    assert (tariff.fraction_expiry, tariff.credit_expiry) == (0, 60 * SECOND)


MODE = {"game": "azteka", "title": {"fr": "A", "en": "A"}, "credits": 3}


def test_playing_on_may_have_its_own_price(good):
    (offer,) = operating(good, modes=[{**MODE, "continue_credits": 1}]).offers
    assert (offer.credits, offer.continue_credits) == (3, 1)


def test_a_slot_may_belong_to_a_player(good):
    coins = [{"slot": 1, "pulse_value": 100, "owner": 2}]
    assert operating(good, coins=coins).slots[0].owner == 2
    assert operating(good).slots[0].owner == 0


def test_the_meter_is_there_when_its_line_is(good):
    assert operating(good).meter is None
    wired = {"lines": {"meter": {"pin": 21}}}
    assert operating(good, io=wired).meter == Meter()
    meter = {"per": "value", "value": 50, "on_ms": 80, "off_ms": 90}
    assert operating(good, io=wired, meter=meter).meter == Meter(
        per_coin=False, value=50, on=80 * MILLISECOND, off=90 * MILLISECOND
    )


def test_the_price_table_tells_every_occasion(good):
    modes = [
        {**MODE, "continue_credits": 0},
        {**MODE, "game": "aztec", "per_player": True, "credits": 1},
    ]
    happy = {"from": "17:00", "to": "19:00", "games": "azteka"}
    free = {"what": "free", "days": ["mon", "holiday"], "games": "aztec"}
    night = {"what": "closed", "from": "02:00", "to": "06:00"}
    rules = [{"what": "price", "credits": 2} | happy, free, night]
    table = describe_prices(operating(good, modes=modes, schedule={"rules": rules}))
    first, *rows = table.splitlines()
    assert first.split() == ["jeu", "joueurs", "crédits", "prix"]
    assert [" ".join(row.split()) for row in rows] == [
        "A 1-2 3 3,00 €",
        "A, de 17:00 à 19:00 1-2 2 2,00 €",
        "A, pour continuer 1-2 0 gratuit",
        "A 1 1 1,00 €",
        "A 2 2 2,00 €",
        "A 3 3 3,00 €",
        "A 4 4 4,00 €",
        "A, lundi+jour férié, de 00:00 à 00:00 1 0 gratuit",
        "A, lundi+jour férié, de 00:00 à 00:00 2 0 gratuit",
        "A, lundi+jour férié, de 00:00 à 00:00 3 0 gratuit",
        "A, lundi+jour férié, de 00:00 à 00:00 4 0 gratuit",
    ]


def test_tokens_are_called_tokens(write):
    path = write(
        GOOD.replace("credit: 100", "preset: token").replace(
            "pulse_value: 100", "pulse_value: 1"
        )
    )
    assert "1 jeton" in describe_prices(operating(path))


def test_the_house_fills_a_table_up_to_its_seats(good):
    real = catalogue_of(all_shipped())
    game = {"game": "space_aztecs", "title": {"fr": "A", "en": "A"}}
    for seats, offered in ((6, (6, 6)), (4, (4, 6)), (None, (2, 6))):
        overrides = {"modes": [{**game, "seats": seats}]}
        (offer,) = load(good, overrides, real).operating(real).offers
        assert offer.seats == offered


def test_players_choose_what_the_mode_leaves_open(good):
    real = catalogue_of(all_shipped())
    game = {"game": "space_aztecs", "title": {"fr": "A", "en": "A"}}
    for options, choices in (({}, (True, False)), ({"codex": True}, ())):
        overrides = {"modes": [{**game, "options": options}]}
        (offer,) = load(good, overrides, real).operating(real).offers
        assert (offer.at_join, offer.choices) == ("codex" if choices else "", choices)


def test_seats_that_a_game_does_not_have_are_refused_with_those_there_are(write):
    text = GOOD.replace("options: {variant: classic}}", "seats: 5}")
    with pytest.raises(ConfigError, match=r"modes.0.seats: azteka is not for 5"):
        load(write(text), None, catalogue_of(all_shipped()))
