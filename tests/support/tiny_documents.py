"""How the tiny games read what they are given: documents, options, actions."""

from cabinet.tabletop.api import IllegalActionError, PositionError, RulesError


class Reading:
    """A state document being read; every complaint names the field."""

    def __init__(self, document, game, fields):
        for name in document:
            if name not in fields:
                raise PositionError(f"{name}: no such field (known: {sorted(fields)})")
        if document.get("game", game) != game:
            raise PositionError(f"game: {document['game']!r} is not {game}")
        self._document = document

    def take(self, name, default, fits):
        value = self._document.get(name, default)
        if not fits(value):
            raise PositionError(f"{name}: {value!r} does not fit, {default!r} would")
        return value


def whole(value, most):
    return type(value) is int and 0 <= value <= most


def settled(known, given):
    """Every option with its value; an unknown option or value is an error."""
    for name, value in given.items():
        if name not in known:
            raise RulesError(f"no option is called {name!r} (known: {sorted(known)})")
        choices = known[name].choices
        if not any(value == c and type(value) is type(c) for c in choices):
            raise RulesError(f"{name} is one of {list(choices)}, not {value!r}")
    return {name: given.get(name, option.default) for name, option in known.items()}


def settled_in(reading, known):
    given = reading.take("options", {}, lambda v: isinstance(v, dict))
    try:
        return settled(known, given)
    except RulesError as wrong:
        raise PositionError(f"options: {wrong}") from wrong


class Tiny:
    """What the three share: the notation, and being open to everybody."""

    def new(self, players, options, rng):
        if players not in self.seats:
            raise RulesError(f"{self.name} is for {self.seats} players, not {players}")
        return self.start(players, settled(self.options, options))

    def chances(self, state):
        return ()

    def observe(self, state, seat):
        return self.write(state)

    def read_action(self, state, seat, text):
        legal = {self.write_action(state, a): a for a in self.legal(state, seat)}
        if text not in legal:
            raise IllegalActionError(f"{text!r} is not one of {sorted(legal)}")
        return legal[text]
