"""`cabinet check`: whether the operator's file is right, and what players will pay.

It speaks the language that the file sets for the cabinet.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from cabinet import settings
from cabinet.i18n import LANGUAGES, Words, words
from cabinet.i18n.message import Message, Verbatim, message
from cabinet.loops.registry import GameShelf, broken
from cabinet.settings import Config, ConfigError, guests, old_names
from cabinet.settings.coins import gap_advice
from cabinet.settings.house import house_flaws
from cabinet.settings.loading import read_text
from cabinet.settings.model import Identity
from cabinet.settings.problems import dotted
from cabinet.settings.secrets import advice

_LANGUAGE: Final = re.compile(r"^ +language *: *[\"']?([a-z]+)", re.MULTILINE)


def check(path: Path, *, prices: bool = False) -> int:
    """Say whether the file is right; with `prices` only what players will pay."""
    text = read_text(path)
    speech = words(_language(text))
    catalogue = settings.catalogue_of(GameShelf())
    try:
        config = settings.load(path, None, catalogue)
    except ConfigError as wrong:
        pictures = (problem.picture(speech) for problem in wrong.problems)
        print("cabinet:", "\n".join(pictures), file=sys.stderr)  # noqa: T201
        return wrong.exit_code
    for mode in config.modes:
        if mode.game in broken():
            raise broken()[mode.game]
    sys.stdout.write(_told(path, config, speech, alone=prices))
    for told in _advice(config, text):
        said = speech.say(told, config.pricing.currency)
        sys.stdout.write(f"\n{speech('check.advice', what=said)}\n")
    return 0


def _language(text: str) -> str:
    """The file's language, also where the file is wrong elsewhere."""
    found = _LANGUAGE.search(text)
    named = found[1] if found else ""
    return named if named in LANGUAGES else Identity().language


def _told(path: Path, config: Config, speech: Words, *, alone: bool) -> str:
    """That all is right, the prices, and the bonuses in words."""
    operating = config.operating(settings.catalogue_of(GameShelf()))
    right = "" if alone else speech("check.all_right", file=path)
    told = (right, settings.describe_prices(operating))
    said = (*told, settings.describe_bonuses(operating))
    return "\n\n".join(filter(None, said)) + "\n"


def _advice(config: Config, text: str) -> Iterator[Message]:
    """What is allowed, and would be better another way."""
    yield from advice(config)
    yield from gap_advice(config.coins)
    coins = sorted({value for coin in config.coins for value in coin.values if value})
    yield from settings.coin_advice(config.pricing.tariff(), coins)
    for flaw in house_flaws(config.house):
        yield message("advice.house", setting=dotted(flaw.path), why=flaw.what)
    yield from guests.advice(config.modes)
    yield from old_names.advice(text)
    for why in broken().values():
        yield message("advice.unsold", why=Verbatim(str(why)))
