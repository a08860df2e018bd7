"""Several devices as one port: order, horizon, health and names."""

import pytest

from cabinet.clock import VirtualClock
from cabinet.core.errors import CabinetError
from cabinet.core.events import MILLISECOND, CoinsCounted, Edge, LinkFound, LinkLost
from cabinet.core.ports import Wire, Wiring
from cabinet.i18n.message import verbatim
from cabinet.io.composite import CompositePort, Member, open_port
from cabinet.io.sim import SimPort

MS = MILLISECOND


class Slow:
    """A device that says what it is told to, and is as far behind as it is told."""

    lost = ""
    counted = frozenset()
    awaited = ("",)

    def __init__(self, clock):
        self.clock, self.edges, self.told = clock, [], []
        self.lag = 0
        self.heard_until = clock.now()
        self.answered, self.written, self.closed = [], [], False
        self.begun = None

    def poll(self):
        self.heard_until = self.clock.now() - self.lag
        edges, self.edges = self.edges, []
        return edges

    def news(self):
        told, self.told = self.told, []
        return told

    def begin(self, boards, slots, meter=None):
        self.begun = boards, slots, meter

    def booked(self, news):
        self.answered.append(news)

    def due(self):
        return None

    def levels(self):
        return {}

    def write(self, output, *, on):
        self.written.append((output, on))

    def close(self):
        self.closed = True


@pytest.fixture
def clock():
    return VirtualClock(now=1000 * MS)


def two(clock, first="coin.1", second="coin.2"):
    """Two devices that were found, each with a coin line or a button."""
    slow, quick = Slow(clock), Slow(clock)
    coins = [frozenset(x for x in (n,) if x[:5] == "coin.") for n in (first, second)]
    port = CompositePort(
        {
            "slow": Member(slow, "slow", frozenset({first}), coins[0]),
            "quick": Member(quick, "quick", frozenset({second, "meter"}), coins[1]),
        },
        clock,
    )
    return port, slow, quick


def test_edges_come_in_the_order_of_their_stamps(clock):
    port, slow, quick = two(clock, "start", "mode")
    slow.edges = [Edge("start", True, 5), Edge("start", False, 9)]
    quick.edges = [Edge("mode", True, 3), Edge("mode", False, 7)]
    assert [edge.at for edge in port.poll()] == [3, 5, 7, 9]


def test_coins_are_judged_up_to_where_the_slowest_has_told_everything(clock):
    port, slow, _ = two(clock)
    slow.lag = 40 * MS
    clock.advance_to(1100 * MS)
    port.poll()
    assert port.heard_until == 1060 * MS


def test_a_coin_waits_for_the_slower_device_and_a_button_does_not(clock):
    port, slow, quick = two(clock)
    slow.lag = 40 * MS
    clock.advance_to(1100 * MS)
    quick.edges = [Edge("coin.2", True, 1090 * MS), Edge("p1.a", True, 1099 * MS)]
    assert [edge.line for edge in port.poll()] == ["p1.a"]
    assert port.due() == 1130 * MS, "what is at 1090 is heard 40 ms later"
    clock.advance_to(1129 * MS)
    assert port.poll() == []
    clock.advance_to(1130 * MS)
    slow.edges = [Edge("coin.1", True, 1085 * MS)]
    assert [edge.line for edge in port.poll()] == ["coin.1", "coin.2"]


def test_a_device_that_is_lost_holds_nobody_up(clock):
    port, slow, quick = two(clock)
    slow.lag = 500 * MS
    slow.told = [LinkLost(verbatim("gone"), clock.now())]
    assert port.news() == [LinkLost(verbatim("gone"), clock.now(), "slow")]
    clock.advance_to(1100 * MS)
    quick.edges = [Edge("coin.2", True, 1099 * MS)]
    assert [edge.line for edge in port.poll()] == ["coin.2"]
    assert port.heard_until == 1100 * MS
    slow.told = [LinkFound(clock.now())]
    assert port.news() == [LinkFound(clock.now(), "slow")]
    clock.advance_to(1200 * MS)
    port.poll()
    assert port.heard_until == 1100 * MS, "what was heard stays heard"


def test_an_edge_that_one_device_has_lost_is_missing_in_the_count_of_all(clock):
    port, slow, quick = two(clock, "start", "mode")
    slow.edges = [Edge("start", True, 1, 1), Edge("start", False, 5, 4)]
    quick.edges = [Edge("mode", True, 3, 1)]
    assert [edge.seq for edge in port.poll()] == [1, 2, 5]


def test_whoever_counted_a_coin_is_answered(clock):
    port, slow, quick = two(clock)
    coin = CoinsCounted(7, 2, 1, clock.now())
    quick.told = [coin]
    assert port.news() == [coin]
    port.booked(coin)
    assert quick.answered == [coin]
    port.booked(CoinsCounted(8, 1, 1, clock.now()))
    assert slow.answered == []


def test_the_lock_out_is_told_to_all_and_other_outputs_to_one(clock):
    port, slow, quick = two(clock)
    port.write("lockout", on=True)
    port.write("meter", on=True)
    assert slow.written == [("lockout", True)]
    assert quick.written == [("lockout", True), ("meter", True)]


def test_one_that_cannot_be_closed_leaves_none_open(clock):
    port, slow, quick = two(clock)

    def refuse():
        raise OSError("busy")

    slow.close = refuse
    with pytest.raises(OSError, match="busy"):
        port.close()
    assert quick.closed


def test_a_device_is_named_with_what_it_is(clock):
    wiring = Wiring(
        {"start": Wire(device="panel")},
        {},
        {"devices": {"panel": {"kind": "sim"}, "spare": {"kind": "nothing"}}},
    )
    port = open_port(wiring, clock, lambda: None)
    assert port.about() == {"panel: kind": "sim"}
    assert port.awaited == ()
    assert port.lost == ""


def test_all_open_or_none_stays_open(clock, monkeypatch):
    closed = []
    monkeypatch.setattr(SimPort, "close", lambda port: closed.append(port))
    wiring = Wiring(
        {"start": Wire(device="panel"), "mode": Wire(device="other")},
        {},
        {"devices": {"panel": {"kind": "sim"}, "other": {"kind": "nothing"}}},
    )
    with pytest.raises(CabinetError, match="nothing"):
        open_port(wiring, clock, lambda: None)
    assert len(closed) == 1


def test_without_devices_it_says_what_to_write(clock):
    with pytest.raises(CabinetError, match="no device is described"):
        open_port(Wiring({}, {}), clock, lambda: None)


def test_hands_move_what_is_simulated_and_nothing_else(clock):
    lines = {"start": Wire(device="panel"), "coin.1": Wire(device="panel")}
    pad = {"p1.a": Wire(device="pad", key="button 1")}
    devices = {"panel": {"kind": "sim"}, "pad": {"kind": "evdev", "match": "none"}}
    outputs = {"lockout": Wire(device="panel")}
    wiring = Wiring(lines | pad, outputs, {"devices": devices})
    port = open_port(wiring, clock, lambda: None)
    port.touch("start", active=True)
    port.touch("p1.a", active=True)
    assert port.levels() == {"start": True, "coin.1": False, "p1.a": False}
    port.write("lockout", on=True)
    assert port.insert(1)
    assert not port.insert(2)
    port.close()
