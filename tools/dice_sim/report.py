"""What was counted, as numbers with intervals, in tables for people and programs."""

import csv
import io
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean
from typing import Final

from tools.dice_sim.fair import normal_tails
from tools.dice_sim.keeping import NOBODY, POINT, Kept, Tally
from tools.dice_sim.plan import Cell, role

# The normal law's two-sided 95 %.
Z95: Final = 1.959963984540054


@dataclass(frozen=True, slots=True)
class Share:
    """A part of so many, with the interval that holds the truth 95 times in 100."""

    part: float
    low: float
    high: float
    of: int

    def __str__(self) -> str:
        """`51.2 % (49.0-53.4)`."""
        if not self.of:
            return "-"
        low, high = 100 * self.low, 100 * self.high
        return f"{100 * self.part:.1f} % ({low:.1f}-{high:.1f})"


def wilson(successes: float, of: int, z: float = Z95) -> Share:
    """Wilson's interval; half a success, as for a shared win, is welcome."""
    if of == 0:
        return Share(0.0, 0.0, 1.0, 0)
    part, square = successes / of, z * z
    middle = (part + square / (2 * of)) / (1 + square / of)
    half = z * sqrt(part * (1 - part) / of + square / (4 * of * of)) / (1 + square / of)
    low, high = max(0.0, middle - half), min(1.0, middle + half)
    return Share(part, min(low, part), max(high, part), of)


def mean(histogram: Mapping[int, int]) -> float:
    """The mean of what a histogram counts; 0 of nothing."""
    return fmean(histogram, histogram.values()) if histogram else 0.0


def quantile(histogram: Mapping[int, int], part: float) -> int:
    """The least value that `part` of all do not exceed; 0 of nothing."""
    left = part * sum(histogram.values())
    for value in sorted(histogram):
        left -= histogram[value]
        if left <= 0:
            return value
    return 0


# What was drawn less often says nothing.
OFTEN: Final = 30


@dataclass(frozen=True, slots=True)
class ReportLine:
    """One cell in numbers. A share counts a drawn or shared game in parts."""

    cell: Cell
    games: int
    unfinished: int
    drawn: int
    shared: int
    wins: tuple[Share, ...]
    shares: tuple[Share, ...]
    first: Share
    turns: float
    spread: tuple[int, int, int]
    actions: float


def line_of(cell: Cell, tally: Tally) -> ReportLine:
    """The numbers of a cell."""
    games, many = tally.games, range(len(cell.seats))
    turns = tally.histogram("turns")
    return ReportLine(
        cell=cell,
        games=games,
        unfinished=tally.get("games", "unfinished"),
        drawn=tally.get("games", "drawn"),
        shared=tally.get("games", "shared"),
        wins=tuple(wilson(tally.get("wins", player), games) for player in many),
        shares=tuple(
            wilson(tally.get("points", player) / POINT, games) for player in many
        ),
        first=wilson(tally.get("seat points", 0) / POINT, games),
        turns=mean(turns),
        spread=(quantile(turns, 0.1), quantile(turns, 0.5), quantile(turns, 0.9)),
        actions=mean(tally.histogram("actions")),
    )


def lines_of(kept: Kept) -> list[ReportLine]:
    """Every cell in numbers."""
    return [line_of(cell, kept.of(cell)) for cell in kept.plan.cells]


@dataclass(frozen=True, slots=True)
class Decider:
    """How it went for those who drew something, beside all draws of that kind."""

    group: str
    name: str
    seen: int
    share: Share
    usual: float
    among: int

    @property
    def edge(self) -> float:
        """What it was worth: the difference to the usual draw."""
        return self.share.part - self.usual

    @property
    def z(self) -> float:
        """That difference in standard errors."""
        spread = self.usual * (1 - self.usual)
        return self.edge / sqrt(spread / self.seen) if spread else 0.0

    @property
    def p(self) -> float:
        """How often chance does as much to the luckiest of so many (Bonferroni)."""
        return min(1.0, self.among * normal_tails(self.z))


def deciders(tally: Tally) -> Iterator[Decider]:
    """Everything drawn of which there are several kinds, by group and name."""
    for table in sorted(tally.write()):
        if not table.startswith("seen "):
            continue
        group = table.removeprefix("seen ")
        seen = tally.table(table)
        if len(seen) < 2:
            continue
        won = tally.table(f"won {group}")
        usual = sum(won.values()) / POINT / sum(seen.values())
        for name, times in sorted(seen.items()):
            share = wilson(min(times, won.get(name, 0) / POINT), times)
            yield Decider(group, name, times, share, usual, len(seen))


def leading(kept: Kept, most: int) -> list[Decider]:
    """What decides most, over all cells, by how sure that is.

    The usual draw is that of each cell, so that a thing drawn more in one of them
    does not get the credit for who wins there.
    """
    found: dict[tuple[str, str], list[float]] = {}
    for cell in kept.plan.cells:
        for one in deciders(kept.of(cell)):
            sums = found.setdefault((one.group, one.name), [0.0, 0.0, 0.0])
            parts = (1.0, one.share.part, one.usual)
            sums[:] = [
                had + one.seen * part for had, part in zip(sums, parts, strict=True)
            ]
    among = Counter(group for group, _ in found)
    ranked = [
        Decider(
            group, name, int(seen), wilson(won, int(seen)), usual / seen, among[group]
        )
        for (group, name), (seen, won, usual) in found.items()
        if seen >= OFTEN
    ]
    return sorted(ranked, key=lambda one: (-abs(one.z), one.name))[:most]


