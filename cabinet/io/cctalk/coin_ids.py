"""What a coin or a bill is worth, by the name its acceptor has for it.

A coin is `EU100A`: two letters for the country, three signs for the value in the
smallest unit, one letter for the mint. A bill is `EU0005A`: four digits, which the
validator says how to multiply. What is of another currency is no money here.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from cabinet.i18n.currencies import decimals

_BILL_NAME: Final = 7
CURRENCIES: Final = {
    "AU": "AUD",
    "CA": "CAD",
    "CH": "CHF",
    "CZ": "CZK",
    "DK": "DKK",
    "EU": "EUR",
    "GB": "GBP",
    "HU": "HUF",
    "NO": "NOK",
    "PL": "PLN",
    "SE": "SEK",
    "US": "USD",
}


def worth(name: str, currency: str, values: Mapping[str, int]) -> int:
    """Minor units of the coin; 0 for none, or for what is no money here."""
    if name in values:
        return values[name]
    if CURRENCIES.get(name[:2]) != currency:
        return 0
    digits = name[2:5]
    if digits.isdecimal():
        return int(digits)
    whole, thousand, rest = digits.partition("K")
    if thousand and f"{whole}{rest}".isdecimal():
        return int(f"{whole}{rest}".ljust(3 + len(whole), "0"))
    return 0


class Scale(NamedTuple):
    """By what a bill's number is multiplied, and how many decimals that has."""

    factor: int
    decimals: int


def worth_of_bill(
    name: str,
    currency: str,
    values: Mapping[str, int],
    scales: Mapping[str, Scale],
) -> int:
    """Minor units of the bill; 0 for none, or for what is no money here."""
    if name in values:
        return values[name]
    scale, digits = scales.get(name[:2]), name[2:6]
    if scale is None or len(name) != _BILL_NAME or not digits.isdecimal():
        return 0
    told = int(digits) * scale.factor * 10 ** decimals(currency)
    whole, broken = divmod(told, 10**scale.decimals)
    return 0 if broken else whole
