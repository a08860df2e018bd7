"""Wi-Fi: what nmcli says is read as it is meant, and joining undoes what fails."""

import pytest

from cabinet.machine.network import NmcliAnswer, fields_of, join, look, profile
from cabinet.machine.notes import RefusedVerbError
from cabinet.protocol.machine import NetworkCard, WifiCard
from tests.machine.recorded import Radio

LIVE = "4c697665"


def test_networks_are_read_once_each_and_whoever_named_them_moves_no_cursor():
    card = look(Radio())
    assert [(link.device, link.kind, link.up, link.name) for link in card.links] == [
        ("wlan0", "wifi", True, "Caf: du \\ Commerce"),
        ("eth0", "wired", False, ""),
    ]
    assert [(one.name, one.signal, one.security, one.joined) for one in card.wifis] == [
        ("Cafe", 82, "wpa", True),
        ("\ufffd\ufffd[2J<b>", 90, "wpa", False),
        ("Live", 64, "wpa", False),
        ("Gäste", 48, "open", False),
        ("new", 30, "sae", False),
        ("both", 29, "wpa", False),
        ("old", 28, "other", False),
        ("work", 27, "other", False),
    ]


def test_without_networkmanager_nothing_is_there():
    assert look(lambda *_: NmcliAnswer(127, "", "no nmcli")) == NetworkCard()
    assert look(lambda *_: NmcliAnswer(0, "not running\n", "")) == NetworkCard()


@pytest.mark.parametrize(
    ("line", "fields"),
    [("a:b", ["a", "b"]), (r"a\:b:\\", ["a:b", "\\"]), ("", [""]), ("a\\", ["a"])],
)
def test_a_terse_line_has_its_fields(line, fields):
    assert fields_of(line) == fields


def test_joining_writes_a_profile_that_root_alone_reads_and_no_password_elsewhere(
    tmp_path,
):
    radio = Radio(right="p\\\\ss\\sword;=#")
    note = {"ssid": LIVE, "secret": "p\\ss word;=#"}
    assert join(note, radio, tmp_path) == "Live"
    (file,) = tmp_path.iterdir()
    assert file.stat().st_mode & 0o777 == 0o600
    text = file.read_text()
    assert "ssid=76;105;118;101;\n" in text
    assert "key-mgmt=wpa-psk\npsk=p\\\\ss\\sword;=#\n" in text
    assert not any("ss" in word and "wor" in word for w in radio.asked for word in w)


def test_a_wrong_password_brings_the_old_network_and_the_old_profile_back(tmp_path):
    radio = Radio(right="the right one")
    with pytest.raises(RefusedVerbError, match="wrong_secret"):
        join({"ssid": LIVE, "secret": "the wrong one"}, radio, tmp_path)
    assert list(tmp_path.iterdir()) == []
    assert radio.asked[-1][2:] == ("connection", "up", "old-one")
    radio.right = "the\\sright\\sone"
    join({"ssid": LIVE, "secret": "the right one"}, radio, tmp_path)
    (file,) = tmp_path.iterdir()
    before = file.read_text()
    with pytest.raises(RefusedVerbError, match="wrong_secret"):
        join({"ssid": LIVE, "secret": "another one"}, radio, tmp_path)
    assert file.read_text() == before


def test_a_network_that_is_open_or_newer_is_joined_as_it_wants():
    assert "wifi-security" not in profile(WifiCard("01", "", 1, "open"), "", "n")
    assert "key-mgmt=sae" in profile(WifiCard("01", "", 1, "sae"), "12345678", "n")
