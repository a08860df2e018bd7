"""What is true of every position of every game of Space Aztecs."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from cabinet.games.space_aztecs.rules.cards import CARDS, FAMILIES, FAMILY, KIND, KINDS
from cabinet.games.space_aztecs.rules.position import UNKNOWN
from cabinet.games.space_aztecs.rules.score import count, total
from cabinet.tabletop.api import IllegalActionError
from tests.games.space_aztecs.table import RULES, walk, written

players = st.integers(2, 6)
options = st.fixed_dictionaries(
    {},
    optional={
        "codex": st.booleans(),
        "removed": st.sampled_from(("random", *FAMILIES)),
    },
)
seeds = st.integers(0, 2**32)
games = settings(max_examples=15, deadline=None)


def places(document):
    """Every card with where it lies."""
    for number, pile in enumerate(document["piles"]):
        yield from ((card, f"pile {number}") for card in pile)
    yield from ((card, "chosen") for card in document["chosen"].values())
    for city in document["cities"]:
        yield from ((card, "visible") for card in city["visible"])
        yield from ((card, "codex") for card in city["codex"])
        for temple in city["temples"]:
            yield temple["card"], "temple"
            yield from ((card, "under") for card in temple["under"])
        for saucer in city["saucers"]:
            yield saucer["card"], "saucer"
            yield from ((card, "captured") for card in saucer["captured"])


@games
@given(players=players, options=options, seed=seeds)
def test_every_card_is_in_one_place_at_a_time(players, options, seed):
    first = None
    for state in walk(players, options, seed):
        lying = list(places(written(state)))
        cards = sorted(card for card, _ in lying)
        first = first or cards
        assert cards == first == sorted(set(cards))


@games
@given(players=players, options=options, seed=seeds)
def test_every_card_lies_where_its_kind_belongs(players, options, seed):
    fitting = {
        "visible": "aztec",
        "under": "aztec",
        "captured": "aztec",
        "codex": "codex",
        "temple": "temple",
        "saucer": "saucer",
    }
    *_, last = walk(players, options, seed)
    for card, place in places(written(last)):
        assert KINDS[KIND[card]] == fitting.get(place, KINDS[KIND[card]])
    for city in written(last)["cities"]:
        for cover in (*city["temples"], *city["saucers"]):
            below = cover.get("under", cover.get("captured"))
            assert all(FAMILY[card] == FAMILY[cover["card"]] for card in below)


@games
@given(players=players, options=options, seed=seeds)
def test_saucers_played_are_those_that_lie_in_cities(players, options, seed):
    for state in walk(players, options, seed):
        document = written(state)
        lying = sum(len(city["saucers"]) for city in document["cities"])
        assert document["saucers_played"] == lying


@games
@given(players=players, options=options, seed=seeds)
def test_it_ends_exactly_when_the_end_conditions_say(players, options, seed):
    limit = 7 if players <= 4 else 9
    rounds = set()
    for state in walk(players, options, seed):
        document = written(state)
        ended = document["piles"].count([]) >= 2 or document["saucers_played"] >= limit
        if document["phase"] == "take" and not document["taken"]:
            assert not ended
        assert document["phase"] != "over" or ended
        rounds.add(document["round"])
    assert rounds == set(range(1, max(rounds) + 1))


@games
@given(players=players, options=options, seed=seeds)
def test_the_lines_of_the_count_sum_to_the_scores(players, options, seed):
    for state in walk(players, options, seed):
        outcome = RULES.outcome(state)
        assert tuple(total(lines) for lines in count(state)) == outcome.scores
        for lines in count(state):
            reasons = [line.reason for line in lines]
            assert len(set(reasons)) == len(reasons)
    assert outcome.winners == tuple(
        seat
        for seat, score in enumerate(outcome.scores)
        if score == max(outcome.scores)
    )


def unknown_to(document, seat):
    """The slots of a document whose cards `seat` (None: the table) may not know.

    Said again from the text: the piles it does not hold, the pile it holds only
    until it has chosen, and the others' choices until the times are called.
    """
    slots = []
    mine = None
    if seat is not None and str(seat) not in document["chosen"]:
        mine = document["taken"].get(str(seat))
    if document["phase"] == "resolve":
        mine = None
    for number, pile in enumerate(document["piles"], 1):
        if number != mine:
            slots += [("piles", number - 1, place) for place in range(len(pile))]
    if document["phase"] == "choose":
        slots += [("chosen", s) for s in document["chosen"] if s != str(seat)]
    return slots


def shuffled(document, slots, rng):
    """The same document with the cards of these slots dealt anew among them."""
    piles = [list(pile) for pile in document["piles"]]
    chosen = dict(document["chosen"])
    cards = [
        piles[slot[1]][slot[2]] if slot[0] == "piles" else chosen[slot[1]]
        for slot in slots
    ]
    rng.shuffle(cards)
    for slot, card in zip(slots, cards, strict=True):
        if slot[0] == "piles":
            piles[slot[1]][slot[2]] = card
        else:
            chosen[slot[1]] = card
    return document | {"piles": piles, "chosen": chosen}


@settings(max_examples=10, deadline=None)
@given(players=players, options=options, seed=seeds)
def test_what_a_seat_may_not_know_does_not_change_what_it_sees(players, options, seed):
    """Nor what it is asked: legal actions are what a seat sees, too."""
    rng = Random(seed)
    for state in walk(players, options, seed):
        document = written(state)
        for seat in (None, *range(players)):
            other = RULES.read(
                shuffled(document, unknown_to(document, seat), rng), Random(0)
            )
            assert RULES.observe(other, seat) == RULES.observe(state, seat)
            assert RULES.seen_by(other, seat) == RULES.seen_by(state, seat)
            if seat is not None:
                assert RULES.legal(other, seat) == RULES.legal(state, seat)


def numbers(value):
    if isinstance(value, bool):
        return
    if isinstance(value, int):
        yield value
    elif isinstance(value, dict):
        for entry in value.values():
            yield from numbers(entry)
    elif isinstance(value, list):
        for entry in value:
            yield from numbers(entry)


@games
@given(players=players, options=options, seed=seeds)
def test_no_observation_contains_a_card_that_is_not_shown(players, options, seed):
    """By value this time: only fields that hold cards, and only cards on the table."""
    for state in walk(players, options, seed):
        document = written(state)
        on_table = set(numbers([list(city.values()) for city in document["cities"]]))
        for seat in (None, *range(players)):
            seen = RULES.observe(state, seat)
            known = set(on_table)
            if document["pending"]:
                known.add(document["pending"]["card"])
            if str(seat) in document["chosen"]:
                known.add(document["chosen"][str(seat)])
            elif document["phase"] in ("take", "choose") and seat is not None:
                mine = document["taken"].get(str(seat))
                known |= set(document["piles"][mine - 1]) if mine else set()
            shown = [seen["chosen"], seen["cities"]]
            shown += [pile for pile in seen["piles"] if isinstance(pile, list)]
            assert set(numbers(shown)) <= known
            lists = [pile for pile in seen["piles"] if isinstance(pile, list)]
            assert len(lists) <= 1


@games
@given(players=players, options=options, seed=seeds)
def test_a_view_is_shown_what_the_observation_tells(players, options, seed):
    """No more: a card is known to both or to neither. And nothing else is lost."""
    for state in walk(players, options, seed):
        for seat in (None, *range(players)):
            seen = RULES.seen_by(state, seat)
            told = RULES.observe(state, seat)
            assert RULES.observe(seen, seat) == told
            known = [pile for pile in seen.piles if pile and UNKNOWN not in pile]
            assert known == [tuple(p) for p in told["piles"] if isinstance(p, list)]
            for other, card in enumerate(seen.chosen):
                if card > 0 and told["chosen"][str(other)] is True:
                    assert told["times"][str(other)] == CARDS[card].time
            assert not any(seen.held)


@games
@given(players=players, options=options, seed=seeds)
def test_events_tell_no_secret(players, options, seed):
    """Before the times are called, an event holds nothing but seats and piles."""
    rng = Random(seed)
    state = RULES.new(players, options, rng)
    while due := RULES.actors(state):
        seat = rng.choice(due)
        events = []
        action = rng.choice(RULES.legal(state, seat))
        state = RULES.apply(state, seat, action, events)
        for event in events:
            if event["event"] == "taken":
                assert set(event) == {"event", "seat", "pile"}
            elif event["event"] == "chosen":
                assert set(event) == {"event", "seat"}
            elif event["event"] == "times":
                times = {card.time for card in CARDS[1:]}
                assert set(event["times"].values()) <= times
            else:
                assert events[0]["event"] != "chosen" or "times" in [
                    other["event"] for other in events
                ]


@settings(max_examples=6, deadline=None)
@given(players=players, seed=seeds, noise=st.text(max_size=12))
def test_only_what_is_listed_can_be_played(players, seed, noise):
    for state in walk(players, {}, seed):
        for seat in range(players):
            listed = {RULES.write_action(state, a) for a in RULES.legal(state, seat)}
            tries = (noise, "take 1", "choose 17", "hide 2", "show", "abduct 0 17")
            for text in tries:
                assert is_accepted(state, seat, text) == (text in listed)


def is_accepted(state, seat, text):
    try:
        RULES.read_action(state, seat, text)
    except IllegalActionError:
        return False
    return True
