"""Write a file of before as it would be written today, when the counter starts.

The old file is kept beside it, so that a release that knows it can be gone back to.
"""

import logging
from contextlib import suppress
from pathlib import Path
from typing import Final

from cabinet.platform.files import write_durably
from cabinet.settings.editing import ABSENT
from cabinet.settings.file import Edits, SettingsFile
from cabinet.settings.moved import QUIET, moved
from cabinet.settings.problems import ConfigError, SettingPath
from cabinet.settings.yaml_marks import compose

BEFORE: Final = ".before-schedule"
AUTHOR: Final = "upgrade"


def move_in_file(file: SettingsFile, wall_ms: int) -> Path | None:
    """Write the file as of today; where the old one is kept, None: nothing to do.

    A file that is wrong, or that cannot be written, is left as it is: it is read as
    before, and whoever starts the cabinet is told what is wrong with it.
    """
    with suppress(ConfigError, OSError):
        text = file.text()
        edits = _edits(text)
        if edits:
            file.check(text)
            kept = file.path.with_name(file.path.name + BEFORE)
            write_durably(kept, text, file.path.stat().st_mode & 0o777)
            file.change(edits, AUTHOR, wall_ms)
            logging.info("the hours are in the schedule now; before: %s", kept)
            return kept
    return None


def _edits(text: str) -> Edits:
    root = compose(text).root
    if root is None:
        return {}
    modes = root.child("modes")
    items = modes.value if modes and isinstance(modes.value, list) else []
    old: list[SettingPath] = [
        ("modes", number, "hours")
        for number, mode in enumerate(items)
        if mode.child("hours")
    ]
    sound = root.child("sound")
    old += [("sound", name) for name in QUIET if sound and sound.child(name)]
    if not old:
        return {}
    schedule = moved(root).child("schedule")
    rules = schedule.child("rules") if schedule else None
    held = rules.plain() if rules else ()
    made = list(held) if isinstance(held, tuple) else []
    return {("schedule", "rules"): made, **dict.fromkeys(old, ABSENT)}
