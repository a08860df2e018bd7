"""Coins on a line of a real kernel: what the counter makes of them."""

import signal
from random import Random

from cabinet.core.events import MILLISECOND, SECOND
from tests.pins.chip import coins

MS = MILLISECOND
MICROSECOND = 1_000
COIN, LOCKOUT = 17, 20


def was_stamped_in_the_kernel(edges, strokes):
    """Each edge as the hand made it, stamped while the hand was making it."""
    assert [edge.active for edge in edges] == [not stroke.high for stroke in strokes]
    return all(
        stroke.begun <= edge.at <= stroke.done
        for edge, stroke in zip(edges, strokes, strict=True)
    )


def pulses(edges):
    return zip(edges[::2], edges[1::2], strict=True)


def credited(counter, before, number):
    """Wait for the coins, then as long again: not one less, and not one more."""
    counter.until(lambda shown: shown.books.coins >= before + number)
    counter.listen(2)
    return counter.shown.books.coins == counter.coins == before + number


def test_clean_coins_are_credited_and_their_widths_are_exact(
    chip, counter, record_property
):
    before = counter.coins
    strokes = chip.play(COIN, coins(50))
    assert credited(counter, before, 50)
    edges = counter.edges("coin.1", strokes)
    assert was_stamped_in_the_kernel(edges, strokes)
    found = [end.at - begin.at for begin, end in pulses(edges)]
    made = [(20 + 10 * (coin % 4)) * MS for coin in range(50)]
    worst = max(abs(one - other) for one, other in zip(found, made, strict=True))
    record_property("widths wrong by at most, µs", worst // MICROSECOND)
    assert worst < MS


def test_bouncing_coins_are_credited_once_each(chip, counter, record_property):
    before, alarms = counter.coins, counter.alarms
    strokes = chip.play(COIN, coins(50, Random(1)))
    assert credited(counter, before, 50)
    assert counter.alarms == alarms
    record_property("edges of 50 bouncing coins", len(strokes))
    assert was_stamped_in_the_kernel(counter.edges("coin.1", strokes), strokes)


def test_glitches_shorter_than_a_millisecond_are_no_money(chip, counter):
    before, random, times = counter.coins, Random(2), [0]
    for _ in range(300):
        times.append(times[-1] + random.randrange(20, 1000) * MICROSECOND)
        times.append(times[-1] + random.randrange(5, 60) * MS)
    strokes = chip.play(COIN, times[:-1])
    assert len(counter.edges("coin.1", strokes)) >= len(strokes) == 600
    assert counter.coins == before


def test_a_storm_is_an_alarm_and_no_money_and_passes(chip, counter):
    before, alarms = counter.coins, counter.alarms
    chip.play(COIN, [number * 700 * MICROSECOND for number in range(1000)])
    counter.until(lambda shown: "coin.1 noisy" in map(str, shown.alarms))
    assert not chip.level(LOCKOUT), "a slot that is not believed is shut"
    assert counter.alarms == [*alarms, "coin.1 noisy"], "told once"
    counter.until(lambda shown: shown.lockout_open)
    assert counter.coins == before
    chip.play(COIN, coins(1))
    assert credited(counter, before, 1)


def test_a_line_that_stays_active_is_a_jam_until_it_is_free(chip, counter):
    before, alarms = counter.coins, counter.alarms
    chip.pull(COIN, high=False)
    counter.until(lambda shown: "coin.1 jammed" in map(str, shown.alarms))
    assert not chip.level(LOCKOUT), "a slot that is jammed is shut"
    assert counter.alarms == [*alarms, "coin.1 jammed"], "told once"
    chip.pull(COIN, high=True)
    counter.until(lambda shown: shown.lockout_open)
    assert counter.coins == before
    chip.play(COIN, coins(1))
    assert credited(counter, before, 1)


def test_coins_that_fall_while_the_counter_stands_still_are_counted(chip, counter):
    before, alarms = counter.coins, counter.alarms
    counter.process.send_signal(signal.SIGSTOP)
    strokes = chip.play(COIN, coins(11, Random(3)))
    assert strokes[-1].done - strokes[0].begun > 2 * SECOND
    assert counter.coins == before
    counter.process.send_signal(signal.SIGCONT)
    assert credited(counter, before, 11)
    assert counter.alarms == alarms
    assert was_stamped_in_the_kernel(counter.edges("coin.1", strokes), strokes)


def test_what_the_kernel_could_not_keep_is_an_alarm_and_no_money(chip, counter):
    """It keeps the last 1024 edges of 1200: those of 512 coins of 600."""
    before, alarms = counter.coins, counter.alarms
    counter.process.send_signal(signal.SIGSTOP)
    chip.play(COIN, coins(600, every=150 * MS))
    counter.process.send_signal(signal.SIGCONT)
    assert credited(counter, before, 512)
    assert counter.alarms == [*alarms, "coin.1: 176 edges lost"]
