"""Currencies: how many decimals each has, and amounts in digits.

All that writes or reads money asks here, in any language.
"""

from typing import Final

# ISO 4217's code for "no currency": tokens.
NO_CURRENCY: Final = "XXX"
SIGNS: Final = {"EUR": "€", "GBP": "£", "USD": "$"}
_DECIMALS: Final = {
    **dict.fromkeys(
        ("CLP", "ISK", "JPY", "KRW", "PYG", "UGX", "VND", "XAF", "XOF", "XPF"), 0
    ),
    **dict.fromkeys(("BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"), 3),
    NO_CURRENCY: 0,
}


def decimals(currency: str) -> int:
    """How many digits people write behind the point; tokens are whole."""
    return _DECIMALS.get(currency, 2)


def figures(minor_units: int, currency: str, thousands: str = "") -> str:
    """An amount in digits: `1234.50`, or `1,234.50` with a comma for thousands."""
    places = decimals(currency)
    whole, rest = divmod(abs(minor_units), 10**places)
    minus = "-" if minor_units < 0 else ""
    return f"{minus}{whole:{thousands}}" + (f".{rest:0{places}}" if places else "")
