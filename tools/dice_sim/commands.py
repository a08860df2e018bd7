"""What each command does: odds and fairness here, the rest next door."""

import argparse
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from fractions import Fraction
from pathlib import Path
from random import Random, SystemRandom
from typing import Final, TextIO

from tools.dice_sim import charts, tournaments
from tools.dice_sim.dice import Die, Throw, dice_named, dice_of, read_tape, write_tape
from tools.dice_sim.errors import LabError, make_room, written
from tools.dice_sim.fair import Standing, Trial, drawn, questions, standings, watch
from tools.dice_sim.odds import MOST_ROLLS, Goal, chance, read_goal, usual_goals
from tools.dice_sim.report import text_bars, text_table

# Among all tests that were made, one as odd as this is not put down to chance.
DOUBT: Final = 0.01


def run(asked: argparse.Namespace, out: TextIO) -> int:
    """Do what was asked; return the exit code."""
    match asked.command:
        case "odds":
            return tell_odds(asked, out)
        case "fair":
            return tell_fair(asked, out)
        case "play":
            return tournaments.play(asked, out)
        case "tune":
            return tournaments.tell_tuned(asked, out)
        case "tower":
            from tools.dice_sim.tower import stand

            return stand(asked, out)
    from tools.dice_sim.balance import write_page

    return write_page(asked, out)


def tell_odds(asked: argparse.Namespace, out: TextIO) -> int:
    """Exact odds as a table and as bars."""
    _check_chart(asked.chart)
    goals, found = odds_of(asked)
    out.write(text_table(odds_table(goals, found)) + "\n\n")
    bars = [
        (goal.words, float(row[-1])) for goal, row in zip(goals, found, strict=True)
    ]
    out.write(f"within {_rolls(asked.rolls)}\n{text_bars(bars)}\n")
    if asked.chart:
        out.write(f"\n{odds_chart(goals, found, asked.chart)}\n")
    return 0


def odds_of(asked: argparse.Namespace) -> tuple[list[Goal], list[list[Fraction]]]:
    """The goals that were named, or the usual ones, and the odds of each by rolls."""
    if asked.rolls > MOST_ROLLS:
        most = f"{MOST_ROLLS} rolls are the most that is worked out"
        raise LabError(f"{most}: {asked.rolls}")
    goals = [read_goal(text, asked.nuggets) for text in asked.want]
    goals = goals or list(usual_goals())
    rolls = range(1, asked.rolls + 1)
    return goals, [[chance(goal, many) for many in rolls] for goal in goals]


def odds_table(
    goals: Sequence[Goal], found: Sequence[Sequence[Fraction]]
) -> list[list[str]]:
    """Head and rows: every chance as a fraction and in percent."""
    rolls = range(1, len(found[0]) + 1)
    rows = [["wanted", "dice", *map(_rolls, rolls)]]
    for goal, row in zip(goals, found, strict=True):
        dice = " ".join(die.name for die in goal.dice)
        cells = [f"{odds} = {100 * float(odds):.2f} %" for odds in row]
        rows.append([goal.words, dice, *cells])
    return rows


def odds_chart(
    goals: Sequence[Goal], found: Sequence[Sequence[Fraction]], path: Path
) -> Path:
    """The same as a picture."""
    series = [
        (_rolls(many), [float(row[many - 1]) for row in found])
        for many in range(1, len(found[0]) + 1)
    ]
    names = [goal.words for goal in goals]
    return charts.bars_chart(names, series, "exact chance in %", path)


def _rolls(many: int) -> str:
    return f"{many} roll{'s' if many > 1 else ''}"


def _check_chart(path: Path | None) -> None:
    """Refuse a picture that cannot be made before anything is worked out for it."""
    if path is None:
        return
    if path.suffix.removeprefix(".") not in charts.KINDS:
        raise LabError(f"{path} is no picture: its name ends in .svg or .png")
    charts.check()
    make_room(path)


