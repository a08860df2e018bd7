"""Tables as text, as Markdown and as files that programs read."""

import csv
import io
from collections.abc import Sequence

from tools.dice_sim.keeping import Kept
from tools.dice_sim.numbers import Share
from tools.dice_sim.report import deciders, lines_of, minutes

Rows = Sequence[Sequence[str]]


def text_table(rows: Rows) -> str:
    """Columns in line, a rule under the head."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        for row in rows
    ]
    rule = "  ".join("-" * width for width in widths)
    return "\n".join(line.rstrip() for line in [lines[0], rule, *lines[1:]])


def markdown_table(rows: Rows) -> str:
    """The same for a page."""
    head, *rest = rows
    lines = [head, ["---"] * len(head), *rest]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def text_bars(bars: Sequence[tuple[str, float]], width: int = 40) -> str:
    """A bar a line, from 0 to 1."""
    longest = max(len(name) for name, _ in bars)
    return "\n".join(
        f"{name.ljust(longest)}  {('#' * round(part * width)).ljust(width)} "
        f"{100 * part:5.1f} %"
        for name, part in bars
    )


def play_csv(kept: Kept, pace: float) -> str:
    """A row a cell: shares, intervals, lengths."""
    lines = lines_of(kept)
    seats = max(len(line.cell.seats) for line in lines)
    names = list(dict.fromkeys(n for line in lines for n, _ in line.cell.options))
    head = ["seats", *names, "games", "unfinished", "drawn", "shared"]
    for player in range(seats):
        for what in ("wins", "share"):
            head += [
                f"{what}_{player}",
                f"{what}_{player}_low",
                f"{what}_{player}_high",
            ]
    head += ["first_share", "first_share_low", "first_share_high"]
    head += [
        "turns_mean",
        "turns_10",
        "turns_50",
        "turns_90",
        "actions_mean",
        "minutes",
    ]
    rows: list[list[object]] = [[*head]]
    for line in lines:
        options = dict(line.cell.options)
        row: list[object] = [",".join(line.cell.seats)]
        row += [options.get(name, "") for name in names]
        row += [line.games, line.unfinished, line.drawn, line.shared]
        for player in range(seats):
            there = player < len(line.wins)
            row += _three(line.wins[player] if there else None)
            row += _three(line.shares[player] if there else None)
        row += _three(line.first)
        row += [_short(line.turns), *line.spread, _short(line.actions)]
        rows.append([*row, _short(minutes(line.actions, pace))])
    return _csv(rows)


def deciders_csv(kept: Kept) -> str:
    """A row a thing drawn, cell by cell."""
    rows: list[list[object]] = [
        ["cell", "group", "name", "seen", "share", "low", "high", "usual", "z"]
    ]
    for cell in kept.plan.cells:
        for one in deciders(kept.of(cell)):
            row: list[object] = [cell.label, one.group, one.name, one.seen]
            rows.append([*row, *_three(one.share), _short(one.usual), _short(one.z)])
    return _csv(rows)


def _three(share: Share | None) -> list[object]:
    if share is None or not share.of:
        return ["", "", ""]
    return [_short(share.part), _short(share.low), _short(share.high)]


def _short(number: float) -> str:
    return f"{number:.6g}"


def _csv(rows: Sequence[Sequence[object]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()
