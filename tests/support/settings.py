"""The settings that tests run on: `config/cabinet.yaml` as it is shipped.

It is a copy, so that whoever edits the settings of their own cabinet breaks no test.
A change of what is shipped is made in both files.
"""

from pathlib import Path

SETTINGS = Path(__file__).with_name("cabinet.yaml")
