"""What one button can take in each mode: the same as a stick and its buttons reach.

Each choice is the lines that another hand would have pressed. What is to be chosen in
a match is the game's, and found by `match.hand_scan`.
"""

from collections.abc import Callable, Mapping
from typing import Final

from cabinet.core.inputs.wired_buttons import menu_rows
from cabinet.core.modes.buttons import MENU_COLUMNS
from cabinet.core.modes.state import LEVELS
from cabinet.core.money.high_scores import SIGNS
from cabinet.screen.loop.scanning import Choice
from cabinet.screen.scenes import preferences
from cabinet.screen.scenes.join import choices_of
from cabinet.screen.scenes.show import Show

# So many signs are lit as one.
_TOGETHER: Final = 7


def choices(show: Show) -> tuple[Choice, ...]:
    """The choices of the mode; () where there is nothing to take."""
    if show.snapshot.adjusting:
        return _preferences(show)
    if show.snapshot.reading:
        return _lessons(show)
    find = _MODES.get(show.snapshot.mode)
    return find(show) if find else ()


def _preferences(show: Show) -> tuple[Choice, ...]:
    shown = preferences.rows(show.wired, show.snapshot.preferences)
    return tuple(
        Choice(f"prefer.{name}", _preference(show, name), _closes(name))
        for name in shown
    )


def _preference(show: Show, name: str) -> str:
    words = show.words
    named = words(f"preferences.{name}.name")
    if name == "done":
        return named
    said = preferences.value(show, name)
    return words("preferences.choice", name=named, value=said)


def _closes(name: str) -> tuple[str, ...]:
    return ("p1.b",) if name == "done" else ()


def _lessons(show: Show) -> tuple[Choice, ...]:
    words = show.words
    return (
        Choice("page.1", words("do.next_picture"), ("p1.right",)),
        Choice("page.-1", words("do.last_picture"), ("p1.left",)),
        Choice("close", words("do.back"), ("p1.b",)),
    )


def _select(show: Show) -> tuple[Choice, ...]:
    """Every game, then the rows below them."""
    snapshot, words = show.snapshot, show.words
    count, at = len(snapshot.offers), snapshot.offer
    up = ("p1.up",) if snapshot.row else ()
    games = tuple(
        Choice(
            f"offer.{n}",
            show.title(offer.title),
            (*up, *(("p1.right",) * ((n - at) % count)), "p1.a"),
        )
        for n, offer in enumerate(snapshot.offers)
    )
    back = Choice("back", words("do.back"), (*up, "hold start"))
    return (*games, *_rows(show), back)


def _rows(show: Show) -> tuple[Choice, ...]:
    """The rows, and the lines that lead there; of a button that is wired, itself."""
    snapshot, words, known = show.snapshot, show.words, menu_rows(show.wired)
    rows_of_games = (len(snapshot.offers) - 1) // MENU_COLUMNS + 1
    found = []
    for row, button in (("howto", "mode"), ("language", "player"), ("preferences", "")):
        lines: tuple[str, ...] = ("p1.up", button) if snapshot.row else (button,)
        if row in known:
            down = 1 if snapshot.row else rows_of_games + 1
            across = known.index(row) - (
                known.index(snapshot.row) if snapshot.row in known else 0
            )
            way = "p1.right" if across > 0 else "p1.left"
            steps = () if snapshot.row else ("p1.down",) * down
            lines = (*steps, *((way,) * abs(across)), "p1.a")
        if row != "howto" or show.lessons:
            found.append(Choice(row, words(f"do.{row}"), lines))
    return tuple(found)


