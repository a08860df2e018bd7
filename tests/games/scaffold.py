"""What the tests of all games share: talking to the rules, and reading perft files."""

import json
from pathlib import Path
from random import Random

import pytest

PERFT = Path(__file__).parents[1] / "golden" / "perft"


class Table:
    """A game's rules, spoken to in documents and action texts."""

    def __init__(self, rules):
        self.rules = rules

    def new(self, players=2, seed=0, **options):
        return self.rules.new(players, options, Random(seed))

    def at(self, **fields):
        """The position of a document; what is left out is as at the start."""
        return self.rules.read(fields, Random(0))

    def seen(self, state):
        return self.rules.write(state)

    def legal(self, state, seat=None):
        """What may be played, by that seat or by the first who is due."""
        seat = self.rules.actors(state)[0] if seat is None else seat
        return [
            self.rules.write_action(state, action)
            for action in self.rules.legal(state, seat)
        ]

    def play(self, state, *texts, seat=None):
        """The position and the events after these actions.

        They are played by `seat` while it is due, else by the first who is;
        `1: choose 5` names another.
        """
        events = []
        for text in texts:
            who, _, words = text.rpartition(": ")
            due = self.rules.actors(state)
            player = int(who) if who else seat if seat in due else due[0]
            action = self.rules.read_action(state, player, words)
            state = self.rules.apply(state, player, action, events)
        return state, events


def told(events):
    return [event["event"] for event in events]


def perft(game, most, new, at):
    """The position, depth and count of every line of at most so many.

    `new` makes a position of a setting, `at` of a document.
    """
    name, position = "", None
    for line in (PERFT / f"{game}.perft").read_text().splitlines():
        word, _, rest = line.partition(" ")
        if word == "id":
            name = rest
        elif word in ("new", "at"):
            position = (new if word == "new" else at)(json.loads(rest))
        elif word == "count":
            depth, count = map(int, rest.split())
            if count <= most:
                yield pytest.param(position, depth, count, id=f"{name}-{depth}")
