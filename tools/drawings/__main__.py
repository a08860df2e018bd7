"""Draw everything again: `python -m tools.drawings [--config FILE] [FOLDER]`.

As shipped it also writes the pin tables of docs/wiring.md and the drawing of the rooms.
With a file the drawings and the tables are those of that cabinet, and the pages are
left alone.
"""

import argparse
from pathlib import Path

from tools.drawings import rooms
from tools.drawings.page import DRAWINGS, PAGE, drawings, with_tables


def main() -> None:
    """Write the drawings, and the tables of the page."""
    parser = argparse.ArgumentParser(prog="drawings", description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=DRAWINGS)
    parser.add_argument("--config", type=Path)
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    for name, svg in drawings(arguments.config).items():
        path = arguments.folder / name
        path.write_text(svg, encoding="utf-8")
        print(path)
    if arguments.config is None:
        text = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(with_tables(text), encoding="utf-8")
        rooms.DRAWING.write_text(rooms.rooms().svg(), encoding="utf-8")
        print(rooms.DRAWING)
    else:
        print(with_tables(TABLES_ALONE, arguments.config))


TABLES_ALONE = "<!-- inputs -->\n<!-- end -->\n\n<!-- outputs -->\n<!-- end -->\n"

if __name__ == "__main__":
    main()
