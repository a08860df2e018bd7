"""Reports as text for a person, as CSV for a spreadsheet, as JSON for a program.

Text shows money as people write it; CSV and JSON hold whole minor units, and
nothing else than what was counted.
"""

import csv
import json
from collections.abc import Callable, Sequence
from datetime import tzinfo
from io import StringIO
from typing import Final

from cabinet.books.accounts import Remark
from cabinet.books.report import Breakdown, Columns, Report, Sums, local
from cabinet.core.money.amounts import money_text
from cabinet.core.money.journal import author, changed, changes
from cabinet.core.money.tenders import CASH

_LATEST: Final = 5


def as_text(report: Report) -> str:
    """What `cabinet books` prints."""
    columns = three_columns(report)
    head = ("", *columns)
    figures = [
        (name, *(figure(sums, report.currency) for sums in columns.values()))
        for name, figure in _FIGURES
    ]
    figures[1:1] = [
        ("and before", *(money_text(sums.money, code) for sums in before))
        for code, before in report.foreign.items()
    ]
    parts = [
        table([head, *figures]),
        table([("slot", "coins", "money", "test coins"), *_slots(report)]),
        table([("paid by", "coins", "money"), *_tenders(report)]),
        table([("mode", "plays", "players", "refunds", "average"), *_modes(report)]),
        _standing(report),
        _remarks("latest alarms", report.remarks, report.zone),
        _settings(report),
    ]
    if report.disagreements:
        wrong = "\n".join(f"  {line}" for line in report.disagreements)
        parts.append(f"THE BOOKS DO NOT ADD UP\n{wrong}\n  run: cabinet books verify")
    return "\n\n".join(filter(None, parts)) + "\n"


def breakdown_text(found: Breakdown) -> str:
    """A breakdown as a table, the same figures in columns."""
    rows = [(found.by, *(name for name, _ in _FIGURES), "a play")]
    for label, sums in found.rows.items():
        figures = (figure(sums, found.currency) for _, figure in _FIGURES)
        rows.append((label, *figures, a_play(sums, found.currency)))
    for code, foreign in found.foreign.items():
        rows += [_money_row(label, sums, code) for label, sums in foreign.items()]
    return table(rows) + "\n"


def _money_row(label: str, sums: Sums, currency: str) -> tuple[str, ...]:
    money = money_text(sums.money, currency)
    return (label, money, *[""] * len(_FIGURES))


