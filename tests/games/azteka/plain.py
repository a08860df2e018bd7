"""Azteka a second time: slow, obvious, from the sentences of the rulebook.

Pawns are sets of (ring, segment), history is a list of everything that was, and
nothing is shared with `cabinet.games.azteka`. It is here to disagree.
"""

from copy import deepcopy

RINGS = (1, 2, 3, 4)
SEGMENTS = tuple(range(8))
PLACES = [(ring, segment) for ring in RINGS for segment in SEGMENTS]


def touching(place, *, diagonal=False):
    ring, segment = place
    near = [(ring, (segment + 1) % 8), (ring, (segment - 1) % 8)]
    near += [(ring + 1, segment), (ring - 1, segment)]
    if diagonal:
        for step in (1, -1):
            near += [(ring + step, (segment + side) % 8) for side in (1, -1)]
    return {place for place in near if place in PLACES}


class PlainMatch:
    """One match in progress; `play` changes it."""

    def __init__(self, variant="classic", placement="life", diagonal=False):
        self.variant = variant
        self.placement = placement
        self.diagonal = diagonal
        self.roles = ["life", "death"]
        self.pawns_each = 14
        self.rounds = 2
        if variant == "mummies":
            self.roles.append("mummies")
            self.pawns_each = 12
            self.rounds = 1
        self.results = []
        self.begin_round()

    @classmethod
    def at(cls, options, turn, birth, **pawns):
        """A position of round 1, as if it had just been set up."""
        match = cls(**options)
        match.turn = turn
        match.birth = birth
        match.pawns |= {
            role: {tuple(place) for place in places} for role, places in pawns.items()
        }
        return match

    def begin_round(self):
        self.pawns = {role: set() for role in self.roles}
        self.turn = "life"
        self.birth = False
        self.actions = 0
        self.turned = []
        self.history = []

    @property
    def over(self):
        return len(self.results) == self.rounds

    def seat(self, role):
        seat = self.roles.index(role)
        in_second_round = (
            len(self.results) == 1 and self.rounds == 2
        ) or self.second_is_over
        return 1 - seat if in_second_round else seat

    @property
    def second_is_over(self):
        return self.rounds == 2 and len(self.results) == 2

    @property
    def actors(self):
        return () if self.over else (self.seat(self.turn),)

    def occupied(self):
        return set().union(*self.pawns.values())

    def may_hold(self, place):
        """Whether the player to move may put a pawn on this empty place."""
        mine = self.pawns[self.turn]
        if len(mine) == self.pawns_each:
            return False
        if self.variant == "aggressive":
            return True
        if self.variant == "mummies" or self.placement == "own":
            friends = mine
            if not friends:
                return True
        else:
            friends = self.pawns["life"]
            if not friends:
                return self.turn == "life"
        return bool(touching(place, diagonal=self.diagonal) & friends)

    def placements(self):
        taken = self.occupied()
        return [
            f"place {p[0]} {p[1]}"
            for p in PLACES
            if p not in taken and self.may_hold(p)
        ]

    def legal(self):
        if self.over:
            return []
        if self.birth:
            return [*self.placements(), "pass"]
        if not self.occupied():
            return self.placements()
        actions = self.placements() + [f"turn {ring}" for ring in RINGS]
        if self.variant == "aggressive":
            other = "death" if self.turn == "life" else "life"
            for ring in RINGS:
                mine = [p for p in self.pawns[self.turn] if p[0] == ring]
                theirs = [p for p in self.pawns[other] if p[0] == ring]
                if len(mine) > len(theirs):
                    actions.append(f"turn2 {ring}")
        return actions

    def goal_reached(self, role):
        mine = self.pawns[role]
        everywhere = {p[0] for p in mine} == set(RINGS) and {p[1] for p in mine} == set(
            SEGMENTS
        )
        full_segment = any(all((r, s) in mine for r in RINGS) for s in SEGMENTS)
        full_ring = any(all((r, s) in mine for s in SEGMENTS) for r in RINGS)
        if self.variant == "mummies":
            return everywhere or full_segment or full_ring
        if len(mine) == 14:
            return True
        return everywhere if role == "life" else full_segment or full_ring

    def play(self, text):
        words = text.split()
        mover = self.turn
        self.actions += 1
        completed_segment = False
        if words[0] == "place":
            place = (int(words[1]), int(words[2]))
            self.pawns[mover].add(place)
            self.turned = []
            self.history = []
            if self.variant == "classic" and mover == "death":
                self.disintegrate()
            if self.variant == "classic" and mover == "life":
                completed_segment = all(
                    (ring, place[1]) in self.pawns["life"] for ring in RINGS
                )
        elif words[0] in ("turn", "turn2"):
            steps = 1 if words[0] == "turn" else 2
            self.rotate(int(words[1]), steps)
            self.turned.append((int(words[1]), steps))
        self.birth = False
        self.settle(mover, completed_segment)

    def rotate(self, ring, steps):
        for role in self.roles:
            self.pawns[role] = {
                (r, (s + steps) % 8) if r == ring else (r, s)
                for r, s in self.pawns[role]
            }

    def disintegrate(self):
        enclosed = [
            p for p in sorted(self.pawns["life"]) if touching(p) <= self.pawns["death"]
        ]
        for place in enclosed:
            if len(self.pawns["death"]) < 14:
                self.pawns["life"].remove(place)
                self.pawns["death"].add(place)

    def settle(self, mover, completed_segment):
        first = self.roles.index(mover)
        for role in self.roles[first:] + self.roles[:first]:
            if self.goal_reached(role):
                self.finish(role)
                return
        if self.actions == 120:
            self.finish(None)
            return
        if completed_segment and self.placements():
            self.birth = True
            return
        self.turn = self.roles[(first + 1) % len(self.roles)]
        now = (self.turn, {role: frozenset(p) for role, p in self.pawns.items()})
        self.history.append(now)
        if self.history.count(now) == 3:
            self.finish(None)

    def finish(self, role):
        result = None
        if role is not None:
            pawns = len(self.pawns[role])
            result = {"seat": self.seat(role), "role": role, "pawns": pawns}
        last = len(self.results) + 1 == self.rounds
        self.results.append(result)
        if last:
            self.turn = None
        else:
            self.begin_round()

    def document(self):
        return {
            "game": "azteka",
            "options": {
                "variant": self.variant,
                "placement": self.placement,
                "diagonal": self.diagonal,
            },
            "round": min(len(self.results) + 1, self.rounds),
            "turn": self.turn,
            **{r: [list(p) for p in sorted(self.pawns[r])] for r in self.roles},
            "birth": self.birth,
            "results": self.results,
            "actions": self.actions,
            "turned": [list(entry) for entry in self.turned],
        }

    def after(self, text):
        """A copy with one action played."""
        copy = deepcopy(self)
        copy.play(text)
        return copy

    def perft(self, depth):
        if depth == 0:
            return 1
        if depth == 1:
            return len(self.legal())
        return sum(self.after(text).perft(depth - 1) for text in self.legal())
