"""The board and the power tiles of the plain Arkade; see `plain`."""

LINES = range(1, 10)
COLUMNS = range(1, 7)
DEFENDER_TILES = (
    *("asteroid", "field", "tower", "mine1", "mine2"),
    *("comet1", "comet2", "ammo", "gps"),
)
FRAMES = {
    "classic": {(4, 1): "O", (4, 4): "B", (4, 5): "V"}
    | {(6, 2): "O", (6, 3): "B", (6, 6): "V"},
    "advanced": {(4, 1): "O", (6, 3): "B", (4, 5): "V"},
}


class PlainTiles:
    """What both sides and their tiles do to the board in `now`."""

    def cell_color(self, at):
        line, column = at
        if self.now["options"]["face"] == "advanced":
            return "OBV"[(line - 1) % 3]
        return "OBV"[(line - 1 + column - 1) % 3]

    def saucer_at(self, at):
        found = [saucer for saucer in self.now["saucers"] if saucer["at"] == at]
        return found[0] if found else None

    def is_free(self, at):
        if at[0] not in LINES or at[1] not in COLUMNS:
            return False
        tower = [9, self.now["tower"]]
        tiles = [*self.now["asteroids"], *self.now["fields"], tower]
        return at not in tiles and self.saucer_at(at) is None

    def frame_at(self, at):
        return FRAMES[self.now["options"]["face"]].get(tuple(at))

    def first_saucer(self, column):
        found = [s for s in self.now["saucers"] if s["at"][1] == column]
        return max(found, key=lambda saucer: saucer["at"][0], default=None)

    def fly(self, saucer, to, wakes=True):
        self.stop_waiting(saucer["at"])
        saucer["at"] = to
        if to[0] == 9:
            self.win("alien")
        elif wakes and self.frame_at(to) == saucer["color"] and self.now["alien_tiles"]:
            self.now["bonus"].append(to)

    def stop_waiting(self, at):
        if at in self.now["bonus"]:
            self.now["bonus"].remove(at)

    def take_off(self, saucer):
        self.stop_waiting(saucer["at"])
        self.now["saucers"].remove(saucer)
        self.now["lost"].append(saucer["color"])
        if not self.now["saucers"]:
            self.win("defender")

    def win(self, side):
        self.now |= {"winner": side, "turn": None, "bonus": [], "pending": None}

    # The Alien's.

    def settle(self, then):
        """Draw for the frame that has waited longest, or go on."""
        if self.now["bonus"]:
            at = self.now["bonus"].pop(0)
            asked = {"for": "tile", "seat": 0, "at": at, "then": then}
            self.now["pending"] = asked
        elif then == "roll":
            self.now["pending"] = {"for": "dice", "seat": 0}
        elif then == "end":
            self.pass_turn("defender")

    def alien_tile(self, asked, tile):
        now, then = self.now, asked["then"]
        now["alien_tiles"].remove(tile)
        if not now["alien_tiles"]:
            now["bonus"] = []
        saucer = self.saucer_at(asked["at"])
        line, column = asked["at"]
        if tile == "life":
            saucer["heart"] = True
        if tile == "speed" and self.is_free([line + 1, column]):
            self.fly(saucer, [line + 1, column])
        if tile == "hit":
            now["nuggets"] = max(now["nuggets"] - 1, 0)
        if tile == "reactor":
            now["reactor"] = True
        question = None
        if tile == "rift":
            question = {"for": "rift", "seat": 0, "line": line, "then": then}
        if tile == "repair":
            question = {"for": "repair", "seat": 0, "then": then}
        if not self.ask(question) and not now["winner"]:
            self.settle(then)

    def ask(self, question):
        if question and list(self.answers(question)):
            self.now["pending"] = question
            return True
        return False

    def answers(self, asked):
        """The texts that answer a question, chance's included."""
        who = ("alien", "defender")[asked["seat"]]
        name = {"rift": "rift", "repair": "repair"}.get(asked["for"])
        if asked["for"] in ("dice", "tile"):
            return getattr(self, f"{who}_{asked['for']}_outcomes")(asked)
        if name:
            return getattr(self, f"{name}_answers")(asked)
        if asked["for"] == "comet":
            return self.comet_answers()
        return self.place_answers(asked["for"])

    def alien_dice_outcomes(self, asked):
        one, two = self.now["alien_dice"]
        return [f"dice {a} {b}" for a in one or "OBV" for b in two or "OBV"]

    def defender_dice_outcomes(self, asked):
        dice = self.now["defender_dice"]
        spaces = [dice["move"]] if dice["move"] else COLUMNS
        return [f"dice {n} {c}" for n in spaces for c in dice["fire"] or "OBV"]

    def alien_tile_outcomes(self, asked):
        return [f"tile {tile}" for tile in self.now["alien_tiles"]]

    def defender_tile_outcomes(self, asked):
        return [f"tile {tile}" for tile in self.now["defender_tiles"][asked["color"]]]

    def rift_answers(self, asked):
        for saucer in self.now["saucers"]:
            line, column = saucer["at"]
            way = [[n, column] for n in range(line + 1, asked["line"] + 1)]
            if way and all(map(self.is_free, way)):
                yield f"rift {line},{column}"

    def repair_answers(self, asked):
        for color in set(self.now["lost"]):
            for column in COLUMNS:
                if self.is_free([1, column]):
                    yield f"repair {color} {column}"

    def do_rift(self, at):
        asked, self.now["pending"] = self.now["pending"], None
        line, column = map(int, at.split(","))
        self.fly(self.saucer_at([line, column]), [asked["line"], column])
        if not self.now["winner"]:
            self.settle(asked["then"])

    def do_repair(self, color, column):
        asked, self.now["pending"] = self.now["pending"], None
        self.now["lost"].remove(color)
        saucer = {"at": [1, int(column)], "color": color, "heart": False}
        self.now["saucers"].append(saucer)
        self.settle(asked["then"])

    # The Defender's.

    def defender_tile(self, color, tile):
        now = self.now
        now["defender_tiles"][color].remove(tile)
        if tile.startswith("mine"):
            now["nuggets"] = min(now["nuggets"] + int(tile[-1]), 11)
        elif tile == "ammo":
            now["kept"].append(f"ammo {color}")
        elif tile == "gps":
            now["kept"].append("gps")
        elif tile.startswith("comet"):
            self.ask({"for": "comet", "seat": 1, "by": int(tile[-1])})
        else:
            self.ask({"for": tile, "seat": 1})

    def place_answers(self, tile):
        if tile == "tower":
            return [f"tower {c}" for c in COLUMNS if self.is_free([9, c])]
        return [
            f"{tile} {line},{column}"
            for line in LINES
            for column in COLUMNS
            if self.is_free([line, column]) and not self.frame_at([line, column])
        ]

    def comet_answers(self):
        for saucer in self.now["saucers"]:
            line, column = saucer["at"]
            if self.is_free([line - 1, column]):
                yield f"comet {line},{column}"

    def do_asteroid(self, at):
        self.now["pending"] = None
        self.now["asteroids"].append(list(map(int, at.split(","))))

    def do_field(self, at):
        self.now["pending"] = None
        self.now["fields"].append(list(map(int, at.split(","))))

    def do_tower(self, column):
        self.now["pending"] = None
        self.now["tower"] = int(column)

    def do_comet(self, at):
        asked, self.now["pending"] = self.now["pending"], None
        saucer = self.saucer_at(list(map(int, at.split(","))))
        for _ in range(asked["by"]):
            back = [saucer["at"][0] - 1, saucer["at"][1]]
            if self.is_free(back):
                self.fly(saucer, back, wakes=False)
