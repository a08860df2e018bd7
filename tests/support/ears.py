"""Somebody who does not see the cabinet: a voice that is written down, and a player.

The player knows the sentences and nothing else. It presses what it was told that does
something, and can say afterwards what it was told.
"""

from random import Random

from cabinet.core.events import MILLISECOND, SECOND
from cabinet.i18n import game_words, words

# How long a sign takes to say; espeak-ng needs 60 to 70 ms.
A_SIGN = 65 * MILLISECOND
WAYS = ("up", "down", "left", "right")


class Mouth:
    """A voice that says one sentence after the other, as long as it is told to."""

    ready = True

    def __init__(self):
        self.said, self.busy = [], False

    def say(self, text, language):
        self.said.append(text)
        self.busy = True

    def hush(self):
        if self.busy:
            self.said.append("|")
        self.busy = False


class WrittenVoice:
    """Says nothing, and takes as long; `said` is all it began to say."""

    ready = True

    def __init__(self, clock, a_sign=A_SIGN):
        self._clock = clock
        self._a_sign = a_sign
        self._until = 0
        self.said = []

    @property
    def busy(self):
        return self._clock.now() < self._until

    def say(self, text, language):
        self._until = self._clock.now() + len(text) * self._a_sign
        self.said.append((language, text))

    def hush(self):
        self._until = 0


class EarPlayer:
    """One person at the first stick, from the coin to the result."""

    def __init__(self, rig, voice, language, seed=1):
        self.rig, self.voice, self.language = rig, voice, language
        self.say = words(language)
        self._random = Random(seed)
        self._heard = 0
        self.won = ""
        self.began = 0

    @property
    def transcript(self):
        return [text for _, text in self.voice.said]

    def listen(self, longest=240 * SECOND, still=12):
        """Wait until nobody speaks; what was said meanwhile."""
        quiet = 0
        for _ in range(longest // (50 * MILLISECOND)):
            self.rig.advance(50 * MILLISECOND)
            quiet = 0 if self.rig.controller.speech.busy else quiet + 1
            if quiet > still:
                break
        news = self.voice.said[self._heard :]
        self._heard = len(self.voice.said)
        return [text for _, text in news]

    def press(self, line, **more):
        self.rig.press(line, **more)
        return self.listen()

    def begin(self, title):
        """Switch the voice on, pay, find the game by its name, and start it."""
        self.rig.press("p1.a", duration=3 * SECOND)
        told = self.listen()
        assert words("fr")("voice.on", name="Arkade") in told, told
        self.rig.insert(1)
        told = self.listen()
        other = self.say("voice.other_language", button=self.say("voice.button.player"))
        if other in told:
            told = self.press("player")
        for _ in range(12):
            if any(each.startswith(f"{title}.") for each in told):
                break
            told = self.press("p1.right")
        else:
            raise AssertionError(f"nobody said {title}")
        told = self.press("start")
        assert self.say("voice.join", title=title) in told, told
        self.began = len(self.voice.said)
        return self.press("start")

    def play(self, package, most=3_000):
        """Play by what is said until the game is said to be over; why it ended."""
        refused = _refusals(package, self.language)
        told, over = self.listen(), self.say("voice.over")
        for _ in range(most):
            if over in told or self.rig.mode != "playing":
                return told
            wanders = any(no in each for each in told[-3:] for no in refused)
            if wanders or self._random.random() < 0.35:
                way = self._random.choice((*WAYS, "b"))
                told = self.press(f"p1.{way}")
            else:
                told = self.press("p1.a")
        raise AssertionError(f"no end after {most} presses")

    def _ending(self):
        """What the screen says of who has won; the player does not know it."""
        table = self.rig.controller.table
        return table.show(self.say).ending if table else ""

    def hear_result(self):
        """All that is said until the cabinet asks for another game."""
        told, again = [], self.say("voice.again", price="")[:7]
        for _ in range(30):
            told += self.listen()
            self.won = self.won or self._ending()
            if any(each.startswith(again) for each in told):
                break
            letter = self.say("voice.sign", at=1, sign="A")
            if any(each == letter for each in told[-9:]) and "?" not in told[-1]:
                told += self.press("start")
            self.rig.advance(SECOND)
        return told


def _refusals(package, language):
    """How the game says that something cannot be done here."""
    own = game_words(package, language)
    return [
        text
        for key, text in own.entries.items()
        if key.startswith(("spoken.not_allowed", "spoken.unchosen"))
    ]