def a_play(sums: Sums, currency: str) -> str:
    """The money of a play on average, rounded; a dash where nothing was played."""
    if not sums.plays or not sums.money:
        return "-"
    return money_text((sums.money * 2 + sums.plays) // (sums.plays * 2), currency)


def as_csv(
    rows: dict[str, Sums], by: str, currency: str, foreign: dict[str, dict[str, Sums]]
) -> str:
    """One line for each row; money in minor units, time in milliseconds.

    Money of another currency has a line of its own, where all else is 0.
    """
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow((by, "currency", *Sums._fields))
    for label, sums in rows.items():
        writer.writerow((label, currency, *sums))
    for code, others in foreign.items():
        for label, sums in others.items():
            writer.writerow((label, code, *sums))
    return out.getvalue()


def as_json(report: Report, rows: Breakdown | None) -> str:
    """The whole report, and the breakdown that was asked for."""
    document = {
        "currency": report.currency,
        "postings": report.postings,
        "credits": report.credits,
        "meter_owes": report.clicks_owed,
        "today": report.today._asdict(),
        "since_collection": report.period._asdict(),
        "lifetime": report.lifetime._asdict(),
        "slots": {slot: sums._asdict() for slot, sums in report.slots.items()},
        "tenders": {name: sums._asdict() for name, sums in report.tenders.items()},
        "modes": {mode: sums._asdict() for mode, sums in report.modes.items()},
        "other_currencies": {
            code: {name: sums.money for name, sums in columns._asdict().items()}
            for code, columns in report.foreign.items()
        },
        "disagreements": list(map(str, report.disagreements)),
    }
    if rows is not None:
        document["by"] = rows.by
        document["rows"] = {key: sums._asdict() for key, sums in rows.rows.items()}
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def three_columns(report: Report) -> dict[str, Sums]:
    """The report's columns by name."""
    return named(Columns(report.today, report.period, report.lifetime))


def named(columns: Columns) -> dict[str, Sums]:
    """Three columns by the names that people read."""
    names = ("today", "since collection", "lifetime")
    return dict(zip(names, columns, strict=True))


def table(rows: Sequence[Sequence[str]], left: int = 1) -> str:
    """Columns as wide as they need: the `left` first ones words, the rest figures."""
    if len(rows) < 2:
        return ""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = [
            cell.ljust(width) if number < left else cell.rjust(width)
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def length(milliseconds: int | None) -> str:
    """A length of play: `6:05`, or a dash when nobody knows."""
    if milliseconds is None:
        return "-"
    minutes, seconds = divmod(milliseconds // 1000, 60)
    return f"{minutes}:{seconds:02}"


def moment(wall_ms: int, zone: tzinfo | None) -> str:
    """A moment in local time, to the second."""
    return f"{local(wall_ms, zone):%Y-%m-%d %H:%M:%S}"


_FIGURES: Final[tuple[tuple[str, Callable[[Sums, str], str]], ...]] = (
    ("money", lambda sums, currency: money_text(sums.money, currency)),
    ("coins", lambda sums, _: str(sums.coins)),
    ("plays", lambda sums, _: str(sums.plays)),
    ("players", lambda sums, _: str(sums.players)),
    ("average time", lambda sums, _: length(sums.average_ms)),
    ("service credits", lambda sums, _: str(sums.service)),
    ("refunds", lambda sums, _: str(sums.refunds)),
    ("expired credits", lambda sums, _: str(sums.expired)),
    ("test coins", lambda sums, _: str(sums.tests)),
    ("meter clicks", lambda sums, _: str(sums.clicks_made)),
    ("alarms", lambda sums, _: str(sums.alarms)),
)


def _slots(report: Report) -> list[tuple[str, ...]]:
    return [
        (
            f"slot {slot}",
            str(sums.coins),
            money_text(sums.money, report.currency),
            str(sums.tests),
        )
        for slot, sums in report.slots.items()
    ]


def _tenders(report: Report) -> list[tuple[str, ...]]:
    """A table only where not everything was cash."""
    if not set(report.tenders) - {CASH}:
        return []
    return [
        (tender, str(sums.coins), money_text(sums.money, report.currency))
        for tender, sums in report.tenders.items()
    ]


def _modes(report: Report) -> list[tuple[str, ...]]:
    return [
        (
            mode,
            str(sums.plays),
            str(sums.players),
            str(sums.refunds),
            length(sums.average_ms),
        )
        for mode, sums in report.modes.items()
    ]


def _standing(report: Report) -> str:
    stand = (
        f"{report.postings} postings; {report.credits} credits on the cabinet; "
        f"the meter owes {report.clicks_owed} clicks"
    )
    lines = [stand]
    if report.collection:
        counted = money_text(report.collection.amount, report.collected_in)
        when = moment(report.collection.wall_ms, report.zone)
        lines.append(f"last collection {when}: {counted} counted")
    else:
        lines.append("no collection yet")
    return "\n".join(lines)


def _remarks(title: str, remarks: Sequence[Remark], zone: tzinfo | None) -> str:
    if not remarks:
        return ""
    lines = []
    for remark in remarks[-_LATEST:]:
        said = remark.told if remark.note else remark.kind
        lines.append(f"  {moment(remark.wall_ms, zone)}  {said}")
    return "\n".join((title, *lines))


def _settings(report: Report) -> str:
    """What somebody changed, old and new; the first settings are no change."""
    lines = []
    pairs = zip(report.settings, report.settings[1:], strict=False)
    for before, after in list(pairs)[-_LATEST:]:
        when = moment(after.wall_ms, report.zone)
        who = author(after.note)
        by = f"  ({who})" if who else ""
        lines += [f"  {when}  {what}  ({one})" for one, what in changed(after.note)]
        for name, old, new in changes(before.note, after.note):
            lines.append(f"  {when}  {name}: {old} → {new}{by}")
    return "\n".join(("settings changed", *lines)) if lines else ""
