"""What root says is known in every language, and fits beside the rows of the menu."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from cabinet.i18n import LANGUAGES, words
from cabinet.machine.update import RESULTS
from cabinet.protocol.machine import (
    SOURCES,
    STEPS,
    VERBS,
    Machine,
    NetworkCard,
    OutcomeCard,
    UpdateCard,
)
from cabinet.screen.scenes import lettering
from cabinet.screen.scenes.menu_machine import machine_beside
from tests.screen.gallery import samples
from tests.screen.scenes.test_every_word import texts

ROOM, LINES = 250, 5
# Said by install() itself, by `install.sh`, and by whoever finds no answer.
ENDS = {"refused", "cut"}
MACHINE = Path(__file__).parents[3] / "cabinet/machine"


def codes():
    """Every reason that root's side can give, out of its source."""
    text = "".join(path.read_text(encoding="utf-8") for path in MACHINE.glob("*.py"))
    found = set(re.findall(r'RefusedVerbError\(\s*"([a-z_]+)"', text))
    found |= set(re.findall(r'int\(serial\), "([a-z]+)"\)', text))
    return found | {"wrong_secret", "not_joined", "too_large", "no_plain_file"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_step_and_end_has_words(language):
    entries = words(language).entries

    def told(part):
        start = f"machine.{part}."
        return {key.removeprefix(start) for key in entries if key.startswith(start)}

    assert told("why") == codes()
    assert told("steps") == set(STEPS)
    assert told("source") == set(SOURCES)
    assert told("result") == set(RESULTS.values()) | ENDS
    done = {f"{verb}_{what}" for verb in VERBS for what in VERBS[verb]}
    assert told("done") < done
    for key, entry in entries.items():
        if key.startswith("machine."):
            filled = re.sub(r"\{\w+\}", "Café du Comm", entry)
            lines = lettering.wrap(filled, ROOM, LINES)
            assert " ".join(lines) == filled, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_the_machine_is_there_is_a_page_for_it(language):
    (show,) = [one for name, one in samples(language) if name == "menu_wifi"]
    update = UpdateCard("0.3.0", "0.2.0", "stick")
    machines = [
        Machine(installed=True, network=NetworkCard(managed=True, has_wifi=True)),
        Machine(installed=True, looked=True, pinned=False),
        Machine(installed=True, doing=("update", "network", "clock")),
        *(
            Machine(installed=True, update=replace(update, step=step))
            for step in (*STEPS, "a step of tomorrow")
        ),
        *(
            Machine(installed=True, update=replace(update, result=result))
            for result in (*RESULTS.values(), *ENDS, "a result of tomorrow")
        ),
        *(
            Machine(
                installed=True,
                outcomes=tuple(
                    OutcomeCard(v, VERBS[v][1], result)
                    for v in VERBS
                    if len(VERBS[v]) > 1
                ),
            )
            for result in (*codes(), "done", "a reason of tomorrow")
        ),
    ]
    for machine in machines:
        for page in ("wifi", "clock", "update", "zone.Europe"):
            state = replace(show.menu_state, machine=machine, trail=((page, 0),))
            picture = machine_beside(replace(show, menu_state=state), 364, 60, 306)
            told = list(texts(picture))
            assert told or page in ("wifi", "update")
