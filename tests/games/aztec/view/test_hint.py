"""What Aztec promises before a piece is laid."""

from cabinet.games.aztec.view.hand import promise, ways
from tests.games.aztec.table import RULES, STUCK, at, play, seen
from tests.games.aztec.view.test_view import VIEW, holding, look_at, texts_of, words


def points(state):
    return RULES.outcome(state).scores


def test_the_points_shown_before_a_placement_are_those_it_adds():
    state = at(pieces=STUCK[:12])
    added_some = 0
    for text in texts_of(state):
        hand = holding(state, text)
        shown = words(VIEW.picture(look_at(state, hand)))
        after, _ = play(state, text)
        gains = [b - a for a, b in zip(points(state), points(after), strict=True)]
        promised = [f"+{gain}" for gain in gains if gain]
        assert [word for word in shown if word.startswith("+")] == promised
        added_some += any(gains)
    assert added_some


def test_every_useful_column_lights_up_and_scoring_ones_are_brighter():
    state = at(pieces=STUCK[:12])
    legal = texts_of(state)
    lit = promise(legal, "ns", corners=True)
    assert set(lit) == set(ways(legal))
    before = points(state)[0]
    for column, most in lit.items():
        gains = [points(play(state, t)[0])[0] - before for t in ways(legal)[column]]
        assert most == max(gains)
    assert set(promise(legal, "ohpuch", corners=True).values()) == {0}


def test_the_edges_show_their_points():
    state = at(pieces=STUCK[:12])
    shown = words(VIEW.picture(look_at(state)))
    names = ("Nord", "Est", "Sud", "Ouest")
    edges = [word.split() for word in shown if word.split()[0] in names]
    counts = [count for _, *counts in edges for count in counts if count.isdigit()]
    assert sum(map(int, counts)) == sum(points(state))
    assert seen(state)["options"]["corners"] == "both"
