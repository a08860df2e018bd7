"""A scripted stranger: plays the real screen by its buttons, and knows no rules.

`read` turns a picture into what a person can read on it: the words, and each button
that is named with what it does. `Newcomer` presses what is offered, one button at a
time, and leaves alone what changed nothing until the screen changes. A `Watcher` knows
the rules and looks over its shoulder: a moment in which the named buttons lead to no
legal action is a gap, and so is one in which nothing helps any more.
"""

from collections import deque
from dataclasses import dataclass, field
from functools import cache
from random import Random

from cabinet.core.events import MILLISECOND, SECOND
from cabinet.i18n import words
from cabinet.picture.shapes import Clip, Inset, Neon, Text
from cabinet.screen.scenes.panels import _BETWEEN, caps, caps_width

# Every button a screen may name.
BUTTONS = (
    *("a", "b", "stick", "up", "down", "left", "right", "start", "mode", "player"),
    *("hold start", "hold a", "hold b", "short start", "long start", "power", "coin"),
)
# What stands between a button and what it does: in the bar, and in a question.
GAPS = (4, 8)
WAYS = ("up", "down", "left", "right")
# How gladly somebody new presses what is offered; what is not here is let alone.
WEIGHTS = {"a": 6, "start": 6, "stick": 6, "b": 1, "coin": 9, **dict.fromkeys(WAYS, 2)}
# So many presses in a row that bring nothing new are being stuck.
PATIENCE = 60


@dataclass(frozen=True)
class Screen:
    """What can be read: all words, and the buttons with what each does."""

    words: tuple[str, ...]
    offered: dict[str, str]

    def __contains__(self, part):
        return any(part in line for line in self.words)


def read(picture, language):
    """What a person reads on a picture."""
    shapes, speech = tuple(_flat(picture)), words(language)
    said = tuple(s.words for s in shapes if isinstance(s, Text | Neon) and s.words)
    offered = {}
    for number, shape in enumerate(shapes):
        if isinstance(shape, Text) and shape.align == "left":
            for button in _caps_before(shapes, number, speech):
                offered.setdefault(button, shape.words)
    return Screen(said, offered)


def _flat(picture):
    for shape in picture:
        if isinstance(shape, Clip | Inset):
            yield from _flat(shape.picture)
        else:
            yield shape


def _caps_before(shapes, number, speech):
    """The buttons that stand right before the text of that number."""
    text, found = shapes[number], []
    for gap in GAPS:
        right, end = text.x - gap, number
        while True:
            for button in _ending_as(shapes[end - 1], speech):
                left = right - caps_width(button, speech)
                drawn = caps(left, text.y - 3, button, speech)
                if shapes[end - len(drawn) : end] == drawn:
                    found.insert(0, button)
                    right, end = left - _BETWEEN, end - len(drawn)
                    break
            else:
                break
        if found:
            return found
    return found


@cache
def _endings(speech):
    """What each button's drawing ends with: its kind, and what is written on it."""
    drawn = {button: caps(0, 0, button, speech)[-1] for button in BUTTONS}
    return {b: (type(s), getattr(s, "words", "")) for b, s in drawn.items()}


def _ending_as(shape, speech):
    end = type(shape), getattr(shape, "words", "")
    return [button for button, ends in _endings(speech).items() if ends == end]


