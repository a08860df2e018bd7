"""Sound: is there a card, and does the screen hear itself?"""

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from cabinet.diagnostics.doctor.findings import Finding, Verdicts


@dataclass(frozen=True, slots=True)
class SoundFacts:
    """`wanted` by the settings; `cards` of the kernel; `state` as the screen tells.

    `chosen` is the socket that somebody wrote down; without it ALSA takes card 0.
    """

    wanted: bool = True
    cards: tuple[str, ...] = ()
    state: str = ""
    chosen: str = ""

    @property
    def card(self) -> str:
        """Where it should be heard."""
        return self.chosen or (self.cards[0] if self.cards else "SDL")


def look(
    *, wanted: bool, state: str, settings: Path, proc: Path = Path("/proc")
) -> SoundFacts:
    """Ask the kernel for its cards; `settings` is the folder of screen.env."""
    cards: tuple[str, ...] = ()
    with suppress(OSError):
        text = (proc / "asound" / "cards").read_text(encoding="utf-8")
        heads = (line for line in text.splitlines() if line.strip()[:1].isdigit())
        cards = tuple(head.partition("- ")[2] for head in heads)
    found = tuple(card for card in cards if card)
    return SoundFacts(wanted, found, state, _chosen(settings / "screen.env"))


def judge(facts: SoundFacts) -> list[Finding]:
    """Whether a coin can be heard."""
    say = Verdicts("sound")
    if not facts.wanted:
        say.green("off", "sound")
    elif facts.state == "ready":
        say.green("ready", "sound", card=facts.card)
    elif facts.state == "silent":
        say.amber("silent", "sound")
    elif not facts.cards:
        say.amber("no_card", "sound")
    else:
        say.unseen("card", "sound", card=facts.card)
    return say.findings


def _chosen(environment: Path) -> str:
    """What AUDIODEV is there; SDL hands it to ALSA."""
    with suppress(OSError):
        for line in environment.read_text(encoding="utf-8").splitlines():
            name, _, value = line.partition("=")
            if name.strip() == "AUDIODEV":
                return value.strip().strip("\"'")
    return ""
