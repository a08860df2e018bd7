"""Azteka in words: what a person who does not see the Circle has to know.

Rings are 1 to 4 from within, segments are said as 1 to 8, clockwise.
"""

from cabinet.games.azteka.rules import position
from cabinet.games.azteka.rules.board import RINGS, SEGMENTS
from cabinet.games.azteka.rules.document import write_boards
from cabinet.games.azteka.rules.position import NOBODY, PAWNS, ROLES, State
from cabinet.games.azteka.view.hand import Hand
from cabinet.games.azteka.view.shown import TEXTS, Forecast, forecast
from cabinet.games.azteka.view.wheel import Place
from cabinet.i18n import Words
from cabinet.tabletop.api import GameEvent, Look, Seat


def standing(look: Look[State, Hand]) -> tuple[str, ...]:
    """The round, who plays what, and how many pawns each role has."""
    seen, say = look.seen, TEXTS[look.language]
    if seen.mover == NOBODY:
        return ()
    role = ROLES[seen.mover]
    pawns = ", ".join(
        say("spoken.has", role=_role(say, each), n=len(places))
        for each, places in write_boards(seen).items()
    )
    rounds = position.ROUNDS[seen.variant]
    return (
        say("spoken.round", round=seen.round, rounds=rounds),
        say("spoken.you", role=_role(say, role), goal=say(_goal(seen, role))),
        f"{pawns}.",
    )


def _goal(seen: State, role: str) -> str:
    """What this role has to reach."""
    if len(write_boards(seen)) > len(ROLES) - 1:
        return "spoken.to_win.both"
    return f"spoken.to_win.{role}"


def pointed(look: Look[State, Hand]) -> str:
    """The place or the ring, and what the action in hand would bring."""
    hand, say = look.hand, TEXTS[look.language]
    if hand is None:
        return ""
    if hand.tool == "place" and not hand.ring:
        return say("spoken.unchosen")
    if hand.tool == "place":
        said = _cell(say, look.seen, (hand.ring, hand.segment))
    else:
        said = say(f"spoken.tool_{hand.tool}", ring=hand.turning)
    if hand.action in look.legal:
        return f"{said} {_promise(say, forecast(look.seen, hand.action))}".strip()
    return f"{said} {say('spoken.not_allowed')}"


def _promise(say: Words, coming: Forecast) -> str:
    told = []
    if coming.birth:
        told.append(say("spoken.would_bear"))
    if coming.dying:
        told.append(say("spoken.would_take", n=len(coming.dying)))
    if coming.winner:
        told.append(say("spoken.would_win", role=_role(say, coming.winner)))
    return " ".join(told)


def event(told: GameEvent, seat: Seat, look: Look[State, Hand]) -> str:
    """What an action did."""
    say, kind = TEXTS[look.language], told["event"]
    name = look.names[seat] if seat >= 0 else ""
    match kind:
        case "placed":
            ring, segment = told["at"]
            role = _role(say, told["role"])
            at = _at(say, (ring, segment))
            return say("spoken.placed", name=name, role=role, at=at)
        case "turned":
            key, n = "spoken.turned", told["segments"]
            return say(key, name=name, ring=told["ring"], n=n)
        case "passed":
            return say("spoken.passed", name=name)
        case "disintegrated":
            ring, segment = told["at"]
            return say("spoken.disintegrated", at=_at(say, (ring, segment)))
        case "birth":
            return say("spoken.birth")
        case "round_over":
            return _round_over(say, told, look)
    return ""


def _round_over(say: Words, told: GameEvent, look: Look[State, Hand]) -> str:
    result, why = told["result"], say(f"spoken.why.{told['why']}")
    if result is None:
        return say("spoken.round_drawn", round=told["round"], why=why)
    return say(
        "spoken.round_won",
        round=told["round"],
        role=_role(say, result["role"]),
        name=look.names[result["seat"]],
        n=result["pawns"],
        why=why,
    )


def board(look: Look[State, Hand]) -> tuple[tuple[str, ...], ...]:
    """The rings from the outside in, as the stick goes, then how near each goal is."""
    say, seen = TEXTS[look.language], look.seen
    rings = tuple(
        tuple(_cell(say, seen, (ring, segment)) for segment in range(SEGMENTS))
        for ring in range(RINGS, 0, -1)
    )
    boards: dict[str, list[list[int]]] = write_boards(seen)
    goals = tuple(_goals(say, role, at, seen) for role, at in boards.items())
    return (*rings, goals)


def _goals(say: Words, role: str, at: list[list[int]], seen: State) -> str:
    rings = [sum(ring == n for ring, _ in at) for n in range(1, RINGS + 1)]
    segments = [sum(segment == n for _, segment in at) for n in range(SEGMENTS)]
    return say(
        "spoken.goals",
        role=_role(say, role),
        n=len(at),
        of=PAWNS[seen.variant],
        segments=sum(map(bool, segments)),
        rings=sum(map(bool, rings)),
        segment=max(segments),
        ring=max(rings),
    )


def _cell(say: Words, seen: State, place: Place) -> str:
    boards = write_boards(seen)
    owner = next((role for role, at in boards.items() if [*place] in at), "")
    what = say("spoken.pawn", role=_role(say, owner)) if owner else say("spoken.empty")
    return say("spoken.cell", at=_at(say, place), what=what)


def _at(say: Words, place: Place) -> str:
    return say("spoken.at", ring=place[0], segment=place[1] + 1)


def _role(say: Words, role: str) -> str:
    return say(f"spoken.roles.{role}")