def tell_fair(asked: argparse.Namespace, out: TextIO) -> int:
    """A source on trial; one that ends early is judged by what it gave up to there."""
    _check_chart(asked.chart)
    if asked.record:
        make_room(asked.record)
    with ExitStack() as held:
        dice, throws = source_of(asked, held)
        if asked.record:
            held.enter_context(written(asked.record))
            file = held.enter_context(asked.record.open("w", encoding="utf-8"))
            recorded = write_tape(file, dice, throws)
            held.callback(recorded.close)
            throws = recorded
        trial = Trial(dice)
        words = questions(dice, asked.alpha, asked.tolerance)
        cut: LabError | KeyboardInterrupt | None = None
        try:
            watch(trial, throws, words, asked.throws)
        except (LabError, KeyboardInterrupt) as wrong:
            cut = wrong
        standings_now = standings(trial, words)
    out.write(fair_text(trial, standings_now, asked.tolerance))
    if asked.chart:
        out.write(f"\n{fair_chart(trial, asked.chart)}\n")
    if cut:
        raise cut
    return 0


def source_of(
    asked: argparse.Namespace, held: ExitStack
) -> tuple[tuple[Die, ...], Iterator[Throw]]:
    """The dice that are on trial, and their throws."""
    if asked.source == "tape":
        if not asked.tape:
            raise LabError("which tape? dice-sim fair tape FILE")
        return dice_of(asked.tape), read_tape(asked.tape)
    if asked.source == "tower" and not asked.port:
        raise LabError("which port? dice-sim fair tower --port /dev/ttyACM1")
    dice = dice_named(asked.die)
    if asked.source == "tower":
        from tools.dice_sim.tower_source import open_tower

        return dice, open_tower(asked.port, dice, held)
    rng = Random(asked.seed) if asked.source == "seeded" else SystemRandom()
    return dice, drawn(dice, rng)


def fair_text(trial: Trial, found: Sequence[Standing], tolerance: float) -> str:
    """Counts, tests and the verdict, for people."""
    lines = [f"{trial.throws:,} throws", ""]
    if trial.throws == 0:
        return "no throw was made: nothing can be said\n"
    for number, die in enumerate(trial.dice):
        rows = [[trial.named(number), "seen", "expected"]]
        for face, odds in enumerate(die.odds):
            seen = trial.counts[number][face]
            rows.append(
                [die.faces[face], f"{seen:,}", f"{trial.throws * float(odds):.1f}"]
            )
        lines += [text_table(rows), ""]
    rows = [["test", "of", "number", "degrees", "p"]]
    for name, test in trial.tests():
        value, p = f"{test.statistic:.3f}", f"{test.p:.4g}"
        rows.append([test.test, name, value, str(test.freedom), p])
    lines += [text_table(rows) if len(rows) > 1 else "too few throws for a test", ""]
    for number, one in enumerate(found):
        lines.append(f"{trial.named(number)}: {verdict(one, tolerance)}")
    lines += [
        f"{name}: throws depend on each other ({test.test}, p {test.p:.2g})"
        for name, test in trial.tests()
        if test.test != "chi-square" and test.p * len(trial.tests()) < DOUBT
    ]
    return "\n".join(lines) + "\n"


def verdict(one: Standing, tolerance: float) -> str:
    """A die's sequential verdict, as a sentence."""
    points = f"{100 * tolerance:g} points"
    evidence = f"evidence {one.evidence:.3g}"
    if one.judgement == "loaded":
        return f"LOADED ({evidence}); no face is off by more than {100 * one.off:.1f}"
    if one.judgement == "fair":
        return f"FAIR: no face is off by more than {points} ({evidence})"
    fair = f"{one.to_fair:,}" if one.to_fair is not None else "too many"
    loaded = f"{one.to_loaded:,}" if one.to_loaded is not None else "too many"
    return (
        f"OPEN ({evidence}); a fair die needs about {fair} throws more to be called "
        f"fair within {points}; if it goes on like this, {loaded} more show it loaded"
    )


def fair_chart(trial: Trial, path: Path) -> Path:
    """How often each face came, beside what is right."""
    names, seen, right = [], [], []
    for number, die in enumerate(trial.dice):
        for face, odds in enumerate(die.odds):
            names.append(f"{trial.named(number)}: {die.faces[face]}")
            seen.append(trial.counts[number][face] / max(1, trial.throws))
            right.append(float(odds))
    series = [("seen", seen), ("right", right)]
    return charts.bars_chart(names, series, "% of the throws", path)
