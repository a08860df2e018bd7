"""What the cabinet itself writes on a picture; a game's own table is its business."""

from cabinet.picture import Neon, Text
from cabinet.screens import stage
from cabinet.screens.scenes import programme


def tables(show):
    """The pictures of games that may stand at the bottom of this one."""
    if show.play:
        yield show.play.picture
    if show.theatre:
        for offer in show.snapshot.offers:
            yield show.theatre.still(offer, show.words)


def our_texts(show):
    shapes = programme.picture(show)
    start = max(
        (len(table) for table in tables(show) if shapes[: len(table)] == table),
        default=0,
    )
    return [s for s in shapes[start:] if isinstance(s, Text | Neon) and s.words]


def box(text):
    width, height = stage.measure(text)
    left = {"left": 0, "center": width // 2, "right": width}[text.align]
    return text.x - left, text.y, text.x - left + width, text.y + height


def written(show):
    return "\n".join(text.words for text in our_texts(show))
