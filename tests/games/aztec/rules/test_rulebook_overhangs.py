"""One case per sentence of the rulebook: what may hang over the void (8, 9).

The numbers are those of the game's README.md.
"""

from itertools import product

from cabinet.games.aztec.rules.board import CUBES, ORIENTATIONS, cell_of
from cabinet.games.aztec.rules.site import overhangs


def stands(piece, supports):
    """Whether a piece lies steady with only these cells built under it."""
    return all(need & set(map(cell_of, supports)) for need in overhangs(piece))


def test_8_one_overhanging_cube_is_always_allowed():
    # The V stands on one arm; the foot at the top of the other is over the void.
    figure = ((0, 0, 0), (1, 0, 0), (2, 0, 0), (0, 0, 1), (0, 0, 2), (0, 1, 2))
    assert tuple(sorted(figure)) in CUBES
    assert stands(figure, [])


def test_8_two_overhanging_cubes_need_a_support_under_one_of_them():
    # The V stands on one arm, the other arm is on top: A and B.
    figure = ((0, 1, 0), (0, 1, 1), (0, 1, 2), (1, 1, 2), (2, 1, 2), (0, 0, 0))
    assert tuple(sorted(figure)) in CUBES
    assert not stands(figure, [])
    assert stands(figure, [(1, 1, 1)])
    assert stands(figure, [(2, 1, 1)])


def test_8_the_chain_of_four_stands_with_ac_bd_or_bc_supported():
    # The V lies on its foot, which carries one end: the others are A, B, C, D.
    chain = [(1, 0, 1), (2, 0, 1), (2, 1, 1), (2, 2, 1)]
    figure = tuple(sorted([(0, 0, 0), (0, 0, 1), *chain]))
    assert figure in CUBES
    steady = set()
    for pattern in product((False, True), repeat=4):
        under = [(x, y, 0) for (x, y, _), on in zip(chain, pattern, strict=True) if on]
        if stands(figure, under):
            steady.add("".join(n for n, on in zip("ABCD", pattern, strict=True) if on))
    assert steady == {"AC", "BC", "BD", "ABC", "ABD", "ACD", "BCD", "ABCD"}


def test_8_a_foot_in_the_air_under_its_arm_is_two_free_cubes():
    """One above the other is consecutive too, whatever carries the rest."""
    piece = next(p for p in CUBES if (2, 2, 1) in p and sum(c[2] == 2 for c in p) == 5)
    (foot,) = [cube for cube in piece if cube[2] == 1]
    others = [(x, y, 1) for x, y, z in piece if z == 2 and (x, y) != foot[:2]]
    assert not stands(piece, others)
    assert stands(piece, [*others, (foot[0], foot[1], 0)])


def test_9_wherever_two_consecutive_cubes_do_not_hang_the_piece_balances():
    """The centre of gravity is above the supports in every pattern of supports."""
    cases = 0
    for piece in ORIENTATIONS:
        for height in range(3 - max(z for _, _, z in piece)):
            lifted = tuple((x, y, z + height) for x, y, z in piece)
            cases += check_balance(lifted)
    assert cases == 144


def check_balance(piece):
    lowest = {}
    for x, y, z in piece:
        lowest[x, y] = min(z, lowest.get((x, y), z))
    grounded = [column for column, z in lowest.items() if z == 0]
    hanging = [column for column, z in lowest.items() if z > 0]
    cases = 0
    for pattern in product((False, True), repeat=len(hanging)):
        held = [c for c, on in zip(hanging, pattern, strict=True) if on]
        under = [(x, y, lowest[x, y] - 1) for x, y in held]
        if stands(piece, under):
            assert balances(piece, grounded + held)
            cases += 1
    return cases


def balances(piece, columns):
    """No line through the centre of gravity has all the supports on one side."""
    gx = sum(x + 0.5 for x, _, _ in piece) / 6
    gy = sum(y + 0.5 for _, y, _ in piece) / 6
    feet = [
        (x + i - gx, y + j - gy) for x, y in columns for i in (0, 1) for j in (0, 1)
    ]
    return all(
        any(ax * y - ay * x > -1e-9 for x, y in feet if (x, y) != (ax, ay))
        and any(ax * y - ay * x < 1e-9 for x, y in feet if (x, y) != (ax, ay))
        for ax, ay in feet
    )