def minutes(actions: float, pace: float) -> float:
    """How long so many actions take at `pace` seconds each."""
    return actions * pace / 60


def play_table(kept: Kept, pace: float) -> list[list[str]]:
    """Head and rows for people: a cell a row."""
    game, many = kept.plan.game, max(len(cell.seats) for cell in kept.plan.cells)
    who = [_player(kept, player) for player in range(many)]
    lines = lines_of(kept)
    loose = any(line.drawn or line.shared or line.unfinished for line in lines)
    head = ["seats", "options", "games", *(f"{name} wins" for name in who)]
    head += ["drawn/shared/unfinished"] if loose else []
    head += ["turns (10-90 %)", f"minutes at {pace:g} s an action"]
    if kept.plan.manner.swap:
        head.insert(3, f"{role(game, 0)}, first, has")
    rows = [head]
    for line in lines:
        row = [",".join(line.cell.seats), " ".join(line.cell.settings) or "as shipped"]
        row += [f"{line.games:,}"]
        row += [str(line.first)] if kept.plan.manner.swap else []
        row += [*map(str, line.wins), *["-"] * (many - len(line.wins))]
        row += [f"{line.drawn}/{line.shared}/{line.unfinished}"] if loose else []
        row += [f"{line.turns:.1f} ({line.spread[0]}-{line.spread[2]})"]
        row += [f"{minutes(line.actions, pace):.1f}"]
        rows.append(row)
    return rows


def round_table(kept: Kept) -> list[list[str]]:
    """Head and rows for people: which role wins a round, and how; [] without roles."""
    tables = [(cell, kept.of(cell)) for cell in kept.plan.cells]
    rounds = [(cell, tally, tally.table("rounds")) for cell, tally in tables]
    won = {how.split()[0] for _, _, table in rounds for how in table}
    roles = sorted(won - {NOBODY})
    if not roles:
        return []
    head = ["seats", "options", "rounds", *(f"{winner} wins" for winner in roles)]
    rows = [[*head, "drawn", "how", "games drawn"]]
    for cell, tally, table in rounds:
        many = sum(table.values())
        row = [",".join(cell.seats), " ".join(cell.settings) or "as shipped"]
        for winner in (*roles, NOBODY):
            of_role = sum(n for how, n in table.items() if how.split()[0] == winner)
            row.append(str(wilson(of_role, many)) if many else "-")
        row.insert(2, f"{many:,}")
        rows.append([*row, _counts(table), _counts(tally.table("drawn by")) or "none"])
    return rows


def _counts(table: Mapping[str, int]) -> str:
    """What happened how often, the most frequent first."""
    ordered = sorted(table.items(), key=lambda each: (-each[1], each[0]))
    return "; ".join(f"{what}: {many:,}" for what, many in ordered)


def _player(kept: Kept, player: int) -> str:
    if not kept.plan.manner.swap:
        return role(kept.plan.game, player)
    lineups = {cell.seats for cell in kept.plan.cells}
    level = f", {next(iter(lineups))[player]}," if len(lineups) == 1 else ""
    return f"player {player + 1}{level}"


def decider_table(found: Sequence[Decider]) -> list[list[str]]:
    """Head and rows for people: what goes with winning."""
    head = ["drawn", "which", "times", "its owner's share", "usual", "difference", "p"]
    rows = [head]
    for one in found:
        usual, edge = f"{100 * one.usual:.1f} %", f"{100 * one.edge:+.1f} points"
        row = [one.group, one.name, f"{one.seen:,}", str(one.share), usual, edge]
        rows.append([*row, f"{one.p:.2g}"])
    return rows


def first_sentence(kept: Kept) -> str:
    """What beginning is worth, where the line-ups let one say."""
    equal = [
        line
        for line in lines_of(kept)
        if kept.plan.manner.swap or len(set(line.cell.seats)) == 1
    ]
    name = role(kept.plan.game, 0)
    if not equal:
        return (
            f"What beginning is worth cannot be said: the levels differ. --swap lets "
            f"everybody sit at {name} in turn."
        )
    sizes = sorted({len(line.cell.seats) for line in equal})
    return " ".join(
        _first([line for line in equal if len(line.cell.seats) == seats], name)
        for seats in sizes
    )


def _first(lines: Sequence[ReportLine], name: str) -> str:
    games, seats = sum(line.games for line in lines), len(lines[0].cell.seats)
    share = wilson(sum(line.first.part * line.games for line in lines), games)
    even = f"even of {seats} would be {100 / seats:.1f} %"
    return (
        f"{name[0].upper()}{name[1:]}, who begins, gets {share} of the points; {even}."
    )


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
            head += [f"{what}_{player}{end}" for end in ("", "_low", "_high")]
    head += ["first_share", "first_share_low", "first_share_high"]
    head += ["turns_mean", "turns_10", "turns_50", "turns_90"]
    head += ["actions_mean", "minutes"]
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
