"""What the wires hang on: the Pi's pins, a board on a cable, or nothing (simulated)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from cabinet.diagnostics.doctor.findings import Finding, amber, green, red
from cabinet.i18n.message import Message, from_text

# A few are left over from opening the port; none of them was believed.
MANY_DAMAGED: Final = 20
# The backend of several devices: each has a finding of its own.
SEVERAL: Final = "devices"
# What is at the other end of a cable, and says what it is.
ANSWERING: Final = frozenset({"serial", "cctalk"})
# What has to be found first, whether it counts coins or not.
AWAITED: Final = ANSWERING | {"evdev"}


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
        if self.backend == SEVERAL and not (self.forbidden or self.error):
            for name, device in by_device(about).items():
                yield from _of_device(name, device)
        elif self.forbidden:
            yield red("link.forbidden", "link", device=self.forbidden, group=self.group)
        elif self.error:
            yield red("link.error", "link", why=self.error)
        elif about.get("lost"):
            yield red("link.lost", "link", why=from_text(about["lost"]))
        elif self.backend == "cctalk":
            yield from _acceptor(about)
        elif self.backend == "evdev":
            yield from _encoder(about)
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


def by_device(about: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """What a port of several devices told, by their names."""
    devices: dict[str, dict[str, str]] = {}
    for name, value in about.items():
        device, _, fact = name.partition(": ")
        devices.setdefault(device, {})[fact] = value
    return devices


def _of_device(name: str, about: Mapping[str, str]) -> Iterator[Finding]:
    """The same findings as of one backend, of the device by its name."""
    for finding in Link(about.get("kind", "?"), about).judge():
        yield replace(finding, subject=name)


def _acceptor(about: Mapping[str, str]) -> Iterator[Finding]:
    """Who made it, its number, and the coins or bills it was taught."""
    port, taught = about.get("port", "?"), about.get("coins", "")
    if "board" not in about:
        yield red("link.no_acceptor", "link", port=port)
    elif not taught:
        yield red("link.no_coins", "link", acceptor=about["board"])
    elif about.get("bills"):
        who = about["board"]
        yield green("link.validator", "link", acceptor=who, port=port, coins=taught)
    else:
        who = about["board"]
        yield green("link.acceptor", "link", acceptor=who, port=port, coins=taught)


def _encoder(about: Mapping[str, str]) -> Iterator[Finding]:
    """What it is called, where it is plugged in, and what its lines name in vain."""
    name, socket = about.get("board", "?"), about.get("socket", "")
    port = f"{about.get('port', '?')} ({socket})" if socket else about.get("port", "?")
    if "board" not in about:
        yield red("link.no_encoder", "link", port=port)
    elif about.get("lacks"):
        yield amber("link.lacks", "link", name=name, keys=about["lacks"])
    else:
        pressed = about.get("pressed") or "–"
        yield green("link.encoder", "link", name=name, port=port, pressed=pressed)


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
