"""Where phones find us, on a network that comes, goes and changes."""

import asyncio

import pytest

from cabinet.web.phones import relay
from cabinet.web.phones.relay import follow, phones_at


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", None),
        ("localhost", None),
        ("192.168.1.5", "http://192.168.1.5:80/p/"),
    ],
)
def test_phones_are_told_where_only_if_they_can_get_there(host, address):
    assert phones_at(host, 80) == address


@pytest.fixture
def network(monkeypatch):
    """The machine's addresses, where no packet finds a way out."""
    ours = []

    def no_way_out(*_):
        raise OSError

    monkeypatch.setattr(relay.socket, "socket", no_way_out)
    monkeypatch.setattr(relay, "addresses", lambda: ours)
    return ours


def test_without_a_network_there_is_no_address_and_never_our_own_loop(network):
    assert phones_at("0.0.0.0", 8080) == ""
    network.append("192.168.1.9")
    assert phones_at("0.0.0.0", 8080) == "http://192.168.1.9:8080/p/"


def test_an_address_that_comes_or_changes_is_told_once():
    found = iter(["", "", "http://a/p/", "http://a/p/", "", "http://b/p/"])
    told = []

    async def watch():
        await follow(lambda: next(found), "", told.append, between=0)

    with pytest.raises(RuntimeError):
        asyncio.run(watch())
    assert told == ["http://a/p/", "", "http://b/p/"]
