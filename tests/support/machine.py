"""Answers of root's, as the gallery of the service menu has them."""

import json
import threading
from pathlib import Path

import yaml

from cabinet.clock import SystemClock

GALLERY = Path(__file__).parents[2] / "tools/gallery/menu.yaml"


def furnish_machine(folder, name):
    """Write what root would say of that machine; the clock is this machine's own."""
    machine = yaml.safe_load(GALLERY.read_text(encoding="utf-8"))["machines"][name]
    folder.mkdir(exist_ok=True)
    numbers = {}
    for old in folder.glob("*.json"):
        numbers[old.stem] = json.loads(old.read_text()).get("number", 0)
        if not old.stem.startswith("outcome-"):
            old.unlink()
    now = SystemClock().wall_ms() // 1000
    update = machine.get("update", {})
    if "step" in update:  # for two minutes
        update = update | {"began": now - 125, "step_began": now - 30}
    documents = {
        "network": machine["network"],
        "releases": {
            "releases": machine.get("releases", []),
            "version": machine["version"],
            "pinned": True,
        },
        "update": update,
        **{f"outcome-{each['verb']}": each for each in machine.get("outcomes", ())},
    }
    for document, content in documents.items():
        if content:
            if document.startswith("outcome-"):  # what was asked stays answered
                content = content | {"number": numbers.get(document, 0)}
            (folder / f"{document}.json").write_text(json.dumps(content))


class Answering(threading.Thread):
    """Answers notes as root would: what was looked for has been looked for."""

    def __init__(self, notes, answers):
        super().__init__(daemon=True)
        self._notes, self._answers = notes, answers
        self._over = threading.Event()

    def run(self):
        while not self._over.wait(0.05):
            for note in self._notes.glob("ask-*"):
                verb = note.name.removeprefix("ask-")
                told = json.loads(note.read_text())
                note.unlink()
                there = self._answers / f"outcome-{verb}.json"
                before = json.loads(there.read_text()) if there.exists() else {}
                kept = before if before.get("what", "look") != "look" else {}
                outcome = {"verb": verb, "what": "look", "result": "done"} | kept
                number = int(told["number"])
                there.write_text(json.dumps(outcome | {"number": number}))

    def end(self):
        self._over.set()
        self.join()
