"""Encoders and pads: found, read, unplugged, told apart."""

import os
from dataclasses import replace

import pytest

from cabinet.clock import SystemClock, VirtualClock
from cabinet.core.errors import CabinetError
from cabinet.core.events import (
    MILLISECOND,
    CoinAccepted,
    CoinRejected,
    Edge,
    EdgesLost,
    LinkFound,
    LinkLost,
    Pressed,
    Released,
)
from cabinet.core.inputs.decoder import Decoder
from cabinet.core.operating import Slot
from cabinet.core.ports import Wire, Wiring
from cabinet.i18n.message import message
from cabinet.io.evdev.node import EV_SYN, EVENT, SYN_DROPPED, EventNode
from cabinet.io.evdev.port import EvdevPort, open_port
from cabinet.io.evdev.search import Candidate, Search
from tests.io.evdev.fake_tree import Bell, FakeTree

MS = MILLISECOND
NOW = 1000 * MS
STICK = {"p1.left": "stick left", "p1.right": "stick right", "p1.a": "button 1"}


@pytest.fixture
def tree(tmp_path):
    return FakeTree(tmp_path)


class PadStand:
    """A port that looks for a device, and what it has told."""

    def __init__(self, tree, keys=None, **options):
        keys = keys or {"start": "1", "p1.left": "left", "p1.a": "left ctrl"}
        inputs = {line: Wire(key=key) for line, key in keys.items()}
        self.clock, self.bell = VirtualClock(NOW), Bell()
        wiring = Wiring(inputs, {}, {"match": "I-PAC", **options})
        self.port = EvdevPort(wiring, self.clock, self.bell.ring, tree.search)
        self.edges, self.news = [], []
        self.port.begin({}, ())

    def look(self):
        self.edges += self.port.poll()
        self.news += self.port.news()

    def until(self, ready):
        def looked():
            self.look()
            return ready()

        self.bell.until(looked)
        return self

    def found(self):
        before = len(self.news)
        return self.until(lambda: LinkFound in map(type, self.news[before:]))

    def missed(self):
        before = len(self.news)
        return self.until(lambda: LinkLost in map(type, self.news[before:]))

    def heard(self, count):
        return self.until(lambda: len(self.edges) >= count)

    def told(self):
        return [(edge.line, edge.active) for edge in self.edges]


@pytest.fixture
def stand(tree):
    made = []

    def make(*arguments, **options):
        made.append(PadStand(tree, *arguments, **options))
        return made[-1]

    yield make
    for each in made:
        each.port.close()


def test_a_key_is_an_edge_with_the_kernels_stamp(tree, stand):
    pad = tree.pad("Ultimarc I-PAC 2")
    it = stand().found()
    it.clock.advance_to(NOW + 30 * MS)
    pad.press("1", NOW + 5 * MS)
    pad.release("1", NOW + 25 * MS)
    it.heard(2)
    assert it.edges == [
        Edge("start", True, NOW + 5 * MS, 1),
        Edge("start", False, NOW + 25 * MS, 2),
    ]
    assert it.port.heard_until == NOW + 29 * MS


def test_auto_repeat_and_keys_that_nobody_wired_are_no_edges(tree, stand):
    pad = tree.pad("Ultimarc I-PAC 2")
    it = stand().found()
    pad.press("1")
    pad.press("1", value=2)
    pad.press("1", value=2)
    pad.press("z")
    pad.release("1")
    it.heard(2)
    assert it.told() == [("start", True), ("start", False)]
    about = it.port.about()
    assert (about["pressed"], about["last"], about["presses"]) == ("z", "z", "2")


def test_a_stamp_from_the_future_or_the_past_is_put_where_it_was_heard(tree, stand):
    pad = tree.pad("Ultimarc I-PAC 2")
    it = stand().found()
    pad.press("1", NOW + 10_000 * MS)
    pad.release("1", 3 * MS)
    it.heard(2)
    assert all(NOW - MS <= edge.at <= NOW for edge in it.edges)


