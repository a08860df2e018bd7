import io
import json
from random import Random

import pytest

from cabinet.tabletop.api import CHANCE, Game, Outcome
from cabinet.tabletop.engine import Engine, serve
from cabinet.tabletop.menu_view import MenuView
from tests.support.tiny_games import NIM, PENNIES, PIG, Nim, Pig


class Clock:
    """Tells what it is told, and a little later at each look."""

    def __init__(self, step=0.0):
        self.now, self.step = 100.0, step

    def __call__(self):
        self.now += self.step
        return self.now


class Talk:
    """A client: requests as keywords, answers as they come."""

    def __init__(self, game, step=0.0):
        self.clock = Clock(step)
        self.engine = Engine(game, self.clock, Random(0))

    def __call__(self, cmd, **fields):
        return self.engine.answer(json.dumps({"cmd": cmd, **fields}))


def test_hello_says_what_the_game_is():
    assert Talk(PIG)("hello") == {
        "ok": True,
        "protocol": 1,
        "game": "pig",
        "seats": [2, 3],
        "options": {"goal": {"choices": [20, 40], "default": 20}},
    }


def test_new_takes_the_fewest_players_and_the_defaults():
    assert Talk(PIG)("new") == {
        "ok": True,
        "state": {
            "game": "pig",
            "options": {"goal": 20},
            "scores": [0, 0],
            "turn": 0,
            "pot": 0,
            "pending": None,
        },
        "actors": [0],
        "over": False,
    }


def test_a_game_from_the_first_action_to_the_outcome():
    talk = Talk(NIM)
    talk("new", options={"heaps": "1-1"}, seed=7)
    assert talk("outcome") == {
        "ok": True,
        "over": False,
        "winners": [],
        "scores": [0, 0],
        "reason": "",
    }
    assert talk("play", action="take 1 from 0") == {
        "ok": True,
        "events": [{"event": "taken", "seat": 0, "stones": 1}],
        "actors": [1],
        "over": False,
    }
    assert talk("play", action="take 1 from 1", seat=1)["over"]
    assert talk("legal") == {"ok": True, "actors": [], "actions": []}
    assert talk("state")["state"]["turn"] is None
    assert talk("outcome")["winners"] == [1]
    assert not talk("play", action="take 1 from 1")["ok"]
    assert not talk("bot")["ok"]


def test_what_state_printed_can_be_loaded():
    talk = Talk(PIG)
    talk("new", players=3, options={"goal": 40}, seed=1)
    talk("play", action="roll")
    printed = talk("state")["state"]
    talk("new")
    assert talk("load", state=printed)["state"] == printed
    assert talk("state")["state"] == printed


def test_chance_by_hand_has_odds():
    talk = Talk(PIG)
    talk("new", chance="manual")
    assert talk("play", action="roll")["actors"] == ["chance"]
    legal = talk("legal")
    assert legal["actors"] == ["chance"]
    assert legal["actions"] == [f"dice {face}" for face in range(1, 7)]
    assert legal["odds"] == [1 / 6] * 6
    assert talk("legal", seat="chance") == legal
    assert talk("legal", seat=0) == {"ok": True, "actors": ["chance"], "actions": []}
    assert talk("bot")["error"] == "chance is due, and no bot plays for it"
    assert talk("play", action="dice 1", seat="chance")["actors"] == [1]


def test_dice_thrown_by_loading_are_told():
    answer = Talk(PIG)("load", state={"pending": "dice"}, seed=5)
    assert [event["event"] for event in answer["events"]] == ["dice"]
    assert "events" not in Talk(PIG)("load", state={})


def test_the_same_seed_is_the_same_game():
    first, again = Talk(PIG), Talk(PIG)
    for talk in (first, again):
        talk("new", seed=4)
    for _ in range(9):
        assert first("play", action="roll") == again("play", action="roll")


def test_undo_answers_like_load_and_throws_the_same_dice_again():
    talk = Talk(PIG)
    start = talk("new", seed=4)
    rolled = talk("play", action="roll")
    assert talk("undo") == start
    assert talk("play", action="roll") == rolled
    talk("load", state=talk("state")["state"])
    assert talk("undo")["error"] == "there is no action to take back"


def test_while_several_are_due_legal_is_the_first_ones():
    talk = Talk(PENNIES)
    talk("new")
    sides = {"ok": True, "actors": [0, 1], "actions": ["heads", "tails"]}
    assert talk("legal") == talk("legal", seat=1) == sides
    assert "say which seat" in talk("play", action="heads")["error"]
    assert talk("bot")["action"] in sides["actions"]
    talk("play", action="heads", seat=1)
    assert talk("legal", seat=1) == {"ok": True, "actors": [0], "actions": []}
    assert "seat 1 is not due" in talk("bot", seat=1)["error"]


