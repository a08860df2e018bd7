"""The bots' short cut through a turn finds what every way by the rules finds."""

from functools import cache
from random import Random

import pytest

from cabinet.games.arkade.bots import insight, raid
from cabinet.games.arkade.bots.bits import lane_of
from cabinet.games.arkade.bots.gunnery import DAMAGE, SIGHT, Gunnery
from cabinet.games.arkade.rules.board import BIT
from cabinet.games.arkade.rules.position import NOBODY
from cabinet.tabletop.api import CHANCE
from cabinet.tabletop.census import throw
from tests.games.arkade.table import RULES, aliens, defence, lane

COLORS = range(3)
ROLLED = ("roll", "reroll", "end")


def in_time():
    return False


def ends(state, seat):
    """Where a turn can stop, by the rules alone: every way to spend the dice."""
    seen, waiting, found = {state}, [state], []
    while waiting:
        here = waiting.pop()
        asked = here.pending is not None or here.mover == NOBODY
        legal = () if asked else RULES.legal(here, seat)
        texts = [RULES.write_action(here, action) for action in legal]
        if asked or here.setup.arcade or "end" in texts:
            found.append(here)
        for text, action in zip(texts, legal, strict=True):
            if text.split()[0] not in ROLLED:
                after = RULES.apply(here, seat, action)
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
    return found


def danger(state):
    """What the saucers have come to, from the document."""
    seen = RULES.write(state)
    walls = [*seen["asteroids"], *seen["fields"]]
    walls += [[9, seen["tower"]]] if seen["tower"] else []
    total = 0.0
    for saucer in seen["saucers"]:
        line, column = saucer["at"]
        worth = 1.5 ** (line - 1) * (1.6 if saucer["heart"] else 1)
        total += worth * (0.7 if [line + 1, column] in walls else 1)
    return total


def threat(state):
    lane = lane_of(state)
    return insight.threat(lane.saucers(), lane.walls(), lane.face, lane.rolls)


def drawing(state):
    return state.pending is not None and state.pending.ask == "tile"


def alien_worth(state, fear):
    if state.mover == NOBODY:
        won = RULES.outcome(state).winners == (0,)
        return (
            10_000 + max(state.alien_dice[0] >= 0, state.alien_dice[1] >= 0)
            if (won)
            else -10_000
        )
    frames = len(state.bonus) + drawing(state)
    return danger(state) + 4 * frames + fear * 120 * threat(state)


def defender_worth(state, *, deep):
    if state.mover == NOBODY:
        return 10_000
    quick = deep and state.setup.arcade
    worth = (2 if quick else 0.5) * state.nuggets + 4 * drawing(state) - danger(state)
    if quick:
        lane = lane_of(state)
        aims = insight.targets(lane)
        worth += SIGHT * insight.sight(lane, *aims, state.ship, state.nuggets)
    worth -= DAMAGE * (state.reactor and state.setup.arcade)
    if deep:
        worth += 2.5 * state.kept.bit_count() - raid.advance(lane_of(state), in_time)
    return worth


@cache
def positions():
    """Positions with dice on the table, from random games of many kinds."""
    found = ([], [])
    kinds = [{}, {"face": "advanced"}, {"mode": "arcade", "tiles": True}, {"rolls": 2}]
    rng = Random(20)
    for number in range(40):
        state = RULES.new(2, kinds[number % len(kinds)], rng)
        while due := RULES.actors(state):
            seat = rng.choice(due)
            if seat == CHANCE:
                state = RULES.apply(state, seat, throw(RULES, state, rng))
                continue
            dice = state.alien_dice if seat == 0 else state.defender_dice
            if state.pending is None and max(dice) >= 0 and rng.random() < 0.12:
                found[seat].append(state)
            state = RULES.apply(state, seat, rng.choice(RULES.legal(state, seat)))
    return found


def test_the_positions_are_of_every_kind():
    alien, defender = positions()
    assert min(len(alien), len(defender)) > 100
    assert any(state.bonus for state in alien)
    for field in ("asteroids", "fields", "tower", "hearts"):
        assert any(getattr(state, field) for state in (*alien, *defender)), field
    for bit in range(4):
        assert any(state.kept >> bit & 1 for state in defender)
    assert any(state.reactor for state in defender)


