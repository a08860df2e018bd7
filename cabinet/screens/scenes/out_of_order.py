"""Something is wrong that players cannot mend: say so, and take no coin."""

from cabinet.picture import HEIGHT, WIDTH, Box, Picture, Polygon, Text
from cabinet.screens.scenes.bar import Help, bar
from cabinet.screens.scenes.lettering import fit, label, wrap
from cabinet.screens.scenes.panels import CENTER, Ramp, heading
from cabinet.screens.scenes.show import Show


def picture(show: Show) -> Picture:
    """The reason in words and as a code, and whom to call."""
    words, code = show.words, show.snapshot.reason
    known = f"reason.{code}"
    reason = words(known) if known in words else words("reason.unknown")
    kept = words("out_of_order.credits") if show.snapshot.credits else ""
    return (
        Box(0, 0, WIDTH, HEIGHT, "ink"),
        *tape(0),
        *tape(296),
        *heading(66, words("out_of_order.title"), Ramp("wine", "red", "rose")),
        label(CENTER, 130, reason, "white", 600, "title", "center"),
        Text(CENTER, 172, words("out_of_order.operator"), "gold", "body", "center"),
        Text(CENTER, 196, words("out_of_order.coins"), "mist", "body", "center"),
        Text(CENTER, 220, kept, "mist", "body", "center"),
        *(
            Text(CENTER, 254 + 16 * row, line, "ash", "body", "center")
            for row, line in enumerate(_for_the_operator(show))
        ),
        *bar(show, _buttons(show)),
    )


def _for_the_operator(show: Show) -> list[str]:
    """What exactly is wrong, as the program says it; else the code."""
    if show.snapshot.detail:
        return wrap(show.snapshot.detail, 600, 2)
    code = show.snapshot.reason or "?"
    return [fit(show.words("out_of_order.code", code=code), 600, "body")]


def _buttons(show: Show) -> Help:
    if show.snapshot.reason in ("screen", "link"):
        return ()
    return (("test", show.words("do.try_again")),)


def tape(y: int) -> Picture:
    """The stripes of a building site, across the screen."""
    stripes = tuple(
        Polygon(((x, y + 24), (x + 20, y + 24), (x + 44, y), (x + 24, y)), "ink")
        for x in range(-40, WIDTH, 40)
    )
    return (Box(0, y, WIDTH, 24, "amber"), *stripes)
