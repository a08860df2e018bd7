"""What the wires hang on: the Pi's pins, a board on a cable, or nothing (simulated)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from cabinet.diagnostics.doctor.findings import Finding, amber, green, red
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

    def judge(self) -> Iterator[Finding]:
        """Whether the other end is there, and is what it should be."""
        about = self.about
        if self.forbidden:
            yield red("link.forbidden", "link", device=self.forbidden, group=self.group)
        elif self.error:
            yield red("link.error", "link", why=self.error)
        elif about.get("lost"):
            yield red("link.lost", "link", why=from_text(about["lost"]))
        elif self.backend == "serial":
            yield from _board(about)
        elif self.backend == "gpio":
            if about.get("coins") == "gpiozero":
                yield amber("link.uncounted", "link", pins=about.get("pins", "?"))
            else:
                yield green("link.pins", "link", pins=about.get("pins", "?"))
        elif self.backend == "sim":
            yield green("link.simulated", "link")
        else:
            yield green("link.other", "link", backend=self.backend)


def _board(about: Mapping[str, str]) -> Iterator[Finding]:
    port = about.get("port", "?")
    if "board" not in about:
        yield red("link.no_board", "link", port=port)
        return
    if "firmware" not in about:
        yield green("link.new_board", "link", port=port, board=about["board"])
        return
    yield green(
        "link.board",
        "link",
        port=port,
        board=about["board"],
        firmware=about.get("firmware", "?"),
        boots=about.get("boots", "?"),
    )
    damaged = about.get("damaged", "0")
    if int(damaged) >= MANY_DAMAGED:
        yield amber("link.damaged", "link", n=damaged)
