"""A cabinet on a test rig: real parts, simulated wires, virtual time.

Everything between the wires and the picture is what runs on a cabinet: decoder,
state machine, books in a real file, protocol, screen, games. Only time is ours, so
an hour takes milliseconds and every run is the same. A program that is killed is
dropped as it stands, and a new one starts a moment later, as the supervisor would.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final, cast

from cabinet.books.evidence import Case
from cabinet.books.sqlite import SqliteBooks
from cabinet.clock import VirtualClock
from cabinet.core.errors import ProtocolError
from cabinet.core.events import MILLISECOND, SECOND, Nanos
from cabinet.core.inputs.decoder import Decoder, holds
from cabinet.core.program_settings import Coaching
from cabinet.counter.active_screen import HEARTBEAT
from cabinet.counter.counter import Counter
from cabinet.io.sim import SimPort
from cabinet.loops.registry import AnySold
from cabinet.protocol.codec import BusMessage, Heartbeat, Hello, decode, encode
from cabinet.screen.loop.controller import ScreenController
from cabinet.screen.loops.process import InlineLoop
from cabinet.screen.match.adviser import Adviser
from cabinet.screen.match.thinking import InlineThinker
from cabinet.screen.voice.narrator import Voice
from cabinet.settings import Config, catalogue_of
from cabinet.tabletop.api import AnyGame

RESTART: Final = 500 * MILLISECOND
PLAYING_TICK: Final = 50 * MILLISECOND
# Nobody drops a coin in the same instant the cabinet wakes up.
FIRST_HAND: Final = 100 * MILLISECOND


class Rig:
    """A cabinet to put hands on."""

    def __init__(
        self,
        config: Config,
        games: Mapping[str, AnySold],
        folder: Path,
        seed: int = 0,
        voice: Callable[[VirtualClock], Voice] | None = None,
    ) -> None:
        self._voice = voice
        self._operating = config.operating(catalogue_of(games))
        # There is no tower on the rig: its dice are told, as any that are real.
        self._real_dice = config.dice.source != "seeded"
        self._games = games
        self._folder = folder
        self._seed = seed
        self._boots = 0
        self.clock = VirtualClock(now=SECOND)
        wiring = config.wiring()
        options = {**wiring.options, "seed": seed}
        self.port = SimPort(replace(wiring, options=options), self.clock)
        self.counter: Counter | None = None
        self.controller: ScreenController | None = None
        self.ended = False
        self._frozen = False
        self._client = 0
        self._next_beat: Nanos = 0
        self._counter_at: Nanos | None = self.clock.now()
        self._screen_at: Nanos | None = self.clock.now()
        self._settle()
        self.advance(FIRST_HAND)

    @property
    def mode(self) -> str:
        """What the cabinet is doing; `off` once it has shut down."""
        if self.ended:
            return "off"
        return self.counter.state.mode_name if self.counter else "dead"

    def advance(self, duration: Nanos) -> None:
        """Let time pass, doing whatever falls due on the way."""
        end = self.clock.now() + duration
        while (due := self._due()) is not None and due <= end:
            self.clock.advance_to(max(due, self.clock.now()))
            self._settle()
        self.clock.advance_to(end)
        self._settle()

    def press(self, line: str, duration: Nanos = 80 * MILLISECOND) -> None:
        """Close a contact, wait, open it, and wait until it is quiet."""
        self.port.touch(line, active=True)
        self.advance(duration)
        self.port.touch(line, active=False)
        self.advance(20 * MILLISECOND)

    def insert(self, slot: int, pulses: int = 1) -> bool:
        """Drop a coin and wait until its train has passed."""
        taken = self.port.insert(slot, pulses)
        self.advance(400 * MILLISECOND)
        return taken

    def play(self, seat: int, action: str) -> None:
        """An action in the running match, as if a person had chosen it."""
        if self.controller is None:
            raise ValueError("there is no screen to play on")
        self.controller.play(seat, action)
        self._settle()

    def kill_screen(self) -> None:
        """As kill -9: the screen is gone, and comes back a moment later."""
        if self.controller:
            self.controller.close()
            self.controller = None
        self._frozen = False
        if self.counter:
            self.counter.leave(self._client)
        self._screen_at = self.clock.now() + RESTART
        self._settle()

    def freeze_screen(self) -> None:
        """The screen hangs: it neither draws nor answers."""
        self._frozen = True

    def kill_counter(self) -> None:
        """As kill -9: outputs fall, the books are opened again by the next one."""
        if self.counter:
            self._books.close()
            self.counter = None
        for line in list(self.port.outputs):
            self.port.write(line, on=False)
        self._counter_at = self.clock.now() + RESTART

    def close(self) -> None:
        """Let go of everything."""
        if self.counter:
            self.counter.close()
            self.counter = None
        if self.controller:
            self.controller.close()
            self.controller = None

    def _due(self) -> Nanos | None:
        if self.ended:
            return None
        times = [self._counter_at, self.port.due()]
        if self.counter:
            times += [self._screen_at, self.counter.due()]
            if self.controller and not self._frozen:
                times.append(self._next_beat)
                lit = self.controller.lit or self.controller.speech.listened
                if self.mode == "playing" or lit:
                    times.append(self.clock.now() + PLAYING_TICK)
        return min((time for time in times if time is not None), default=None)

    def _settle(self) -> None:
        """Everybody takes what is due and talks until nobody has more to say."""
        now = self.clock.now()
        if self._counter_at is not None and now >= self._counter_at:
            self._start_counter()
        if self._screen_at is not None and now >= self._screen_at and self.counter:
            self._start_screen()
        if self.counter is None:
            self.port.poll()
            return
        self.counter.turn()
        if self.controller and not self._frozen and now >= self._next_beat:
            self._next_beat = now + HEARTBEAT
            self.counter.hear(self._client, Heartbeat(0, 0))
        self._talk(self.counter)
        if self.counter.hung:
            self.counter.hung.clear()
            self.kill_screen()
        if self.counter and self.counter.halted:
            self.ended = True
            self.close()

    def _talk(self, counter: Counter) -> None:
        while True:
            envelopes, counter.outbox = counter.outbox, []
            said: list[BusMessage] = []
            if self.controller and not self._frozen:
                for envelope in envelopes:
                    if envelope.to in (None, self._client):
                        self._tell_screen(_over_the_wire(envelope.message))
                self.controller.tick(self.clock.now())
                if self.controller.speech.listened:
                    self.controller.picture()
                said = self.controller.say()
            for message in said:
                counter.hear(self._client, _over_the_wire(message))
            if not said and not counter.outbox:
                return

    def _tell_screen(self, message: BusMessage) -> None:
        assert self.controller
        self.controller.hear(message)

    def _keep(self, case: Case) -> None:
        """Evidence is not kept here."""

    def _new_books(self) -> SqliteBooks:
        path = self._folder / "books.sqlite3"
        return SqliteBooks(path, self.clock, boot=f"boot-{self._boots}")

    def _start_counter(self) -> None:
        self._counter_at = None
        self._boots += 1
        self._books = self._new_books()
        self.counter = Counter(
            self._operating,
            self._books,
            self.port,
            Decoder(self._operating.slots, holds(self._operating.wired)),
            self.clock,
            self._seed,
            self._keep,
        )
        if self.controller:
            self._introduce(self.counter)

    def _start_screen(self) -> None:
        self._screen_at = None
        boards = cast(Mapping[str, AnyGame], self._games)
        self.controller = ScreenController(
            self._games,
            InlineThinker(boards),
            wired=self._operating.wired,
            real_dice=self._real_dice,
            start=InlineLoop,
            voice=self._voice(self.clock) if self._voice else None,
            adviser=Adviser(InlineThinker(boards), Coaching()),
        )
        assert self.counter
        self._introduce(self.counter)

    def _introduce(self, counter: Counter) -> None:
        self._client += 1
        self._next_beat = self.clock.now() + HEARTBEAT
        counter.hear(self._client, Hello("screen", 0))


def _over_the_wire(message: BusMessage) -> BusMessage:
    """Through the real codec, so that what cannot be said fails here too."""
    heard = decode(encode(message))
    if heard != message:
        raise ProtocolError(f"the codec changed {message} into {heard}")
    return heard
