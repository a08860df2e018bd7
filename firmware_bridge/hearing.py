"""What a frame says to a host that looks for one kind of board."""

from typing import Final

from firmware_bridge.events import BoardForgot, Nanos, WrongBoard, WrongProtocol
from firmware_bridge.frames import Frame
from firmware_bridge.messages import (
    PROTOCOL,
    SLOTS,
    Hello,
    Kind,
    Message,
    Totals,
    from_frame,
    spoken_protocol,
)

_LARGEST_NONCE: Final = (1 << 32) - 1


def next_nonce(nonce: int) -> int:
    """Another one, never 0: what was said before it is not believed any more."""
    return nonce % _LARGEST_NONCE + 1


def understand(
    frame: Frame, wanted: Kind, now: Nanos
) -> Message | WrongProtocol | WrongBoard:
    """The message, or why this board is left alone; `MessageError` for nonsense."""
    theirs = spoken_protocol(frame)
    if theirs is not None and theirs != PROTOCOL:
        return WrongProtocol(theirs, now)
    message = from_frame(frame)
    if isinstance(message, Hello) and message.kind != wanted:
        return WrongBoard(message.kind, wanted, now)
    return message


def reckon(
    hello: Hello, credited: Totals, now: Nanos
) -> tuple[Totals, list[BoardForgot]]:
    """Which totals the boot began with, by the books; and what the board forgot."""
    counted = hello.totals if hello.welcomed else hello.base
    lacks = [max(0, credited[i] - counted[i]) for i in range(SLOTS)]
    forgotten = [
        BoardForgot(hello.board, i + 1, credited[i], counted[i], now)
        for i in range(SLOTS)
        if lacks[i]
    ]
    return (hello.base[0] + lacks[0], hello.base[1] + lacks[1]), forgotten
