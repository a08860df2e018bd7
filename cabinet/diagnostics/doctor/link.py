"""What the wires hang on: the Pi's pins, a board on a cable, or nothing (simulated)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from cabinet.diagnostics.doctor.findings import Finding, Verdicts
from cabinet.i18n.message import Message, from_text

# A few are left over from opening the port; none of them was believed.
MANY_DAMAGED: Final = 20


@dataclass(frozen=True, slots=True)
class Link:
    """`about` is what the backend told (see `KnownPort`), `error` why it did not open.

    `forbidden` is the device that may not be used, `group` who may.
    """

    backend: str
    about: Mapping[str, str] = field(default_factory=dict)
    error: Message | None = None
    forbidden: str = ""
    group: str = ""


def judge(facts: Link) -> list[Finding]:
    """Whether the other end is there, and is what it should be."""
    say = Verdicts("link")
    about = facts.about
    if facts.forbidden:
        say.red("forbidden", "link", device=facts.forbidden, group=facts.group)
    elif facts.error:
        say.red("error", "link", why=facts.error)
    elif about.get("lost"):
        say.red("lost", "link", why=from_text(about["lost"]))
    elif facts.backend == "serial":
        _board(say, about)
    elif facts.backend == "gpio":
        if about.get("coins") == "gpiozero":
            say.amber("uncounted", "link", pins=about.get("pins", "?"))
        else:
            say.green("pins", "link", pins=about.get("pins", "?"))
    elif facts.backend == "sim":
        say.green("simulated", "link")
    else:
        say.green("other", "link", backend=facts.backend)
    return say.findings


def _board(say: Verdicts, about: Mapping[str, str]) -> None:
    port = about.get("port", "?")
    if "board" not in about:
        say.red("no_board", "link", port=port)
        return
    if "firmware" not in about:
        say.green("new_board", "link", port=port, board=about["board"])
        return
    say.green(
        "board",
        "link",
        port=port,
        board=about["board"],
        firmware=about.get("firmware", "?"),
        boots=about.get("boots", "?"),
    )
    damaged = about.get("damaged", "0")
    if int(damaged) >= MANY_DAMAGED:
        say.amber("damaged", "link", n=damaged)
