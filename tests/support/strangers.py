"""Somebody else's package, installed beside ours for the length of a test."""

import re
import sys
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"


class Stranger:
    """A package folder; `install` makes its entry points known."""

    def __init__(self, folder, monkeypatch):
        self.folder = folder
        self._monkeypatch = monkeypatch
        self._before = set(sys.modules)

    def install(self, group, name, value):
        info = self.folder / "stranger-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text("Name: stranger\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[{group}]\n{name} = {value}\n")
        self._monkeypatch.syspath_prepend(self.folder)

    def leave(self):
        """Unload what was imported from the folder."""
        for name in set(sys.modules) - self._before:
            file = getattr(sys.modules[name], "__file__", None) or ""
            if Path(file).is_relative_to(self.folder):
                del sys.modules[name]


def printed_code(page):
    """The Python that a page of docs/ prints, block by block."""
    text = (DOCS / page).read_text(encoding="utf-8")
    return re.findall(r"```python\n(.*?)```", text, re.DOTALL)
