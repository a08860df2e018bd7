"""How a stick and two buttons bid for Oh Puch: a dial, and a choice to pass."""


def bids(legal: tuple[str, ...]) -> tuple[str, ...]:
    """The numbers on the dial, lowest first."""
    return tuple(text for text in legal if text.startswith("bid "))


def call(legal: tuple[str, ...], before: str) -> str:
    """What the dial shows as a turn begins: the least that goes under the last."""
    if before in legal:
        return before
    dial = bids(legal)
    return dial[-1] if dial else "pass" if legal else ""


def dialled(action: str, button: str, legal: tuple[str, ...]) -> str:
    """Another number, or from bidding to passing and back."""
    dial = bids(legal)
    if button == "b":
        other = dial[-1:] if action == "pass" else ("pass",)
        return other[0] if set(other) & set(legal) else action
    if action not in dial:
        return action
    step = 1 if button in ("up", "right") else -1
    return dial[min(max(dial.index(action) + step, 0), len(dial) - 1)]