def test_an_axis_has_a_dead_zone_and_lets_go_a_little_inside_of_it(tree, stand):
    pad = tree.pad("zero delay I-PAC")
    it = stand(STICK).found()
    for value in (127, 160, 190, 192, 185, 182, 178, 128, 64, 63, 0, 127):
        pad.move(0, value)
    it.heard(4)
    assert it.told() == [
        ("p1.right", True),
        ("p1.right", False),
        ("p1.left", True),
        ("p1.left", False),
    ]


def test_from_one_side_to_the_other_the_first_is_released_first(tree, stand):
    pad = tree.pad("zero delay I-PAC")
    it = stand(STICK).found()
    pad.move(0, 0)
    pad.move(0, 255)
    it.heard(3)
    assert it.told()[1:] == [("p1.left", False), ("p1.right", True)]


def test_a_hat_is_four_controls(tree, stand):
    pad = tree.pad("I-PAC")
    it = stand({"p1.up": "hat up", "p1.down": "hat down"}).found()
    for value in (-1, 0, 1):
        pad.move(17, value)
    it.heard(3)
    assert it.told() == [("p1.up", True), ("p1.up", False), ("p1.down", True)]


def test_unplugging_releases_everything_and_it_is_found_again(tree, stand):
    pad = tree.pad("Ultimarc I-PAC 2")
    it = stand().found()
    pad.press("left")
    pad.press("left ctrl")
    it.heard(2)
    pad.unplug()
    it.missed()
    assert sorted(it.told()[2:]) == [("p1.a", False), ("p1.left", False)]
    assert not any(it.port.levels().values())
    assert it.news[-1].why == message("input_unplugged", name="Ultimarc I-PAC 2")
    pad.plug()
    it.found()
    pad.press("left")
    it.heard(5)
    assert it.told()[4:] == [("p1.left", True)]
    assert it.port.about()["lost"] == ""


def test_one_that_is_not_there_is_told_once_with_what_is(tree, stand):
    tree.pad("A keyboard", "1-2")
    tree.pad("A mouse", "1-3", keys=1 << 0x110)
    it = stand().missed()
    why = message("input_missing", match="I-PAC", there="A keyboard")
    assert [news.why for news in it.news] == [why]
    tree.pad("Ultimarc I-PAC 2")
    it.found()
    assert it.port.about()["name"] == "Ultimarc I-PAC 2"


def test_equal_devices_are_told_apart_by_their_socket(tree, stand):
    tree.pad("I-PAC", "1-1.10")
    first, second = tree.pad("I-PAC", "1-1.2"), tree.pad("I-PAC", "1-1.3")
    one, two = stand(port="1-1.2").found(), stand(port="1-1.3").found()
    first.press("left")
    second.press("1")
    one.heard(1)
    two.heard(1)
    assert one.told() == [("p1.left", True)]
    assert two.told() == [("start", True)]
    assert two.port.about()["socket"] == "1-1.3"


def test_without_a_socket_the_lowest_is_taken(tree, stand):
    tree.pad("I-PAC", "1-1.10")
    tree.pad("I-PAC", "1-1.2")
    assert stand().found().port.about()["socket"] == "1-1.2"


def test_an_empty_socket_is_named(tree, stand):
    tree.pad("I-PAC", "1-1.2")
    it = stand(port="1-4").missed()
    why = message("input_missing_at", match="I-PAC", socket="1-4", there="I-PAC")
    assert it.news[0].why == why


def test_it_is_found_by_its_id_or_its_path(tree, stand):
    tree.pad("Nameless", id="0079:0006")
    pad = tree.pad("Nameless too", "1-2", id="0079:0011")
    assert stand(match="0079:0011").found().port.about()["name"] == "Nameless too"
    it = stand(match=str(pad.node)).found()
    assert it.port.about()["name"] == "Nameless too"


def test_a_path_with_nothing_at_it_is_named(tree, stand):
    it = stand(match="/dev/input/by-id/none").missed()
    why = message("input_path_missing", path="/dev/input/by-id/none")
    assert it.news[0].why == why


