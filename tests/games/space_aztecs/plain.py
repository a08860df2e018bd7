"""Space Aztecs a second time: slow, obvious, from the sentences of the rulebook.

Cards are dicts from the table below, everything else is lists of them, and nothing
is shared with `cabinet.games.space_aztecs`. It is here to disagree.
"""

from copy import deepcopy

# Minute of the day after minute of the day, every twenty: family letter and card.
TABLE = """
P villager 2;Y TEMPLE;B SAUCER;G archivist 2 4;P animal 3;Y W3;B TEMPLE;G TEMPLE
- quetzalcoatl;Y W2;B alien 3;G SAUCER;P SAUCER;Y W3;B priest 0;G agent 3
P villager 3;- tlaloc;B alien 3;G archivist 2 4;P TEMPLE;Y SAUCER;B TEMPLE
G archivist 3 3;P animal 4;Y TEMPLE;- huitzilopochtli;G SAUCER;P villager 4;Y W1
B SAUCER;G agent 3;P animal 4;Y W3;B noble 5;- tezcatlipoca;P SAUCER;Y W2;B priest 0
G TEMPLE;P TEMPLE;Y TEMPLE;B alien 3;G archivist 3 3;- xipe_totec;Y SAUCER;B SAUCER
G agent 3;P villager 5;Y W1;B priest 0;G archivist 4 2;P animal 5;- coatlicue
B TEMPLE;G SAUCER;P villager 5;Y W3;B noble 5;G TEMPLE;P TEMPLE;Y W2;- tonatiuh
G agent 3;P SAUCER;Y SAUCER;B alien 3;G archivist 4 2;P animal 5;Y W1;B priest 0
- coyolxauhqui
"""
COLOURS = {"P": "pink", "Y": "yellow", "B": "blue", "G": "green", "-": None}


def printed():
    cards = {}
    for number, words in enumerate(TABLE.replace("\n", ";").strip(";").split(";"), 1):
        letter, what, *numbers = words.split()
        kind = what.lower() if what in ("TEMPLE", "SAUCER") else "aztec"
        hours, minutes = divmod((number - 1) * 20, 60)
        cards[number] = {
            "id": number,
            "hour": hours,
            "time": f"{hours:02}:{minutes:02}",
            "colour": COLOURS[letter],
            "kind": "codex" if letter == "-" else kind,
            "what": what,
            "points": int(numbers[0]) if numbers else 0,
            "bonus": int(numbers[1]) if len(numbers) > 1 else 0,
        }
    return cards


CARDS = printed()
WARRIORS = {"W1": (0, 3, 9, 18), "W2": (0, 5, 10, 15), "W3": (0, 2, 6, 12, 20)}


