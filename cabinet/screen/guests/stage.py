"""The display while a guest plays: who has it, and whether the guest shows anything.

Only one program at a time can draw on a graphics card, so there the screen gives it up
and draws for nobody until the guest is gone (`CardStage`). On a desktop our window
stays where it is, below the guest's, and comes to the front for a question.
Decisions 0039 and 0080 say why there is no compositor with our countdown on top.
"""

from contextlib import suppress
from typing import TYPE_CHECKING, Final, Protocol

from cabinet.core.events import SECOND, Nanos
from cabinet.core.guests import Guest
from cabinet.screen.guests.hands import Injector, NoInjector, pads_of, uses_mouse
from cabinet.screen.guests.uinput import UinputHands
from cabinet.screen.guests.wayland import Compositor

if TYPE_CHECKING:
    from cabinet.screen.guests.xtest import Desktop


# A guest whose window has answered, and then is silent for so long, hangs. Long enough
# for a level to load.
SILENCE: Final = 20 * SECOND
_ASK_EVERY: Final = 2 * SECOND


class Curtain(Protocol):
    """Our own window, as a stage moves it."""

    @property
    def driver(self) -> str:
        """What SDL draws with."""

    @property
    def title(self) -> str:
        """What stands above it on a desktop."""

    def give_up(self) -> None:
        """Let go of the display, and draw for nobody."""

    def take_back(self) -> bool:
        """Draw on the display again; False if it is not to be had yet."""

    def come_forward(self) -> None:
        """Be the window that people see."""


class Stage(Protocol):
    """The display that a guest plays on."""

    # Whether the guard has to look for a graphics card among what the guest opened.
    card: bool

    def hands(self, guest: Guest) -> Injector:
        """What presses its keys; `OSError` where that is not to be had."""

    def give(self) -> None:
        """The guest is about to begin."""

    def shows(self) -> bool | None:
        """Whether the guest shows something; None where nobody can tell."""

    def listen(self) -> None:
        """A frame passes while a guest plays."""

    def answers(self, now: Nanos) -> bool:
        """Whether the guest is well, as far as anybody can tell; asked each frame."""

    def front(self, *, ours: bool) -> None:
        """Have people see our question, or the guest again."""

    def take(self) -> bool:
        """The guest is gone: the display is ours again; False if not yet."""


class NoStage:
    """A cabinet without a display: a guest runs, and nobody sees it."""

    card = False

    def hands(self, guest: Guest) -> Injector:
        """Nothing is pressed where nothing is seen."""
        return NoInjector()

    def give(self) -> None:
        """There is nothing to give."""

    def shows(self) -> bool | None:
        """Nobody sees it."""
        return None

    def listen(self) -> None:
        """There is nothing to hear."""

    def answers(self, now: Nanos) -> bool:
        """Nobody can tell."""
        del now
        return True

    def front(self, *, ours: bool) -> None:
        """There is no front."""

    def take(self) -> bool:
        """There is nothing to take."""
        return True


class CardStage:
    """A graphics card without a desktop (KMSDRM): one program has it at a time."""

    card = True

    def __init__(self, curtain: Curtain) -> None:
        self._curtain = curtain

    def hands(self, guest: Guest) -> Injector:
        """Devices of the kernel: without a desktop there is nothing else."""
        return UinputHands(guest.names, pads_of(guest))

    def give(self) -> None:
        """Let go of the card, which also makes us no longer its master."""
        self._curtain.give_up()

    def shows(self) -> bool | None:
        """The guard sees it, who may look at what the guest has opened."""
        return False

    def listen(self) -> None:
        """A card says nothing."""

    def answers(self, now: Nanos) -> bool:
        """Nobody can tell."""
        del now
        return True

    def front(self, *, ours: bool) -> None:
        """The guest keeps the card; it stands still, and lamp and sound ask."""

    def take(self) -> bool:
        """Open the card again; the guest may have it for a moment longer."""
        return self._curtain.take_back()


