"""The installed cabinet drawing through cage, on a display that is only memory.

The machine is that of `tests/system/test_appliance.py`: `make appliance`. cage, the
units and the picture are real; where a Pi has a graphics card, programs draw instead.
"""

import pygame
import pytest

from tests.system.appliance import STATE, UNITS

pytestmark = pytest.mark.soak

SCREEN = UNITS[1]
ENV = "/etc/cabinet/screen.env"
NO_CARD = "WLR_BACKENDS=headless WLR_RENDERER=pixman SDL_AUDIODRIVER=dummy"
DROP_INS = "/etc/systemd/system/cabinet-s*.service.d/cage.conf"
COLOURS = 30


@pytest.fixture
def caged(appliance):
    appliance.shell(f"cp {ENV} /root/; printf '%s\\n' {NO_CARD} >{ENV}")
    appliance.install("now", "--cage")
    yield appliance
    # As an operator would: cage is asked to end, and nothing has failed.
    appliance.shell("systemctl restart cabinet.target")
    appliance.become_well()
    appliance.shell("systemctl stop cabinet.target")
    appliance.shell(
        f"cp /root/screen.env {ENV}; rm {DROP_INS}; systemctl daemon-reload"
    )
    appliance.forgive()
    appliance.shell("systemctl start cabinet.target")
    appliance.become_well()


def drawn(appliance):
    """The process that draws; the unit's own is cage."""
    (child,) = appliance.shell(f"pgrep -P {appliance.process(SCREEN)} cabinet").split()
    return int(child)


def colours_shown(appliance):
    """How many colours somebody sees who looks at the display."""
    look = "runuser -u cabinet-screen -- env XDG_RUNTIME_DIR=/run/cabinet-screen"
    appliance.shell(f"{look} WAYLAND_DISPLAY=wayland-0 grim - >{STATE}/seen.png")
    seen = pygame.image.load(appliance.machine.state / "seen.png")
    wide, high = seen.get_size()
    return len({tuple(seen.get_at((x, y))) for x in range(wide) for y in range(high)})


def until_seen(appliance):
    """The first pictures are still black."""
    for _ in range(60):
        if colours_shown(appliance) > COLOURS:
            return
    raise AssertionError("nothing is seen")


def test_the_picture_is_seen_and_comes_back_when_who_draws_is_killed(caged):
    until_seen(caged)
    cage, screen = caged.process(SCREEN), drawn(caged)
    # What systemd grants to the unit is cage's; children begin without it.
    assert "SCHED_FIFO" in caged.shell(f"chrt -p {cage}")
    assert "SCHED_OTHER" in caged.shell(f"chrt -p {screen}")
    caged.shell(f"kill -KILL {screen}")
    caged.restarted(SCREEN, cage)
    caged.become_well()
    until_seen(caged)


def test_one_that_hangs_behind_cage_is_ended_all_the_same(caged):
    cage = caged.process(SCREEN)
    caged.shell(f"kill -STOP {drawn(caged)}")
    caged.restarted(SCREEN, cage)
    caged.become_well()
