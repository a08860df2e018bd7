"""In front of the phones' pages: who asks too much is refused, and nobody else."""

import asyncio
from dataclasses import replace

import pytest

from cabinet.protocol.phones import PhoneAnswer
from cabinet.web import program
from cabinet.web.doors import PHONES
from cabinet.web.limits import MOST_KEPT, RateLimit
from cabinet.web.phones import pages
from cabinet.web.phones.pages import ASKED, LOOKED, SAID
from tests.web.live.test_live import live, pictures
from tests.web.phones.test_phone_pages import GOOD, TOKEN, ask, seated

OTHER = "f" * 20


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    """However slow this machine is, a hundred requests come in one moment."""
    monkeypatch.setattr(pages, "monotonic", lambda: 0.0)


def test_an_allowance_is_a_burst_and_comes_back_with_time():
    allowance = RateLimit(burst=10, a_second=5)
    assert [allowance.grant("a", 0.0) for _ in range(11)] == [True] * 10 + [False]
    assert not allowance.grant("a", 0.1)
    assert allowance.grant("a", 0.3)
    assert allowance.grant("b", 0.3)
    assert sum(allowance.grant("a", 99.0) for _ in range(50)) == 10


def test_who_has_been_quiet_longest_is_forgotten():
    allowance = RateLimit(burst=1, a_second=0)
    for name in range(MOST_KEPT + 1):
        assert allowance.grant(str(name), 0.0)
    assert allowance.grant("0", 0.0)
    assert not allowance.grant(str(MOST_KEPT), 0.0)


def statuses(asked, *request):
    """How a hundred of these are answered: status, and the first refusal."""
    answers = ask(asked, *[request] * 100)
    refused = next(each for each in answers if each.status_code == 429)
    assert refused.json()["error"] == "too much at once: wait a second"
    assert refused.headers["retry-after"] == "1"
    return [each.status_code for each in answers]


@pytest.mark.parametrize(
    ("request_", "usual", "limit"),
    [
        (("POST", f"/p/{TOKEN}/action", {"json": GOOD}), 200, SAID),
        (("POST", f"/p/{TOKEN}/action", {"content": b"{"}), 400, SAID),
        (("GET", f"/p/{TOKEN}", {}), 200, LOOKED),
        (("GET", f"/p/{OTHER}", {}), 404, ASKED),
        (("GET", f"/p/{OTHER}/events", {}), 404, ASKED),
        (("POST", f"/p/{OTHER}/action", {"json": GOOD}), 404, ASKED),
        (("GET", "/phone.js", {}), 200, ASKED),
    ],
)
def test_every_route_of_a_phone_has_its_limit(request_, usual, limit):
    asked, heard = seated(), []

    def screen(message):
        heard.append(message)
        asked.phones.hear(PhoneAnswer(TOKEN, message.number))

    asked.phones.send = screen
    found = statuses(asked, *request_)
    assert found.count(usual) == limit[0]
    assert set(found) == {usual, 429}
    assert len(heard) <= found.count(usual)


def test_a_flood_without_a_seat_costs_no_seat_at_the_same_address_anything():
    flood = [("GET", f"/p/{OTHER}", {})] * 100
    answers = ask(seated(), *flood, ("GET", f"/p/{TOKEN}", {}))
    assert answers[-2].status_code == 429
    assert answers[-1].status_code == 200


def test_an_address_that_connects_too_often_is_told_so_unread(tmp_path, monkeypatch):
    monkeypatch.setattr(program, "PHONES", replace(PHONES, new=(1, 0)))

    async def knock(web):
        host, port = web.phones_at.split(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(b"GET /p/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        answer = await asyncio.wait_for(reader.read(), 10)
        writer.close()
        return answer

    async def scene(web):
        assert (await knock(web)).startswith(b"HTTP/1.1 404 ")
        async with web.browser() as browser:
            refused = await knock(web)
            assert refused.startswith(b"HTTP/1.1 429 ")
            assert b"Retry-After: 1\r\n" in refused
            await pictures(browser, 2)

    live(tmp_path, scene)
