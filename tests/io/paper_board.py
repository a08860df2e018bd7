"""A board on paper, at the end of a cable of paper: answers at once, forgets nothing.

It speaks the protocol but measures no pulses: `touch` and `count` say what the real
firmware would have found. It is a `Wire`, so a `SerialPort` can be plugged into it.
"""

from cabinet.core.events import MILLISECOND
from cabinet.io.serial_wire import Gone, Heard, Opened
from firmware_bridge.frames import FrameReader, encode
from firmware_bridge.messages import (
    INPUTS,
    OUTPUTS,
    PROTOCOL,
    Ask,
    Coin,
    Credited,
    Done,
    Hello,
    Input,
    Pulse,
    SetOutputs,
    SetSlot,
    State,
    Welcome,
    from_frame,
    to_frame,
)

BOARD = 0xC0FFEE42


class PaperBoard:
    """`totals` are the coins it has counted, `credited` those it was thanked for."""

    def __init__(self, clock, wake=lambda: None, totals=(0, 0), board=BOARD):
        self.board = board
        self.totals = list(totals)
        self.credited = None
        self.outputs = dict.fromkeys(OUTPUTS, False)
        self.meter = 0
        self.windows = {}
        self.answers = True
        self.protocol = PROTOCOL
        self.starts = 0
        self._clock = clock
        self._wake = wake
        self._inputs = 0
        self._nonce = 0
        self._welcomed = False
        self._queue = []
        self._reader = FrameReader()
        self._plugged = True
        self._begun = False

    # The wire

    def start(self):
        self._begun = True
        self.reopen()

    def take(self):
        taken, self._queue = self._queue, []
        return taken

    def send(self, octets):
        if not self._plugged or not self._begun:
            return
        for frame in self._reader.feed(octets):
            if self.answers:
                self._answer(frame)

    def reopen(self):
        self.starts += 1
        if self._plugged:
            self._happen(Opened(self._clock.now()))
        else:
            self._happen(Gone("nothing is plugged in", self._clock.now()))

    def close(self, last=b""):
        self.send(last)
        self._begun = False
        self._queue.clear()

    @property
    def queued(self):
        return bool(self._queue)

    # The hands

    def touch(self, line, active):
        bit = 1 << INPUTS.index(line)
        self._inputs = self._inputs | bit if active else self._inputs & ~bit
        self.say(Input(self._inputs, self._ms))

    def count(self, slot=1, coins=1):
        """Coins have fallen; without a host they are only counted."""
        self.totals[slot - 1] += coins
        if self._welcomed:
            self.say(Coin(tuple(self.totals), slot, 50, self._ms))

    def refuse(self, verdict, slot=1, width_ms=5):
        self.say(Pulse(slot, verdict, width_ms, self._ms))

    def say_state(self):
        outputs = sum(on << bit for bit, on in enumerate(self.outputs.values()))
        self.say(State(self._inputs, outputs, 0, tuple(self.totals), self._ms, 0, 0, 0))

    def unplug(self, why="the board was unplugged"):
        self._plugged = self._welcomed = False
        self.outputs = dict.fromkeys(OUTPUTS, False)
        self._happen(Gone(why, self._clock.now()))

    def plug(self):
        self._plugged = True
        self.reopen()

    def hum(self, octets):
        """Bytes that mean nothing."""
        self._happen(Heard(octets, self._clock.now()))

    def say(self, message):
        if self._plugged and self._begun:
            octets = encode(to_frame(message, 0))
            self._happen(Heard(octets, self._clock.now()))

    # The program

    @property
    def _ms(self):
        return self._clock.now() // MILLISECOND % (1 << 32)

    def _happen(self, happening):
        self._queue.append(happening)
        self._wake()

    def _answer(self, frame):
        message = from_frame(frame)
        match message:
            case Ask(nonce=nonce):
                self._nonce = nonce
                self._greet()
                return
            case Welcome():
                self._welcomed = True
                base = zip(message.base, self.totals, strict=True)
                self.totals = [max(pair) for pair in base]
            case SetOutputs(outputs=bits, meter=meter):
                for bit, name in enumerate(OUTPUTS):
                    self.outputs[name] = bool(bits >> bit & 1)
                self.meter = meter
            case Credited(totals=totals):
                self.credited = totals
            case SetSlot(slot=slot):
                self.windows[slot] = message
        self.say(Done(frame.type, frame.sequence, 0))
        if isinstance(message, Welcome):
            self.say_state()

    def _greet(self):
        totals = tuple(self.totals)
        state = (self._nonce, self.board, 1, 1, totals, totals, self._inputs, self._ms)
        self.say(Hello(self.protocol, 1, 0, 0, *state))
