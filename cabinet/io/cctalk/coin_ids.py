"""What a coin is worth, by the name its acceptor has for it, such as `EU100A`.

Two letters for the country, three signs for the value in the smallest unit, one letter
for the mint. A coin of another currency is no money here.
"""

from collections.abc import Mapping
from typing import Final

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
