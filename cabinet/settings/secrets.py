"""Settings that no history, log or terminal repeats: the owner's PIN.

A PIN set at the menu or the page is kept sealed. One typed into the file by hand is
taken as it stands, and `cabinet check` advises to set it at the menu or the page.
"""

import json
import os
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

import yaml

from cabinet.core.owner_pin import PATTERN, SALT_BYTES, sealed
from cabinet.i18n.message import Message, message
from cabinet.settings import Config
from cabinet.settings.problems import SettingPath

_PIN: Final[SettingPath] = ("service", "pin")
SECRETS: Final = (_PIN,)
HIDDEN: Final = "•••"
_ONLY_HERE: Final = ("localhost", "::1")
_HERE: Final = ("localhost", "127.0.0.1", "::1")


def is_secret(path: SettingPath) -> bool:
    """Whether a setting, or something in it, is nobody's business."""
    return any(secret[: len(path)] == path for secret in SECRETS)


def guarded(edits: Mapping[SettingPath, Any]) -> dict[SettingPath, Any]:
    """The same edits, with a PIN as the file keeps it."""
    return {
        path: sealed(value, os.urandom(SALT_BYTES)) if _is_plain(path, value) else value
        for path, value in edits.items()
    }


def advice(config: Config) -> tuple[Message, ...]:
    """What the operator would do better."""
    fleet = config.fleet
    is_heard = fleet.broker is not None and not fleet.tls
    return (
        *(
            (message("advice.plain_pin"),)
            if _is_plain(_PIN, config.service.pin)
            else ()
        ),
        *(
            (message("advice.no_tls"),)
            if is_heard and fleet.broker not in _HERE
            else ()
        ),
        *_open_page(config),
    )


def _open_page(config: Config) -> tuple[Message, ...]:
    """A page that was opened for phones, before those had an address of their own."""
    (host, _), (_, port) = config.web.doors().console, config.web.doors().phones
    if config.web.phones_host or host.startswith("127.") or host in _ONLY_HERE:
        return ()
    return (message("advice.open_page", host=host, port=str(port)),)


def _is_plain(path: SettingPath, value: object) -> bool:
    is_text = isinstance(value, str)
    return path == _PIN and is_text and bool(re.fullmatch(PATTERN, str(value)))


# The operator's file for other eyes: every setting, no secret and no comment, in which
# people write telephone numbers, names and what a PIN used to be.


# Names that hold a secret wherever they stand, also in files of other releases.
_NAMES: Final = re.compile(r"(password|passphrase|secret|token|credential)s?$")
_HASH: Final = re.compile(r"(?<!\S)#")
_UNREADABLE: Final = re.compile(
    r"((?:pin|password|passphrase|secret|token|credential)s?\s*:)[^\n]*"
)


def redacted(text: str) -> str:
    """The text without comments, with a mark in the place of each secret."""
    try:
        cuts = [(*place, repr(HIDDEN)) for place in _secrets(yaml.compose(text), ())]
        cuts += [(*place, "") for place in _comments(text)]
    except yaml.YAMLError:
        # Nobody knows what stands where: rather a wire's pin too few than a PIN.
        return _UNREADABLE.sub(rf"\1 {HIDDEN}", re.sub(r"(?<!\S)#[^\n]*", "", text))
    for start, end, mark in sorted(cuts, reverse=True):
        text = f"{text[:start]}{mark}{text[end:]}"
    lines = (line.rstrip() for line in text.splitlines())
    return "".join(f"{line}\n" for line in lines if line)


def _comments(text: str) -> Iterator[tuple[int, int]]:
    """Where each comment begins and ends."""
    words = [
        (token.start_mark.index, token.end_mark.index)
        for token in yaml.scan(text)
        if isinstance(token, yaml.ScalarToken)
    ]
    done = 0
    for found in _HASH.finditer(text):
        begin = found.start()
        if begin >= done and not any(start <= begin < end for start, end in words):
            done = (text + "\n").index("\n", begin)
            yield begin, done


def for_the_screen(text: str) -> str:
    """The settings for a program that may not know the owner's PIN."""
    settings = yaml.safe_load(text)
    if isinstance(settings, dict) and isinstance(settings.get("service"), dict):
        settings["service"].pop("pin", None)
    return yaml.safe_dump(settings, allow_unicode=True, sort_keys=False)


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
