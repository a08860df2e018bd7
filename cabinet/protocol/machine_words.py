"""How a person reads what root has done, in the service menu and on the page."""

from typing import NamedTuple

from cabinet.i18n import Words
from cabinet.protocol.machine import STEPS, OutcomeCard, UpdateCard


class Told(NamedTuple):
    """A sentence, and whether it is a good one."""

    text: str
    well: bool


def why_not(code: str, words: Words) -> str:
    """Why root did not do something."""
    key = f"machine.why.{code}"
    return words(key if key in words else "machine.why.failed")


def outcome_told(outcome: OutcomeCard, words: Words) -> Told:
    """What became of the last wish."""
    if outcome.result != "done":
        return Told(why_not(outcome.result, words), well=False)
    key = f"machine.done.{outcome.verb}_{outcome.what}"
    return Told(words(key, about=outcome.about), well=True)


def update_told(update: UpdateCard, words: Words) -> Told:
    """How the last update ended."""
    key = f"machine.result.{update.result}"
    told = words(
        key if key in words else "machine.result.failed",
        version=update.version or "?",
        before=update.before or "?",
    )
    if update.result == "refused" and update.why:
        told = f"{told} {why_not(update.why[0], words)}"
    return Told(told, update.result == "done")


def step_told(update: UpdateCard, words: Words) -> tuple[str, str]:
    """Which step an update is at: its number of all, and what it is."""
    number = STEPS.index(update.step) + 1 if update.step in STEPS else 0
    step = words("machine.step", number=number, of=len(STEPS))
    key = f"machine.steps.{update.step}"
    return step, words(key if key in words else "machine.doing")


def minutes(seconds: int) -> str:
    """A stretch of time as 2:05."""
    return f"{max(0, seconds) // 60}:{max(0, seconds) % 60:02}"
