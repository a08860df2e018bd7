"""A real compositor takes what we ask of it, and an X server without DPMS says so.

Neither a headless compositor nor Xvfb has a display that could go dark: that it does is
on docs/hardware-checklist.md.
"""

import shutil

import pytest

from cabinet.screen.loop.power_switches import WaylandSwitch, XSwitch
from tests.system.test_guest_wayland import desktop

__all__ = ["desktop"]
pytestmark = pytest.mark.soak
needs_sway = pytest.mark.skipif(
    not shutil.which("sway"), reason="NOT tried: apt-get install sway"
)


@needs_sway
def test_a_compositor_with_the_protocol_takes_it(desktop, monkeypatch):
    for name in ("XDG_RUNTIME_DIR", "WAYLAND_DISPLAY"):
        monkeypatch.setenv(name, desktop.environment[name])
    for on in (False, True):
        WaylandSwitch().switch(on=on)


def test_where_no_compositor_is_it_says_so(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    with pytest.raises(OSError, match="No such file"):
        WaylandSwitch().switch(on=False)


# What Xlib opened in vain it leaves to the garbage collector.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_where_no_x_server_is_it_says_so(monkeypatch):
    monkeypatch.setenv("DISPLAY", ":4711")
    with pytest.raises(OSError, match="4711"):
        XSwitch().switch(on=False)
