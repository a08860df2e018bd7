"""Money as people write it, in one line and without a language."""

from typing import Final

# ISO 4217's code for "no currency": tokens.
NO_CURRENCY: Final = "XXX"
_DECIMALS: Final = {
    **dict.fromkeys(
        ("CLP", "ISK", "JPY", "KRW", "PYG", "UGX", "VND", "XAF", "XOF", "XPF"), 0
    ),
    **dict.fromkeys(("BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"), 3),
}


def money_text(amount: int, currency: str) -> str:
    """An amount of minor units as people write it: `1.50 EUR`."""
    if currency == NO_CURRENCY:
        return f"{amount} token" + "s" * (amount != 1)
    decimals = _DECIMALS.get(currency, 2)
    if decimals == 0:
        return f"{amount} {currency}"
    whole, rest = divmod(amount, 10**decimals)
    return f"{whole}.{rest:0{decimals}} {currency}"
