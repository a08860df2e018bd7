"""What a seat may see, a case for each sentence of README.md (40 to 44)."""

from random import Random

from tests.games.space_aztecs.table import (
    AGENT,
    COYOTE,
    EAGLE,
    RULES,
    VILLAGER_2,
    YELLOW_SAUCER,
    YELLOW_TEMPLE,
    at,
    city,
    play,
    revealing,
    walk,
)

PILES = [[1, 5], [6, 14], [17], [25], [29], [33], [49], [53]]


def choosing(**fields):
    return at(phase="choose", piles=PILES, taken={"0": 1, "1": 2}, **fields)


def test_piles_are_counts_except_the_one_a_seat_holds():
    state = choosing()
    assert RULES.observe(state, 0)["piles"] == [[1, 5], 2, 1, 1, 1, 1, 1, 1]
    assert RULES.observe(state, 1)["piles"] == [2, [6, 14], 1, 1, 1, 1, 1, 1]
    assert RULES.observe(state, None)["piles"] == [2, 2, 1, 1, 1, 1, 1, 1]


def test_a_pile_is_seen_from_the_moment_it_is_taken():
    before = at(piles=PILES)
    assert RULES.observe(before, 0)["piles"][0] == 2
    after, _ = play(before, "take 1")
    assert RULES.observe(after, 0)["piles"][0] == [1, 5]
    assert RULES.observe(after, 1)["piles"][0] == 2


def test_who_has_chosen_sees_the_card_and_no_longer_the_pile():
    state, _ = play(choosing(), "0: choose 5")
    mine, theirs = RULES.observe(state, 0), RULES.observe(state, 1)
    assert (mine["chosen"], mine["piles"][0]) == ({"0": 5}, 1)
    assert (theirs["chosen"], theirs["piles"][0]) == ({"0": True}, 1)
    assert RULES.observe(state, None)["chosen"] == {"0": True}


def test_times_are_known_once_all_have_chosen_and_only_then():
    assert RULES.observe(choosing(chosen={}), 0)["times"] == {}
    visible = [city(), city(COYOTE, EAGLE), city()]
    state = revealing(YELLOW_SAUCER, 30, VILLAGER_2, cities=visible)
    assert RULES.observe(state, 0)["times"] == {"1": "09:40", "2": "00:00"}
    assert RULES.observe(state, 0)["chosen"] == {"1": True, "2": True}
    assert RULES.observe(state, 2)["chosen"] == {"1": True, "2": VILLAGER_2}
    after, _ = play(state, f"abduct 1 {EAGLE}")
    assert RULES.observe(after, 0)["times"] == {}


def test_a_card_that_asks_is_face_up():
    asks = [city(AGENT, temples={YELLOW_TEMPLE: []}), city()]
    state = revealing(EAGLE, VILLAGER_2, cities=asks)
    for seat in (None, 0, 1):
        assert RULES.observe(state, seat)["chosen"]["0"] == EAGLE
        assert RULES.observe(state, seat)["pending"] == {"seat": 0, "card": EAGLE}


def test_nobody_in_particular_sees_no_hand():
    state = choosing(chosen={"0": 30})
    assert RULES.observe(state, -1) == RULES.observe(state, None)


def test_everything_played_face_up_is_visible():
    cities = [city(EAGLE, temples={YELLOW_TEMPLE: [COYOTE]}, codex=[9]), city()]
    state = at(cities=cities)
    assert RULES.observe(state, 1)["cities"] == cities


def test_a_bot_imagines_every_deal_but_its_own_pile():
    state = RULES.new(3, {}, Random(4))
    state, _ = play(state, "take 1", "take 2", "take 3")
    seat = RULES.actors(state)[1]
    own = state.taken[seat]
    deals = [RULES.imagine(state, seat, Random(seed)) for seed in range(20)]
    assert len(set(deals)) == 20
    assert {deal.piles[own] for deal in deals} == {state.piles[own]}
    assert all(
        sorted(sum(deal.piles, ())) == sorted(sum(state.piles, ())) for deal in deals
    )


def test_an_imagined_choice_is_not_always_the_real_one():
    for state in walk(3, {}, 5):
        if state.phase == 1 and state.chosen[0] and not state.chosen[1]:
            guesses = {RULES.imagine(state, 1, Random(s)).chosen[0] for s in range(30)}
            assert len(guesses) > 5
            return
    raise AssertionError("nobody chose before seat 1")


def test_a_pile_once_held_is_remembered_to_its_last_card():
    state, _ = play(
        at(piles=PILES),
        *("take 1", "take 2", "0: choose 5", "1: choose 6"),
        *("take 3", "take 1"),
    )
    assert state.held == (0b101, 0b11)
    for seed in range(20):
        imagined = RULES.imagine(state, 0, Random(seed))
        assert imagined.piles[0] == state.piles[0] == (1,)
        assert imagined.piles[2] == state.piles[2]


def test_of_a_pile_once_held_only_the_choice_of_another_is_guessed():
    piles = [[1, 5, 9], [6, 14], [17], [25], [29], [33], [49], [53]]
    state = at(
        phase="choose",
        piles=piles,
        taken={"0": 2, "1": 1},
        held=[[1], []],
    )
    state, _ = play(state, "1: choose 5")
    guesses = {RULES.imagine(state, 0, Random(seed)) for seed in range(60)}
    assert {guess.chosen[1] for guess in guesses} == {1, 5, 9}
    assert all({*guess.piles[0], guess.chosen[1]} == {1, 5, 9} for guess in guesses)


def test_what_was_held_is_written_and_read_back():
    for state in walk(3, {}, 11):
        assert RULES.read(RULES.write(state), Random(0)) == state
    assert any(state.held)
