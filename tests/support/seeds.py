"""Seeds for tests with chance: a few in `make test`, all of them in `make soak`."""

import pytest


def a_few_of(many, few):
    """Parametrize `seeds`: the first few of so many, and in soak the others."""
    rest = pytest.param(range(few, many), marks=pytest.mark.soak, id="more")
    return pytest.mark.parametrize("seeds", [pytest.param(range(few), id="few"), rest])
