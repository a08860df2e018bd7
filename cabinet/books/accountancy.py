"""The books for an accountant: a table for a spreadsheet, months with their VAT.

French Excel wants semicolons, decimal commas and a mark at the beginning of the file;
everything else reads plain CSV. Amounts are whole minor units until they are written.
VAT is included in what players pay: of each month it is taken out once, rounded to the
nearest minor unit, and the total is the sum of the months, so the columns add up.
"""

import csv
from collections.abc import Iterable, Mapping, Sequence
from io import StringIO
from typing import Final, NamedTuple

from cabinet.books.report import Sums
from cabinet.i18n import words
from cabinet.i18n.currencies import figures

# A rate is a whole number of hundredths of a percent: 2000 is 20 %.
WHOLE: Final = 10_000
EXCEL: Final = "\ufeff"


class Vat(NamedTuple):
    """An amount that includes VAT, and its two parts."""

    gross: int
    net: int
    vat: int


def with_vat(gross: int, rate: int) -> Vat:
    """The parts of an amount that includes VAT at a rate; they add up to it."""
    whole = WHOLE + rate
    net = (2 * gross * WHOLE + whole) // (2 * whole)
    return Vat(gross, net, gross - net)


def months_with_vat(rows: Mapping[str, Sums], rate: int) -> dict[str, Vat]:
    """Each month and, under "", their sum."""
    months = {month: with_vat(sums.money, rate) for month, sums in rows.items()}
    total = (
        Vat(*map(sum, zip(*months.values(), strict=True))) if months else Vat(0, 0, 0)
    )
    return {**months, "": total}


def monthly_csv(
    rows: Mapping[str, Sums], rate: int, currency: str, language: str
) -> str:
    """A month a line, with VAT, and the total."""
    said = words(language)
    head = [said(f"accountancy.{name}") for name in ("month", "gross", "net", "vat")]
    total = said("accountancy.total")
    lines = [
        [month or total, *(amount(each, currency, language) for each in parts)]
        for month, parts in months_with_vat(rows, rate).items()
    ]
    return table_csv([[*head, said("accountancy.currency")]], lines, currency, language)


def takings_csv(rows: Mapping[str, Sums], by: str, currency: str, language: str) -> str:
    """A row of a breakdown a line, and the total, under headings in the language."""
    said = words(language)
    names = ("money", "coins", "plays", "refunds", "service")
    head = [said(f"accountancy.by_{by}"), *(said(f"accountancy.{n}") for n in names)]
    total = Sums(*map(sum, zip(Sums(), *rows.values(), strict=True)))
    lines = [
        [
            label,
            amount(sums.money, currency, language),
            *(str(getattr(sums, name)) for name in names[1:]),
        ]
        for label, sums in (*rows.items(), (said("accountancy.total"), total))
    ]
    return table_csv([[*head, said("accountancy.currency")]], lines, currency, language)


def amount(minor_units: int, currency: str, language: str) -> str:
    """An amount as a spreadsheet of the language reads it."""
    text = figures(minor_units, currency)
    return text.replace(".", ",") if language == "fr" else text


def table_csv(
    head: Sequence[Sequence[str]],
    lines: Iterable[Sequence[str]],
    currency: str,
    language: str,
) -> str:
    """Lines as CSV, the currency last: French Excel's dialect, or the plain one."""
    french = language == "fr"
    out = StringIO()
    out.write(EXCEL if french else "")
    writer = csv.writer(
        out,
        delimiter=";" if french else ",",
        lineterminator="\r\n" if french else "\n",
    )
    writer.writerows(head)
    writer.writerows([*line, currency] for line in lines)
    return out.getvalue()
