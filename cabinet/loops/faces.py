"""The cabinet's own letters, for loops that want to look as if they belonged to it.

`pygame.font.Font(*face("title"))` is one; drawn without anti-aliasing they are crisp.
"""

from importlib.resources import files
from typing import Final

# A file each, and the one size on whose grid it was drawn.
FACES: Final = {
    "title": ("jersey-15-latin-400-normal.woff2", 27),
    "body": ("jersey-10-latin-400-normal.woff2", 19),
    "small": ("silkscreen-latin-400-normal.woff2", 8),
    "tiny": ("tiny5-latin-400-normal.woff2", 8),
}


def face(name: str) -> tuple[str, int]:
    """The file and the size of `title`, `body`, `small` or `tiny`."""
    file, size = FACES[name]
    return str(files("cabinet.screen").joinpath("assets", "fonts", file)), size
