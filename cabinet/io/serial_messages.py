"""What boards and dice towers tell that the operator should read, as messages."""

from typing import Final

from cabinet.i18n.message import Message, message
from firmware_bridge.events import (
    BoardForgot,
    CommandRefused,
    Restarted,
    Silent,
    ThrowRefused,
    TimeLost,
    WireNoisy,
    WrongBoard,
    WrongProtocol,
)
from firmware_bridge.messages import PROTOCOL, Kind

_CAUSES: Final = {
    1: message("reset_power"),
    2: message("reset_line"),
    4: message("reset_voltage"),
    8: message("reset_watchdog"),
}
_KINDS: Final[dict[int, Message]] = {
    Kind.SLOT: message("kind_slot"),
    Kind.DICE_TOWER: message("kind_tower"),
}


def why_lost(why: Silent | Restarted, *, tower: bool) -> Message:
    """Why a link to a board, or to a dice tower, is lost."""
    if isinstance(why, Silent):
        return message("link_silent", seconds=f"{why.seconds:.1f}")
    if why.cause is None:
        if tower:
            return message("tower_restarted_unasked")
        return message("board_restarted_unasked")
    flags = tuple(cause for bit, cause in _CAUSES.items() if why.cause & bit)
    causes = flags or (message("reset_unknown"),)
    if tower:
        return message("tower_restarted", cause=causes)
    return message("board_restarted", cause=causes)


def why_left_alone(wrong: WrongProtocol | WrongBoard) -> Message:
    """Why whatever answers is not spoken to."""
    if isinstance(wrong, WrongProtocol):
        port, theirs = "/dev/ttyACM0", wrong.theirs
        return message("wrong_protocol", theirs=theirs, ours=PROTOCOL, port=port)
    kind = _KINDS.get(wrong.kind) or message("kind_unknown", kind=wrong.kind)
    if wrong.wanted is Kind.SLOT:
        return message("not_a_slot", theirs=kind)
    return message("not_a_tower", theirs=kind)


def trouble(
    event: TimeLost | BoardForgot | CommandRefused | ThrowRefused | WireNoisy,
) -> Message:
    """What went wrong at the other end of a link that holds."""
    match event:
        case TimeLost(count=count):
            return message("board_busy", n=count)
        case BoardForgot(slot=slot, counted=counted, credited=credited):
            return message(
                "board_forgot",
                board=f"{event.board:08x}",
                n=credited - counted,
                slot=slot,
                counted=counted,
                credited=credited,
            )
        case CommandRefused(command=command, result=result):
            why = result.name.lower().replace("_", " ")
            return message("command_refused", command=str(command), result=why)
        case ThrowRefused(tower=tower, throw=throw, faces=faces):
            tower_id, sides = f"{tower:08x}", str(faces)
            return message("throw_unasked", tower=tower_id, throw=throw, faces=sides)
        case WireNoisy(damaged=damaged):
            return message("frames_damaged", n=damaged)
