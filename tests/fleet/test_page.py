"""The collector's page: real files, a real broker, a real server."""

import asyncio
import json
import subprocess
import sys
import time
from contextlib import closing
from datetime import date, datetime
from html import unescape
from urllib.request import Request, urlopen

import pytest
from httpx import ASGITransport, AsyncClient

from cabinet.clock import SystemClock
from cabinet.core.errors import CabinetError
from cabinet.core.events import SECOND
from cabinet.fleet import collector as collecting
from cabinet.fleet.broker import Access, Publication
from cabinet.fleet.collector import Collector, FleetBooks
from cabinet.fleet.page import CollectedBooks, pages_of
from cabinet.i18n import words
from cabinet.i18n.message import message
from tests.fleet.booth import Ledger, turn_until
from tests.system.running import free_port

TODAY = date(2026, 1, 15)  # a Thursday
NOON = int(datetime(2026, 1, 15, 12).astimezone().timestamp() * 1000)
DAY_MS = 86_400_000


def posting(cabinet, seq, kind="coin", amount=100, at=NOON, hash_=None, **more):
    told = {"cabinet": cabinet, "seq": seq, "hash": hash_ or f"{seq:02x}", "kind": kind}
    payload = json.dumps({**told, "amount": amount, "wall_ms": at, **more}).encode()
    return Publication(f"cabinet/{cabinet}/event", payload, kept=False)


def asked(path, at, method="GET", **headers):
    """What the pages of this file answer."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}

    async def answer():
        pages = ASGITransport(pages_of(CollectedBooks(path)))
        async with AsyncClient(transport=pages, base_url="http://127.0.0.1") as client:
            return await client.request(method, at, headers=named)

    return asyncio.run(answer())


@pytest.fixture
def path(tmp_path):
    """Two cabinets: one that is well, and one that is jammed and went away."""
    path = tmp_path / "fleet.sqlite3"
    with closing(FleetBooks(path)) as books:
        told = [posting("bar", 1, at=NOON - 40 * DAY_MS), posting("bar", 2)]
        told += [posting("bar", 3, "collection", 0, code="K7Q2-M4")]
        told += [
            posting("bar", 4, amount=250),
            posting("bar", 5, "charge", 0, players=2),
        ]
        told += [posting("bar", 6, at=NOON - 2 * DAY_MS, amount=500)]
        jam = {"code": "coin_jammed", "slot": 1}
        told += [posting("hall", 1, "alarm", 0, told=jam, note="coin.1 jammed")]
        told += [posting("hall", 1, amount=9_900, hash_="ff")]  # of other books
        books.book(told)
        state = {"mode": "playing", "name": "Café du Port", "currency": "EUR"}
        state |= {"takes_coins": True, "credits": 2, "told": []}
        books.keep_state("bar", json.dumps(state), NOON)
        books.keep_online("bar", online=True)
        state |= {"mode": "out_of_order", "name": "<b>Salle</b>", "told": [jam]}
        books.keep_state("hall", json.dumps(state), NOON)
        books.keep_online("hall", online=False)
    return path


def test_a_card_adds_up_what_a_cabinet_took_in(path):
    hall, bar = CollectedBooks(path).cards(TODAY)
    assert (bar.today.money, bar.today.coins, bar.today.plays) == (350, 2, 1)
    assert (bar.week.money, bar.month.money, bar.uncollected) == (850, 850, 750)
    assert bar.is_well
    assert not hall.is_well
    assert (hall.today.money, hall.today.alarms, hall.changed) == (0, 1, 1)
    assert hall.alarms == [message("coin_jammed", slot=1)]


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("en", ("Café du Port", "€3.50", "not connected", "All cabinets", "€8.50")),
        ("fr", ("Café du Port", "3,50\u00a0€", "non connectée", "Toutes les bornes")),
    ],
)
def test_the_pages_say_it_in_the_readers_language(path, monkeypatch, language, says):
    monkeypatch.setattr("cabinet.fleet.page._today", lambda: TODAY)
    page = asked(path, "/", accept_language=f"{language}-BE,xx;q=0.5").text
    for said in says:
        assert said in page
    assert "<b>Salle" not in page
    assert "K7Q2-M4" in asked(path, f"/cabinet/bar?lang={language}").text
    jam = asked(path, f"/cabinet/hall?lang={language}").text
    assert words(language).say(message("coin_jammed", slot=1)) in unescape(jam)
    assert asked(path, "/cabinet/nobody").status_code == 404
    assert asked(path, "/", "POST").status_code == 405
    assert asked(path, "/", host="cabinet.example").status_code == 400


def test_what_cabinets_say_breaks_no_page(path):
    odd = [
        "",
        "[]",
        '{"name": 7, "mode": [], "told": 5, "credits": "x"}',
        '{"mode": "dancing", "told": [{"code": 5}, {"code": "new"}, 7], "alarms": 3}',
        '{"currency": "XQX", "alarms": ["coin.1 jammed"]}',
    ]
    for number, line in enumerate(odd):
        with closing(FleetBooks(path)) as books:
            books.keep_state(f"odd-{number}", line, NOON)
    assert asked(path, "/").status_code == 200
    for number in range(len(odd)):
        assert asked(path, f"/cabinet/odd-{number}").status_code == 200


def test_a_file_of_before_is_added_up_once(path):
    before = CollectedBooks(path).cards(TODAY)
    with closing(FleetBooks(path)) as books:
        books._db.execute("DROP TABLE hours")
    with pytest.raises(CabinetError, match="let it run once"):
        CollectedBooks(path).cards(TODAY)
    for _ in range(2):
        FleetBooks(path).close()
        assert CollectedBooks(path).cards(TODAY) == before


def test_a_real_cabinet_is_on_the_page_of_a_real_program(
    tmp_path, broker, closing, start, monkeypatch
):
    monkeypatch.setattr(collecting, "TIMEOUT", SECOND // 10)
    access, file = Access("127.0.0.1", broker.port), tmp_path / "fleet.sqlite3"
    collector = closing(Collector(access, file, SystemClock()))
    closing(Ledger(tmp_path)).coins(1)
    program = start()
    turn_until(lambda: collector.books.newest("arkade-1") == 1, program, collector)
    port = free_port()
    command = [sys.executable, "-m", "cabinet", "fleet", "page", str(file)]
    with subprocess.Popen(
        [*command, "--port", str(port)], stdout=subprocess.PIPE, text=True
    ) as served:
        try:
            assert f"http://127.0.0.1:{port}/" in served.stdout.readline()
            address = Request(f"http://127.0.0.1:{port}/?lang=en")
            end = time.monotonic() + 10
            while True:
                try:
                    page = urlopen(address, timeout=5).read().decode()
                    break
                except OSError:
                    assert time.monotonic() < end
            assert "arkade-1" in page
        finally:
            served.terminate()
