"""Sound: is there a card, and does the screen hear itself?"""

import shutil
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from cabinet.diagnostics.doctor.findings import Finding, amber, green, unseen


@dataclass(frozen=True, slots=True)
class SoundFacts:
    """`wanted` by the settings; `cards` of the kernel; `state` as the screen tells.

    `chosen` is the socket that somebody wrote down; without it ALSA takes card 0.
    `voice` is where the engine is that speaks to people who do not see the screen, and
    `headphones` the socket it has alone, which `player` plays on.
    """

    wanted: bool = True
    cards: tuple[str, ...] = ()
    state: str = ""
    chosen: str = ""
    voice: str = "espeak-ng"
    headphones: str = ""
    player: str = "aplay"

    @property
    def card(self) -> str:
        """Where it should be heard."""
        return self.chosen or (self.cards[0] if self.cards else "SDL")

    def judge(self) -> Iterator[Finding]:
        """Whether a coin can be heard."""
        if not self.wanted:
            yield green("sound.off", "sound")
        elif self.state == "ready":
            yield green("sound.ready", "sound", card=self.card)
        elif self.state == "silent":
            yield amber("sound.silent", "sound")
        elif not self.cards:
            yield amber("sound.no_card", "sound")
        else:
            yield unseen("sound.card", "sound", card=self.card)
        yield from self._voice()

    def _voice(self) -> Iterator[Finding]:
        """Whether people who do not see the screen can be spoken to."""
        if not self.voice:
            yield amber("sound.no_voice", "sound")
        elif self.headphones and not self.player:
            yield amber("sound.no_player", "sound", socket=self.headphones)
        else:
            yield green("sound.voice", "sound", engine=self.voice)


def look(
    *,
    wanted: bool,
    state: str,
    settings: Path,
    proc: Path = Path("/proc"),
    headphones: str = "",
) -> SoundFacts:
    """Ask the kernel for its cards; `settings` is the folder of screen.env."""
    cards: tuple[str, ...] = ()
    with suppress(OSError):
        text = (proc / "asound" / "cards").read_text(encoding="utf-8")
        heads = (line for line in text.splitlines() if line.strip()[:1].isdigit())
        cards = tuple(head.partition("- ")[2] for head in heads)
    found = tuple(card for card in cards if card)
    return SoundFacts(
        wanted,
        found,
        state,
        _chosen(settings / "screen.env"),
        shutil.which("espeak-ng") or "",
        headphones,
        shutil.which("aplay") or "",
    )


def _chosen(environment: Path) -> str:
    """What AUDIODEV is there; SDL hands it to ALSA."""
    with suppress(OSError):
        for line in environment.read_text(encoding="utf-8").splitlines():
            name, _, value = line.partition("=")
            if name.strip() == "AUDIODEV":
                return value.strip().strip("\"'")
    return ""
