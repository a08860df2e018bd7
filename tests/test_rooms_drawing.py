"""docs/architecture.md begins with a drawing that is true to the imports."""

from tools.drawings import rooms


def test_the_drawing_of_the_rooms_is_the_one_we_would_draw():
    drawn = rooms.DRAWING.read_text(encoding="utf-8")
    assert drawn == rooms.rooms().svg(), "draw it again: make drawings"


def test_arrows_that_a_longer_way_replaces_are_not_drawn():
    chain = {("cli", "app"), ("app", "core"), ("cli", "core")}
    assert rooms.direct(chain) == {("cli", "app"), ("app", "core")}


def test_every_room_of_every_layer_is_drawn_once():
    svg = rooms.rooms().svg()
    for layer in rooms.layers():
        for room in layer:
            name = room.removeprefix("cabinet.")
            assert svg.count(f">{name}/<") + svg.count(f">{name}.py<") == 1, room
