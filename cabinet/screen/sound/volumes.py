"""The volumes as the operator's menu has them: once changed, they are heard so."""

from cabinet.core.loudness import Loudness, QuietHours
from cabinet.protocol.operator import Menu


def loudness_of(menu: Menu) -> Loudness:
    """What the menu's settings of sound mean; what it does not have is as shipped."""
    every = (entry for group in menu.groups for entry in group.entries)
    values = {entry.path: entry.value for entry in every}
    shipped = Loudness()

    def volume(name: str, otherwise: int) -> int:
        return int(values.get(f"sound.{name}") or otherwise)

    def minute(name: str, otherwise: int) -> int:
        hours, colon, minutes = values.get(f"sound.{name}", "").partition(":")
        return int(hours) * 60 + int(minutes) if colon else otherwise

    return Loudness(
        enabled=values.get("sound.enabled") != "false",
        coin=volume("coin", shipped.coin),
        effects=volume("effects", shipped.effects),
        music=volume("music", shipped.music),
        attract=volume("attract", shipped.attract),
        attract_pause=volume("attract_pause", shipped.attract_pause),
        quiet=QuietHours(
            minute("quiet_from", shipped.quiet.start),
            minute("quiet_to", shipped.quiet.end),
            volume("quiet_volume", shipped.quiet.volume),
        ),
    )
