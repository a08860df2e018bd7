"""One name, one meaning: no two classes of the product share a name by accident."""

import re
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[1]
# Every game has these, each its own, and no game imports another.
IN_EVERY_GAME = {"Hand", "Shown", "State"}
# The word on the bus is the name of the class, so its name cannot be another.
ON_THE_BUS = {"Look", "Result"}
CLASS = re.compile(r"^class ([A-Za-z]\w*)", re.MULTILINE)


def test_a_name_of_a_class_has_one_meaning_in_the_product():
    found = defaultdict(list)
    for file in sorted((ROOT / "cabinet").rglob("*.py")):
        for name in CLASS.findall(file.read_text(encoding="utf-8")):
            found[name].append(str(file.relative_to(ROOT)))
    meant = IN_EVERY_GAME | ON_THE_BUS
    twice = {name: files for name, files in found.items() if len(files) > 1}
    assert not twice.keys() - meant, "give one of them a name that says which it is"
    assert meant <= twice.keys(), "no longer shared: take it off the list"
    for name in IN_EVERY_GAME:
        assert all(file.startswith("cabinet/games/") for file in twice[name])
