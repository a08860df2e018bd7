"""The tests of fairness against tables, and against every row there is."""

from collections import Counter
from itertools import islice, pairwise, permutations, product
from math import exp, inf, isclose, log, sqrt
from random import Random
from statistics import mean, pvariance

import pytest

from tools.dice_sim.dice import Die, numbered
from tools.dice_sim.fair import (
    Question,
    Trial,
    bounds,
    chi_square,
    chi_square_tail,
    drawn,
    independence,
    judge,
    log_evidence,
    normal_tails,
    off_by,
    questions,
    runs_of,
    standing,
    standings,
    watch,
)

D6 = numbered(6)
CROOKED = Die("crooked", D6.faces, (1, 2, 2, 2, 2, 3))


def runs(faces):
    count = 1 + sum(one != two for one, two in pairwise(faces))
    return runs_of(count, list(Counter(faces).values()))


@pytest.mark.parametrize(
    ("statistic", "freedom", "p"),
    [
        (3.841458820694124, 1, 0.05),
        (6.634896601021213, 1, 0.01),
        (5.991464547107979, 2, 0.05),
        (7.814727903251179, 3, 0.05),
        (11.070497693516351, 5, 0.05),
        (20.515005652432873, 5, 0.001),
        (18.307038053275146, 10, 0.05),
        (79.08194448784874, 60, 0.05),
        (0.0, 5, 1.0),
    ],
)
def test_tails_of_chi_square_are_those_of_the_tables(statistic, freedom, p):
    assert isclose(chi_square_tail(statistic, freedom), p, rel_tol=1e-6)


def test_tails_of_the_normal_law_are_those_of_the_tables():
    assert isclose(normal_tails(1.959963984540054), 0.05, rel_tol=1e-12)
    assert isclose(normal_tails(-2.5758293035489004), 0.01, rel_tol=1e-12)


def test_weldons_dice_are_known_not_to_be_fair():
    """315,672 dice of 1894, a five or a six 106,602 times: chi-square 27.0 or so."""
    found = chi_square((106_602, 315_672 - 106_602), (1 / 3, 2 / 3))
    assert isclose(found.statistic, 27.06, abs_tol=0.06)
    assert found.p < 1e-6


def test_a_chi_square_by_hand():
    found = chi_square((5, 8, 9, 8, 10, 20), [1 / 6] * 6)
    assert isclose(found.statistic, 13.4)
    assert isclose(found.p, 0.01990526, rel_tol=1e-5)


def test_too_few_throws_are_no_test():
    assert chi_square((4, 4, 4, 4, 4, 4), [1 / 6] * 6) is None
    assert runs([1, 2, 1]) is None
    assert independence([[0, 0], [0, 0]]) is None


def test_runs_have_the_mean_and_the_spread_of_all_shuffles():
    """40,000 of the orders of ten throws: four, three and three of a face."""
    faces = (0, 0, 0, 0, 1, 1, 1, 2, 2, 2)
    rng = Random(1)
    counted = []
    for _ in range(40_000):
        row = rng.sample(faces, len(faces))
        counted.append(1 + sum(a != b for a, b in pairwise(row)))
    found = runs(faces)
    centre, spread = mean(counted), sqrt(pvariance(counted))
    assert isclose(found.statistic, (3 - centre) / spread, rel_tol=0.02)


def test_runs_are_exact_for_a_short_row():
    seen = (0, 0, 0, 0, 0, 0, 1, 1, 1, 1)
    counted = Counter()
    for ones in {tuple(sorted(order[:4])) for order in permutations(range(10), 4)}:
        row = [int(place in ones) for place in range(10)]
        counted[1 + sum(a != b for a, b in pairwise(row))] += 1
    values = list(counted.elements())
    exact = (2 - mean(values)) / sqrt(pvariance(values))
    assert isclose(runs(seen).statistic, exact, rel_tol=1e-12)


def test_a_die_that_sticks_and_one_that_alternates_are_found():
    sticky = [face for face in (0, 1, 2) * 20 for _ in range(3)]
    assert runs(sticky).statistic < -5
    assert runs([0, 1, 2] * 60).statistic > 5


def test_dice_that_show_the_same_are_not_independent():
    assert independence([[30, 0], [0, 30]]).p < 1e-10
    assert independence([[15, 15], [15, 15]]).p == 1.0


# Sequentially


def trial(source, alpha=0.01, tolerance=0.05, most=20_000, seed=1):
    seen = Trial((D6,))
    asked = questions((D6,), alpha, tolerance)
    watch(seen, drawn((source,), Random(seed)), asked, most)
    (found,) = standings(seen, asked)
    return seen, found


def test_a_fair_die_is_called_fair():
    seen, found = trial(D6)
    assert found.judgement == "fair"
    assert found.to_fair == 0
    assert seen.throws < 4000


def test_a_crooked_die_is_called_loaded_and_soon():
    seen, found = trial(CROOKED)
    assert found.judgement == "loaded"
    assert found.evidence >= 100
    assert seen.throws < 1000


def test_before_the_verdict_the_throws_still_needed_are_told():
    _, found = trial(D6, most=200)
    assert found.judgement == "open"
    assert found.to_fair > 0


def test_as_many_throws_as_were_said_to_be_needed_give_the_verdict():
    question = Question(tuple(map(float, D6.odds)))
    counts = [20, 21, 19, 20, 20, 20]
    more = standing(counts, question).to_fair
    ahead = [count + more / 6 for count in counts]
    assert off_by(ahead, question) <= question.tolerance
    short = [count + (more - 12) / 6 for count in counts]
    assert off_by(short, question) > question.tolerance


def test_a_fair_die_is_hardly_ever_called_loaded_however_often_one_looks():
    """At risk 0.1, 300 dice looked at after every fifth throw: 30 at most."""
    odds = tuple(map(float, D6.odds))
    wrong = 0
    for seed in range(300):
        counts, throws = [0] * 6, drawn((D6,), Random(seed))
        most = -inf
        for number, (face,) in enumerate(islice(throws, 200)):
            counts[face] += 1
            if number % 5 == 4:
                most = max(most, log_evidence(counts, odds))
        wrong += most >= log(10)
    assert wrong <= 30


def test_the_bounds_hold_what_was_seen_and_shrink():
    wide, narrow = bounds(10, 60, 1 / 6, 0.01), bounds(1000, 6000, 1 / 6, 0.01)
    assert wide[0] < 1 / 6 < wide[1]
    assert narrow[1] - narrow[0] < (wide[1] - wide[0]) / 5
    assert bounds(0, 0, 1 / 6, 0.01) == (0.0, 1.0)


def test_the_evidence_is_worth_one_on_average_under_a_fair_die():
    """A martingale by brute force: all 6^4 rows of four throws."""
    odds = tuple(map(float, D6.odds))
    rows = product(range(6), repeat=4)
    counted = [[row.count(face) for face in range(6)] for row in rows]
    worth = [exp(log_evidence(counts, odds)) for counts in counted]
    assert isclose(mean(worth), 1.0, rel_tol=1e-9)


def test_no_throws_are_no_verdict():
    question = Question(tuple(map(float, D6.odds)))
    assert judge([0] * 6, question) == "open"
    assert standing([0] * 6, question).to_loaded is None
