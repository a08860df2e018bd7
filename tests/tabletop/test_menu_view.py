import pytest

from cabinet.picture.shapes import Box, Text
from cabinet.tabletop.api import CHANCE, Look, Outcome
from cabinet.tabletop.menu_view import ROWS, MenuView

VIEW = MenuView()
MANY = tuple(f"take {n}" for n in range(40))
NAMES = ("Ana", "Bo")


def look(legal=("roll", "hold"), hand=0, due=(0,), language="en", **changes):
    fields = {
        "seen": None,
        "document": lambda: {"game": "pig", "scores": [1, 2], "pot": 0},
        "due": due,
        "legal": legal,
        "hand": hand,
        "names": NAMES,
        "lately": (),
        "age": 0,
        "frame": 0,
        "language": language,
    }
    return Look(**fields | changes)


def words(look):
    return [shape.words for shape in VIEW.picture(look) if isinstance(shape, Text)]


def pointed(look):
    """The words in the highlighted line."""
    shapes = VIEW.picture(look)
    (mark,) = [i for i, s in enumerate(shapes) if isinstance(s, Box) and i > 0]
    return shapes[mark + 1].words


@pytest.mark.parametrize(
    ("hand", "button", "after"),
    [
        (0, "down", 1),
        (1, "up", 0),
        (0, "up", 39),
        (39, "down", 0),
        (0, "right", ROWS),
        (35, "right", 39),
        (20, "left", 20 - ROWS),
        (3, "left", 0),
        (3, "b", 3),
    ],
)
def test_the_stick_moves_along_the_list(hand, button, after):
    assert VIEW.press(hand, button, {}, MANY) == (after, None)


def test_a_plays_the_line_pointed_at():
    assert VIEW.press(7, "a", {}, MANY) == (7, "take 7")
    assert VIEW.press(0, "a", {}, ()) == (0, None)


def test_the_hand_stays_on_its_line_if_there_is_one():
    assert VIEW.hand({}, MANY, None) == 0
    assert VIEW.hand({}, MANY, 12) == 12
    assert VIEW.hand({}, ("pass",), 12) == 0
    assert VIEW.hand({}, (), 12) == 0


@pytest.mark.parametrize("hand", range(40))
def test_the_list_scrolls_so_that_the_line_pointed_at_is_seen(hand):
    shown = look(legal=MANY, hand=hand)
    assert pointed(shown) == f"take {hand}"
    assert sum(line.startswith("take") for line in words(shown)) == ROWS
    assert f"{hand + 1}/40" in words(shown)


def test_the_position_and_what_happened_are_shown():
    shown = words(look(lately=({"event": "dice", "face": 4},)))
    assert {"scores", "[1, 2]", "pot", "0", "dice 4"} <= set(shown)
    assert "game" not in shown


def test_long_lines_are_cut():
    shown = words(look(legal=("x" * 200,), document=lambda: {"field": "y" * 200}))
    assert max(map(len, shown)) == 64
    assert any(line.endswith("…") for line in shown)


@pytest.mark.parametrize(
    ("due", "language", "heading"),
    [
        ((1,), "fr", "À Bo de jouer"),
        ((0, 1), "fr", "À Ana et Bo de jouer"),
        ((0, 1), "en", "Ana and Bo to play"),
        ((CHANCE,), "fr", "Le hasard décide"),
        ((), "en", "The game is over"),
        ((0,), "de", "Ana to play"),
    ],
)
def test_the_heading_says_who_is_due(due, language, heading):
    assert words(look(due=due, language=language))[0] == heading


def test_help_names_the_buttons_that_do_something():
    buttons = dict(VIEW.help(look(language="fr")))
    assert buttons == {"up": "Précédent", "down": "Suivant", "a": "Jouer"}
    assert {"left", "right"} <= set(dict(VIEW.help(look(legal=MANY))))
    assert VIEW.help(look(hand=None)) == ()


@pytest.mark.parametrize(
    ("winners", "language", "sentence"),
    [
        ((1,), "fr", "Bo gagne (le but)"),
        ((0, 1), "fr", "Ana et Bo gagnent ensemble (le but)"),
        ((), "fr", "Match nul (le but)"),
        ((0,), "en", "Ana wins (le but)"),
    ],
)
def test_the_ending_is_one_sentence(winners, language, sentence):
    outcome = Outcome(True, winners, (1, 2), "le but")
    assert VIEW.ending(outcome, NAMES, language) == sentence


def test_an_ending_without_a_reason_has_no_brackets():
    assert VIEW.ending(Outcome(True, (), (0, 0)), NAMES, "en") == "A draw"


def cells(**seen):
    """The squares that are drawn, and what stands on them, from top to bottom."""
    shapes = VIEW.picture(look(document=lambda: seen, hand=None))
    squares = [s for s in shapes if isinstance(s, Box) and s.w == s.h]
    on = [s.words for s in shapes if isinstance(s, Text) and s.align == "center"]
    return len(squares), on


@pytest.mark.parametrize(
    ("board", "squares", "pieces"),
    [
        (["X..", ".O.", "..."], 9, ["X", "O"]),
        ([["X", ""], [None, 12]], 4, ["X", "12"]),
        ([[5, None, None]], 3, ["5"]),
        (["." * 19] * 19, 361, []),
    ],
)
def test_a_board_of_strings_or_lists_is_drawn_as_a_board(board, squares, pieces):
    assert cells(board=board) == (squares, pieces)


@pytest.mark.parametrize(
    "field",
    [
        ["one row"],
        ["rows", "of different", "length"],
        [1, 2, 3],
        [[1, 2], [3]],
        [[[1, 0], [2, 0]]],
        [[], []],
        [],
        "text",
        [["."] * 80] * 40,
    ],
)
def test_what_is_no_board_or_too_large_is_written(field):
    assert cells(field=field) == (0, [])


@pytest.mark.parametrize("size", [3, 8, 12, 19])
def test_boards_and_the_other_fields_stay_apart(size):
    board = ["X" * size] * size
    seen = {f"field{n}": n for n in range(9)} | {"sea": board, "mine": board}
    shapes = VIEW.picture(look(document=lambda: seen, hand=None))
    squares = [s for s in shapes if isinstance(s, Box) and s.w == s.h]
    lowest = max((s.y + s.h for s in squares), default=0)
    texts = [s for s in shapes if isinstance(s, Text) and s.words.startswith("field")]
    assert texts
    assert all(lowest < s.y <= 288 for s in texts)
    assert all(s.x + s.w <= 356 for s in squares)
