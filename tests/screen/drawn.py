"""What the cabinet itself writes on a picture; a game's own table is its business."""

from cabinet.picture.shapes import Neon, Text
from cabinet.screen.render import fonts, painter
from cabinet.screen.scenes import scene_table

# A code point no font has: it is drawn as every missing glyph is.
NO_CHARACTER = "\ue000"


def undrawable(words, face):
    """The characters of `words` this face has no glyph for; "" when all is well."""
    blank = pixels(NO_CHARACTER, face)
    return "".join(c for c in words if pixels(c, face) == blank)


def pixels(character, face):
    return fonts.written(character, face, "white", 1).ink.get_buffer().raw


def tables(show):
    """The pictures of games that may stand at the bottom of this one."""
    if show.play:
        yield show.play.picture
    if show.demo_player:
        for offer in show.snapshot.offers:
            yield show.demo_player.still(offer, show.words)


def our_texts(show):
    shapes = scene_table.picture(show)
    start = max(
        (len(table) for table in tables(show) if shapes[: len(table)] == table),
        default=0,
    )
    return [s for s in shapes[start:] if isinstance(s, Text | Neon) and s.words]


def box(text):
    width, height = painter.measure(text)
    left = {"left": 0, "center": width // 2, "right": width}[text.align]
    return text.x - left, text.y, text.x - left + width, text.y + height


def written(show):
    return "\n".join(text.words for text in our_texts(show))
