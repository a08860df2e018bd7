"""What is said while there is a broker, and what is heard from it.

A session outlives connections: the broker may come and go, and so may the counter.
Meeting a broker tells it everything that is retained; from there on only changes.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any, Final

from cabinet.books.feed import Feed
from cabinet.core.events import SECOND, Nanos
from cabinet.fleet import scores
from cabinet.fleet.broker import Access, BrokerLine, Publication
from cabinet.fleet.commands import PendingCommands
from cabinet.fleet.memory import Memory
from cabinet.fleet.outbox import Outbox
from cabinet.fleet.rollout import FleetSettingsFile, Rollout
from cabinet.fleet.state import device, state
from cabinet.fleet.topics import BUNDLES, SCORES, PayloadError, Topics, read, written
from cabinet.fleet.topics import whole as whole_number
from cabinet.protocol.codec import BusMessage
from cabinet.protocol.fleet import RemoteScore
from cabinet.protocol.snapshot import Snapshot

log = logging.getLogger("cabinet.fleet")

# How often the books are looked at, and how often at most the state is told.
LOOK_EVERY: Final = SECOND
TELL_EVERY: Final = SECOND // 2
_LONGEST_AGAIN: Final = 200
_FAR_FUTURE: Final = 2**53


@dataclass(frozen=True, slots=True)
class Membership:
    """What the operator's file says of the fleet, as plain values."""

    id: str
    name: str
    currency: str
    access: Access
    home_assistant: bool = True
    share_scores: bool = False
    commands: tuple[str, ...] = ()
    bundle_key: str = ""
    language: str = "fr"


class FleetSession:
    """One cabinet in its fleet."""

    def __init__(
        self,
        member: Membership,
        topics: Topics,
        feed: Feed,
        memory: Memory,
        settings: FleetSettingsFile,
    ) -> None:
        self._member = member
        self._topics = topics
        self._feed = feed
        self._memory = memory
        self._broker: BrokerLine | None = None
        self._outbox: Outbox | None = None
        self._send: Callable[[BusMessage], None] | None = None
        self._shown: Snapshot | None = None
        self._told: dict[str, bytes] = {}
        self._others: dict[str, tuple[RemoteScore, ...]] = {}
        self._look_at: Nanos = 0
        self._tell_at: Nanos = 0
        self._commands = PendingCommands(topics, memory, self._reporter("answer"))
        report = self._reporter("report")
        key = member.bundle_key
        self._rollout = (
            Rollout(member.id, key, memory, settings, report) if key else None
        )

    # Who is there

    @property
    def met(self) -> bool:
        """Whether there is a broker that knows us."""
        return self._broker is not None

    def meet_broker(self, broker: BrokerLine) -> None:
        """A broker is ready: listen, and say again what it should keep of us."""
        self._broker, self._outbox, self._told = broker, None, {}
        self._look_at = self._tell_at = 0
        wanted = [self._topics("again")]
        if self._member.commands:
            wanted.append(self._topics.commands)
        if self._member.share_scores:
            wanted.append(SCORES)
        if self._rollout:
            wanted += [self._topics("bundle"), BUNDLES]
        for topic in wanted:
            broker.subscribe(topic)
        broker.publish(self._topics("availability"), "online", kept=True)
        found = b""
        if self._member.home_assistant:
            member = self._member
            who = (member.name, member.language, member.currency)
            running = version("arkade-cabinet")
            found = written(device(self._topics, *who, member.commands, running))
        broker.publish(self._topics.discovery, found, kept=True)

    def lose_broker(self) -> None:
        """What was not acknowledged will be sent again."""
        if self._outbox:
            self._outbox.save()
        self._broker = self._outbox = None

    def meet_counter(self, send: Callable[[BusMessage], None]) -> None:
        """A counter is connected; its books may be others than before."""
        self._send, self._outbox = send, None
        self._tell_far_scores()

    def lose_counter(self) -> None:
        """The socket is closed."""
        self._send = self._shown = None
        self._commands.lose()

    # What the counter says

    def see(self, shown: Snapshot) -> None:
        """The cabinet has changed, so its books may have grown."""
        self._shown = shown
        self._look_at = 0

    def settle(self, outcome: str, why: str = "") -> None:
        """The counter has answered a command."""
        self._commands.settle(outcome, why)

    # What is due

    def turn(self, now: Nanos) -> None:
        """Tell what is new; hear what was said."""
        if self._rollout:
            self._rollout.turn(self._shown, now)
        if self._broker is None:
            return
        if self._outbox is None:
            self._outbox = Outbox(self._feed, self._memory)
        for told in self._broker.told():
            self._hear(told)
        self._send_postings(now, self._outbox)
        if now >= self._tell_at:
            self._tell_at = now + TELL_EVERY
            self._tell_state()

    def _send_postings(self, now: Nanos, outbox: Outbox) -> None:
        assert self._broker is not None
        moved = False
        for number in self._broker.acknowledged():
            outbox.acknowledge(number)
            moved = True
        if not moved and now < self._look_at:
            return
        self._look_at = now + LOOK_EVERY
        for posting in outbox.due():
            line = written({"cabinet": self._member.id, **posting})
            number = self._broker.publish(self._topics("event"), line)
            outbox.sent(number, posting)

    def _tell_state(self) -> None:
        assert self._outbox is not None
        self._outbox.save()
        self._keep("state", state(self._shown, self._feed.newest()))
        if self._member.share_scores:
            self._keep("scores", scores.own(self._member.id, self._feed.high_scores()))

    def _keep(self, name: str, document: dict[str, Any]) -> None:
        """Publish what the broker keeps, if it is not what it has."""
        assert self._broker is not None
        said = written(document)
        if self._told.get(name) != said:
            self._told[name] = said
            self._broker.publish(self._topics(name), said, kept=True)

    def _reporter(self, name: str) -> Callable[[dict[str, Any]], None]:
        def report(document: dict[str, Any]) -> None:
            if self._broker:
                line = written({"cabinet": self._member.id, **document})
                self._broker.publish(self._topics(name), line)

        return report

    # What others say

    def _hear(self, told: Publication) -> None:
        try:
            self._take(told)
        except PayloadError as wrong:
            log.warning("%s: %s", told.topic, wrong)
            self._reporter("answer")({"topic": told.topic, "why": str(wrong)})

    def _take(self, told: Publication) -> None:
        match told.topic.split("/")[1:]:
            case [_, "bundle"] if self._rollout:
                if told.payload:
                    self._rollout.hear(told.payload)
            case [id_, "scores"]:
                self._hear_scores(id_, told.payload)
            case _ if told.kept:
                raise PayloadError("it was kept by the broker: who knows since when")
            case [_, "again"]:
                assert self._outbox is not None
                document = read(told.payload, _LONGEST_AGAIN)
                self._outbox.again(whole_number(document, "after", _FAR_FUTURE))
                self._look_at = 0
            case [_, "command", _]:
                if self._send is None:
                    raise PayloadError("the counter is away")
                self._commands.hear(told.topic, told.payload, self._send)

    def _hear_scores(self, id_: str, payload: bytes) -> None:
        if id_ == self._member.id:
            return
        told = scores.heard(payload)
        if told and (id_ in self._others or len(self._others) < scores.MOST_CABINETS):
            self._others[id_] = told
        else:
            self._others.pop(id_, None)
        self._tell_far_scores()

    def _tell_far_scores(self) -> None:
        if self._send and self._member.share_scores:
            self._send(scores.best(self._others))
