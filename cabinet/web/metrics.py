"""`/metrics`: the books as numbers that only grow, in the text form of Prometheus.

This machine may always read them; over the network only who says the token of
`fleet.metrics_token_file`.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from hmac import compare_digest
from importlib.metadata import version
from ipaddress import ip_address
from itertools import accumulate
from pathlib import Path
from typing import Final

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.core import HistogramMetricFamily
from prometheus_client.registry import Collector
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from cabinet.books.accounts import AccountRows, account
from cabinet.books.pages import Tally
from cabinet.core.errors import BooksError, CabinetError
from cabinet.core.modes.state import NAMES
from cabinet.protocol.client import ask
from cabinet.protocol.doctor import Examine, Examined, LatencyCard
from cabinet.protocol.snapshot import Snapshot

# A counter that is well answers within a millisecond; and its edges are not wanted.
TIMEOUT_S: Final = 2.0
NO_EDGES: Final = 2**62
FORM: Final = "text/plain; version=0.0.4; charset=utf-8"
disable_created_metrics()  # type: ignore[no-untyped-call]


@dataclass(frozen=True, slots=True)
class MetricsSource:
    """The books and the counter to measure, and what a stranger has to say."""

    books: Path
    token: str = field(default="", repr=False)
    bus: Path | None = None


def metrics_routes(
    measured: MetricsSource, snapshot: Callable[[], Snapshot | None]
) -> list[Route]:
    """The page, for who may read it."""

    def metrics(request: Request) -> Response:
        if not (_is_here(request) or _says(request.headers, measured.token)):
            hint = "from this machine, or with the token of fleet.metrics_token_file\n"
            return PlainTextResponse(hint, status_code=403)
        try:
            found: AccountRows | None = account(measured.books)
        except BooksError:
            found = None
        latency = _latency(measured.bus) if measured.bus else None
        return PlainTextResponse(told(snapshot(), found, latency), media_type=FORM)

    return [Route("/metrics", metrics)]


def _latency(bus: Path) -> LatencyCard | None:
    """What the counter has measured of itself; a counter that is away has nothing."""
    try:
        asked = Examine(since=NO_EDGES)
        return ask(bus, asked, Examined, TIMEOUT_S, "no answer").latency
    except CabinetError:
        return None


def told(
    shown: Snapshot | None,
    found: AccountRows | None,
    latency: LatencyCard | None = None,
) -> str:
    """Everything there is to measure, of a counter and of books that may be away."""
    registry = CollectorRegistry()
    _add_program(registry, shown)
    if found is not None:
        _add_books(registry, found)
    if latency is not None:
        registry.register(_Histogram(latency))
    return generate_latest(registry).decode()


@dataclass(frozen=True, slots=True)
class _Histogram(Collector):
    """How late edges are: each count with all below it, in seconds."""

    card: LatencyCard

    def collect(self) -> Iterator[HistogramMetricFamily]:
        bounds = [*(f"{bound / 1e6:g}" for bound in self.card.bounds_us), "+Inf"]
        yield HistogramMetricFamily(
            "cabinet_input_latency_seconds",
            "From a wire's edge to posting and outputs, in the counter.",
            [*zip(bounds, accumulate(self.card.counts), strict=True)],
            self.card.sum_us / 1e6,
        )


def _add_program(registry: CollectorRegistry, shown: Snapshot | None) -> None:
    def gauge(name: str, text: str, *labels: str) -> Gauge:
        return Gauge(f"cabinet_{name}", text, labels, registry=registry)

    gauge("up", "Whether the counter answers.").set(shown is not None)
    build = gauge("build_info", "Which release runs.", "version")
    build.labels(version("arkade-cabinet")).set(1)
    if shown is None:
        return
    mode = gauge("mode", "1 for the mode the cabinet is in.", "mode")
    for name in NAMES.values():
        mode.labels(name).set(name == shown.mode)
    gauge("credit_balance", "Credits that wait for a game.").set(shown.credits)
    gauge("takes_coins", "Whether the coin slot is open.").set(shown.lockout_open)
    gauge("alarms_active", "Alarms that stand now.").set(len(shown.alarms))


def _add_books(registry: CollectorRegistry, found: AccountRows) -> None:
    def counter(name: str, text: str, *labels: str) -> Counter:
        return Counter(f"cabinet_{name}_total", text, labels, registry=registry)

    coins = counter("coins", "Coins credited.", "slot")
    money = counter(
        "earnings_minor_units", "Money of coins: 100 is 1.00.", "currency", "slot"
    )
    plays = counter("plays", "Matches paid for.", "mode")
    players = counter("players", "Persons in them.", "mode")
    seconds = counter("play_seconds", "Time they took.", "mode")
    rest = {
        "refunds": counter("refunds", "Matches whose credit was given back."),
        "service": counter("service", "Service credits."),
        "expired": counter("expired", "Credits that ran out."),
        "alarms": counter("alarms", "Alarms ever booked."),
    }
    for row in found.between(0):
        one = Tally(*row)
        if one.coins:
            coins.labels(one.slot).inc(one.coins)
            money.labels(found.currency, one.slot).inc(one.money)
        if one.plays:
            plays.labels(one.mode).inc(one.plays)
            players.labels(one.mode).inc(one.players)
        if one.play_ms:
            seconds.labels(one.mode).inc(one.play_ms / 1000)
        for name, total in rest.items():
            total.inc(getattr(one, name))
    for code in found.others(found.currency):
        for row in found.between(0, currency=code):
            if (one := Tally(*row)).money:
                money.labels(code, one.slot).inc(one.money)
    counter("postings", "Lines of the ledger.").inc(found.postings)


def _is_here(request: Request) -> bool:
    """Asked by this machine, by its own name: no page elsewhere can have that done."""
    asker = request.client.host if request.client else ""
    return _is_loopback(asker) and _is_loopback(request.url.hostname or "")


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def _says(headers: Mapping[str, str], token: str) -> bool:
    said = headers.get("authorization", "").removeprefix("Bearer ")
    return bool(token) and compare_digest(said.encode(), token.encode())
