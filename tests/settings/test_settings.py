"""What the settings mean for the house, the wires and the player's purse."""

import pytest

from cabinet.core.events import MILLISECOND, SECOND
from cabinet.core.inputs.wired_buttons import WiredButtons
from cabinet.core.money.amounts import money_text
from cabinet.core.money.tariff import Tariff, Tier
from cabinet.core.operating import Offer, OperatingSettings, Slot, TimeOuts
from cabinet.core.ports import Wire
from cabinet.core.schedule import Rule, Schedule
from cabinet.settings import (
    ConfigError,
    GameCard,
    catalogue_of,
    describe_prices,
    load,
)
from cabinet.settings.coins import Coin, sim_coin
from cabinet.tabletop.api import RulesError
from tests.settings.conftest import CATALOGUE, GOOD
from tests.support.tiny_games import PIG, TINY_GAMES, Pig

STICK = ("p1.up", "p1.down", "p1.left", "p1.right")


def test_the_house_is_what_the_file_says(write):
    text = GOOD.replace(
        "credit: 100", "credit: 50\n  tiers: [{money: 100, credits: 3}]"
    )
    text += "  - {game: aztec, title: {fr: B, en: B}, enabled: false}\n"
    text += "patience: {join: 1.5}\n"
    operating = load(write(text), catalogue=CATALOGUE).operating(CATALOGUE)
    assert operating == OperatingSettings(
        tariff=Tariff("EUR", 50, (Tier(100, 3),), 20, False, 900 * SECOND),
        slots=(Slot(1, 100),),
        offers=(
            Offer("azteka", {"fr": "Azteka", "en": "Azteka"}, {"variant": "classic"}),
        ),
        patience=TimeOuts(join=1500 * MILLISECOND),
        gifts_per_day=20,
        reserve=100_000_000,
        schedule=Schedule((Rule("volume", 22 * 60, 8 * 60, volume=30),)),
        wired=WiredButtons(frozenset({"coin.1", "start", *STICK})),
    )


@pytest.mark.parametrize(("text", "most"), [("", 20), ("0", 0), ("3", 3)])
def test_service_credits_are_limited_unless_the_file_says_otherwise(write, text, most):
    said = f"service: {{credits_per_day: {text}}}\n" if text else ""
    operating = load(write(GOOD + said)).operating(CATALOGUE)
    assert operating.gifts_per_day == most


def test_settings_left_out_are_the_defaults_of_the_house(write):
    operating = load(write(GOOD)).operating(CATALOGUE)
    assert operating.tariff == Tariff()
    assert operating.slots == (Slot(),)
    assert operating.patience == TimeOuts()
    assert (operating.id, operating.name, operating.language) == (
        "arkade-1",
        "Arkade",
        "fr",
    )


def test_a_house_cannot_sell_a_game_that_is_not_installed(write):
    config = load(write(GOOD))
    with pytest.raises(ConfigError) as error:
        config.operating({})
    assert str(error.value) == "settings: modes.0.game: no game 'azteka' is installed"


def test_seats_are_those_the_options_leave(write):
    text = GOOD.replace("classic", "mummies")
    text += "  - {game: aztec, title: {fr: B, en: B}}\n"
    operating = load(write(text)).operating(CATALOGUE)
    assert [offer.seats for offer in operating.offers] == [(3, 3), (2, 4)]


class CrowdedPig(Pig):
    """Pig that wants a crowd when the goal is far."""

    def new(self, players, options, rng):
        if options.get("goal") == 40 and players < 3:
            raise RulesError("a far goal needs 3 players")
        return super().new(players, options, rng)


def test_a_catalogue_asks_each_game_who_may_play():
    catalogue = catalogue_of(TINY_GAMES)
    assert catalogue["pig"].seats == (2, 3)
    assert catalogue["pig"].options == {"goal": (20, 40)}
    assert catalogue["pig"].fitting({"goal": 40}) == (2, 3)
    crowded = catalogue_of({"pig": type(PIG)(CrowdedPig(), PIG.title, PIG.view)})
    assert crowded["pig"].fitting({"goal": 40}) == (3,)
    assert crowded["pig"].refusal(2, {"goal": 40}) == "a far goal needs 3 players"