def _join(show: Show) -> tuple[Choice, ...]:
    snapshot, words, offer = show.snapshot, show.words, show.offer
    people = sum(seat.kind == "person" for seat in snapshot.seats)
    level = next((s.level for s in snapshot.seats if s.kind == "bot"), "")
    up = ("p1.up",) if snapshot.row else ()
    found = []
    if not snapshot.missing:
        found.append(Choice("begin", words("do.begin"), (*up, "start")))
    if offer and people < offer.seats_max:
        found.append(Choice("add", words("do.add_player"), (*up, "player")))
    if people > 1:
        found.append(Choice("remove", words("do.remove_player"), (*up, "p1.b")))
    elif len(snapshot.seats) > 1:
        found.append(Choice("seat", words("do.who"), (*up, *_seat(show))))
    around = bool(offer and offer.choices)
    if level in LEVELS:
        found += [
            Choice(
                f"level.{name}",
                words(f"level.{name}"),
                (*up, *_turn(level, name, around=around)),
            )
            for name in LEVELS
            if name != level
        ]
    names = choices_of(show)
    found += [
        Choice(f"choice.{n}", said, (*up, *_to_choice(snapshot.choice, n, len(names))))
        for n, said in enumerate(names)
        if n != snapshot.choice
    ]
    if show.lessons:
        found.append(Choice("howto", words("do.howto"), (*up, "mode")))
    steps = LEVELS.index(level) + 1 if level in LEVELS else 1
    if around and offer:
        steps = len(offer.choices) - snapshot.choice
    down = () if snapshot.row else ("p1.down",) * steps
    found.append(Choice("preferences", words("do.preferences"), (*down, "p1.a")))
    return (*found, Choice("back", words("do.back"), (*up, "hold start")))


def _seat(show: Show) -> tuple[str, ...]:
    """The next seat for who is alone with the house; after the last, the first."""
    seats = show.snapshot.seats
    own = next((n for n, seat in enumerate(seats) if seat.kind == "person"), 0)
    return ("p1.right",) if own + 1 < len(seats) else ("p1.left",) * own


def _to_choice(now: int, wanted: int, of: int) -> tuple[str, ...]:
    """Down to a choice; from the last one over the row below and up again."""
    lines: list[str] = []
    while now != wanted:
        now = (now + 1) % of
        lines += ["p1.down"] if now else ["p1.down", "p1.up"]
    return tuple(lines)


def _turn(level: str, wanted: str, *, around: bool) -> tuple[str, ...]:
    by = LEVELS.index(wanted) - LEVELS.index(level)
    if around:
        return ("p1.up",) * (by % len(LEVELS))
    return ("p1.up" if by > 0 else "p1.down",) * abs(by)


def _playing(show: Show) -> tuple[Choice, ...]:
    """The answers to a question in mid-game."""
    words = show.words
    answers: Mapping[str, tuple[tuple[str, str], ...]] = {
        "power": (("p1.a", "do.go_on"), ("power", "do.switch_off")),
        "leave": (("p1.a", "do.go_on"), ("hold start", "do.stop_game")),
        "idle": (("p1.a", "do.anything"),),
        "resume": (("p1.a", "do.resume"), ("hold start", "do.refund")),
    }
    asked = show.snapshot.question
    found = tuple(
        Choice(f"{asked}.{n}", words(said), (line,))
        for n, (line, said) in enumerate(answers.get(asked, ()))
    )
    howto = asked == "leave" and show.lessons
    return (
        *found,
        *((Choice("howto", words("do.howto"), ("mode",)),) if howto else ()),
    )


def _signing(show: Show) -> tuple[Choice, ...]:
    """A sign from groups of them, one sign back, and the end of the name."""
    if show.deaf:
        return ()
    groups = tuple(
        Choice(
            f"signs.{at}",
            " ".join(sign for sign in SIGNS[at : at + _TOGETHER] if sign.strip()),
            within=tuple(
                Choice(f"sign.{sign}", sign if sign.strip() else "␣")
                for sign in SIGNS[at : at + _TOGETHER]
            ),
        )
        for at in range(0, len(SIGNS), _TOGETHER)
    )
    words = show.words
    return (
        Choice("sign.done", words("signing.done")),
        *groups,
        Choice("sign.back", words("do.back")),
        Choice("skip", words("signing.skip"), ("hold start",)),
    )


def _result(show: Show) -> tuple[Choice, ...]:
    snapshot, words = show.snapshot, show.words
    result = snapshot.result
    if result is None or show.now < result.deaf_until:
        return ()
    if result.stage != "again":
        return (Choice("go_on", words("do.go_on"), ("p1.a",)),)
    menu = Choice("menu", words("do.other_game"), ("p1.b",))
    if not snapshot.continues or snapshot.missing:
        return (menu,)
    again = words("do.play_again", price=show.price(snapshot.price))
    return (Choice("again", again, ("p1.a",)), menu)


_MODES: Final[Mapping[str, Callable[[Show], tuple[Choice, ...]]]] = {
    "select": _select,
    "join": _join,
    "playing": _playing,
    "signing": _signing,
    "result": _result,
}