class WaylandStage:
    """A Wayland desktop: what it can do depends on the compositor.

    Where it tells of windows and brings them to the front, that is used as on X; else
    the newest window is on top, and a guest counts as shown when it runs. Keys go
    through it where it takes them, else through devices of the kernel.
    """

    card = False

    def __init__(self, curtain: Curtain) -> None:
        self._curtain = curtain
        self._compositor: Compositor | None = None

    def hands(self, guest: Guest) -> Injector:
        """Keys and mouse through the compositor; pads are devices of the kernel."""
        self._hang_up()
        with suppress(OSError):
            self._compositor = Compositor()
        pads = pads_of(guest)
        if self._compositor is not None and not pads:
            with suppress(OSError):
                return self._compositor.hands(mouse=uses_mouse(guest))
        return UinputHands(guest.names, pads)

    def give(self) -> None:
        """Our window stays where it is; remember which others there are."""
        if self._compositor is not None:
            self._compositor.remember()

    def shows(self) -> bool | None:
        """Whether there is a window that was not there before."""
        if self._compositor is None:
            return None
        return self._compositor.guest_window()

    def listen(self) -> None:
        """Hear what the compositor tells of windows."""
        if self._compositor is not None:
            self._compositor.listen()

    def answers(self, now: Nanos) -> bool:
        """A compositor asks windows this, and tells nobody."""
        del now
        return True

    def front(self, *, ours: bool) -> None:
        """Have our window be seen, or the guest's."""
        if ours:
            self._come_forward()
        elif self._compositor is not None:
            self._compositor.raise_guest()

    def _come_forward(self) -> None:
        if self._compositor is not None:
            self._compositor.raise_titled(self._curtain.title)
        self._curtain.come_forward()

    def take(self) -> bool:
        """Ours is the window that is seen again."""
        self._come_forward()
        self._hang_up()
        return True

    def _hang_up(self) -> None:
        if self._compositor is not None:
            self._compositor.close()
        self._compositor = None


class Pinged(Protocol):
    """A desktop that can ask windows whether they are well."""

    def ping(self) -> bool:
        """Ask the guest's windows; False where none of them can be asked."""

    def ponged(self) -> bool:
        """Whether one has answered since the last look."""


class Pulse:
    """Whether a guest answers. One that never did is not judged, nor is one at rest."""

    def __init__(self, desktop: Pinged) -> None:
        self._desktop = desktop
        self._asked: Nanos = 0
        self._looked: Nanos = 0
        self._answered: Nanos | None = None

    def beats(self, now: Nanos) -> bool:
        """Whether it is well; each frame while it runs."""
        rested, self._looked = now - self._looked > SECOND, now
        if self._desktop.ponged() or (rested and self._answered is not None):
            self._answered = now
        if rested or now - self._asked >= _ASK_EVERY:
            self._asked = now
            if not self._desktop.ping():
                self._answered = None
        return self._answered is None or now - self._answered < SILENCE


class X11Stage:
    """An X desktop: windows are seen, raised and given the keys."""

    card = False

    def __init__(self, curtain: Curtain, desktop: "Desktop") -> None:
        self._curtain, self._desktop = curtain, desktop
        self._pulse = Pulse(desktop)

    def hands(self, guest: Guest) -> Injector:
        """Keys and mouse through the display; pads are devices of the kernel."""
        if pads := pads_of(guest):
            return UinputHands(guest.names, pads)
        return self._desktop.hands()

    def give(self) -> None:
        """Remember which windows there are."""
        self._desktop.remember()
        self._pulse = Pulse(self._desktop)

    def shows(self) -> bool | None:
        """Whether there is a window that was not there before."""
        return self._desktop.guest_window()

    def listen(self) -> None:
        """X tells only what it is asked for."""

    def answers(self, now: Nanos) -> bool:
        """Whether its windows answer when they are asked, if they ever did."""
        return self._pulse.beats(now)

    def front(self, *, ours: bool) -> None:
        """Raise our window, or the guest's, and let it have the keys."""
        if ours:
            self._curtain.come_forward()
        else:
            self._desktop.raise_guest()

    def take(self) -> bool:
        """Ours is the window that is seen again."""
        self._desktop.forget()
        self._curtain.come_forward()
        return True


_ON_CARDS: Final = ("kmsdrm",)


def stage_for(curtain: Curtain) -> Stage:
    """The stage for what SDL draws with."""
    driver = curtain.driver
    if driver in _ON_CARDS:
        return CardStage(curtain)
    if driver == "wayland":
        return WaylandStage(curtain)
    if driver == "x11":
        # A display that cannot be talked to has no guests; the match says so.
        with suppress(ImportError, OSError):
            from cabinet.screen.guests.xtest import Desktop

            return X11Stage(curtain, Desktop())
    return NoStage()