def test_options_that_leave_no_seats_are_told_in_the_rules_own_words(write):
    card = GameCard((2,), {"variant": ("classic",)}, lambda n, _: f"never {n}")
    with pytest.raises(ConfigError) as refusal:
        load(write(GOOD), None, {"azteka": card})
    (problem,) = (each.picture() for each in refusal.value.problems)
    assert problem.startswith(
        "cabinet.yaml:16:62: modes.0.options: azteka cannot be played so: never 2 "
        "(change an option)\n"
    )


def test_wires_are_inputs_or_outputs_with_the_natural_polarity(write):
    wiring = load(write(GOOD)).wiring()
    assert wiring.inputs == {
        "coin.1": Wire(17, active_low=True, key="5"),
        "start": Wire(27, active_low=True, key="1"),
        **{line: Wire(None, active_low=True, key=line[3:]) for line in STICK},
    }
    assert wiring.outputs == {"lockout": Wire(20, active_low=False)}


def test_polarity_can_be_turned_round(write):
    text = GOOD.replace("pin: 17", "pin: 17, active: high")
    text = text.replace("pin: 20", "pin: 20, active: low")
    wiring = load(write(text)).wiring()
    assert not wiring.inputs["coin.1"].active_low
    assert wiring.outputs["lockout"].active_low


def test_each_backend_gets_its_own_options(write):
    path = write(GOOD)
    assert load(path).wiring().options == {
        "bounce": True,
        "noise_per_minute": 0,
        "seed": 1,
        "coin_width_ms": 46,
        "coin_gap_ms": 100,
    }
    serial = {"io": {"backend": "serial", "port": "/dev/ttyACM0"}}
    assert load(path, serial).wiring().options == {"port": "/dev/ttyACM0"}
    assert load(path, {"io": {"backend": "gpio"}}).wiring().options == {}


def test_a_simulated_coin_is_a_coin_to_every_slot():
    coins = [
        Coin(slot=1, pulse_value=1, width_ms=(12, 80), gap_ms=20, max_per_s=8),
        Coin(slot=2, pulse_value=1, width_ms=(70, 200), gap_ms=90, max_per_s=5),
    ]
    assert sim_coin(coins) == {"coin_width_ms": 75, "coin_gap_ms": 180}
    assert sim_coin([]) == {}


def test_money_is_written_as_people_write_it():
    assert money_text(150, "EUR") == "1.50 EUR"
    assert money_text(5, "EUR") == "0.05 EUR"
    assert money_text(500, "JPY") == "500 JPY"
    assert money_text(1500, "TND") == "1.500 TND"


def test_a_bonus_makes_credits_cheaper():
    tariff = Tariff(credit=100, tiers=(Tier(200, 3), Tier(500, 8)))
    assert [tariff.cost(n) for n in range(9)] == [
        *(0, 100, 200, 200, 300, 400, 400, 500, 500)
    ]
    assert Tariff(credit=70).cost(3) == 210
    assert Tariff(free_play=True).cost(3) == 0


OFFERS = (
    Offer("azteka", {"fr": "Azteka", "en": "Azteka"}),
    Offer("aztec", {"fr": "Aztèque", "en": "Aztec"}, {}, 2, True, (2, 3)),
    Offer("solo", {"fr": "Seul", "en": "Alone"}, seats=(1, 1)),
)


def test_the_price_table():
    tariff = Tariff(credit=50, tiers=(Tier(200, 5),))
    assert describe_prices(OperatingSettings(tariff=tariff, offers=OFFERS)) == (
        "jeu      joueurs  crédits    prix\n"
        "Azteka       1-2        1  0,50\u00a0€\n"
        "Aztèque        1        2  1,00\u00a0€\n"
        "Aztèque        2        4  2,00\u00a0€\n"
        "Aztèque        3        6  2,50\u00a0€\n"
        "Seul           1        1  0,50\u00a0€"
    )


def test_the_price_table_in_free_play_and_in_english():
    operating = OperatingSettings(
        tariff=Tariff(free_play=True), offers=OFFERS[2:], language="en"
    )
    assert describe_prices(operating) == (
        "mode   players  credits  money\nAlone        1        1   free"
    )
