"""Money as people write it, in one line and without a language."""

from re import ASCII, fullmatch
from typing import Final

# ISO 4217's code for "no currency": tokens.
NO_CURRENCY: Final = "XXX"
_DECIMALS: Final = {
    **dict.fromkeys(
        ("CLP", "ISK", "JPY", "KRW", "PYG", "UGX", "VND", "XAF", "XOF", "XPF"), 0
    ),
    **dict.fromkeys(("BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"), 3),
}


# More than any cash box holds, and far less than the books can add up.
MOST: Final = 10**12


def decimals(currency: str) -> int:
    """How many digits people write behind the point; tokens are whole."""
    return 0 if currency == NO_CURRENCY else _DECIMALS.get(currency, 2)


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
        return f"{amount} token" + "s" * (amount != 1)
    places = decimals(currency)
    if places == 0:
        return f"{amount} {currency}"
    whole, rest = divmod(amount, 10**places)
    return f"{whole}.{rest:0{places}} {currency}"
