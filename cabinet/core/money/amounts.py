"""Money as people write it, in one line and without a language."""

from re import ASCII, fullmatch
from typing import Final

from cabinet.i18n import money
from cabinet.i18n.currencies import NO_CURRENCY, decimals, figures

__all__ = ["MOST", "NO_CURRENCY", "decimals", "minor_units", "money_text"]

# More than any cash box holds, and far less than the books can add up.
MOST: Final = 10**12


def minor_units(text: str, currency: str) -> int | None:
    """The amount in `45.60`, `45,60` or `45`, all the same; None when it is none."""
    found = fullmatch(r"(\d{1,15})(?:[.,](\d+))?", text.strip(), ASCII)
    places = decimals(currency)
    if found is None or len(found[2] or "") > places:
        return None
    amount = int(found[1] + (found[2] or "").ljust(places, "0"))
    return amount if amount <= MOST else None


def money_text(amount: int, currency: str) -> str:
    """An amount of minor units as people write it: `1.50 EUR`."""
    if currency == NO_CURRENCY:
        return money(amount, currency, "en")
    return f"{figures(amount, currency)} {currency}"