class Newcomer:
    """One person at the panel of a `Rig`, with a hand that a seed guides.

    `choose` may be given for a game: from the screen and the picture to the button that
    its words and highlights ask for; None leaves it to the habit of pressing what is
    offered.
    """

    def __init__(self, rig, seed=1, language="en", stick=1, choose=None):
        self.rig, self.language, self.stick = rig, language, stick
        self._random = Random(seed)
        self._choose = choose
        self._useless = set()
        self._seen = None
        self.presses = 0

    def look(self):
        """What is on the screen now."""
        controller = self.rig.controller
        return read(controller.picture(), self.language)

    def buy(self, offer, people=1):
        """The way to the match of an offer, as somebody shows it who knows it."""
        rig = self.rig
        rig.insert(1)
        for _ in range(offer):
            rig.press("p1.right")
        rig.press("start")
        for _ in range(people - 1):
            rig.press("player")
        while rig.controller.snapshot.missing > 0:
            rig.insert(1)
        rig.press("start")

    def step(self):
        """Look, press one button, wait as long as a person does; what was read."""
        screen = self.look()
        if screen != self._seen:
            self._seen = screen
            self._useless = set()
        button = self._wanted(screen)
        if button is None:
            self.rig.advance(SECOND // 2)
        else:
            self._press(button)
            self.rig.advance(400 * MILLISECOND)
            if self.look() == screen:
                self._useless.add(button)
        return screen

    def _wanted(self, screen):
        if self._choose is not None:
            chosen = self._choose(screen, self.rig.controller.picture())
            if chosen is not None:
                return chosen
        offered = [*screen.offered]
        if "stick" in offered:
            offered += WAYS
        able = [b for b in offered if b in WEIGHTS and b != "stick"]
        fresh = [button for button in able if button not in self._useless]
        if not (fresh or able):
            return None
        weights = [WEIGHTS[button] for button in fresh or able]
        return self._random.choices(fresh or able, weights)[0]

    def _press(self, button):
        self.presses += 1
        if button == "coin":
            self.rig.insert(1)
        elif button in ("a", "b", *WAYS):
            self.rig.press(f"p{self.stick}.{button}")
        else:
            self.rig.press(button)


def leads_on(controller, seat, language):
    """Whether the buttons that are named lead to a legal action of the seat.

    Nothing is played: its hand is moved about in thought, and the screen read again.
    """
    table = controller.table
    seen, legal = table._seen(), table._legal(seat)
    first = table._hands.of(seat, seen, legal)
    known, waiting = {first}, deque([first])
    try:
        while waiting:
            hand = table._hands._hands[seat] = waiting.popleft()
            for button in _named(read(controller.picture(), language)):
                after, action = table.game.view.press(hand, button, seen, legal)
                if action is not None:
                    return True
                if after not in known:
                    known.add(after)
                    waiting.append(after)
    finally:
        table._hands._hands[seat] = first
    return False


def unseen(controller, seat, language):
    """The named buttons that move the hand of a seat, and nothing on the screen."""
    table = controller.table
    seen, legal = table._seen(), table._legal(seat)
    first = table._hands.of(seat, seen, legal)
    before, found = controller.picture(), []
    try:
        for button in _named(read(before, language)):
            table._hands._hands[seat] = first
            after, action = table.game.view.press(first, button, seen, legal)
            table._hands._hands[seat] = after
            if action is None and after != first and controller.picture() == before:
                found.append(button)
    finally:
        table._hands._hands[seat] = first
    return found


def _named(screen):
    ways = WAYS if "stick" in screen.offered else ()
    return sorted({*screen.offered} & {"a", "b", *WAYS} | {*ways})


@dataclass
class Gap:
    """A moment in which the screen did not say how to go on."""

    why: str
    turn: int
    offered: dict[str, str]
    words: tuple[str, ...]

    def __str__(self):
        return f"{self.why} at action {self.turn}: {self.offered} of {self.words}"


@dataclass
class Diary:
    """What was seen on the way to a result."""

    gaps: list = field(default_factory=list)
    actions: int = 0
    result: object = None
    ending: tuple[str, ...] = ()


class Watcher:
    """Watches a newcomer play one match, and notes where the screen was silent."""

    def __init__(self, newcomer, film=None):
        self.newcomer = newcomer
        self.diary = Diary()
        # A folder that gets a picture of each new action.
        self._film = film
        self._judged = None
        self._idle = 0

    def watch(self, most=4_000):
        """Play from wherever the screen is to the result; the diary."""
        rig, diary = self.newcomer.rig, self.diary
        for _ in range(most):
            result = rig.controller.snapshot.result
            if rig.mode == "result" and result.stage != "look":
                diary.result, diary.ending = result, self.newcomer.look().words
                return diary
            before = self._progress()
            screen = self.newcomer.step()
            self._judge(screen)
            self._idle = 0 if self._progress() != before else self._idle + 1
            if self._idle == PATIENCE:
                self._note("stuck", screen)
        self._note("no result", self.newcomer.look())
        return diary

    def _progress(self):
        rig = self.newcomer.rig
        if rig.controller.loops.table:  # real time goes on by itself
            return rig.mode, rig.clock.now()
        table = rig.controller.table
        return rig.mode, len(table.match.log) if table else -1

    def _judge(self, screen):
        """Once an action: do the buttons that are named lead to a legal one?"""
        rig = self.newcomer.rig
        table = rig.controller.table
        if table is None or rig.mode != "playing" or rig.controller.asked:
            return
        turn = len(table.match.log)
        if turn == self._judged or table.lands or table.lingers or table.counts_in:
            return
        if not table.at_stick:
            return
        self._judged, self.diary.actions = turn, turn
        now = self.newcomer.look()
        if self._film:
            self._picture(turn)
        if not leads_on(rig.controller, table.at_stick[0], self.newcomer.language):
            self._note("no named button leads to a legal action", now)
        hidden = unseen(rig.controller, table.at_stick[0], self.newcomer.language)
        if hidden:
            self._note(f"{hidden} move the hand, and nothing shows where to", now)

    def _picture(self, turn):
        from cabinet.screen.render.painter import save

        self._film.mkdir(parents=True, exist_ok=True)
        path = self._film / f"{turn:03}.png"
        save(self.newcomer.rig.controller.picture(), path)

    def _note(self, why, screen):
        self.diary.gaps.append(
            Gap(why, self.diary.actions, screen.offered, screen.words)
        )
