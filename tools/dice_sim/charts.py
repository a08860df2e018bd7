"""Pictures of results, as SVG or PNG, where matplotlib is installed (extra `lab`).

The same numbers give the same file, byte for byte, with the same matplotlib.
"""

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tools.dice_sim.errors import LabError, make_room, written
from tools.dice_sim.keeping import Kept
from tools.dice_sim.plan import role
from tools.dice_sim.report import Decider, Share, lines_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

KINDS: Final = ("svg", "png")
_COLORS: Final = ("#d9541e", "#2b6cb0", "#7a3fa0", "#2f855a", "#b7791f", "#4a5568")
# More distributions than this in one picture cannot be told apart.
_MOST: Final = 6
# A distribution is drawn in at most so many steps.
_STEPS: Final = 40


def available() -> bool:
    """Whether pictures can be made here."""
    return find_spec("matplotlib") is not None


def check() -> None:
    """`LabError` where no pictures can be made."""
    if not available():
        raise LabError("charts need matplotlib: pip install 'arkade-cabinet[lab]'")


def _figure(width: float, height: float) -> "tuple[Figure, Axes]":
    check()
    import matplotlib as mpl
    from matplotlib.figure import Figure

    mpl.rcParams.update(
        {
            "svg.hashsalt": "dice-sim",
            "svg.fonttype": "none",
            "font.size": 9,
            "axes.spines.top": False,
            "axes.spines.right": False,
        }
    )
    figure = Figure(figsize=(width, height), layout="constrained")
    return figure, figure.subplots()


def _save(figure: "Figure", path: Path) -> Path:
    make_room(path)
    metadata = {"Date": None} if path.suffix == ".svg" else None
    with written(path):
        figure.savefig(path, metadata=metadata, dpi=120)
    return path


def _bars(
    axes: "Axes",
    at: Sequence[float],
    values: Sequence[float],
    height: float,
    number: int,
    label: str,
    shares: Sequence[Share] = (),
) -> None:
    """Bars in percent, in the color of that number, with the intervals of shares."""
    parts, color = [100 * value for value in values], _COLORS[number % len(_COLORS)]
    axes.barh(at, parts, height, color=color, label=label)
    if shares:
        below = [100 * (share.part - share.low) for share in shares]
        above = [100 * (share.high - share.part) for share in shares]
        spread, dark = (below, above), "#1a202c"
        axes.errorbar(parts, at, xerr=spread, fmt="none", ecolor=dark, elinewidth=1)


def wins_chart(kept: Kept, path: Path) -> Path:
    """Each cell's shares, with their intervals, and a line where all is even."""
    lines = lines_of(kept)
    players = max(len(line.shares) for line in lines)
    figure, axes = _figure(6.4, 1.1 + 0.28 * len(lines) * min(players, 3))
    step = 0.8 / players
    for player in range(players):
        there = [(i, line) for i, line in enumerate(lines) if player < len(line.shares)]
        shares = [line.shares[player] for _, line in there]
        at = [i + (player - (players - 1) / 2) * step for i, _ in there]
        parts = [share.part for share in shares]
        name = role(kept.plan.game, player)
        if kept.plan.manner.swap:
            name = f"player {player + 1}"
        _bars(axes, at, parts, step * 0.9, player, name, shares)
    axes.axvline(100 / players, color="#718096", linewidth=0.8, linestyle="--")
    axes.set_yticks(range(len(lines)), [line.cell.label for line in lines])
    axes.invert_yaxis()
    axes.set_xlim(0, 100)
    axes.set_xlabel("share of the points in %, with 95 % intervals")
    figure.legend(loc="outside upper right", ncols=players, frameon=False)
    return _save(figure, path)


def distribution_chart(kept: Kept, table: str, name: str, path: Path) -> Path:
    """How often each length or score came, a line for each of the first cells."""
    figure, axes = _figure(6.4, 3.0)
    shown = kept.plan.cells[:_MOST]
    seen = [value for cell in shown for value in kept.of(cell).histogram(table)]
    low, high = min(seen, default=0), max(seen, default=0)
    wide = 1 + (high - low) // _STEPS
    for number, cell in enumerate(shown):
        counts = kept.of(cell).histogram(table)
        total = sum(counts.values()) or 1
        values = range(low, high + wide, wide)
        parts = [
            100 * sum(counts.get(each + at, 0) for at in range(wide)) / total / wide
            for each in values
        ]
        color = _COLORS[number % len(_COLORS)]
        axes.step(values, parts, where="post", color=color, label=cell.label)
    axes.set_xlabel(name)
    axes.set_ylabel("% of the games")
    axes.set_ylim(bottom=0)
    axes.legend(frameon=False, fontsize=8)
    return _save(figure, path)


def deciders_chart(found: Sequence[Decider], path: Path) -> Path:
    """What each thing drawn is worth beside the usual draw of its kind."""
    figure, axes = _figure(6.4, 0.9 + 0.22 * len(found))
    ranked = sorted(found, key=lambda one: one.edge)
    groups = sorted({one.group for one in ranked})
    for group in groups:
        chosen = [(at, one) for at, one in enumerate(ranked) if one.group == group]
        at, edges = [place for place, _ in chosen], [one.edge for _, one in chosen]
        shares = [one.share for _, one in chosen]
        _bars(axes, at, edges, 0.7, groups.index(group), group, shares)
    axes.axvline(0, color="#1a202c", linewidth=0.8)
    axes.set_yticks(range(len(ranked)), [one.name for one in ranked])
    axes.set_xlabel("percentage points above or below the usual draw")
    figure.legend(loc="outside upper right", ncols=len(groups), frameon=False)
    return _save(figure, path)


def bars_chart(
    names: Sequence[str],
    series: Sequence[tuple[str, Sequence[float]]],
    label: str,
    path: Path,
) -> Path:
    """Groups of bars, a group for each name: odds by rolls, faces by die."""
    figure, axes = _figure(6.4, 1.0 + 0.2 * len(names) * len(series))
    step = 0.8 / len(series)
    for number, (word, values) in enumerate(series):
        at = [i + (number - (len(series) - 1) / 2) * step for i in range(len(names))]
        _bars(axes, at, values, step * 0.9, number, word)
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    axes.set_xlabel(label)
    figure.legend(loc="outside upper right", ncols=len(series), frameon=False)
    return _save(figure, path)


def _different(kept: Kept, table: str) -> int:
    """How many different values there are in a table, over all cells."""
    return len(
        {value for cell in kept.plan.cells for value in kept.of(cell).table(table)}
    )


def play_charts(
    kept: Kept, found: Sequence[Decider], folder: Path, stem: str, kind: str
) -> list[Path]:
    """Every picture a tournament has."""
    made = [wins_chart(kept, folder / f"{stem}wins.{kind}")]
    if _different(kept, "turns") > 1:
        path = folder / f"{stem}turns.{kind}"
        made.append(distribution_chart(kept, "turns", "turns", path))
    if _different(kept, "score 0") > 2:
        path = folder / f"{stem}scores.{kind}"
        label = f"score of {role(kept.plan.game, 0)}"
        made.append(distribution_chart(kept, "score 0", label, path))
    if found:
        made.append(deciders_chart(found, folder / f"{stem}deciders.{kind}"))
    return made
