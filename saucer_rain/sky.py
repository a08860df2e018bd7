"""The rules of Saucer Rain: whole numbers only, so it is the same on every machine.

Places are in sixteenths of a pixel. All there is can be written as JSON and read back.
Nothing here knows pygame.
"""

from typing import Any, Final

UNIT: Final = 16
WIDE: Final = 640
HIGH: Final = 320
PACE: Final = 60
WAVES: Final = 9
WAVE: Final = 20 * PACE
LENGTH: Final = WAVES * WAVE
# How long the end is looked at before it is one.
EPILOGUE: Final = 2 * PACE
GROUND: Final = 300
SHIP_Y: Final = 284
LEFT: Final = 20 * UNIT
RIGHT: Final = (WIDE - 20) * UNIT
HEARTS: Final = 3
MOST_HEARTS: Final = 5
BROKEN: Final = 5 * PACE
SAFE: Final = 2 * PACE
RELOAD: Final = 13
SPEED: Final = 4 * UNIT
MOST_CHAIN: Final = 5
NUGGET: Final = 25
HEART_BONUS: Final = 100
CLEAR_BONUS: Final = 100
# What each saucer is worth, and how many shots it takes.
ROUND, WEDGE, DIAMOND, MOTHER = range(4)
WORTH: Final = (10, 20, 30, 200)
TOUGH: Final = (1, 1, 2, 10)
HALF: Final = (17, 16, 15, 44)
# By level: frames between two saucers in the first wave, and between two bolts.
EVERY: Final = {"easy": 74, "normal": 56, "hard": 44}
BOLTS: Final = {"easy": 210, "normal": 130, "hard": 90}
_SPARK: Final = 34


