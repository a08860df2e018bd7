"""One game's rules on a pipe: a JSON request a line in, a JSON answer a line out.

The engine reads no stream and no clock: `answer` turns one line into one answer,
and time is asked of the clock it was given. A request it refuses is answered
with what is wrong and what would be right, and changes nothing.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from random import Random
from typing import Any, Final, TextIO, TypeAlias, TypeVar

from cabinet.tabletop.api import (
    CHANCE,
    AnyGame,
    Bot,
    Document,
    Options,
    RulesError,
    Seat,
)
from cabinet.tabletop.bots import house_bots, within
from cabinet.tabletop.census import perft, playouts
from cabinet.tabletop.match import CHANCE_MODES, Chance, Match

T = TypeVar("T")

# Each command with the fields it takes; a method of `Engine` answers it.
COMMANDS: Final[Mapping[str, tuple[str, ...]]] = {
    "hello": (),
    "new": ("players", "options", "seed", "chance"),
    "load": ("state", "seed", "chance"),
    "state": (),
    "observe": ("seat",),
    "legal": ("seat",),
    "play": ("action", "seat"),
    "undo": (),
    "outcome": (),
    "bot": ("level", "ms", "seat"),
    "perft": ("depth",),
    "playouts": ("n", "seed"),
    "quit": (),
}


class RequestError(RulesError):
    """A line that is no request, or a request with a field that is not right."""


class Request:
    """One request, a JSON object on one line; each question about a field is its check.

    Nothing is guessed: a field that no command knows, or of the wrong kind, is refused
    with a sentence that says what would be right.
    """

    def __init__(self, line: str) -> None:
        fields = _parse(line)
        command = fields.pop("cmd", None)
        if not isinstance(command, str) or command not in COMMANDS:
            raise RequestError(_unknown("command", command, tuple(COMMANDS)))
        for name in fields:
            if name not in COMMANDS[command]:
                raise RequestError(_unknown("field", name, COMMANDS[command], command))
        self.command = command
        self._fields = fields

    def has(self, name: str) -> bool:
        """Whether the client gave this field."""
        return name in self._fields

    def whole(
        self,
        name: str,
        default: int | None = None,
        *,
        least: int | None = None,
        most: int | None = None,
    ) -> int:
        """A whole number from `least` to `most`; needed if there is no default."""
        number = self._take(name, default, int, "a whole number")
        if least is not None and number < least:
            raise RequestError(f"{name} is at least {least}, not {_shown(number)}")
        if most is not None and number > most:
            raise RequestError(f"{name} is at most {most}, not {_shown(number)}")
        return number

    def text(self, name: str, default: str | None = None) -> str:
        """A text; needed if there is no default."""
        return self._take(name, default, str, "a text")

    def document(self, name: str, default: Document | None = None) -> Document:
        """A JSON object; needed if there is no default."""
        return self._take(name, default, dict, "an object")

    def seat(self) -> Seat | None:
        """The seat, `CHANCE` where it says "chance", or None if it says nothing."""
        if not self.has("seat"):
            return None
        return (
            CHANCE if self._fields["seat"] == "chance" else self.whole("seat", least=0)
        )

    def chance(self) -> Chance:
        """Who throws the dice; the engine, if it says nothing."""
        mode = self.text("chance", "auto")
        for known in CHANCE_MODES:
            if mode == known:
                return known
        raise RequestError(f"chance is auto or manual, not {_shown(mode)}")

    def _take(self, name: str, default: T | None, kind: type[T], right: str) -> T:
        value = self._fields.get(name, default)
        if value is None and not self.has(name):
            raise RequestError(f"{self.command} needs {name}")
        if not isinstance(value, kind) or isinstance(value, bool):
            raise RequestError(f"{name} is {right}, not {_shown(value)}")
        return value


def _parse(line: str) -> dict[str, Any]:
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError):
        raise RequestError(
            f"this is not JSON: {_shown(line.strip())}; a request is one object on one "
            'line, like {"cmd":"hello"}'
        ) from None
    if not isinstance(fields, dict):
        raise RequestError(
            f'a request is an object like {{"cmd":"hello"}}, not {_shown(fields)}'
        )
    return fields


def _unknown(kind: str, name: object, known: tuple[str, ...], of: str = "") -> str:
    close = get_close_matches(name, known, n=1) if isinstance(name, str) else []
    hint = f"; did you mean {close[0]!r}?" if close else ""
    where = f"{of} has no {kind}" if of else f"there is no {kind}"
    return f"{where} {_shown(name)}{hint} (known: {', '.join(known) or 'none'})"


def _shown(value: object) -> str:
    words = value if isinstance(value, str) else json.dumps(value)
    return repr(words[:60]) + (" …" if len(words) > 60 else "")


Answer: TypeAlias = dict[str, Any]
Seconds: TypeAlias = float

PROTOCOL: Final = 1
DEEPEST: Final = 200


class Engine:
    """A game, the match being played, and an answer to every request.

    Seeds nobody gave are drawn from `entropy`. `done` turns true when the client
    has asked to quit.
    """

    def __init__(
        self,
        game: AnyGame,
        clock: Callable[[], Seconds],
        entropy: Random | None = None,
    ) -> None:
        self._game = game
        self._rules = game.rules
        self._clock = clock
        self._asked_at = 0.0
        self._entropy = entropy or Random()
        self._match: Match | None = None
        self._players, self._seed = game.rules.seats[0], 0
        self._options: Options = {}
        self.done = False

    def answer(self, request_line: str) -> Answer:
        """The answer to one line; a bad request has one too."""
        self._asked_at = self._clock()
        try:
            request = Request(request_line)
            answer: Callable[[Request], Answer] = getattr(self, f"_{request.command}")
            return {"ok": True, **answer(request)}
        except RulesError as wrong:
            return {"ok": False, "error": str(wrong)}

    def _hello(self, _: Request) -> Answer:
        return {
            "protocol": PROTOCOL,
            "game": self._rules.name,
            "seats": list(self._rules.seats),
            "options": {
                name: {"choices": list(option.choices), "default": option.default}
                for name, option in self._rules.options.items()
            },
        }

    def _new(self, request: Request) -> Answer:
        players = request.whole("players", self._rules.seats[0], least=1)
        options = request.document("options", {})
        seed = self._seed_of(request)
        match = Match(self._game, players, options, seed, request.chance())
        return self._begin(match, seed, options)

    def _load(self, request: Request) -> Answer:
        document = request.document("state")
        seed = self._seed_of(request)
        match = Match.load(self._game, document, seed, request.chance())
        return self._begin(match, seed, match.document().get("options", {}))

    def _begin(self, match: Match, seed: int, options: Options) -> Answer:
        self._match, self._seed = match, seed
        self._players, self._options = match.players, options
        thrown = {"events": match.opening} if match.opening else {}
        return self._position(match) | thrown

    def _state(self, request: Request) -> Answer:
        return {"state": self._in_progress(request).document()}

    def _observe(self, request: Request) -> Answer:
        match, seat = self._in_progress(request), request.seat()
        if seat == CHANCE:
            raise RequestError("chance sees nothing: seat is a whole number")
        return {"state": match.observe(seat)}

    def _legal(self, request: Request) -> Answer:
        match, seat = self._in_progress(request), request.seat()
        answer: Answer = {"actors": _named(match.actors), "actions": match.legal(seat)}
        if match.actors == (CHANCE,) and seat in (None, CHANCE):
            answer["odds"] = match.odds()
        return answer

    def _play(self, request: Request) -> Answer:
        match = self._in_progress(request)
        events = match.play(request.text("action"), request.seat())
        return {"events": events, "actors": _named(match.actors), "over": match.over}

    def _undo(self, request: Request) -> Answer:
        match = self._in_progress(request)
        match.undo()
        return self._position(match)

    def _outcome(self, request: Request) -> Answer:
        outcome = self._in_progress(request).outcome()
        told = outcome.told()
        del told["event"]
        return {"over": outcome.over, **told}

    def _bot(self, request: Request) -> Answer:
        match, seat = self._in_progress(request), request.seat()
        level = request.text("level", "normal")
        ms = request.whole("ms", 500, least=1)
        bots: Mapping[str, Bot[Any, Any]] = self._game.bots or house_bots()
        if level not in bots:
            raise RequestError(f"level is one of {', '.join(bots)}, not {level!r}")
        seat = match.due(match.actors[0] if seat is None and match.actors else seat)
        if seat == CHANCE:
            raise RequestError("chance is due, and no bot plays for it")
        action = bots[level].choose(
            self._rules,
            match.state,
            seat,
            Random(f"{self._seed} {len(match.log)}"),
            within(ms, self._asked_at, self._clock),
        )
        return {"action": self._rules.write_action(match.state, action)}

    def _perft(self, request: Request) -> Answer:
        match = self._in_progress(request)
        depth = request.whole("depth", least=0, most=DEEPEST)
        return {"depth": depth, "nodes": perft(self._rules, match.state, depth)}

    def _playouts(self, request: Request) -> Answer:
        games = request.whole("n", least=1)
        rng = Random(self._seed_of(request))
        start = self._clock()
        tally = playouts(self._rules, self._players, self._options, games, rng)
        seconds = self._clock() - start
        return {
            "games": tally.games,
            "actions": tally.actions,
            "seconds": seconds,
            "wins": list(tally.wins),
            "draws": tally.draws,
            "mean_length": tally.actions / tally.games,
        }

    def _quit(self, _: Request) -> Answer:
        self.done = True
        return {}

    def _in_progress(self, request: Request) -> Match:
        if self._match is None:
            raise RequestError(
                f"{request.command} needs a game: send new or load first"
            )
        return self._match

    def _seed_of(self, request: Request) -> int:
        if request.has("seed"):
            return request.whole("seed")
        return self._entropy.getrandbits(32)

    @staticmethod
    def _position(match: Match) -> Answer:
        return {
            "state": match.document(),
            "actors": _named(match.actors),
            "over": match.over,
        }


def serve(engine: Engine, stdin: Iterable[str | bytes], stdout: TextIO) -> None:
    """Answer line by line until `quit` or the end of input.

    Give it a binary `stdin` where bytes may come that are no text: such a line is
    then refused like any other, and does not end the engine.
    """
    for line in stdin:
        text = line if isinstance(line, str) else line.decode(errors="replace")
        stdout.write(json.dumps(engine.answer(text), separators=(",", ":")) + "\n")
        stdout.flush()
        if engine.done:
            return


def _named(actors: tuple[Seat, ...]) -> list[int | str]:
    return ["chance" if seat == CHANCE else seat for seat in actors]