@pytest.mark.parametrize("fear", [0.0, 1.0])
def test_the_alien_misses_no_way_and_invents_none(fear):
    for state in positions()[0][::2]:
        woken = sum(BIT[cell] for cell in state.bonus)
        found = raid.Raid(lane_of(state), fear)
        found.walk(*state.alien_dice, woken)
        best = max(alien_worth(end, fear) for end in ends(state, 0))
        assert found.best == pytest.approx(best)
        if found.action != raid.STAY:
            assert found.action in RULES.legal(state, 0)
            after = RULES.apply(state, 0, found.action)
            best = max(alien_worth(end, fear) for end in ends(after, 0))
            assert found.best == pytest.approx(best)


@pytest.mark.parametrize("deep", [False, True])
def test_the_defender_misses_no_way_and_invents_none(deep):
    for state in positions()[1][:: 6 if deep else 2]:
        found = Gunnery(state, deep=deep, enough=lambda _: False)
        found.walk(*state.defender_dice)
        best = max(defender_worth(end, deep=deep) for end in ends(state, 1))
        assert found.best == pytest.approx(best)
        if found.action != raid.STAY:
            assert found.action in RULES.legal(state, 1)
            after = RULES.apply(state, 1, found.action)
            best = max(defender_worth(end, deep=deep) for end in ends(after, 1))
            assert found.best == pytest.approx(best)


def best_of_throws(value, one, two, left):
    """The mean of the best, by trying every choice with every throw."""

    @cache
    def thrown(a, b, left):
        kept = value(a, b)
        if left == 0:
            return kept
        first = sum(thrown(x, b, left - 1) for x in one) / len(one)
        second = sum(thrown(a, x, left - 1) for x in two) / len(two)
        both = sum(thrown(x, y, left - 1) for x in one for y in two)
        return max(kept, first, second, both / len(one) / len(two))

    return sum(thrown(x, y, left) for x in one for y in two) / len(one) / len(two)


@pytest.mark.parametrize(
    "saucers", [("8,1 O", "2,2 B"), ("7,3 V", "7,4 O"), ("4,2 B", "3,1 O", "5,6 V")]
)
def test_what_the_alien_will_gain_is_exact(saucers):
    state = lane(*saucers, alien_rolls=1)
    now = danger(state)

    def gain(a, b):
        here = state.but(alien_dice=(a, b), alien_rolls=state.setup.rolls)
        worths = [alien_worth(end, raid.FEAR) for end in ends(here, 0)]
        return min(120, max(worths) - now)

    exact = best_of_throws(gain, COLORS, COLORS, state.setup.rolls - 1)
    assert raid.advance(lane_of(state), in_time) == pytest.approx(exact, abs=1e-9)


def test_what_the_defender_will_take_is_exact_for_one_saucer():
    state = defence("4,3 O", ship=1, nuggets=1)
    worth = 1.5**3

    def take(move, color):
        far = min(abs(dock - 2) for dock in (0, move))
        return worth - far / 2 if color == 0 and far <= 1 else 0

    exact = best_of_throws(take, range(6), COLORS, state.setup.rolls - 1)
    assert insight.hope(lane_of(state), 0, 1) == pytest.approx(exact, abs=1e-9)


def test_what_one_roll_takes_where_both_play_at_once_is_exact():
    state = defence("4,3 O", "3,5 O", "6,1 B", ship=2, nuggets=1)
    worths = {3: (0, 1.5**3), 5: (0, 1.5**2), 1: (1, 1.5**5)}

    def take(move, color):
        gains = [0]
        for column, (wanted, worth) in worths.items():
            far = min(abs(dock + 1 - column) for dock in (1, move))
            gains.append(worth - 2 * far if color == wanted and far <= 1 else 0)
        return max(gains)

    exact = sum(take(m, c) for m in range(6) for c in COLORS) / 18
    lane = lane_of(state)
    aims = insight.targets(lane)
    assert insight.sight(lane, *aims, 1, 1) == pytest.approx(exact, abs=1e-9)


def test_the_ship_waits_below_the_foremost_saucer_where_both_play_at_once():
    options = {"options": {"mode": "arcade"}, "turn": "both"}
    state = defence("7,5 O", "2,1 B", ship=1, nuggets=0, move=5, fire="V", **options)
    found = Gunnery(state, deep=True, enough=lambda _: False)
    found.hurry()
    found.walk(*state.defender_dice)
    assert RULES.write_action(state, found.action) == "go"


def test_a_saucer_is_given_for_an_asteroid_only_where_that_pays():
    state = aliens("2,1 O", "5,2 B", dice=("V", "V"), asteroids=[[3, 1]])
    found = raid.Raid(lane_of(state), 0.0)
    found.walk(*state.alien_dice)
    assert RULES.write_action(state, found.action) != "sacrifice 2,1"
