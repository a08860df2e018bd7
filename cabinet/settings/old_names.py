"""Sections of the operator's file under the names they had before.

A file, a fleet bundle or a line of the history may still use an old name, for one more
release. Everything inside uses today's; nothing renames a section in the file.
"""

from typing import Final

import yaml

from cabinet.i18n.message import Message, message
from cabinet.settings.problems import SettingPath

TODAY: Final = {"office": "web"}


def current(setting: str) -> str:
    """A dotted path with its section called as it is today."""
    section, dot, rest = setting.partition(".")
    return f"{TODAY.get(section, section)}{dot}{rest}"


def as_written(root: yaml.Node | None, path: SettingPath) -> SettingPath:
    """The path with its section called as the file calls it."""
    section = str(path[0])
    return (_old_names(root).get(section, section), *path[1:])


def advice(text: str) -> tuple[Message, ...]:
    """What the operator would rename."""
    return tuple(
        message("advice.old_name", old=f"{old}:", new=f"{new}:")
        for new, old in _old_names(yaml.compose(text)).items()
    )


def _old_names(root: yaml.Node | None) -> dict[str, str]:
    """Today's name of each section that the file has under an old one."""
    if not isinstance(root, yaml.MappingNode):
        return {}
    written = (str(key.value) for key, _ in root.value)
    return {TODAY[name]: name for name in written if name in TODAY}
