"""What one button can choose in a match: what a stick and two buttons could point at.

No game knows of it. The hands that a view makes of the four ways are tried out, and
each on which A does something is a choice. Where B takes another tool over the same
place, that is asked once the place is chosen.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from cabinet.screen.loop.scanning import Choice, grouped
from cabinet.tabletop.api import View

# No table has more places than this; a view that goes on for ever is cut off.
MOST_HANDS: Final = 1200
MOST_TOOLS: Final = 8


class Position(NamedTuple):
    """What a seat sees, and what it may play."""

    seen: Any
    legal: tuple[str, ...]


@dataclass(slots=True)
class Reach:
    """The hands that the stick reaches from one, in rows; `acts` are those of use."""

    entry: Any
    hands: list[Any] = field(default_factory=list)
    acts: list[Any] = field(default_factory=list)
    rows: list[list[Any]] = field(default_factory=list)
    actions: set[str] = field(default_factory=set)

    def __contains__(self, hand: object) -> bool:
        return hand in self.hands


def explore(view: View[Any, Any], entry: Any, at: Position) -> Reach:  # noqa: ANN401
    """Everything that the stick can point at from a hand."""
    region = Reach(entry)
    row_of: dict[Any, int] = {}
    waiting, seen = deque([(entry, -1)]), {entry}
    while waiting and len(region.hands) < MOST_HANDS:
        hand, row = waiting.popleft()
        if row < 0:
            region.rows.append([])
            row = len(region.rows) - 1
        row_of[hand] = row
        region.hands.append(hand)
        _note(view, region, hand, row, at)
        for way in ("left", "right", "up", "down"):
            there, _ = view.press(hand, way, *at)
            if there not in seen:
                seen.add(there)
                across = way in ("left", "right")
                (waiting.appendleft if across else waiting.append)(
                    (there, row if across else -1)
                )
    region.rows = [row for row in region.rows if row]
    return region


def _note(
    view: View[Any, Any],
    region: Reach,
    hand: Any,  # noqa: ANN401 - the game's own
    row: int,
    at: Position,
) -> None:
    """Whether A does something there that it does nowhere else."""
    moved, action = view.press(hand, "a", *at)
    known = action in region.actions if action else moved in region.acts
    if (action or moved != hand) and not known:
        region.acts.append(hand)
        region.rows[row].append(hand)
        if action:
            region.actions.add(action)


def tools(view: View[Any, Any], region: Reach, hand: Any, at: Position) -> list[Any]:  # noqa: ANN401
    """The hands that B makes of one, if they are other tools over the same place."""
    found: list[Any] = []
    held, _ = view.press(hand, "b", *at)
    while held != hand and len(found) < MOST_TOOLS:
        if held in region or held in found:
            return []
        found.append(held)
        held, action = view.press(held, "b", *at)
        if action:
            return []
    return found if held == hand else []


class HandScan:
    """Where one button is in a turn: among places, at one of them, or with a tool."""

    def __init__(self, view: View[Any, Any], entry: Any, at: Position) -> None:  # noqa: ANN401
        self._view = view
        self.at = at
        self.region = explore(view, entry, at)
        # The place that was chosen, the tools for it, and the one that is held there.
        self.place: Any = None
        self.tools: list[Any] = []
        self._tool: Reach | None = None
        self._hands = set(self.region.hands)
        self._made: dict[tuple[str, ...], tuple[Choice, ...]] = {}
        self._does: Callable[[Any], str] = lambda _: ""

    def knows(self, hand: object, at: Position) -> bool:
        """Whether that is still the turn, and the hand one of ours."""
        return at == self.at and hand in self._hands

    def choices(
        self,
        words: dict[str, str],
        does: Callable[[Any], str] = lambda _: "",
    ) -> tuple[Choice, ...]:
        """What can be taken; `words` are what the buttons do, and `back`.

        What A `does` may differ from place to place.
        """
        key = tuple(words.values())
        if key not in self._made:
            self._does = does
            self._made = {key: self._choices(words)}
        return self._made[key]

    def _choices(self, words: dict[str, str]) -> tuple[Choice, ...]:
        if self._tool is not None:
            back = Choice("back", words["back"], button="back")
            return (*self._places(self._tool, words, "tool"), back)
        if self.place is not None:
            return self._menu(words)
        return self._places(self.region, words, "place") + self._aside(words)

    def take(self, choice: Choice) -> tuple[Any, str]:
        """What to point at and to press for a choice; "" presses nothing yet."""
        hand, self._made = choice.hand, {}
        match choice.button:
            case "back" if self._tool is not None:
                self._tool = None
                return self.place, ""
            case "back":
                self.place = None
                return self.region.entry, ""
            case "tool":
                self._tool = explore(self._view, hand, self.at)
                self._hands |= {*self._tool.hands}
                return hand, ""
            case "place" if found := self._tools(hand):
                self.place, self.tools, self._tool = hand, found, None
                self._hands |= {*found}
                return hand, ""
            case "b":
                return hand, "b"
        self.place = self._tool = None
        return hand, "a"

    def _tools(self, hand: Any) -> list[Any]:  # noqa: ANN401 - the game's own
        """Those with which something can be done that cannot be done without."""
        if self._tool is not None:
            found = tools(self._view, self._tool, hand, self.at)
        else:
            found = tools(self._view, self.region, hand, self.at)
        played = self._view.press(hand, "a", *self.at)[1]
        return [
            held
            for held in found
            if explore(self._view, held, self.at).actions - {played}
        ]

    def _places(
        self, region: Reach, words: dict[str, str], what: str
    ) -> tuple[Choice, ...]:
        number = {hand: n for n, hand in enumerate(region.acts)}

        def choice(hand: Any) -> Choice:  # noqa: ANN401 - the game's own
            named = self._does(hand) or words.get("a", "")
            return Choice(f"{what}.{number[hand]}", named, hand=hand, button="place")

        rows = [[choice(hand) for hand in row] for row in region.rows]
        flat = [each for row in rows for each in row]
        return grouped(flat, rows)

    def _aside(self, words: dict[str, str]) -> tuple[Choice, ...]:
        """B, where it leads away from all that the stick can reach, or plays."""
        entry = self.region.entry
        held, action = self._view.press(entry, "b", *self.at)
        if not action and (held in self.region or (self.region.acts and self._cycle)):
            return ()
        return (Choice("b", words.get("b", words["back"]), hand=entry, button="b"),)

    @property
    def _cycle(self) -> bool:
        return bool(tools(self._view, self.region, self.region.entry, self.at))

    def _menu(self, words: dict[str, str]) -> tuple[Choice, ...]:
        """What to do at the place: play it, take another tool, or go back."""
        hand = self.place
        held = (
            Choice(f"tool.{n}", words.get(f"tool.{n}", ""), (), tool, "tool")
            for n, tool in enumerate(self.tools)
        )
        named = self._does(hand) or words.get("a", "")
        play = Choice("play", named, hand=hand, button="a")
        return (play, *held, Choice("back", words["back"], button="back"))
