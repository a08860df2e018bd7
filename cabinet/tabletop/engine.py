"""One game's rules on a pipe: a JSON request a line in, a JSON answer a line out.

The engine reads no stream and no clock: `answer` turns one line into one answer,
and time is asked of the clock it was given. A request it refuses is answered
with what is wrong and what would be right, and changes nothing.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Any, Final, TextIO, TypeAlias

from cabinet.tabletop.api import CHANCE, AnyGame, Bot, Options, RulesError, Seat
from cabinet.tabletop.bots import house_bots, until
from cabinet.tabletop.census import perft, playouts
from cabinet.tabletop.match import Match
from cabinet.tabletop.requests import Request, RequestError

Answer: TypeAlias = dict[str, Any]
Seconds: TypeAlias = float

PROTOCOL: Final = 1
DEEPEST: Final = 200
# A bot stops at this part of its time, and this much earlier, to have its answer
# written within it: it looks at the clock every half a millisecond or so.
PUNCTUAL: Final = 0.9
EARLIER: Final[Seconds] = 0.0008


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
        self._answers: Mapping[str, Callable[[Request], Answer]] = {
            "hello": self._hello,
            "new": self._new,
            "load": self._load,
            "state": self._state,
            "observe": self._observe,
            "legal": self._legal,
            "play": self._play,
            "undo": self._undo,
            "outcome": self._outcome,
            "bot": self._bot,
            "perft": self._perft,
            "playouts": self._playouts,
            "quit": self._quit,
        }

    def answer(self, request_line: str) -> Answer:
        """The answer to one line; a bad request has one too."""
        self._asked_at = self._clock()
        try:
            request = Request(request_line)
            return {"ok": True, **self._answers[request.command](request)}
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
        return {
            "over": outcome.over,
            "winners": list(outcome.winners),
            "scores": list(outcome.scores),
            "reason": outcome.reason,
        }

    def _bot(self, request: Request) -> Answer:
        match, seat = self._in_progress(request), request.seat()
        level = request.text("level", "normal")
        limit = request.whole("ms", 500, least=1) * PUNCTUAL / 1000 - EARLIER
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
            until(self._asked_at + limit, self._clock),
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
