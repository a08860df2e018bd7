"""What the books and the counter tell that is worth an alert.

The books are read from the last alarm that was told; box levels are added up from the
last collection on, posting by posting, and only once by a program that stays.
"""

from collections.abc import Callable
from datetime import date, datetime, timedelta
from typing import Final

from cabinet.alerts.config import Wanted
from cabinet.alerts.events import Event, subject_of
from cabinet.alerts.memory import PostKept
from cabinet.books.collection import box_level
from cabinet.books.feed import BoxSums, Feed
from cabinet.books.report import Sums
from cabinet.core.events import SECOND, Nanos
from cabinet.i18n.message import Amount, Message, Verbatim, message
from cabinet.protocol.snapshot import Snapshot

LOOK_EVERY: Final = 2 * SECOND
# A counter that starts again, and a screen that does, are back before this.
AWAY_AFTER: Final = 180 * SECOND
OUT_OF_ORDER_AFTER: Final = 20 * SECOND
BOXES_EVERY: Final = 20 * SECOND
_OUT_OF_ORDER: Final = "out_of_order"


class Watch:
    """Notes in `held` what there is to tell."""

    def __init__(self, held: PostKept, feed: Feed, wall_ms: Callable[[], int]) -> None:
        self._held = held
        self._feed = feed
        self._wall_ms = wall_ms
        self._look_at: Nanos = 0
        self._boxes_at: Nanos = 0
        self._in_box = BoxSums()
        self._shown: Snapshot | None = None
        self._away_since: Nanos | None = None
        self._broken_since: Nanos | None = None

    # The counter

    def see(self, shown: Snapshot | None, now: Nanos) -> None:
        """How the cabinet is, or that nobody answers: None."""
        self._shown = shown
        if shown is None:
            self._away_since = now if self._away_since is None else self._away_since
            return
        self._away_since, self._held.away = None, False
        if shown.mode == _OUT_OF_ORDER:
            if self._broken_since is None:
                self._broken_since = now
        else:
            self._broken_since, self._held.order = None, ""

    def turn(self, wanted: Wanted, now: Nanos) -> None:
        """Look at everything that is due."""
        self._look_at_counter(now)
        if now < self._look_at:
            return
        self._look_at = now + LOOK_EVERY
        self._read_alarms()
        if now >= self._boxes_at:
            self._boxes_at = now + BOXES_EVERY
            self._look_into_boxes(wanted)

    def _look_at_counter(self, now: Nanos) -> None:
        held = self._held
        since = self._away_since
        if since is not None and not held.away and now - since >= AWAY_AFTER:
            held.away = True
            self._tell("trouble", message("alerts.counter_away"))
        since, shown = self._broken_since, self._shown
        if since is None or shown is None or now - since < OUT_OF_ORDER_AFTER:
            return
        if held.order != shown.reason:
            held.order = shown.reason
            told = message("alerts.out_of_order")
            if shown.detail:
                told = message("alerts.out_of_order_why", why=shown.detail)
            self._tell("trouble", told)

    # The books

    def _read_alarms(self) -> None:
        held, newest = self._held, self._feed.newest()
        known = held.cursor >= 0 and self._feed.has_hash(held.cursor, held.hash)
        if not known:  # the first time, or other books: begin at their end
            held.cursor, held.hash = newest.seq, newest.hash.hex()
            return
        for alarm in self._feed.alarms(held.cursor):
            held.cursor, held.hash = alarm.seq, alarm.hash.hex()
            if subject := subject_of(alarm.told.code):
                held.wait(Event(subject, alarm.told, alarm.wall_ms))

    def _look_into_boxes(self, wanted: Wanted) -> None:
        sizes = [coin for coin in wanted.coins if coin.box_coins or coin.box_money]
        if not sizes:
            return
        self._in_box = self._feed.in_box(self._in_box)
        for coin in sizes:
            count, amount = self._in_box.slots.get(coin.slot, (0, 0))
            sums = Sums(coins=count, money=amount)
            level = box_level(coin.slot, sums, coin.box_coins, coin.box_money)
            told_after = self._held.boxes.get(str(coin.slot), -1)
            if not level or not level.nearly_full:
                continue
            if told_after == self._in_box.collection:
                continue
            self._held.boxes[str(coin.slot)] = self._in_box.collection
            told = message("alerts.box", slot=coin.slot, percent=level.percent)
            self._tell("box", told)

    def _tell(self, subject: str, told: Message) -> None:
        self._held.wait(Event(subject, told, self._wall_ms()))

    # The digest

    def digest(self, wanted: Wanted, day: int, minute: int) -> list[Message]:
        """Yesterday in a few lines, if they are due now and were not told yet."""
        held = self._held
        if wanted.digest is None or minute < wanted.digest or held.digest >= day:
            return []
        first = held.digest == 0
        held.digest = day
        if first and minute > wanted.digest:  # switched on later today: from tomorrow
            return []
        return self._yesterday(date.fromordinal(day))

    def _yesterday(self, today: date) -> list[Message]:
        yesterday = today - timedelta(days=1)
        begin, end = _midnight_ms(yesterday), _midnight_ms(today)
        day = self._feed.day(begin, end)
        told = Verbatim(f"{yesterday:%Y-%m-%d}")
        lines = [
            message("alerts.digest_day", day=told),
            message("alerts.digest_money", money=Amount(day.money), n=day.coins),
            message("alerts.digest_plays", n=day.plays),
        ]
        if day.refunds:
            lines.append(message("alerts.digest_refunds", n=day.refunds))
        lines.append(message("alerts.digest_alarms", n=len(day.alarms)))
        lines += [
            message("alerts.digest_alarm", what=what, times=times)
            for what, times in _counted(day.alarms)
        ]
        return lines


def _counted(alarms: tuple[Message, ...]) -> list[tuple[Message, int]]:
    found = dict.fromkeys(alarms, 0)
    for each in alarms:
        found[each] += 1
    return list(found.items())


def _midnight_ms(day: date) -> int:
    midnight = datetime(day.year, day.month, day.day).astimezone()
    return round(midnight.timestamp() * 1_000)
