"""`/metrics`: the books as numbers that only grow, in the text form of Prometheus.

This machine may always read them; over the network only who says the token of
`fleet.metrics_token_file`.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from hmac import compare_digest
from importlib.metadata import version
from ipaddress import ip_address
from itertools import accumulate
from pathlib import Path
from typing import Final

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
PATIENCE_S: Final = 2.0
NO_EDGES: Final = 2**62
FORM: Final = "text/plain; version=0.0.4; charset=utf-8"
_ESCAPES: Final = str.maketrans({"\\": r"\\", '"': r"\"", "\n": r"\n"})


@dataclass(slots=True)
class Metric:
    """One name with its values by label."""

    name: str
    kind: str
    help: str
    values: dict[tuple[tuple[str, str], ...], int | float] = field(
        default_factory=lambda: defaultdict(int)
    )

    def add(self, value: float, **labels: str) -> None:
        """Count this much more under these labels."""
        self.values[tuple(labels.items())] += value

    def lines(self) -> Iterator[str]:
        """As Prometheus reads it."""
        yield f"# HELP {self.name} {self.help}"
        yield f"# TYPE {self.name} {self.kind}"
        for labels, value in self.values.items():
            told = ",".join(f'{k}="{v.translate(_ESCAPES)}"' for k, v in labels)
            yield f"{self.name}{{{told}}} {value}" if told else f"{self.name} {value}"


@dataclass(frozen=True, slots=True)
class Measured:
    """The books and the counter to measure, and what a stranger has to say."""

    books: Path
    token: str = field(default="", repr=False)
    bus: Path | None = None


def metrics_routes(
    measured: Measured, snapshot: Callable[[], Snapshot | None]
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
        return ask(bus, asked, Examined, PATIENCE_S, "no answer").latency
    except CabinetError:
        return None


def told(
    shown: Snapshot | None,
    found: AccountRows | None,
    latency: LatencyCard | None = None,
) -> str:
    """Everything there is to measure, of a counter and of books that may be away."""
    metrics = [*_of_the_program(shown), *(_of_the_books(found) if found else ())]
    lines = [line for metric in metrics for line in metric.lines()]
    if latency is not None:
        lines += _histogram(latency)
    return "".join(f"{line}\n" for line in lines)


def _histogram(card: LatencyCard) -> Iterator[str]:
    """As Prometheus wants it: each count with all below it, in seconds."""
    name = "cabinet_input_latency_seconds"
    yield f"# HELP {name} From a wire's edge to posting and outputs, in the counter."
    yield f"# TYPE {name} histogram"
    bounds = [*(f"{bound / 1e6:g}" for bound in card.bounds_us), "+Inf"]
    for bound, count in zip(bounds, accumulate(card.counts), strict=True):
        yield f'{name}_bucket{{le="{bound}"}} {count}'
    yield f"{name}_sum {card.sum_us / 1e6:g}"
    yield f"{name}_count {sum(card.counts)}"


def _of_the_program(shown: Snapshot | None) -> Iterator[Metric]:
    up = Metric("cabinet_up", "gauge", "Whether the counter answers.")
    up.add(int(shown is not None))
    build = Metric("cabinet_build_info", "gauge", "Which release runs.")
    build.add(1, version=version("arkade-cabinet"))
    yield from (up, build)
    if shown is None:
        return
    mode = Metric("cabinet_mode", "gauge", "1 for the mode the cabinet is in.")
    for name in NAMES.values():
        mode.add(int(name == shown.mode), mode=name)
    credit = Metric("cabinet_credit_balance", "gauge", "Credits that wait for a game.")
    credit.add(shown.credits)
    slot = Metric("cabinet_takes_coins", "gauge", "Whether the coin slot is open.")
    slot.add(int(shown.lockout_open))
    now = Metric("cabinet_alarms_active", "gauge", "Alarms that stand now.")
    now.add(len(shown.alarms))
    yield from (mode, credit, slot, now)


def _of_the_books(found: AccountRows) -> Iterator[Metric]:
    coins = Metric("cabinet_coins_total", "counter", "Coins credited.")
    money = Metric(
        "cabinet_earnings_minor_units_total", "counter", "Money of coins: 100 is 1.00."
    )
    plays = Metric("cabinet_plays_total", "counter", "Matches paid for.")
    players = Metric("cabinet_players_total", "counter", "Persons in them.")
    seconds = Metric("cabinet_play_seconds_total", "counter", "Time they took.")
    rest = {
        name: Metric(f"cabinet_{name}_total", "counter", help_)
        for name, help_ in (
            ("refunds", "Matches whose credit was given back."),
            ("service", "Service credits."),
            ("expired", "Credits that ran out."),
            ("alarms", "Alarms ever booked."),
        )
    }
    for row in found.between(0):
        one = Tally(*row)
        if one.coins:
            slot = str(one.slot)
            coins.add(one.coins, slot=slot)
            money.add(one.money, currency=found.currency, slot=slot)
        if one.plays:
            plays.add(one.plays, mode=one.mode)
            players.add(one.players, mode=one.mode)
        if one.play_ms:
            seconds.add(one.play_ms / 1000, mode=one.mode)
        for name, metric in rest.items():
            metric.add(getattr(one, name))
    for code in found.others(found.currency):
        for row in found.between(0, currency=code):
            if (one := Tally(*row)).money:
                money.add(one.money, currency=code, slot=str(one.slot))
    postings = Metric("cabinet_postings_total", "counter", "Lines of the ledger.")
    postings.add(found.postings)
    yield from (coins, money, plays, players, seconds, *rest.values(), postings)


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
