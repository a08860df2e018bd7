import pytest

from cabinet.clock import VirtualClock
from cabinet.core.errors import CabinetError
from cabinet.core.ports import Wire, Wiring
from cabinet.io.registry import installed, open_io
from cabinet.io.sim import SimPort

WIRING = Wiring({"start": Wire()}, {})


def nobody():
    pass


def test_a_backend_is_opened_by_its_name():
    assert {"gpio", "sim"} <= set(installed())
    assert isinstance(open_io("sim", WIRING, VirtualClock(), nobody), SimPort)


@pytest.mark.parametrize(
    ("name", "hint"), [("gpoi", "did you mean gpio? "), ("carrier_pigeon", "")]
)
def test_an_unknown_backend_is_refused_with_those_installed(name, hint):
    with pytest.raises(CabinetError) as error:
        open_io(name, WIRING, VirtualClock(), nobody)
    assert str(error.value) == (
        f"io.backend: no backend is called {name!r} "
        f"({hint}installed: {', '.join(installed())})"
    )