class Sky:
    """All there is, and what happens in one update."""

    def __init__(self, seats: int, level: str, seed: int) -> None:
        self.level = level
        self.chance = seed % 0x7FFFFFFF
        self.time = 0
        self.escaped = 0
        self.next_saucer = PACE
        self.next_bolt = 4 * PACE
        self.next_heart = 18 * PACE
        # x, hearts, reload, safe, broken, chain, score
        self.ships = [
            [WIDE * UNIT * (seat + 1) // (seats + 1), HEARTS, 0, SAFE, 0, 0, 0]
            for seat in range(seats)
        ]
        self.saucers: list[list[int]] = []  # kind, x, y, way, age, hits, heart
        self.shots: list[list[int]] = []  # x, y, seat
        self.bolts: list[list[int]] = []  # x, y, across
        self.nuggets: list[list[int]] = []  # x, y, fall
        self.hearts: list[list[int]] = []  # x, y
        self.sparks: list[list[Any]] = []  # what, x, y, age, number
        self.sounds: list[str] = []

    def write(self) -> dict[str, Any]:
        """All of it, as JSON."""
        return {name: value for name, value in vars(self).items() if name != "sounds"}

    def read(self, state: dict[str, Any]) -> None:
        """What `write` wrote."""
        vars(self).update(state)

    @property
    def wave(self) -> int:
        """Which wave this is, from 0."""
        return min(WAVES - 1, self.time // WAVE)

    @property
    def over(self) -> bool:
        """Whether the three minutes are over, and were looked at."""
        return self.time >= LENGTH + EPILOGUE

    def update(self, ways: list[int], fire: list[bool]) -> None:
        """One sixtieth of a second: each ship goes that way, and shoots or not."""
        self.time += 1
        self._age_sparks()
        if self.time > LENGTH:
            return
        for seat, ship in enumerate(self.ships):
            self._fly(seat, ship, ways[seat], shoots=fire[seat])
        self._come()
        self._move_saucers()
        self._move_shots()
        self._move_bolts()
        self._fall()
        if self.time == LENGTH:
            self._count_hearts()
        elif self.time % WAVE == 0:
            self._end_wave()

    def _dice(self, sides: int) -> int:
        self.chance = (self.chance * 1103515245 + 12345) & 0x7FFFFFFF
        return (self.chance >> 8) % sides

    # Ships

    def _fly(self, seat: int, ship: list[int], way: int, *, shoots: bool) -> None:
        ship[2] = max(0, ship[2] - 1)
        ship[3] = max(0, ship[3] - 1)
        if ship[4]:
            ship[4] -= 1
            if not ship[4]:
                ship[1], ship[3] = HEARTS - 1, SAFE
                self.sounds.append("ship")
            return
        ship[0] = min(max(LEFT, ship[0] + way * SPEED), RIGHT)
        if shoots and not ship[2]:
            ship[2] = RELOAD
            self.shots.append([ship[0], (SHIP_Y - 16) * UNIT, seat])
            self.sounds.append("laser")

    def _hurt(self, ship: list[int]) -> None:
        ship[1] -= 1
        ship[3], ship[5] = SAFE, 0
        self._spark("blast", ship[0], SHIP_Y * UNIT, 0)
        self.sounds.append("explosion")
        if ship[1] == 0:
            ship[4] = BROKEN

    def _struck(self, x: int, y: int, half: int) -> list[int] | None:
        """The ship that something at this place touches, if it can be hurt."""
        for ship in self.ships:
            near = abs(ship[0] - x) < (half + 11) * UNIT
            if near and abs(SHIP_Y * UNIT - y) < 14 * UNIT and not (ship[3] or ship[4]):
                return ship
        return None

    # Saucers

    def _come(self) -> None:
        """A new saucer, when it is time."""
        if self.time % (3 * WAVE) == 2 * WAVE + 4 * PACE:
            way = 1 if self._dice(2) else -1
            x = -50 * UNIT if way > 0 else (WIDE + 50) * UNIT
            self.saucers.append([MOTHER, x, 72 * UNIT, way, 0, TOUGH[MOTHER], 1])
            self.sounds.append("saucer")
        self.next_saucer -= 1
        if self.next_saucer > 0 or self.time % WAVE > WAVE - 3 * PACE:
            return
        every = max(20, EVERY[self.level] - 4 * self.wave)
        self.next_saucer = every - 8 + self._dice(17)
        kind = self._kind()
        x = (40 + self._dice(WIDE - 80)) * UNIT
        heart = int(self.time >= self.next_heart)
        if heart:
            self.next_heart = self.time + 22 * PACE
        way = 1 if self._dice(2) else -1
        self.saucers.append([kind, x, -16 * UNIT, way, 0, TOUGH[kind], heart])

    def _kind(self) -> int:
        number = self._dice(10) + min(5, self.wave)
        if number < 8 or self.wave == 0:
            return ROUND
        return WEDGE if number < 12 or self.wave < 3 else DIAMOND

    def _move_saucers(self) -> None:
        for saucer in list(self.saucers):
            self._drift(saucer)
            kind, x, y = saucer[:3]
            if kind == MOTHER:
                if not -60 * UNIT < x < (WIDE + 60) * UNIT:
                    self.saucers.remove(saucer)
            elif ship := self._struck(x, y, HALF[kind]):
                self._hurt(ship)
                self.saucers.remove(saucer)
            elif y > (GROUND + 24) * UNIT:
                self.saucers.remove(saucer)
                self.escaped += 1
        self.next_bolt -= 1
        shooting = [s for s in self.saucers if 0 < s[2] < 200 * UNIT]
        if self.next_bolt <= 0 and shooting:
            every = max(30, BOLTS[self.level] - 8 * self.wave)
            self.next_bolt = every // 2 + self._dice(every)
            self._bolt(shooting[self._dice(len(shooting))])

    def _drift(self, saucer: list[int]) -> None:
        saucer[4] += 1
        kind, age = saucer[0], saucer[4]
        slow = 14 + 2 * self.wave
        if kind == MOTHER:
            saucer[1] += saucer[3] * 26
        elif kind == ROUND:
            saucer[2] += slow
            saucer[1] += saucer[3] * 8
        elif kind == WEDGE:
            saucer[2] += slow
            saucer[1] += saucer[3] * (34 if age // 50 % 2 else -34)
        else:  # it hovers, then dives
            saucer[2] += slow if age < 110 else 0 if age < 170 else 64
        if kind != MOTHER and not 24 * UNIT < saucer[1] < (WIDE - 24) * UNIT:
            saucer[3] = -saucer[3]
            saucer[1] = min(max(24 * UNIT, saucer[1]), (WIDE - 24) * UNIT)

    def _bolt(self, saucer: list[int]) -> None:
        aim = self.ships[self._dice(len(self.ships))]
        across = min(max(-20, (aim[0] - saucer[1]) // 140), 20)
        self.bolts.append([saucer[1], saucer[2] + 8 * UNIT, across])
        self.sounds.append("hide")

    # What flies and falls

    def _move_shots(self) -> None:
        for shot in list(self.shots):
            shot[1] -= 9 * UNIT
            if shot[1] < -8 * UNIT:
                self.shots.remove(shot)
                continue
            for saucer in list(self.saucers):
                near = abs(saucer[1] - shot[0]) < (HALF[saucer[0]] + 2) * UNIT
                if near and abs(saucer[2] - shot[1]) < 12 * UNIT:
                    self.shots.remove(shot)
                    self._hit(saucer, shot[2])
                    break

    def _hit(self, saucer: list[int], seat: int) -> None:
        saucer[5] -= 1
        kind, x, y = saucer[:3]
        if saucer[5] > 0:
            self._spark("ping", x, y, 0)
            self.sounds.append("stone")
            return
        self.saucers.remove(saucer)
        self.ships[seat][6] += WORTH[kind]
        self._spark("blast", x, y, kind)
        self._spark("points", x, y - 10 * UNIT, WORTH[kind])
        self.sounds.append("explosion" if kind == MOTHER else "dissolve")
        if kind == MOTHER:
            for number in range(-3, 4):
                self.nuggets.append([x + number * 22 * UNIT, y, 8 + 3 * abs(number)])
        if saucer[6]:
            self.hearts.append([x, y])
        elif kind != MOTHER:
            self.nuggets.append([x, y, 12])

    def _move_bolts(self) -> None:
        for bolt in list(self.bolts):
            bolt[1] += 34 + 2 * self.wave
            bolt[0] += bolt[2]
            if ship := self._struck(bolt[0], bolt[1], 3):
                self._hurt(ship)
                self.bolts.remove(bolt)
            elif bolt[1] > GROUND * UNIT:
                self.bolts.remove(bolt)

    def _fall(self) -> None:
        for nugget in list(self.nuggets):
            nugget[2] = min(40, nugget[2] + 1)
            nugget[1] += nugget[2]
            if ship := self._catcher(nugget[0], nugget[1]):
                self._catch(ship, nugget)
            elif nugget[1] > (GROUND - 4) * UNIT:
                self.nuggets.remove(nugget)
                self._spark("dust", nugget[0], GROUND * UNIT, 0)
                self._break_chain(nugget[0])
        for heart in list(self.hearts):
            heart[1] += 26
            if ship := self._catcher(*heart):
                ship[1] = min(MOST_HEARTS, ship[1] + 1)
                self._spark("heart", ship[0], (SHIP_Y - 14) * UNIT, 0)
                self.sounds.append("birth")
                self.hearts.remove(heart)
            elif heart[1] > (GROUND - 4) * UNIT:
                self.hearts.remove(heart)

    def _catcher(self, x: int, y: int) -> list[int] | None:
        """The nearest ship that can take what is there."""
        if abs(SHIP_Y * UNIT - y) > 16 * UNIT:
            return None
        near = [s for s in self.ships if not s[4] and abs(s[0] - x) < 26 * UNIT]
        return min(near, key=lambda ship: abs(ship[0] - x), default=None)

    def _catch(self, ship: list[int], nugget: list[int]) -> None:
        self.nuggets.remove(nugget)
        ship[5] = min(MOST_CHAIN, ship[5] + 1)
        points = NUGGET * ship[5]
        ship[6] += points
        self._spark("gold", ship[0], (SHIP_Y - 14) * UNIT, points)
        self.sounds.append("crown" if ship[5] == MOST_CHAIN else "ring")

    def _break_chain(self, x: int) -> None:
        """Whoever is nearest has let it fall."""
        able = [ship for ship in self.ships if not ship[4]]
        if able:
            min(able, key=lambda ship: abs(ship[0] - x))[5] = 0

    def _end_wave(self) -> None:
        if not self.escaped:
            for ship in self.ships:
                ship[6] += CLEAR_BONUS
            self._spark("clear", WIDE * UNIT // 2, 120 * UNIT, CLEAR_BONUS)
        self.sounds.append("round_over")
        self.escaped = 0

    def _count_hearts(self) -> None:
        for ship in self.ships:
            ship[6] += HEART_BONUS * ship[1]
            self._spark("gold", ship[0], (SHIP_Y - 14) * UNIT, HEART_BONUS * ship[1])
        self.sounds.append("round_over")

    def _spark(self, what: str, x: int, y: int, number: int) -> None:
        self.sparks.append([what, x, y, 0, number])

    def _age_sparks(self) -> None:
        for spark in self.sparks:
            spark[3] += 1
        lasting = {"clear": 3 * _SPARK}
        self.sparks = [s for s in self.sparks if s[3] < lasting.get(s[0], _SPARK)]