def test_of_several_nodes_of_a_device_those_with_a_wanted_key_are_read(tree, stand):
    keyboard = tree.pad("I-PAC", "1-1", keys=0b1000, axes=0)
    stick = tree.pad("I-PAC Joystick", "1-1", keys=1 << 0x120)
    tree.pad("I-PAC Mouse", "1-1", keys=1 << 0x110, axes=0)
    it = stand({"mode": "2", "p1.a": "button 1", "player": "9"}).found()
    keyboard.press("2")
    stick.press("button 1")
    it.heard(2)
    assert sorted(it.told()) == [("mode", True), ("p1.a", True)]
    about = it.port.about()
    assert about["port"] == f"{keyboard.node} {stick.node}"
    assert about["lacks"] == "9"


def test_one_key_on_two_nodes_is_released_when_both_are(tree, stand):
    one, two = tree.pad("I-PAC"), tree.pad("I-PAC pad")
    it = stand().found()
    it.clock.advance_to(NOW + 60 * MS)
    one.press("left", NOW + 10 * MS)
    two.press("left", NOW + 20 * MS)
    one.release("left", NOW + 30 * MS)
    one.press("1", NOW + 40 * MS)
    two.release("left", NOW + 50 * MS)
    it.heard(3)
    assert it.told() == [("p1.left", True), ("start", True), ("p1.left", False)]


def test_one_without_any_of_the_keys_is_not_taken(tree, stand):
    tree.pad("I-PAC", keys=1 << 0x120, axes=0)
    it = stand().missed()
    assert it.news[0].why == message("input_without_keys", name="I-PAC")


def test_a_file_that_is_no_event_node_is_refused(tree, stand, tmp_path):
    (tmp_path / "letter").write_text("hello", encoding="utf-8")
    it = stand(match=str(tmp_path / "letter")).missed()
    assert it.news[0].why.code == "no_input"


def test_a_node_that_may_not_be_opened_says_how(tmp_path, monkeypatch):
    def refuse(number):
        def opening(*_):
            raise OSError(number, os.strerror(number))

        return opening

    for number, code in ((1, "input_forbidden"), (13, "input_of_group")):
        monkeypatch.setattr("cabinet.io.evdev.node.os.open", refuse(number))
        with pytest.raises(CabinetError) as wrong:
            EventNode(Candidate(tmp_path / "event1", "pad"), 0.5)
        assert wrong.value.told.code == code


def test_half_an_event_waits_for_its_other_half(tree, stand):
    pad = tree.pad("I-PAC")
    it = stand().found()
    whole = _packed(1, 105, 1) + _packed(0, 0, 0)
    os.write(pad.fd, whole[:10])
    it.look()
    assert not it.edges
    os.write(pad.fd, whole[10:])
    it.heard(1)


def test_what_was_dropped_by_the_kernel_is_not_believed(tree, stand):
    pad = tree.pad("I-PAC")
    it = stand().found()
    octets = []
    for kind, code, value in ((EV_SYN, SYN_DROPPED, 0), (1, 105, 1), (0, 0, 0)):
        octets.append(_packed(kind, code, value))
    os.write(pad.fd, b"".join(octets))
    pad.press("1")
    it.heard(1)
    assert it.told() == [("start", True)]


COINS = {"coin.1": "5", "start": "1", "p1.a": "left ctrl"}


