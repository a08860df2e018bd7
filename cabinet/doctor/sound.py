"""Sound: is there a card, and does the screen hear itself?"""

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from cabinet.doctor.findings import Finding, Verdicts


@dataclass(frozen=True, slots=True)
class SoundFacts:
    """`wanted` by the settings; `cards` of the kernel; `state` as the screen tells."""

    wanted: bool = True
    cards: tuple[str, ...] = ()
    state: str = ""


def look(*, wanted: bool, state: str, proc: Path = Path("/proc")) -> SoundFacts:
    """Ask the kernel for its cards."""
    cards: tuple[str, ...] = ()
    with suppress(OSError):
        text = (proc / "asound" / "cards").read_text(encoding="utf-8")
        heads = (line for line in text.splitlines() if line.strip()[:1].isdigit())
        cards = tuple(head.partition("- ")[2] for head in heads)
    return SoundFacts(wanted, tuple(card for card in cards if card), state)


def judge(facts: SoundFacts) -> list[Finding]:
    """Whether a coin can be heard."""
    say = Verdicts("sound")
    if not facts.wanted:
        say.green("off", "sound")
    elif facts.state == "ready":
        say.green("ready", "sound", card=facts.cards[0] if facts.cards else "SDL")
    elif facts.state == "silent":
        say.amber("silent", "sound")
    elif not facts.cards:
        say.amber("no_card", "sound")
    else:
        say.unseen("card", "sound", card=facts.cards[0])
    return say.findings