def test_observe_leaves_the_secret_out():
    talk = Talk(PENNIES)
    talk("new")
    talk("play", action="heads", seat=1)
    assert talk("observe", seat=0)["state"]["chosen"] == {"1": True}
    assert talk("observe", seat=1)["state"]["chosen"] == {"1": "heads"}
    assert talk("observe")["state"]["chosen"] == {"1": True}
    assert not talk("observe", seat="chance")["ok"]


@pytest.mark.parametrize(
    ("game", "depth", "nodes"),
    [
        (NIM, 0, 1),
        (NIM, 1, 12),
        # From 3-4-5: 66 second choices are left after one heap of twelve ways.
        (NIM, 2, 12 * 12 - (1 + 2 + 3) - (1 + 2 + 3 + 4) - (1 + 2 + 3 + 4 + 5)),
        (PIG, 1, 1),
        (PIG, 2, 6),
        (PIG, 3, 1 + 5 * 2),
        # Each of two seats has two sides; then the other one has two.
        (PENNIES, 1, 4),
        (PENNIES, 2, 8),
        (PENNIES, 3, 32),
    ],
)
def test_perft_counts_every_pair_and_every_face(game, depth, nodes):
    talk = Talk(game)
    talk("new")
    assert talk("perft", depth=depth) == {"ok": True, "depth": depth, "nodes": nodes}


def test_a_sequence_that_ends_earlier_is_not_counted():
    talk = Talk(NIM)
    talk("new", options={"heaps": "1-1"})
    assert [talk("perft", depth=d)["nodes"] for d in range(4)] == [1, 2, 2, 0]


def test_playouts_play_the_last_game_and_leave_it_alone():
    talk = Talk(PIG, step=0.5)
    assert len(talk("playouts", n=3, seed=1)["wins"]) == 2
    talk("new", players=3)
    before = talk("play", action="roll"), talk("state")
    answer = talk("playouts", n=40, seed=1)
    assert answer["games"] == 40 == sum(answer["wins"]) + answer["draws"]
    assert len(answer["wins"]) == 3
    assert answer["mean_length"] == answer["actions"] / 40
    assert answer["seconds"] == 0.5
    assert talk("state") == before[1]
    assert answer == talk("playouts", n=40, seed=1)
    assert answer != talk("playouts", n=40, seed=2)


def test_playouts_keep_the_options_of_a_loaded_position():
    talk = Talk(NIM)
    talk("load", state={"options": {"heaps": "1-1"}, "heaps": [1, 0]})
    answer = talk("playouts", n=5)
    assert (answer["actions"], answer["wins"]) == (10, [0, 5])


class CountedPig(Pig):
    """Pig that counts what its players do."""

    done = 0

    def apply(self, state, seat, action, events=None):
        self.done += seat != CHANCE
        return super().apply(state, seat, action, events)


def test_playouts_count_what_players_do_and_not_the_dice():
    rules = CountedPig()
    answer = Talk(Game(rules, {}, MenuView()))("playouts", n=5, seed=1)
    assert answer["actions"] == rules.done > 0


class SharedNim(Nim):
    """Nim that everybody wins."""

    def outcome(self, state):
        over = not any(state.heaps)
        return Outcome(over, (0, 1) if over else (), (0, 0))


def test_a_shared_victory_is_nobodys_win():
    answer = Talk(Game(SharedNim(), {}, MenuView()))("playouts", n=5)
    assert (answer["wins"], answer["draws"]) == ([0, 0], 5)


@pytest.mark.parametrize("ms", [1, 20, 500])
def test_a_bot_answers_within_its_time(ms):
    talk = Talk(NIM, step=ms / 1_000_000)
    talk("new")
    before = talk.clock.now
    assert talk("bot", level="hard", ms=ms)["ok"]
    assert talk.clock.now - before <= ms / 1000 * 1.1


def test_a_bot_takes_the_win_and_changes_nothing():
    talk = Talk(NIM, step=0.001)
    talk("load", state={"heaps": [0, 3, 0], "turn": 1})
    before = talk("state")
    assert talk("bot", level="easy", ms=50) == {"ok": True, "action": "take 3 from 1"}
    assert talk("state") == before


def test_a_game_without_bots_of_its_own_has_the_house_bots():
    talk = Talk(Game(Nim(), {}, MenuView()), step=0.01)
    talk("new")
    assert talk("bot", ms=100)["ok"]


def served(game, *lines):
    out = io.StringIO()
    serve(Engine(game, Clock()), lines, out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_serving_answers_every_line_until_quit():
    quitting = '{"cmd":"quit"}\n'
    answers = served(NIM, "nonsense\n", '{"cmd":"hello"}\n', quitting, quitting)
    assert [answer["ok"] for answer in answers] == [False, True, True]
    assert answers[-1] == {"ok": True}


def test_the_end_of_input_ends_the_service():
    assert len(served(NIM, '{"cmd":"hello"}')) == 1


def test_bytes_that_are_no_text_are_refused_and_the_service_goes_on():
    answers = served(NIM, b"\xff\xfe\n", b'{"cmd":"hello"}\n')
    assert [answer["ok"] for answer in answers] == [False, True]
