"""The operator's file for other eyes: every comment and number, and no secret."""

import json
import re
from collections.abc import Iterator
from typing import Final

import yaml

from cabinet.settings.secrets import HIDDEN, is_secret

# Names that hold a secret wherever they stand, also in files of other releases.
_NAMES: Final = re.compile(r"(password|passphrase|secret|token|credential)s?$")
_UNREADABLE: Final = re.compile(
    r"((?:pin|password|passphrase|secret|token|credential)s?\s*:)[^\n]*"
)


def redacted(text: str) -> str:
    """The text with a mark in the place of each secret."""
    try:
        root = yaml.compose(text)
    except yaml.YAMLError:
        # Nobody knows what stands where: rather a wire's pin too few than a PIN.
        return _UNREADABLE.sub(rf"\1 {HIDDEN}", text)
    for start, end in sorted(_secrets(root, ()), reverse=True):
        text = f"{text[:start]}{HIDDEN!r}{text[end:]}"
    return text


def redacted_history(text: str) -> str:
    """The same of the history, whose older lines may still tell a secret."""
    return "".join(_redacted_line(line) for line in text.splitlines())


def _redacted_line(line: str) -> str:
    try:
        document = json.loads(line)
        document.pop("lines", None)  # the file's own words, whatever they tell
        for change in document["changes"]:
            if _is_kept_back(tuple(change["path"])):
                change |= {"old": HIDDEN, "new": HIDDEN}
    except (ValueError, KeyError, TypeError):
        return ""  # cut in the middle, or none of ours
    return json.dumps(document, ensure_ascii=False) + "\n"


def _secrets(
    node: yaml.Node | None, path: tuple[str | int, ...]
) -> Iterator[tuple[int, int]]:
    """Where in the text a secret begins and ends."""
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            here = (*path, str(getattr(key, "value", "")))
            yield from _secrets(value, here)
    elif isinstance(node, yaml.SequenceNode):
        for index, value in enumerate(node.value):
            yield from _secrets(value, (*path, index))
    elif isinstance(node, yaml.ScalarNode) and _is_kept_back(path):
        yield node.start_mark.index, node.end_mark.index


def _is_kept_back(path: tuple[str | int, ...]) -> bool:
    return is_secret(path) or bool(_NAMES.search(str(path[-1] if path else "")))