class PlainGame:
    """One game in progress, begun at a written start; `play` changes it."""

    def __init__(self, document):
        self.options = document["options"]
        self.removed = document["removed"]
        self.players = len(document["cities"])
        self.starter = document["starter"]
        self.round = document["round"]
        self.phase = document["phase"]
        self.piles = [sorted(pile) for pile in document["piles"]]
        self.taken = {int(seat): pile for seat, pile in document["taken"].items()}
        self.chosen = {int(seat): card for seat, card in document["chosen"].items()}
        self.cities = deepcopy(document["cities"])
        self.saucers_played = document["saucers_played"]
        self.pending = deepcopy(document["pending"])

    def order(self, first):
        return [*range(first, self.players), *range(first)]

    @property
    def actors(self):
        if self.phase == "take":
            return [s for s in self.order(self.starter) if s not in self.taken][:1]
        if self.phase == "choose":
            return [s for s in range(self.players) if s not in self.chosen]
        return [self.pending["seat"]] if self.phase == "resolve" else []

    def legal(self, seat):
        if seat not in self.actors:
            return []
        if self.phase == "take":
            free = [n for n in range(1, 9) if self.piles[n - 1]]
            return [f"take {n}" for n in free if n not in self.taken.values()]
        if self.phase == "choose":
            return [f"choose {card}" for card in self.piles[self.taken[seat] - 1]]
        if "from" in self.pending:
            victim = self.pending["from"][0]
            prey = self.prey(victim, self.pending["card"])
            return [f"abduct {victim} {card}" for card in prey]
        places = self.temples_like(seat, self.pending["card"])
        return [f"hide {temple['card']}" for temple in places] + ["show"]

    def prey(self, victim, saucer):
        colour = CARDS[saucer]["colour"]
        visible = sorted(self.cities[victim]["visible"])
        return [card for card in visible if CARDS[card]["colour"] == colour]

    def temples_like(self, seat, card):
        colour = CARDS[card]["colour"]
        temples = sorted(self.cities[seat]["temples"], key=lambda t: t["card"])
        return [t for t in temples if CARDS[t["card"]]["colour"] == colour]

    def play(self, seat, text):
        word, *numbers = text.split()
        numbers = [int(number) for number in numbers]
        if word == "take":
            self.taken[seat] = numbers[0]
            if len(self.taken) == self.players:
                self.phase = "choose"
        elif word == "choose":
            self.piles[self.taken[seat] - 1].remove(numbers[0])
            self.chosen[seat] = numbers[0]
            if len(self.chosen) == self.players:
                self.reveal_all()
        elif word == "abduct":
            self.abduct(seat, self.pending["card"], *numbers)
            rest = self.pending["from"][1:]
            card, self.pending = self.pending["card"], None
            self.attack(seat, card, rest)
            self.go_on()
        else:
            card = self.chosen.pop(seat)
            self.pending = None
            if word == "show":
                self.cities[seat]["visible"].append(card)
            for temple in self.cities[seat]["temples"]:
                if word == "hide" and temple["card"] == numbers[0]:
                    temple["under"].append(card)
            self.go_on()

    def reveal_all(self):
        self.phase = "resolve"
        self.starter = min(self.chosen, key=lambda s: CARDS[self.chosen[s]]["time"])
        self.go_on()

    def go_on(self):
        for seat in self.order(self.starter):
            if self.pending is None and seat in self.chosen:
                self.resolve(seat, self.chosen[seat])
        if self.pending is None:
            self.finish_round()

    def resolve(self, seat, card):
        city, kind = self.cities[seat], CARDS[card]["kind"]
        if kind == "aztec":
            helpers = [c for c in city["visible"] if CARDS[c]["what"] == "agent"]
            if helpers and self.temples_like(seat, card):
                self.pending = {"seat": seat, "card": card}
                return
            city["visible"].append(card)
        del self.chosen[seat]
        if kind == "temple":
            colour = CARDS[card]["colour"]
            inside = [c for c in city["visible"] if CARDS[c]["colour"] == colour]
            city["visible"] = [c for c in city["visible"] if c not in inside]
            city["temples"].append({"card": card, "under": inside})
        elif kind == "codex":
            city["codex"].append(card)
        elif kind == "saucer":
            self.saucers_played += 1
            city["saucers"].append({"card": card, "captured": []})
            self.attack(seat, card, self.order(seat)[1:])

    def attack(self, seat, saucer, victims):
        for place, victim in enumerate(victims):
            prey = self.prey(victim, saucer)
            if len(prey) > 1:
                left = [v for v in victims[place:] if self.prey(v, saucer)]
                self.pending = {"seat": seat, "card": saucer, "from": left}
                return
            for card in prey:
                self.abduct(seat, saucer, victim, card)

    def abduct(self, seat, saucer, victim, card):
        self.cities[victim]["visible"].remove(card)
        for entry in self.cities[seat]["saucers"]:
            if entry["card"] == saucer:
                entry["captured"].append(card)

    def finish_round(self):
        self.taken, self.chosen = {}, {}
        limit = 7 if self.players <= 4 else 9
        if self.piles.count([]) >= 2 or self.saucers_played >= limit:
            self.phase = "over"
        else:
            self.phase = "take"
            self.round += 1

    def aztecs(self, seat):
        visible = [CARDS[card] for card in self.cities[seat]["visible"]]
        return visible + self.hidden(seat)

    def hidden(self, seat):
        return [
            CARDS[card]
            for temple in self.cities[seat]["temples"]
            for card in temple["under"]
        ]

    def codex_bonus(self, seat, what):
        city, mine = self.cities[seat], self.aztecs(seat)
        colours = [card["colour"] for card in mine]
        temples = [CARDS[temple["card"]]["colour"] for temple in city["temples"]]
        by_day = [card for card in mine if 6 <= card["hour"] < 18]
        each = ("pink", "yellow", "blue", "green")
        return {
            "quetzalcoatl": 2 * len(temples),
            "tlaloc": len(self.hidden(seat)),
            "huitzilopochtli": len(city["visible"]),
            "tezcatlipoca": 2 * len(set(colours)),
            "xipe_totec": max((colours + temples).count(colour) for colour in each),
            "coatlicue": sum(colours.count(colour) // 2 * 2 for colour in each),
            "tonatiuh": len(by_day),
            "coyolxauhqui": len(mine) - len(by_day),
        }[what]

    def pinks(self, seat):
        return len([card for card in self.aztecs(seat) if card["colour"] == "pink"])

    def score(self, seat):
        mine = self.aztecs(seat)
        kinds = [card["what"] for card in mine]
        points = sum(card["points"] for card in mine)
        points += sum(card["bonus"] for card in self.hidden(seat))
        for warrior, worth in WARRIORS.items():
            points += worth[kinds.count(warrior)]
        points += (10 - 3) * min(kinds.count("priest"), kinds.count("alien"))
        for card in self.cities[seat]["codex"]:
            points += self.codex_bonus(seat, CARDS[card]["what"])
        for saucer in self.cities[seat]["saucers"]:
            points += len(saucer["captured"])
        fewest = min(map(self.pinks, range(self.players)))
        hungry = self.removed != "pink" and self.pinks(seat) == fewest
        return points - 5 if hungry else points

    def scores(self):
        return [self.score(seat) for seat in range(self.players)]

    def winners(self):
        scores, over = self.scores(), self.phase == "over"
        return [seat for seat, won in enumerate(scores) if over and won == max(scores)]

    def document(self):
        return {
            "game": "space_aztecs",
            "options": self.options,
            "removed": self.removed,
            "starter": self.starter,
            "round": self.round,
            "phase": self.phase,
            "piles": self.piles,
            "taken": {str(seat): self.taken[seat] for seat in sorted(self.taken)},
            "chosen": {str(seat): self.chosen[seat] for seat in sorted(self.chosen)},
            "cities": [
                {
                    "visible": sorted(city["visible"]),
                    "temples": [
                        {"card": temple["card"], "under": sorted(temple["under"])}
                        for temple in sorted(city["temples"], key=lambda t: t["card"])
                    ],
                    "codex": sorted(city["codex"]),
                    "saucers": [
                        {"card": s["card"], "captured": sorted(s["captured"])}
                        for s in city["saucers"]
                    ],
                }
                for city in self.cities
            ],
            "saucers_played": self.saucers_played,
            "pending": self.pending,
        }

    def observed(self, seat):
        """What the seat may see, said from the other end: what is on the table."""
        seen = deepcopy(self.document())
        seen["piles"] = [len(pile) for pile in self.piles]
        choosing = self.phase in ("take", "choose") and seat not in self.chosen
        if choosing and seat in self.taken:
            mine = self.taken[seat] - 1
            seen["piles"][mine] = self.piles[mine]
        for other in self.chosen:
            asks = self.pending is not None and self.pending["seat"] == other
            if other != seat and not asks:
                seen["chosen"][str(other)] = True
        called = sorted(self.chosen) if self.phase == "resolve" else []
        seen["times"] = {str(s): CARDS[self.chosen[s]]["time"] for s in called}
        return seen

    def after(self, seat, text):
        copy = deepcopy(self)
        copy.play(seat, text)
        return copy

    def perft(self, depth):
        if depth == 1:
            return sum(len(self.legal(seat)) for seat in self.actors)
        return sum(
            self.after(seat, text).perft(depth - 1)
            for seat in self.actors
            for text in self.legal(seat)
        )
