"""`cabinet play GAME`: one installed game, for free, without touching settings.

It is a simulated cabinet that sells nothing else, on a copy of the settings and with
books of its own in a folder that is gone afterwards. Its buttons up to the match are
pressed for whoever asked.
"""

import tempfile
import threading
from pathlib import Path
from typing import Any, Final

from cabinet import launcher
from cabinet.core.errors import CabinetError
from cabinet.core.events import SECOND, Nanos
from cabinet.loops.registry import GameShelf
from cabinet.places import Place
from cabinet.protocol.client import CounterConnection, CounterUnreachableError
from cabinet.protocol.codec import Touch
from cabinet.protocol.snapshot import Snapshot
from cabinet.settings import catalogue_of
from cabinet.tabletop.registry import GameNotUsableError, unknown

_TAP: Final = SECOND // 12
_LOOK: Final = SECOND // 2


def play(game: str, seats: int, config: Path, *, headless: bool, browser: bool) -> int:
    """Play until somebody quits; the cabinet's exit code."""
    catalogue = catalogue_of(GameShelf())
    if game not in catalogue:
        raise GameNotUsableError(unknown(game, sorted(catalogue)))
    most = max(catalogue[game].seats)
    if not 1 <= seats <= most:
        raise CabinetError(f"--seats {seats}: {game} is for 1 to {most} people")
    with tempfile.TemporaryDirectory(prefix="cabinet-play-") as folder:
        state = Path(folder)
        settings = state / "cabinet.yaml"
        settings.write_text(for_free(config, game), encoding="utf-8")
        place = Place(
            config=settings,
            state=state,
            sim=True,
            headless=headless,
            browser=browser,
        )
        starter = threading.Thread(target=_begin, args=(place.bus, seats), daemon=True)
        starter.start()
        return launcher.run_cabinet(place)


def for_free(config: Path, game: str) -> str:
    """The operator's file, but that it sells this game only, for nothing."""
    import yaml

    try:
        found: Any = yaml.safe_load(config.read_text(encoding="utf-8-sig"))
    except (OSError, yaml.YAMLError) as wrong:
        raise CabinetError(f"{config}: cannot be read: {wrong}") from None
    settings = found if isinstance(found, dict) else {}
    settings["modes"] = [{"game": game, "title": {"fr": game, "en": game}}]
    settings["pricing"] = {**(settings.get("pricing") or {}), "free_play": True}
    settings.pop("fleet", None)
    return yaml.safe_dump(settings, allow_unicode=True, sort_keys=False)


def _begin(bus: Path, seats: int) -> None:
    """Press what leads to the match, as soon as there is a cabinet; then let go."""
    hand = _Hand(_connected(bus))
    while (shown := hand.look(_LOOK)) is None or shown.mode != "playing":
        if hand.line.closed:
            return
        if shown is None or not shown.offers:
            continue
        people = sum(seat.kind == "person" for seat in shown.seats)
        wants = shown.mode == "join" and people < seats
        hand.tap("player" if wants else "start")
    hand.line.close()


class _Hand:
    """A hand on the panel, and the last that was shown."""

    def __init__(self, line: CounterConnection) -> None:
        self.line = line
        self._shown: Snapshot | None = None

    def look(self, duration: Nanos) -> Snapshot | None:
        for heard in self.line.heard(duration):
            for message in heard:
                if isinstance(message, Snapshot):
                    self._shown = message
        return self._shown

    def tap(self, button: str) -> None:
        self.line.send(Touch(button, active=True))
        self.look(_TAP)
        self.line.send(Touch(button, active=False))


def _connected(bus: Path) -> CounterConnection:
    again = threading.Event()
    while True:
        try:
            return CounterConnection.connect(bus, "tool")
        except CounterUnreachableError:
            again.wait(0.1)
