"""A list under a stick: its rows, the cell that is chosen, and keys below.

The stick chooses a cell, A begins to turn it, left and right turn it, A keeps the cell
and B leaves it; behind the last cell a row is taken out. A yes or no is flipped. The
keys below add a row, leave the list as it was or keep it: before that nothing counts.
"""

from dataclasses import dataclass, replace
from typing import Final

from cabinet.protocol.list_rows import cells, ticked, written_rows, written_ticks
from cabinet.protocol.operator import Column, Entry
from cabinet.screen.menu.rows import flipped, stepped

_TICK: Final = Column("", "bool", {})


@dataclass(frozen=True, slots=True)
class ListEditor:
    """The cells of a list, and where one stands among them.

    `row` is behind the last one at the keys. `turning` is what the chosen cell would
    become. `over` is "" while somebody is at it, then `keep` or `drop`.
    """

    entry: Entry
    cells: tuple[tuple[str, ...], ...]
    row: int = 0
    column: int = 0
    turning: str | None = None
    over: str = ""

    @classmethod
    def of(cls, entry: Entry, value: str) -> "ListEditor":
        """The list that a value is."""
        if entry.kind == "several":
            chosen = ticked(value)
            flags = ("true" if one in chosen else "false" for one in entry.choices)
            return cls(entry, tuple((flag,) for flag in flags))
        return cls(entry, tuple(map(tuple, cells(entry, value))))

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns there are; ticks are one."""
        return self.entry.columns or (_TICK,)

    @property
    def grows(self) -> bool:
        """Whether it has as many rows as somebody wants."""
        return self.entry.kind not in ("pair", "several")

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys below the rows."""
        room = self.grows and len(self.cells) < self.entry.most
        return (*(("add",) if room else ()), "drop", "keep")

    @property
    def key(self) -> str:
        """The key that is chosen; "" where a row is."""
        return self.keys[self.column] if self.row == len(self.cells) else ""

    @property
    def removes(self) -> bool:
        """Whether A takes the row out."""
        return not self.key and self.column == len(self.columns)

    @property
    def changed(self) -> bool:
        """Whether it is another list than it was."""
        return self.cells != ListEditor.of(self.entry, self.entry.value).cells

    @property
    def text(self) -> str:
        """The list as the file would have it, with the cell that is being turned."""
        now = self._with(self.turning).cells if self.turning else self.cells
        if self.entry.kind != "several":
            return written_rows(self.entry, now)
        flags = zip(self.entry.choices, now, strict=True)
        return written_ticks(one for one, (flag,) in flags if flag == "true")

    def press(self, button: str, gear: int = 1) -> "ListEditor":
        """The list after a button of the stick; a cell turns by `gear` steps."""
        if self.turning is not None:
            return self._turned(button, gear)
        match button:
            case "up" | "down":
                return self._stepped(1 if button == "down" else -1)
            case "left" | "right":
                return self._sidled(1 if button == "right" else -1)
            case "a":
                return self._acted()
            case "b" if self.changed and self.key != "drop":
                return _at(self, "drop")
            case "b":
                return replace(self, over="drop")
        return self

    def _turned(self, button: str, gear: int) -> "ListEditor":
        assert self.turning is not None
        match button:
            case "left" | "right":
                by = gear if button == "right" else -gear
                now = stepped(self.columns[self.column], self.turning, by)
                return replace(self, turning=now)
            case "a":
                return replace(self._with(self.turning), turning=None)
            case "b":
                return replace(self, turning=None)
        return self

    def _stepped(self, by: int) -> "ListEditor":
        """A row up or down; at the keys one is at what is likely next."""
        row = (self.row + by) % (len(self.cells) + 1)
        if row == len(self.cells):
            return _at(self, "keep" if self.changed else self.keys[0])
        return replace(self, row=row, column=0 if self.key else self.column)

    def _sidled(self, by: int) -> "ListEditor":
        wide = len(self.keys) if self.key else len(self.columns) + self.grows
        if wide == 1:
            return self._acted()
        return replace(self, column=(self.column + by) % wide)

    def _acted(self) -> "ListEditor":
        match self.key:
            case "add":
                grown = (*self.cells, self._next())
                return replace(self, cells=grown, row=len(self.cells), column=0)
            case "keep" | "drop" as key:
                return replace(self._risen(), over=key if self.changed else "drop")
        if self.removes:
            return self._without()
        now = self.cells[self.row][self.column]
        if self.columns[self.column].kind == "bool":
            return self._with(flipped(now))
        return replace(self, turning=now)

    def _risen(self) -> "ListEditor":
        """Rows in the order of the file, by which a refusal counts them."""
        if not self.grows:
            return self
        rising = sorted(self.cells, key=lambda row: [int(cell) for cell in row])
        return replace(self, cells=tuple(rising))

    def _next(self) -> tuple[str, ...]:
        """A row more, which goes on as the last two did; the first is given."""
        if not self.cells:
            return self.entry.fresh
        last = self.cells[-1]
        before = self.cells[-2] if len(self.cells) > 1 else ("0",) * len(last)
        return tuple(
            str(min(max(2 * int(now) - int(was), column.least), column.most))
            for column, now, was in zip(self.columns, last, before, strict=True)
        )

    def _without(self) -> "ListEditor":
        rest = (*self.cells[: self.row], *self.cells[self.row + 1 :])
        left = replace(self, cells=rest, row=min(self.row, max(0, len(rest) - 1)))
        return left if rest else _at(left, "keep")

    def _with(self, value: str) -> "ListEditor":
        """The list with another value in the chosen cell."""
        row = self.cells[self.row]
        row = (*row[: self.column], value, *row[self.column + 1 :])
        made = (*self.cells[: self.row], row, *self.cells[self.row + 1 :])
        return replace(self, cells=made)


def _at(made: ListEditor, key: str) -> ListEditor:
    return replace(made, row=len(made.cells), column=made.keys.index(key))
