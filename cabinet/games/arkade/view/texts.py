"""What Arkade says."""

from typing import Final

from cabinet.i18n import Words
from cabinet.tabletop.data import Texts

TEXTS: Final = Texts("cabinet.games.arkade")


def say_action(say: Words, action: str) -> str:
    """What an action does, in a few words."""
    verb, *rest = action.split()
    values = {f"w{index}": word for index, word in enumerate(rest)}
    if verb in ("repair", "ammo"):
        values["w0"] = say(f"colors.{rest[0]}")
    kind = f"{verb} {rest[1]}" if verb == "ammo" else verb
    whole = f"actions.{action}"
    return say(whole if whole in say else f"actions.{kind}", **values)
