"""The operator's file: read, checked, and turned into what the programs need.

`load` gives settings or raises `ConfigError` with every problem at once, each with
its file, line and column. Nothing here imports a game, a wire or a screen.
"""

from cabinet.settings.catalogue import Catalogue, GameCard, catalogue_of
from cabinet.settings.loading import author, load, load_text
from cabinet.settings.model import Config
from cabinet.settings.problems import ConfigError, Problem
from cabinet.settings.sales import coin_advice, describe_bonuses, describe_prices
from cabinet.settings.schema import schema, schema_text

__all__ = [
    "Catalogue",
    "Config",
    "ConfigError",
    "GameCard",
    "Problem",
    "author",
    "catalogue_of",
    "coin_advice",
    "describe_bonuses",
    "describe_prices",
    "load",
    "load_text",
    "schema",
    "schema_text",
]
