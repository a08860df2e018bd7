"""What a slot takes: cash, cards or tokens. Only cash is in the box.

A coin has no mode, so a posting that was not cash says there what it was:
`tender:card`. Cash says nothing, as in books from before there was anything else.
"""

from typing import Final

CASH: Final = "cash"
TENDERS: Final = (CASH, "card", "token")
_MARK: Final = "tender:"


def marked(tender: str) -> str:
    """What a posting of a coin has for its mode."""
    return "" if tender == CASH else f"{_MARK}{tender}"


def is_tender(mode: str) -> bool:
    """Whether a posting's mode is a tender, and no game on sale."""
    return mode.startswith(_MARK)


def tender_of(mode: str) -> str:
    """What a coin with that mode was."""
    return mode.removeprefix(_MARK) if is_tender(mode) else CASH
