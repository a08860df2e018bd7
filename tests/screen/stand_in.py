"""A screen program with a stand-in controller, run by the tests in its own process.

It posts to its own window whatever hands a `Panel` message names.
"""

import sys
from pathlib import Path

from cabinet.picture.shapes import Box, Text
from cabinet.protocol.codec import Action, Goodbye, Panel
from cabinet.screen.loop.program import run_screen

HANDS = {
    "close": ("QUIT", "", ""),
    "ctrl q": ("KEYDOWN", "K_q", "KMOD_LCTRL"),
    "alt enter": ("KEYDOWN", "K_RETURN", "KMOD_LALT"),
    "f11": ("KEYDOWN", "K_F11", "KMOD_NONE"),
    "f12": ("KEYDOWN", "K_F12", "KMOD_NONE"),
    "enter": ("KEYDOWN", "K_RETURN", "KMOD_NONE"),
    "enter up": ("KEYUP", "K_RETURN", "KMOD_NONE"),
    "focus": ("WINDOWFOCUSLOST", "", ""),
    "leave": ("WINDOWLEAVE", "", ""),
}


def post(kind, key, mod):
    import pygame  # after run_screen's module, which keeps it from greeting

    about = {"key": getattr(pygame, key), "mod": getattr(pygame, mod)} if key else {}
    event = pygame.Event(getattr(pygame, kind), about | {"scancode": 40})
    pygame.event.post(event)


class StandIn:
    """Shows what it heard last; answers a panel event with an action.

    The action's turn is how often it was told that the counter is gone.
    """

    scene = "playing"
    language = "en"

    def __init__(self):
        self.color = "red"
        self.frames = 0
        self.unsaid = []
        self.goodbyes = 0

    def hear(self, message):
        self.goodbyes += isinstance(message, Goodbye)
        if isinstance(message, Panel):
            self.unsaid.append(Action(1, self.goodbyes, 0, message.line))
            if message.line in HANDS:
                post(*HANDS[message.line])
            if message.line == "trouble":
                raise RuntimeError("the\nking is missing")
            if message.line == "strange colour":
                self.color = "crimson"

    def tick(self, now):
        self.frames += 1

    def picture(self):
        words = Text(9, 9, str(self.frames), "white")
        return Box(0, 0, self.frames % 640, 9, self.color), words

    def shown(self, now):
        pass

    def say(self):
        said, self.unsaid = self.unsaid, []
        return said

    def close(self):
        sys.stderr.write("controller closed\n")


if __name__ == "__main__":
    path, patience, coin_key = sys.argv[1:]
    sys.exit(
        run_screen(
            Path(path),
            StandIn(),
            sim=True,
            headless=True,
            keys={"coin.1": coin_key, "start": "return"},
            patience_s=float(patience),
            shots=Path(path).parent / "shots",
            crashed=lambda wrong: sys.stderr.write(f"{type(wrong).__name__}\n"),
        )
    )
