"""A board on paper, at the end of a cable of paper: answers at once, forgets nothing.

It speaks the protocol but measures no pulses: `touch` and `count` say what the real
firmware would have found. It is a `Wire`, so a `SerialPort` can be plugged into it.
"""

from cabinet.core.events import MILLISECOND
from cabinet.i18n.message import verbatim
from cabinet.io.serial_wire import Gone, Heard, Opened
from firmware_bridge.frames import FrameReader, encode
from firmware_bridge.lines import INPUTS, OUTPUTS
from firmware_bridge.messages import (
    PROTOCOL,
    Ask,
    Coin,
    Credited,
    Done,
    Hello,
    Input,
    Pulse,
    SetMeter,
    SetOutputs,
    SetSlot,
    State,
    Verdict,
    Welcome,
    from_frame,
    to_frame,
)

BOARD = 0xC0FFEE42


class PaperBoard:
    """`totals` are the coins it has counted, `credited` those it was thanked for.

    `clicks` is what a person reads on the meter, `lost_ms` when it did not look.
    """

    def __init__(self, clock, wake=lambda: None, totals=(0, 0), board=BOARD):
        self.board = board
        self.totals = list(totals)
        self.credited = None
        self.outputs = dict.fromkeys(OUTPUTS, False)
        self.clicks = 0
        self.coil = None
        self.windows = {}
        self.lost_ms = 0
        self.answers = True
        self.protocol = PROTOCOL
        self.starts = 0
        self._clock = clock
        self._wake = wake
        self._inputs = 0
        self._nonce = 0
        self._welcomed = False
        self._boots = 1
        self._slots = 0  # jams and noise, as STATE tells them
        self._made = 0  # clicks since the reset
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
            self._happen(Gone(verbatim("nothing is plugged in"), self._clock.now()))

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
        match verdict:
            case Verdict.JAMMED | Verdict.FREED:
                self._mark(1 << slot - 1, verdict is Verdict.JAMMED)
            case Verdict.NOISY | Verdict.QUIET:
                self._mark(1 << slot + 3, verdict is Verdict.NOISY)
        self.say(Pulse(slot, verdict, width_ms, self._ms))

    def say_state(self):
        outputs = sum(on << bit for bit, on in enumerate(self.outputs.values()))
        totals = tuple(self.totals)
        health = (0, 0, self.lost_ms, self._made)
        marks = (outputs, self._slots)
        self.say(State(self._inputs, *marks, totals, self._ms, *health))

    def unplug(self, why="the board was unplugged"):
        self._plugged = self._welcomed = False
        self._boots, self._made = self._boots + 1, 0
        self.outputs = dict.fromkeys(OUTPUTS, False)
        self._happen(Gone(verbatim(why), self._clock.now()))

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

    def _happen(self, event):
        self._queue.append(event)
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
                self._turn_meter(meter)
            case Credited(totals=totals):
                self.credited = totals
            case SetSlot(slot=slot):
                self.windows[slot] = message
            case SetMeter():
                self.coil = message
        self.say(Done(frame.type, frame.sequence, 0))
        if isinstance(message, Welcome | SetOutputs):
            self.say_state()

    def _mark(self, bit, on):
        self._slots = self._slots | bit if on else self._slots & ~bit

    def _turn_meter(self, goal):
        while 0 < (goal - self._made) % 256 < 128:
            self._made = (self._made + 1) % 256
            self.clicks += 1

    def _greet(self):
        totals = tuple(self.totals)
        who = (self._nonce, self.board, self._boots, 1)
        state = (totals, totals, self._inputs, self._ms, self._made)
        self.say(Hello(self.protocol, 1, 0, self._welcomed, *who, *state))
