"""`python -m tools.gallery FOLDER`: every screen in both languages, and a film."""

import argparse
from pathlib import Path

from cabinet.screen.loop.window import open_display
from cabinet.screen.render.colors import wear
from tools.gallery.eyes import SIGHTS
from tools.gallery.pages import shown
from tools.gallery.shots import write_all, write_seen


def main() -> None:
    """Draw the gallery, and name each file as it is written."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.gallery", description=__doc__
    )
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument(
        "--pages", action="store_true", help="draw only what a page of docs/ shows"
    )
    parser.add_argument(
        "--filter", choices=SIGHTS, help="draw the stills as these eyes see them"
    )
    parser.add_argument(
        "--contrast", action="store_true", help="draw everything with high contrast"
    )
    asked = parser.parse_args()
    open_display(headless=True)
    wear(contrast=asked.contrast)
    folder = asked.folder.resolve()
    if asked.filter:
        paths = write_seen(folder, asked.filter)
    else:
        paths = write_all(folder, shown() if asked.pages else None)
    for number, path in enumerate(paths, 1):
        print(f"{number:4}  {path}", flush=True)


if __name__ == "__main__":
    main()
