"""What may be asked of a cabinet from afar, and what becomes of it.

Only what the operator has allowed, and nothing that a hand at the cabinet could not
do: a service credit within the day's limit, standby, waking up, a new screen. Every
one of them is in the books, with who asked.
"""

from dataclasses import replace

from cabinet.core.core_happenings import Asked
from cabinet.core.events import Nanos
from cabinet.core.modes.effects import Step
from cabinet.core.modes.state import Attract, Cabinet, Mode, Standby, is_dark
from cabinet.core.modes.timeouts import welcome
from cabinet.core.money.tariff import EVERYBODY
from cabinet.core.money.till import DAY, alarm, service_credit
from cabinet.core.operating import House


def refusal(state: Cabinet, what: str, at: Nanos, house: House) -> str:
    """Why that cannot be done now; "" when it can."""
    if what not in house.remote:
        return f"this cabinet does not take {what!r} from afar (fleet.commands)"
    match what:
        case "credit":
            return no_credit(state, at, house)
        case "standby" if not isinstance(state.mode, Attract):
            return f"it is not waiting for players but in {state.mode_name}"
        case "wake" if not isinstance(state.mode, Standby):
            return f"it is not in standby but in {state.mode_name}"
        case "restart-screen" if state.screen_gone is not None:
            return "there is no screen; a new one comes by itself"
    return ""


def no_credit(state: Cabinet, at: Nanos, house: House) -> str:
    """Why nobody who is not at the cabinet can give a credit now; "": they can."""
    if not house.gifts_per_day:
        return "credits from afar need a limit: set service.credits_per_day"
    if is_dark(state.mode):
        return f"nobody can play in {state.mode_name}"
    if state.purses[EVERYBODY].credits >= house.tariff.max_credits:
        return f"it holds {house.tariff.max_credits} credits, no more fit"
    if sum(at - gift < DAY for gift in state.gifts) >= house.gifts_per_day:
        return f"{house.gifts_per_day} service credits were given within a day"
    return ""


def remote(state: Cabinet, asked: Asked, house: House) -> Step:
    """Do what was asked, where `refusal` has nothing against it."""
    if refusal(state, asked.what, asked.at, house):
        return state, ()
    if asked.what == "credit":
        state, effects = service_credit(state, asked.at, house, asked.author)
        return welcome(state, asked.at, house), effects
    modes: dict[str, Mode] = {"standby": Standby(), "wake": Attract()}
    state = replace(state, mode=modes.get(asked.what, state.mode))
    return alarm(state, f"{asked.what}, asked by {asked.author}")
