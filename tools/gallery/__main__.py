"""`python -m tools.gallery FOLDER`: every screen in both languages, and a film."""

import sys
from pathlib import Path

from cabinet.screen.loop.window import open_display
from cabinet.tabletop.registry import shipped
from tools.gallery import film
from tools.gallery.shots import photograph_all, render_all


def main(folder: Path) -> None:
    """Draw everything below `folder`, and name each file as it is written."""
    open_display(headless=True)
    drawn = render_all(folder, ("fr", "en"))
    for path in (*drawn, *photograph_all(folder / "display", "en")):
        sys.stdout.write(f"{path}\n")
    sys.stdout.write(f"{film.write(shipped(), 'en', folder / 'film.png')}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
