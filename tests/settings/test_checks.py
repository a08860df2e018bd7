"""What one setting means for another, word for word; and what it guarantees."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cabinet.core.money.tariff import Purse, Tariff, Tier
from cabinet.i18n import words
from cabinet.settings import coin_advice
from cabinet.settings.checks import Draft, sense_flaws
from cabinet.settings.coins import Coin, gap_advice
from cabinet.settings.sales import Bonus, Pricing
from tests.settings.conftest import GOOD, cases


@pytest.mark.parametrize(("old", "new", "message"), cases("contradictions.txt"))
def test_one_contradiction_gives_one_message(mended, old, new, message):
    assert mended(old, new) == [message]


def test_free_play_needs_no_coin_and_no_cap(problems):
    text = GOOD.replace("credit: 100", "credit: 1\n  free_play: true")
    text = text.replace("coins:\n  - {slot: 1, pulse_value: 100}", "coins: []")
    assert problems(text) == []


def test_a_mode_off_the_screen_may_name_a_game_that_is_not_installed(problems):
    text = GOOD + "  - {game: chess, title: {fr: Échecs, en: Chess}, enabled: false}\n"
    assert problems(text) == []


def test_a_wrong_pin_does_not_make_its_slot_unwired_too(mended):
    assert len(mended("pin: 17", "pin: 1")) == 1


BONUSES = st.builds(
    lambda money, credits: Bonus(money=money, credits=credits),
    st.integers(1, 12).map(lambda n: n * 50),
    st.integers(1, 20),
)


@given(
    credit=st.sampled_from([50, 70, 100, 150]),
    tiers=st.lists(BONUSES, max_size=3).map(
        lambda tiers: tuple(sorted(tiers, key=lambda tier: tier.money))
    ),
    max_credits=st.integers(1, 30),
    coins=st.lists(st.sampled_from([50, 100, 200]), min_size=1, max_size=30),
)
def test_with_prices_that_pass_every_credit_on_sale_can_be_reached(
    credit, tiers, max_credits, coins
):
    pricing = Pricing(credit=credit, tiers=tiers, max_credits=max_credits)
    slots = {n: Coin(slot=n + 1, pulse_value=v) for n, v in enumerate((50, 100, 200))}
    assume(not list(sense_flaws(Draft(None, pricing, slots, {}, whole=False), None)))
    tariff, purse = pricing.tariff(), Purse()
    for coin in coins:
        if not tariff.has_room(purse, 200):
            break
        after = tariff.drop(purse, coin)
        assert purse.credits <= after.credits <= max_credits, "no coin takes credits"
        purse = after
    else:
        return
    assert purse.credits >= 1, "the slot never shuts on somebody without a credit"


@pytest.mark.parametrize(
    "name",
    [r"\u202eedakrA", r"Ark\u0007ade", r"A\u200bB", r"\u2066x", r"a\u2028b", r"\x9b1m"],
)
def test_a_name_has_no_character_that_cannot_be_seen(problems, name):
    """One that turns the direction of writing round makes a name look like another."""
    for text in (
        GOOD + f'cabinet: {{name: "{name}"}}\n',
        GOOD + f'  - {{game: azteka, title: {{fr: "{name}", en: x}}}}\n',
    ):
        (said,) = problems(text)
        assert "visible characters" in said


@pytest.mark.parametrize("name", ["Café « Chez Zoë »", "アルカード", "أركيد", "#1 🎲"])
def test_names_of_every_language_are_names(problems, name):
    assert problems(GOOD + f'cabinet: {{name: "{name}"}}\n') == []


def test_a_gap_that_a_bounce_could_make_is_advised_against():
    (told,) = gap_advice([Coin(slot=1, gap_ms=1), Coin(slot=2, gap_ms=5)])
    said = words("en").say(told)
    assert said.startswith("coins.0.gap_ms: 1 ms is so short")
    assert "the coin calibration of the service menu" in said


@pytest.mark.parametrize(
    ("tariff", "coins", "told"),
    [
        (Tariff(credit=150), [100], [150]),
        (Tariff(credit=150), [50, 200], []),
        (Tariff(credit=100), [200], [100]),
        (Tariff(credit=100, tiers=(Tier(250, 3),)), [20, 100], [250]),
        (Tariff(credit=150, free_play=True), [100], []),
        (Tariff(credit=150), [], []),
    ],
)
def test_a_price_that_no_coins_add_up_to_is_told(tariff, coins, told):
    given = [one["money"].minor_units for one in coin_advice(tariff, coins)]
    assert given == told


def test_the_advice_says_what_players_put_in_instead():
    (told,) = coin_advice(Tariff(credit=150), [100, 200])
    said = words("en").say(told, "EUR")
    assert said.startswith("€1.50 cannot be paid exactly")
    assert "(€1.00, €2.00): players put in €2.00" in said
