"""What the loops on sale bring to be heard: sounds of their own, and a tune."""

from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path

from cabinet.loops.api import LoopGame
from cabinet.loops.registry import AnySold


def own_sounds(games: Iterable[AnySold]) -> dict[str, Path]:
    """Their files, by the name of the game and of the sound: `drops.splash`."""
    return {
        f"{game.name}.{name}": Path(str(files(game.package or game.name) / file))
        for game in games
        if isinstance(game, LoopGame)
        for name, file in game.sounds.items()
    }


def tunes(games: Iterable[AnySold]) -> dict[str, str]:
    """Which of the cabinet's tunes each of them is played to."""
    loops = (game for game in games if isinstance(game, LoopGame))
    return {game.name: game.music for game in loops if game.music}
