"""Which pictures the pages show: only those are kept in docs/."""

import re
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
DOCS: Final = ROOT / "docs"
KINDS: Final = frozenset({".gif", ".jpg", ".png", ".svg", ".webp"})
_LINK: Final = re.compile(r"\]\(([^)#\s]+)\)")


def shown() -> set[Path]:
    """Every picture below docs/ that a page shows or links to."""
    found = set()
    for page in (*ROOT.glob("*.md"), *DOCS.glob("**/*.md")):
        for link in _LINK.findall(page.read_text(encoding="utf-8")):
            path = (page.parent / link).resolve()
            if path.suffix in KINDS and path.is_relative_to(DOCS):
                found.add(path)
    return found
