"""Coin acceptors that buffer their last five events, and which of them the books have.

Such an acceptor numbers its events by a counter from 1 to 255 and then 1 again; 0 is
only after it was switched on. It tells the newest five as pairs: a coin's place and
its path, or 0 and an error. A coin's posting says in its note how the acceptor stood
with that event, so the coin and the knowledge that it was credited are one row, as
with the boards of `boards`. What is new is what stands before the pairs that the books
know; where those do not reappear, nothing is believed but what must be new either way.
What the acceptor counted in all its life, where it tells, says how many were missed.

A bill validator does the same. Its pairs are a bill's place and where the bill is: held
in escrow, or in the box. A bill that is to be credited is `held` in the books before
it is sent to the box, and is credited in the row that says that it is there.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple, TypeAlias

from cabinet.i18n.message import message

Pair: TypeAlias = tuple[int, int]
Pairs: TypeAlias = tuple[Pair, ...]

BUFFERED: Final = 5
COUNTS_TO: Final = 255
LIFE_COUNTS_TO: Final = 1 << 24
NOTHING: Final[Pair] = (0, 0)
EMPTY: Final[Pairs] = (NOTHING,) * BUFFERED
UNKNOWN: Final = -1
# Where a bill is, as the second of its pair; and what says that one was given back.
STACKED: Final = 0
ESCROW: Final = 1
RETURNED: Final[Pair] = (0, 1)
# More coins than this between two looks are no coins: the life counter was exchanged.
MOST_MISSED: Final = 10_000
_PREFIX: Final = "acceptor "


class Seen(NamedTuple):
    """How an acceptor stood: `number` counts its events for ever, as the books do.

    `accepted` is the coins it took in its life, by its own counter; -1: it tells none.
    `held` is what the bill in escrow is worth that is to be credited once it is in the
    box; 0: there is none, or it goes back.
    """

    number: int
    counter: int
    pairs: Pairs = EMPTY
    accepted: int = UNKNOWN
    held: int = 0

    def after(self, pair: Pair) -> "Seen":
        """One event later."""
        counter = self.counter % COUNTS_TO + 1
        accepted = self.accepted
        if pair[0] and accepted != UNKNOWN:
            accepted = (accepted + 1) % LIFE_COUNTS_TO
        pairs = (pair, *self.pairs[: BUFFERED - 1])
        return Seen(self.number + 1, counter, pairs, accepted, self.held)


Acceptors: TypeAlias = Mapping[str, Seen]


class Ruling(NamedTuple):
    """What is to become of the bill in escrow that is event `counter`."""

    counter: int
    to_box: bool


def ruling(seen: Seen) -> Ruling | None:
    """What a validator is to do, by how it stood; None: no bill waits for it."""
    place, where = seen.pairs[0]
    if not place or where != ESCROW:
        return None
    return Ruling(seen.counter, seen.held > 0)


class Judged(NamedTuple):
    """What is new: events, the oldest first, and the coins that nobody can tell.

    `missed` is how many; -1: nobody knows whether there were any. `restarted`: it was
    switched off and on in between.
    """

    events: Pairs = ()
    missed: int = 0
    restarted: bool = False


def judge(before: Seen, counter: int, pairs: Pairs, accepted: int = UNKNOWN) -> Judged:
    """What happened since `before`, by what the acceptor tells now."""
    went_on, restarted = _went_on(before, counter, pairs), _restarted(counter, pairs)
    missed = _grown(before.accepted, accepted)
    if missed != UNKNOWN:
        for each in (went_on, restarted):
            if each is not None and coins(each.events) == missed:
                return each._replace(missed=0)
    if went_on is not None:
        return _told(went_on, missed)
    # A buffer that is full since it was switched on looks like anybody's: only its own
    # count makes it believable.
    counted = missed != UNKNOWN and missed >= coins(pairs)
    if restarted is not None and (counter < BUFFERED or counted):
        return _told(restarted._replace(missed=UNKNOWN), missed)
    return Judged((), missed)


def coins(events: Pairs) -> int:
    """How many of the events are coins."""
    return sum(place > 0 for place, _ in events)


def _told(found: Judged, missed: int) -> Judged:
    """The same with the number of coins that are missing, where that is known."""
    if missed == UNKNOWN:
        return found
    return found._replace(missed=max(0, missed - coins(found.events)))


def _went_on(before: Seen, counter: int, pairs: Pairs) -> Judged | None:
    """What is new if it was never switched off; None: it was, or lies."""
    if counter == 0:
        return Judged() if before.counter == 0 and pairs == before.pairs else None
    steps = counter if before.counter == 0 else (counter - before.counter) % COUNTS_TO
    if steps > BUFFERED:
        return None if NOTHING in pairs else Judged(pairs[::-1], UNKNOWN)
    if pairs[steps:] != before.pairs[: BUFFERED - steps]:
        return None
    return Judged(pairs[:steps][::-1])


def _restarted(counter: int, pairs: Pairs) -> Judged | None:
    """What is new if it was switched on since; None: that cannot be."""
    if any(pair != NOTHING for pair in pairs[counter:]):
        return None
    return Judged(pairs[:counter][::-1], restarted=True)


def _grown(before: int, now: int) -> int:
    if UNKNOWN in (before, now):
        return UNKNOWN
    grown = (now - before) % LIFE_COUNTS_TO
    return grown if grown <= MOST_MISSED else UNKNOWN


def seen_note(acceptor: str, seen: Seen) -> str:
    """What the posting of an event says: whose it was, and how it stood then."""
    pairs = "".join(f"{place:02x}{path:02x}" for place, path in seen.pairs)
    number, counter, accepted = seen.number, seen.counter, seen.accepted
    held = f" {seen.held}" if seen.held else ""
    return f"{_PREFIX}{acceptor} {number} {counter} {accepted} {pairs}{held}"


def is_seen_note(note: str) -> bool:
    """Whether a note is of an acceptor's event."""
    return note.startswith(_PREFIX)


def with_seen(acceptors: Acceptors, note: str, *, coin: bool) -> Acceptors:
    """The acceptors after a note; `ValueError` when it tells an event twice."""
    _, acceptor, number, counter, accepted, text, *held = note.split(" ")
    octets = bytes.fromhex(text)
    pairs = tuple(zip(octets[::2], octets[1::2], strict=True))
    seen = Seen(int(number), int(counter), pairs, int(accepted), *map(int, held))
    before = acceptors.get(acceptor)
    known = before is not None and before.number < seen.number
    entered = not coin and (before is None or before.number <= seen.number)
    if not (known or entered):
        last = before.number if before else 0
        raise ValueError(
            message("event_misplaced", event=seen.number, acceptor=acceptor, last=last)
        )
    return {**acceptors, acceptor: seen}