def overflow(pad, at):
    """The kernel's queue was full: what it says then, and nothing of what was."""
    seconds, rest = divmod(at, 1000 * MS)
    for kind, code in ((EV_SYN, SYN_DROPPED), (EV_SYN, 0)):
        os.write(pad.fd, EVENT.pack(seconds, rest // 1000, kind, code, 0))


def what_a_coin_line_says(it, until):
    """The events of a slot for the edges that the stand has heard."""
    decoder = Decoder((Slot(1),))
    told = decoder.begin(dict.fromkeys(COINS, False), NOW)
    for edge in it.edges:
        told += decoder.feed(edge, until)
    told += decoder.tick(until, until)
    return [type(each) for each in told if not isinstance(each, Pressed | Released)]


def test_what_the_kernel_could_not_keep_is_an_alarm_at_once(tree, stand):
    pad = tree.pad("I-PAC")
    it = stand(COINS).found()
    it.clock.advance_to(NOW + 1100 * MS)
    overflow(pad, NOW + 1000 * MS)
    it.heard(2)
    assert what_a_coin_line_says(it, NOW + 1100 * MS) == [EdgesLost]
    it.clock.advance_to(NOW + 2000 * MS)
    pad.press("5", NOW + 1200 * MS)
    pad.release("5", NOW + 1250 * MS)
    it.heard(4)
    after = what_a_coin_line_says(it, NOW + 1900 * MS)
    assert after == [EdgesLost, CoinAccepted], "the next coin is a good one"


def test_a_coin_in_whose_middle_something_was_lost_is_no_money(tree, stand):
    pad = tree.pad("I-PAC")
    it = stand(COINS).found()
    it.clock.advance_to(NOW + 2000 * MS)
    pad.press("5", NOW + 1000 * MS)
    overflow(pad, NOW + 1020 * MS)
    pad.release("5", NOW + 1050 * MS)
    it.heard(4)
    assert what_a_coin_line_says(it, NOW + 1900 * MS) == [EdgesLost, CoinRejected]


def test_the_kernels_queue_is_emptied_while_nobody_polls(tree, stand):
    pad = tree.pad("I-PAC")
    it = stand(COINS).found()
    it.clock.advance_to(NOW + 9000 * MS)
    for number in range(200):
        pad.press("5", NOW + (2 * number + 1) * 20 * MS)
        pad.release("5", NOW + (2 * number + 2) * 20 * MS)
        it.bell.until(lambda: not pad.unread())
    it.look()
    assert len(it.edges) == 400
    assert it.edges[-1].at == NOW + 8000 * MS


def test_what_was_pressed_right_before_it_was_unplugged_is_heard(tree, stand):
    pad = tree.pad("I-PAC")
    it = stand(COINS).found()
    it.clock.advance_to(NOW + 100 * MS)
    pad.press("5", NOW + 10 * MS)
    pad.release("5", NOW + 60 * MS)
    it.bell.until(lambda: not pad.unread())
    pad.unplug()
    it.missed()
    assert it.told() == [("coin.1", True), ("coin.1", False)]


def _packed(kind, code, value):
    return EVENT.pack(0, 0, kind, code, value)


def test_a_closed_port_is_silent_and_may_be_closed_twice(tree, stand):
    pad = tree.pad("I-PAC")
    it = stand().found()
    pad.press("left")
    it.port.close()
    it.port.close()
    assert not it.port.poll()
    assert not it.port.news()


def test_one_that_is_closed_before_it_was_found_is_closed_too(tree, stand):
    tree.pad("I-PAC")
    it = stand()
    it.bell.until(lambda: it.bell.rings)
    it.port.close()
    assert not it.port.news()


def test_a_key_that_nobody_knows_is_refused():
    wiring = Wiring({"start": Wire(key="strat")}, {}, {"match": "x"})
    with pytest.raises(CabinetError, match=r"io\.lines\.start"):
        open_port(wiring, SystemClock(), lambda: None)


def test_a_device_that_vanishes_while_we_look_is_passed_over(tree):
    pad = tree.pad("I-PAC")
    (pad.device / "name").unlink()
    assert tree.search.every() == []


def test_a_wireless_pad_is_told_apart_by_its_own_number(tmp_path):
    tree = FakeTree(tmp_path)
    pad = tree.pad("Pad", "bluetooth")
    (pad.device / "uniq").write_text("aa:bb\n", encoding="utf-8")
    assert [each.socket for each in tree.search.every()] == ["aa:bb"]


def test_a_machine_without_input_devices_has_none(tmp_path):
    assert Search(tmp_path / "sys", tmp_path / "dev").every() == []
    assert replace(Candidate(tmp_path, "pad"), keys=0).is_panel is False
