"""The guides say what is true: their code runs, their tables are the shipped pins."""

import re
from pathlib import Path

from cabinet.clock import VirtualClock
from cabinet.settings.wires import SHIPPED_LINES
from tests.io.conformance import BEGIN, WIRING, Bench, check_io_port

DOCS = Path(__file__).parents[2] / "docs"


def test_the_backend_of_the_guide_keeps_its_promise(tmp_path):
    guide = (DOCS / "adding-an-io-backend.md").read_text(encoding="utf-8")
    module, fixture = re.findall(r"```python\n(.*?)```", guide, re.DOTALL)
    names = {"VirtualClock": VirtualClock, "BEGIN": BEGIN, "WIRING": WIRING}
    names |= {"Bench": Bench}
    exec(module, names)
    exec(fixture.replace("@pytest.fixture\n", ""), names)
    bench = names["textfile_bench"](tmp_path)
    check_io_port(next(bench))
    assert next(bench, None) is None


def test_every_shipped_line_is_in_the_wiring_guide_with_its_pin():
    guide = (DOCS / "wiring.md").read_text(encoding="utf-8")
    table = dict(re.findall(r"\| `([a-z0-9.]+)` \| (\d+) \|", guide))
    shipped = {line: str(end["pin"]) for line, end in SHIPPED_LINES.items()}
    assert table == shipped
