"""What Prometheus is told, and who may read it."""

import asyncio
import json
import re
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from starlette.applications import Starlette

from cabinet.books.accounts import account
from cabinet.protocol.codec import Hello
from cabinet.protocol.doctor import Examine, Examined, LatencyCard
from cabinet.web.metrics import MetricsSource, metrics_routes, told
from tests.counter.stand import HOUSE, Stand

TOKEN = "a long word"


@pytest.fixture
def stand(tmp_path):
    made = Stand(tmp_path, replace(HOUSE, gifts_per_day=5))
    made.join()
    made.play()
    made.press("service")
    made.coin()
    yield made
    made.close()


def samples(text):
    return {
        (sample.name, *sorted(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_everything_in_the_books_is_told(stand):
    found = samples(told(stand.shown, account(stand.path)))
    assert found["cabinet_up",] == 1
    assert found["cabinet_coins_total", "1", "cash"] == 2
    assert found["cabinet_earnings_minor_units_total", "1", "EUR", "cash"] == 200
    assert found["cabinet_plays_total", "azteka"] == 1
    assert found["cabinet_service_total",] == 1
    assert found["cabinet_mode", "playing"] == 1
    assert found["cabinet_mode", "attract"] == 0
    assert found["cabinet_credit_balance",] == 2


def test_how_long_the_counter_takes_is_a_histogram(stand):
    stand.counter.hear(9, Hello("tool", 0))
    stand.envelopes()
    stand.counter.hear(9, Examine())
    ((_, examined),) = stand.envelopes(Examined)
    text = told(stand.shown, None, examined.latency)
    found = samples(text)
    name = "cabinet_input_latency_seconds"
    assert found[f"{name}_count",] == found[f"{name}_bucket", "+Inf"] >= 4
    assert found[f"{name}_bucket", "0.005"] == found[f"{name}_count",], "virtual time"
    late = replace(examined.latency, counts=(3, 0, 0, 1, 0, 0, 0, 0, 2), sum_us=2_500)
    found = samples(told(None, None, late))
    counts = [found[f"{name}_bucket", le] for le in ("0.001", "0.01", "1", "+Inf")]
    assert counts == [3, 4, 4, 6]
    assert found[f"{name}_sum",] == 0.0025


def test_a_counter_or_books_that_are_away_are_told_too():
    assert samples(told(None, None))["cabinet_up",] == 0


def ask(stand, said=b"", token="", client="127.0.0.1", host="127.0.0.1:8080"):
    routes = metrics_routes(MetricsSource(stand.path, token), lambda: stand.shown)
    asked = httpx.ASGITransport(app=Starlette(routes=routes), client=(client, 1))

    async def get():
        async with httpx.AsyncClient(transport=asked) as browser:
            headers = {"authorization": said}
            return await browser.get(f"http://{host}/metrics", headers=headers)

    return asyncio.run(get())


def test_this_machine_may_read_them(stand):
    answer = ask(stand)
    assert (answer.status_code, answer.headers["content-type"]) == (
        200,
        "text/plain; version=0.0.4; charset=utf-8",
    )
    assert samples(answer.text)["cabinet_up",] == 1


@pytest.mark.parametrize(
    ("more", "said", "code"),
    [
        ({"client": "192.168.1.9"}, "", 403),
        ({"host": "evil.example"}, "", 403),
        ({"client": "192.168.1.9", "token": TOKEN}, "", 403),
        ({"client": "192.168.1.9", "token": TOKEN}, "Bearer wrong", 403),
        ({"client": "192.168.1.9", "token": TOKEN}, "Bearer é", 403),
        ({"client": "192.168.1.9", "token": TOKEN}, f"Bearer {TOKEN}", 200),
        ({"client": "192.168.1.9"}, "Bearer ", 403),
    ],
)
def test_others_need_the_token(stand, more, said, code):
    assert ask(stand, said.encode(), **more).status_code == code


def test_the_dashboard_for_grafana_asks_only_for_what_is_told(stand):
    card = LatencyCard((100, 1000), (1, 2, 3), 4)
    known = {name for name, *_ in samples(told(stand.shown, account(stand.path), card))}
    text = Path("config/examples/fleet/grafana.json").read_text(encoding="utf-8")
    dashboard = json.loads(text)
    asked = set(re.findall(r"cabinet_[a-z_]+", text))
    assert asked - known == set()
    assert len(asked) > 8
    places = [panel["gridPos"] for panel in dashboard["panels"]]
    assert all(place["x"] + place["w"] <= 24 for place in places)
    assert len({panel["id"] for panel in dashboard["panels"]}) == len(places)
