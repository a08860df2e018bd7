"""The operator's file as the values that the programs start with."""

from dataclasses import replace
from typing import Final

from cabinet.core.program_settings import ProgramSettings
from cabinet.loops.registry import GameShelf
from cabinet.places import Place
from cabinet.settings.catalogue import catalogue_of
from cabinet.settings.loading import author, load

SIMULATED: Final = {"io": {"backend": "sim"}, "video": {"fullscreen": False}}


def program_settings(place: Place) -> ProgramSettings:
    """The operator's file, checked against the installed games."""
    catalogue = catalogue_of(GameShelf())
    loaded = load(place.config, SIMULATED if place.sim else None, catalogue)
    return ProgramSettings(
        operating=replace(loaded.operating(catalogue), author=author(place.config)),
        wiring=loaded.wiring(),
        backend=loaded.io.opened_as,
        fullscreen=loaded.video.fullscreen,
        effects=loaded.video.effects,
        reduce_flashing=loaded.video.reduce_flashing,
        off_when_closed=loaded.video.off_when_closed,
        real_dice=loaded.dice.source != "seeded",
        tower=loaded.dice.tower,
        loudness=loaded.sound.loudness(),
        web=loaded.web.doors(),
        metrics_token_file=loaded.fleet.metrics_token_path,
        coaching=loaded.coaching.coaching(),
        coins={f"coin.{coin.slot}": coin.kinds for coin in loaded.coins},
    )
