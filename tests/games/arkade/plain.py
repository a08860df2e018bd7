"""Arkade a second time: slow, obvious, from the sentences of the rulebook.

The position is the document of the contract itself, pieces are looked up in plain
lists, and nothing is shared with `cabinet.games.arkade`. It is here to disagree.
"""

from copy import deepcopy

from tests.games.arkade.plain_tiles import DEFENDER_TILES, PlainTiles

COLORS = "OBV"
CHANCE = -1
SPACES = (1, 2, 3, 4, 5, 6)


class PlainGame(PlainTiles):
    """One game in progress; `play` changes it."""

    def __init__(self, document):
        self.now = deepcopy(document)

    def document(self):
        """The position, with lists in the order the rules write them."""
        told = deepcopy(self.now)
        told["saucers"].sort(key=lambda saucer: saucer["at"])
        told["lost"].sort(key=COLORS.index)
        told["kept"].sort(key=["ammo O", "ammo B", "ammo V", "gps"].index)
        for name in ("asteroids", "fields"):
            told[name].sort()
        return told

    @property
    def arcade(self):
        return self.now["options"]["mode"] == "arcade"

    @property
    def actors(self):
        now = self.now
        if now["winner"]:
            return ()
        if now["pending"]:
            drawn = now["pending"]["for"] in ("dice", "tile")
            return (CHANCE,) if drawn else (now["pending"]["seat"],)
        return {"alien": (0,), "defender": (1,), "both": (0, 1)}[now["turn"]]

    def legal(self, seat):
        if seat not in self.actors:
            return set()
        if self.now["pending"]:
            return set(self.answers(self.now["pending"]))
        return set(self.alien_actions() if seat == 0 else self.defender_actions())

    # What may be done.

    def dice_actions(self, side, dice, names):
        now = self.now
        if self.arcade or now[f"{side}_rolls"] == 0:
            yield "roll"
            return
        both_lie = None not in dice
        if both_lie and now[f"{side}_rolls"] < now["options"]["rolls"]:
            for name in (*names, "both"):
                yield f"reroll {name}"

    def alien_actions(self):
        now = self.now
        dice = now["alien_dice"]
        yield from self.dice_actions("alien", dice, "12")
        for saucer in now["saucers"]:
            line, column = saucer["at"]
            for to in ([line + 1, column], [line, column - 1], [line, column + 1]):
                color = self.cell_color(to)
                if self.is_free(to) and color in dice:
                    yield f"step {line},{column} {to[0]},{to[1]} {color}"
            if [line + 1, column] in now["asteroids"]:
                yield f"sacrifice {line},{column}"
        for line, column in now["fields"]:
            near = [(line + 1, column), (line - 1, column)]
            near += [(line, column + 1), (line, column - 1)]
            if "O" in dice and any(self.saucer_at(list(cell)) for cell in near):
                yield f"clear {line},{column}"
        if not self.arcade and now["alien_rolls"] > 0:
            yield "end"

    def defender_actions(self):
        now = self.now
        move, fire = now["defender_dice"]["move"], now["defender_dice"]["fire"]
        yield from self.dice_actions("defender", (move, fire), ("move", "fire"))
        must_go = now["reactor"] and move in (1, 6)
        if must_go or (move and not now["reactor"]):
            yield "go"
        if not now["reactor"]:
            if now["nuggets"] and now["ship"] != 1:
                yield "nudge left"
            if now["nuggets"] and now["ship"] != 6:
                yield "nudge right"
            if "gps" in now["kept"]:
                yield from (f"gps {n}" for n in SPACES if n != now["ship"])
        for gun, column in (("ship", now["ship"]), ("tower", now["tower"])):
            target = self.first_saucer(column)
            if target and target["color"] == fire:
                yield f"fire {gun}"
            if target and f"ammo {target['color']}" in now["kept"]:
                yield f"ammo {target['color']} {gun}"
        if not self.arcade and now["defender_rolls"] > 0 and not must_go:
            yield "end"

    # What it does.

    def play(self, seat, text):
        verb, *words = text.split()
        if seat == CHANCE:
            asked = self.now["pending"]
            self.now["pending"] = None
            if verb == "dice":
                self.dice_fall(asked["seat"], words)
            else:
                self.tile_turned(asked, words[0])
        elif verb in ("roll", "reroll", "end"):
            getattr(self, verb)(seat, *words)
        else:
            getattr(self, f"do_{verb}")(*words)

    def dice_fall(self, seat, words):
        if seat == 0:
            self.now["alien_dice"] = words
        else:
            move, fire = words
            self.now["defender_dice"] = {"move": int(move), "fire": fire}

    def roll(self, seat):
        self.forget_dice(seat)
        self.now["alien_rolls" if seat == 0 else "defender_rolls"] += 1
        if seat == 0:
            self.settle("roll")
        else:
            self.now["pending"] = {"for": "dice", "seat": 1}

    def reroll(self, seat, which):
        now = self.now
        now["alien_rolls" if seat == 0 else "defender_rolls"] += 1
        now["pending"] = {"for": "dice", "seat": seat}
        if which == "both":
            self.forget_dice(seat)
        elif seat == 0:
            now["alien_dice"][int(which) - 1] = None
        else:
            now["defender_dice"][which] = None

    def forget_dice(self, seat):
        if seat == 0:
            self.now["alien_dice"] = [None, None]
        else:
            self.now["defender_dice"] = {"move": None, "fire": None}

    def end(self, seat):
        if seat == 0:
            self.forget_dice(0)
            self.settle("end")
        else:
            self.now["reactor"] = False
            self.pass_turn("alien")

    def pass_turn(self, to):
        self.forget_dice(0)
        self.forget_dice(1)
        self.now |= {"turn": to, "alien_rolls": 0, "defender_rolls": 0}
        self.now["pending"] = None

    def spend(self, color):
        dice = self.now["alien_dice"]
        dice[dice.index(color)] = None

    def do_step(self, source, target, color):
        self.spend(color)
        self.fly(self.saucer_at(cell(source)), cell(target))
        self.settle_if_no_die_is_left()

    def do_clear(self, at):
        self.spend("O")
        self.now["fields"].remove(cell(at))
        self.settle_if_no_die_is_left()

    def settle_if_no_die_is_left(self):
        if self.now["alien_dice"] == [None, None] and not self.now["winner"]:
            self.settle(None)

    def do_sacrifice(self, at):
        line, column = cell(at)
        self.now["asteroids"].remove([line + 1, column])
        self.take_off(self.saucer_at([line, column]))

    def do_go(self):
        self.now["ship"] = self.now["defender_dice"]["move"]
        self.now["defender_dice"]["move"] = None
        if self.arcade:
            self.now["reactor"] = False

    def do_nudge(self, side):
        self.now["nuggets"] -= 1
        self.now["ship"] += {"left": -1, "right": 1}[side]

    def do_gps(self, space):
        self.now["kept"].remove("gps")
        self.now["ship"] = int(space)

    def do_fire(self, gun):
        self.now["defender_dice"]["fire"] = None
        target = self.first_saucer(self.now[gun])
        if target["heart"]:
            target["heart"] = False
        else:
            self.kill(target)

    def do_ammo(self, color, gun):
        self.now["kept"].remove(f"ammo {color}")
        self.kill(self.first_saucer(self.now[gun]))

    def kill(self, saucer):
        color = saucer["color"]
        self.now["kills"][color] += 1
        self.take_off(saucer)
        if self.now["winner"] or self.now["kills"][color] not in (2, 4):
            return
        if self.now["defender_tiles"][color]:
            self.now["pending"] = {"for": "tile", "seat": 1, "color": color}

    def tile_turned(self, asked, tile):
        if tile in DEFENDER_TILES:
            self.defender_tile(asked["color"], tile)
        else:
            self.alien_tile(asked, tile)

    def perft(self, depth):
        if depth == 0:
            return 1
        count = 0
        for seat in self.actors:
            for text in self.legal(seat):
                copy = PlainGame(self.now)
                copy.play(seat, text)
                count += copy.perft(depth - 1)
        return count


def cell(text):
    return [int(number) for number in text.split(",")]
