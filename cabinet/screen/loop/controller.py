"""The screen controller: hears the counter, passes buttons on, chooses the scene.

The counter's mode is the truth. Who has a part of the cabinet in hand is told of it
and answers with what the counter should hear: the match controller runs the match,
the menu controller the service menu, the initials entry the name under a record.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from cabinet.core.events import MILLISECOND
from cabinet.core.inputs.wired_buttons import WiredButtons
from cabinet.i18n import LANGUAGES, Words, words
from cabinet.loops.registry import AnySold
from cabinet.picture.shapes import Picture
from cabinet.protocol.codec import BusMessage, Choose, Goodbye, Panel, Prefer
from cabinet.protocol.snapshot import MatchCard, Snapshot
from cabinet.screen.guests.controller import GuestController
from cabinet.screen.guests.process import GuestProcess, StartGuest
from cabinet.screen.loop.button_fallback import ButtonFallback
from cabinet.screen.loop.demo_player import DemoPlayer
from cabinet.screen.loop.scanning import Choice, Scanner
from cabinet.screen.loop.visitor import VisitorPreferences
from cabinet.screen.loops.controller import LoopController
from cabinet.screen.loops.process import LoopProcess, Start
from cabinet.screen.match.adviser import Adviser
from cabinet.screen.match.controller import MatchController, Reporter
from cabinet.screen.match.initials import InitialsEntry
from cabinet.screen.match.phones import TakingOver
from cabinet.screen.match.table import Table
from cabinet.screen.match.thinking import Opponent, Thinker
from cabinet.screen.menu.controller import MenuController
from cabinet.screen.menu.state import MenuRequest
from cabinet.screen.scenes import choices, scene_table, wait
from cabinet.screen.scenes import preferences as preferences_page
from cabinet.screen.scenes.large_letters import enlarged
from cabinet.screen.scenes.show import Play, Show, release
from cabinet.screen.sound.cues import CueCollector
from cabinet.screen.voice.narrator import Silence, Voice
from cabinet.screen.voice.speech import Speech
from cabinet.tabletop.api import Seat
from cabinet.tabletop.match import Match
from cabinet.tabletop.personas import Persona

# Where one button takes what is lit.
SCANNED: Final = ("select", "join", "playing", "signing", "result")


class ScreenController:
    """One screen's mind. `tick` once a frame, then `picture` and `say`."""

    def __init__(
        self,
        games: Mapping[str, AnySold],
        thinker: Thinker,
        language: str = "",
        wired: WiredButtons | None = None,
        *,
        real_dice: bool = False,
        start: Start = LoopProcess,
        start_guest: StartGuest = GuestProcess,
        gentle: bool = False,
        voice: Voice | None = None,
        adviser: Adviser | None = None,
    ) -> None:
        self.snapshot: Snapshot | None = None
        # What the counter said last, while it is away.
        self._known: Snapshot | None = None
        self.cue_collector = CueCollector()
        self._language = language
        for spoken in LANGUAGES:
            words(spoken)  # read now, not in a frame
        # Seats whose hand is on a phone, and not at a stick.
        self.phones: set[Seat] = set()
        # What their players are called, and keep when the phone sleeps.
        self.personas: dict[Seat, Persona] = {}
        self._said: list[BusMessage] = []
        self._button_fallback = ButtonFallback(wired)
        lines = self._button_fallback.wired
        self.speech = Speech(voice or Silence(), lines, games)
        self._match_controller = MatchController(
            games,
            Opponent(thinker),
            Reporter(self._said.append),
            self.cue_collector,
            self.phones,
            self.personas,
            wired=self._button_fallback.wired,
            real_dice=real_dice,
            hurried=lambda: not self.speech.busy,
            adviser=adviser,
        )
        self.loops = LoopController(
            games,
            start,
            self._said.append,
            self.cue_collector,
            wired=self._button_fallback.wired,
            gentle=gentle,
        )
        self.guests = GuestController(
            self._said.append,
            wired=self._button_fallback.wired,
            start=start_guest,
        )
        self.taking = TakingOver(self.phones)
        self._visitor = VisitorPreferences()
        self._scanner = Scanner()
        self._initials = InitialsEntry()
        self._menu_controller = MenuController()
        self._demo_player = DemoPlayer(
            games, self._button_fallback.wired, start, gentle=gentle
        )
        # The lines of the panel that are pressed.
        self._down: set[str] = set()
        self._now = 0
        self._frame = 0

    @property
    def wired(self) -> WiredButtons:
        """The buttons there are."""
        return self._button_fallback.wired

    @property
    def table(self) -> Table | None:
        """The match on the screen with its seats, if there is one."""
        return self._match_controller.table

    @property
    def asked(self) -> bool:
        """Whether a question is open that only the cabinet's own buttons answer."""
        return self.snapshot is not None and bool(self.snapshot.question)

    @property
    def open_match(self) -> MatchCard | None:
        """The match that goes on: of a board game, a loop or a program."""
        table, loop, guest = self.table, self.loops.table, self.guests.table
        if table is not None:
            return None if table.match.over else table.card
        if loop is not None:
            return None if loop.outcome else loop.card
        return guest.card if guest is not None and not guest.result else None

    @property
    def _on_phone(self) -> Seat | None:
        """Who is waited for at a phone, and could be taken over at the stick."""
        table = self.table
        if table is None or table.lingers or self.asked or self.scene != "playing":
            return None
        return next(iter(table.on_phones), None)

    @property
    def match(self) -> Match | None:
        """The match on the screen, if there is one."""
        return self.table.match if self.table else None

    @property
    def scene(self) -> str:
        """What is on: the counter's mode, or `wait`; a last look is still `playing`."""
        if self.snapshot is None:
            return "wait"
        return "playing" if self._looking else self.snapshot.mode

    @property
    def language(self) -> str:
        """In which language people read now; "" while nothing is known."""
        known = self.snapshot.language if self.snapshot else ""
        return self._visitor.language or known

    def hints_left(self, seat: Seat) -> int:
        """How often that seat may still ask what the house would play."""
        return self._match_controller.hints_left(seat)

    @property
    def _looking(self) -> bool:
        """Whether the end of a match is still to be seen."""
        result = self.snapshot.result if self.snapshot else None
        played = self.table is not None or self.loops.table is not None
        return played and result is not None and result.stage == "look"

    @property
    def _plays(self) -> bool:
        """Whether the panel is a game's, or the service menu's."""
        mode = self.snapshot.mode if self.snapshot else ""
        return mode == "playing" or (
            mode == "service" and not self._menu_controller.tries_all
        )

    def hear(self, message: BusMessage) -> None:
        """Take a message of the counter's; those not meant for a screen pass by."""
        self.cue_collector.hear(message)
        match message:
            case Snapshot():
                self._adopt(message)
            case Panel():
                if self._scans and message.line == "start":
                    self._scan(message)
                    return
                self.taking.hear(message)
                self.loops.touch(message)
                self.guests.touch(message)
                for event in self._button_fallback.hear(message, plays=self._plays):
                    self._touch(event)
            case Goodbye():
                self._known, self.snapshot = self.snapshot or self._known, None
                self._match_controller.leave()
                self.loops.leave()
                self.guests.leave()
                self._menu_controller.enter("")
            case _:
                self._serve(self._menu_controller.hear(message))

    def tick(self, now: int) -> None:
        """A frame has passed: whatever was held for long enough, and the match."""
        self._now = now
        self._frame += 1
        self._visitor.beat += 1
        self._demo_player.tick()
        self._match_controller.tick(now)
        self.taking.tick(now, self._on_phone)
        self._serve(self._initials.tick(now))
        self._serve(self._menu_controller.tick(now))
        for event in self._button_fallback.tick(now):
            self._touch(event)
        self._said += self.speech.tick(now, self.scene)
        self._match_controller.go_on()
        self._light()
        self.loops.tick(now, self._visitor.language)
        self.guests.tick(now)

    def play(self, seat: Seat, action: str) -> None:
        """Play as if the person at `seat` had; `RulesError` if it is refused."""
        self._match_controller.play(seat, action)

    def say(self) -> list[BusMessage]:
        """What the counter must hear, each once."""
        said = self._said.copy()
        self._said.clear()
        return said

    def picture(self) -> Picture:
        """The whole screen at this frame."""
        snapshot = self.snapshot
        if snapshot is None and self._known is not None:
            return wait.again(self._show(replace(self._known, deadline=None)))
        if snapshot is None:
            language = self._language or LANGUAGES[0]
            return wait.picture(self._frame, words(language))
        show = self._show(snapshot)
        self.speech.tell(show, self.table)
        scene = scene_table.last_look if self._looking else scene_table.picture
        picture = scene(show)
        return enlarged(picture) if show.large else picture

    def shown(self, now: int) -> None:
        """The last picture is on the screen."""
        self._menu_controller.shown(now)

    # One button

    @property
    def _scans(self) -> bool:
        """Whether Start takes what is lit."""
        snapshot = self.snapshot
        return (
            snapshot is not None
            and bool(snapshot.preferences.scan)
            and self.scene in SCANNED
            and (self.guests.table is None or snapshot.mode != "playing")
        )

    @property
    def lit(self) -> str:
        """What Start would take now; "" where it takes nothing."""
        choice = self._scanner.choice
        return choice.key if choice else ""

    def _light(self) -> None:
        """A frame of one button: what can be taken, and what is lit."""
        snapshot = self.snapshot
        if snapshot is None or not self._scans:
            self._scanner.rest()
            return
        preferences = snapshot.preferences
        step, dwell = preferences.scan * MILLISECOND, preferences.dwell * MILLISECOND
        self._scanner.offer(self._choices(snapshot), step, self._now)
        self._take(self._scanner.tick(self._now, dwell))
        self._match_controller.point(self._scanner.pointed)

    def _choices(self, snapshot: Snapshot) -> tuple[Choice, ...]:
        show = self._show(snapshot, drawn=False)
        if snapshot.mode != "playing" or snapshot.question:
            return () if self._looking else choices.choices(show)
        found = self._match_controller.choices(show.words)
        leave = Choice("leave", show.words("do.leave"), ("hold start",))
        return (*found, leave) if found else ()

    def _scan(self, event: Panel) -> None:
        """Start, where it takes what is lit; a game that waits for nobody has it."""
        loop = self.loops.table
        if loop is not None and loop.outcome is None and not self.asked:
            self.loops.touch(replace(event, line="p1.a"))
            return
        snapshot = self.snapshot
        dwell = snapshot.preferences.dwell * MILLISECOND if snapshot else 0
        self._take(self._scanner.touch(event, dwell))

    def _take(self, choice: Choice | None) -> None:
        """Do what was lit."""
        snapshot = self.snapshot
        if choice is None or snapshot is None:
            return
        what, _, name = choice.key.partition(".")
        if choice.lines:
            self._said.append(Choose(choice.lines))
        elif what == "prefer":
            show = self._show(snapshot, drawn=False)
            self._visitor.row = preferences_page.rows(
                show.wired, snapshot.preferences
            ).index(name)
            self._serve(self._visitor.turn(snapshot, name, show.language))
        elif what == "sign":
            self._serve(self._initials.take(name))
        else:
            self._match_controller.take(choice)

    def close(self) -> None:
        """Let go of the thinker, and end every loop and program."""
        self._match_controller.close()
        self.loops.close()
        self.guests.close()
        self._demo_player.close()

    def _show(self, snapshot: Snapshot, *, drawn: bool = True) -> Show:
        """All a scene may know; where nothing is `drawn` no game is asked for it."""
        language = self._visitor.language or snapshot.language
        speech = words(language if language in LANGUAGES else LANGUAGES[0])
        # First: it may end in trouble.
        play = self._played(speech) if drawn else None
        return Show(
            snapshot=self._lit_in(snapshot) if drawn else snapshot,
            now=self._now,
            frame=self._frame,
            words=speech,
            play=play,
            down=frozenset(self._down),
            version=release(),
            trouble=self._match_controller.trouble
            or self.loops.trouble
            or self.guests.trouble,
            beat=self._visitor.beat,
            demo_player=self._demo_player,
            page=self._visitor.page,
            phones=frozenset(self.phones),
            personas=self.personas,
            pen=self._initials.pen,
            deaf=self._initials.is_deaf(self._now),
            wired=self._button_fallback.wired,
            taking=self.taking.asks,
            menu_state=self._menu_controller.menu_state,
            measurements=self._menu_controller.measurements,
            row=self._visitor.row,
            lit=self._scanner.lit,
        )

    def _played(self, speech: Words) -> Play | None:
        play = self._match_controller.show(speech) or self.loops.show(speech)
        return play or self.guests.show(speech)

    def _lit_in(self, snapshot: Snapshot) -> Snapshot:
        """The game or the row that is lit is shown as chosen."""
        what, _, number = self.lit.partition(".")
        if what == "offer" and number:
            return replace(snapshot, offer=int(number), row="")
        if snapshot.mode in ("select", "join") and what in preferences_page.ROWS:
            return replace(snapshot, row=what)
        return snapshot

    def _adopt(self, snapshot: Snapshot) -> None:
        before, self.snapshot = self.snapshot, snapshot
        if before is None or before.mode != snapshot.mode:
            self._visitor.enter(snapshot.mode)
        if before is not None and before.reading and not snapshot.reading:
            self._visitor.page = None
        self._demo_player.open(snapshot.offers)
        self._initials.hear(snapshot, self._now)
        self._serve(self._menu_controller.enter(snapshot.mode))
        self._match_controller.adopt(snapshot)
        self.loops.adopt(snapshot)
        self.guests.adopt(snapshot)

    def _touch(self, event: Panel) -> None:
        if self.speech.touch(event, self.snapshot, self.table):
            return
        self._serve(self._initials.touch(event))
        self._serve(self._menu_controller.touch(event))
        if event.what == "released":
            self._down.discard(event.line)
        elif event.what == "pressed":
            self._down.add(event.line)
            self._browse(event.line)
        self._adjust(event)
        self._match_controller.touch(event)

    def _adjust(self, event: Panel) -> None:
        """A button on the page of preferences; Start counts when it is let go."""
        snapshot = self.snapshot
        if snapshot is None or not snapshot.adjusting:
            return
        start = event.line == "start"
        if event.what == ("tapped" if start else "pressed"):
            show = self._show(snapshot, drawn=False)
            row = self._visitor.adjust(snapshot, event.line, show.language, show.wired)
            self._serve(row)

    def _browse(self, line: str) -> None:
        """A button that no match wants: another language, another lesson."""
        if self.snapshot is not None and self.snapshot.adjusting:
            return
        if self.snapshot is not None and (
            (
                (self.table is None and self.loops.table is None)
                and self.guests.table is None
            )
            or self.snapshot.question == "leave"
        ):
            show = self._show(self.snapshot)
            self._visitor.touch(self.snapshot, line, show.language, show.lessons)

    def _serve(self, request: MenuRequest | Prefer | Choose) -> None:
        """Something asked of the counter, or a sound to hear; None is nothing."""
        if isinstance(request, str):
            self.cue_collector.played((request,), your_turn=False)
        elif request is not None:
            self._said.append(request)
