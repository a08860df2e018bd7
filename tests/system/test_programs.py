"""The three programs as processes: coins, matches, deaths and ends, all real."""

import os
import signal
import sqlite3
import subprocess
import sys
import urllib.error
import urllib.request
from random import Random

import pytest

from cabinet.core.events import SECOND
from cabinet.protocol.client import CounterConnection
from cabinet.protocol.codec import Failed, Hello, Quit, Refused, Touch, encode
from cabinet.protocol.operator import Restart
from cabinet.screen.loop.program import PANEL_ONLY
from cabinet.tabletop.match import Match
from tests.support.settings import SETTINGS
from tests.system.running import GAME, SLOWER, RunningCabinet, free_port

READY = f"cabinet screen: {PANEL_ONLY}"


@pytest.fixture(scope="module")
def cabinet(tmp_path_factory):
    """One cabinet for all tests that do not end it."""
    cabinet = RunningCabinet(tmp_path_factory.mktemp("c")).enter()
    yield cabinet
    cabinet.say(Quit())
    code, out = cabinet.end()
    cabinet.close()
    assert code == 0
    assert "Traceback" not in out
    assert READY in out.splitlines()


@pytest.fixture
def start(tmp_path):
    """Start more cabinets; whatever happens they do not outlive the test."""
    cabinets = []

    def start(*arguments, state=tmp_path / "state"):
        cabinets.append(RunningCabinet(state, *arguments))
        return cabinets[-1]

    yield start
    for cabinet in cabinets:
        cabinet.close()


def booked(cabinet):
    """Count and credits of each kind of posting on the disk."""
    path = cabinet.state / "books.sqlite3"
    db = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        return {
            kind: (number, credits)
            for kind, number, credits in db.execute(
                "SELECT kind, count(*), sum(credits) FROM postings GROUP BY kind"
            )
        }
    finally:
        db.close()


def short_ending(match):
    """The shortest of some random ways to a winner from here."""
    chance, best = Random(0), None
    for _ in range(200):
        trial = Match.resume(GAME, 2, {"variant": "classic"}, 0, match.log)
        while not trial.over and (best is None or len(trial.log) < len(best)):
            legal = trial.legal()
            places = [action for action in legal if action.startswith("place")]
            trial.play(chance.choice(places or legal))
        if trial.over and trial.outcome().winners:
            best = trial.log
    return [move.action for move in best[len(match.log) :]]


def test_a_coin_is_on_the_disk_when_it_is_shown(start):
    cabinet = start().enter()
    cabinet.until(lambda shown: shown.mode in ("attract", "select"))
    coins = cabinet.shown.books.coins
    shown = cabinet.coin()
    assert shown.mode == "select"
    assert shown.books.coins == booked(cabinet)["coin"][0] == coins + 1


def test_two_people_play_a_whole_match_with_stick_and_buttons(cabinet):
    cabinet.be_in_mid_game()
    plays = cabinet.shown.books.plays
    ending, slips = short_ending(cabinet.match()), 0
    while ending and cabinet.shown.mode == "playing":
        try:
            cabinet.move(ending.pop(0))
        except AssertionError:
            slips += 1
            assert slips <= 2 * SLOWER, "the stick slips again and again"
            cabinet.forget_hands()
            ending = short_ending(cabinet.match())
    shown = cabinet.until_mode("result")
    outcome = cabinet.match().outcome()
    assert outcome.over
    assert shown.result.how == "finished"
    assert shown.result.winners == outcome.winners != ()
    assert shown.result.scores == outcome.scores
    assert booked(cabinet)["charge"][0] == plays
    cabinet.leave_the_result()
    cabinet.until(lambda shown: shown.mode in ("attract", "select"))


def test_a_screen_killed_in_mid_game_comes_back_to_the_same_position(cabinet):
    cabinet.be_in_mid_game()
    before = cabinet.shown.match
    killed = cabinet.kill("screen")
    cabinet.until(lambda shown: not shown.lockout_open)
    shown = cabinet.until(lambda shown: shown.lockout_open)
    assert cabinet.pid("screen") != killed
    assert (shown.mode, shown.question, shown.match) == ("playing", "", before)
    cabinet.first_move()
    cabinet.move(cabinet.match().legal()[-1])
    assert cabinet.shown.match.log[: len(before.log)] == before.log


def test_a_stranger_that_waits_as_a_second_screen_never_gets_its_turn(cabinet):
    """It may not queue, and what it says when the real screen is gone does nothing."""
    cabinet.be_in_mid_game()
    before, books = cabinet.shown.match, booked(cabinet)
    killed = cabinet.kill("screen")
    strangers = [CounterConnection.connect(cabinet.socket) for _ in range(3)]
    said = (Hello("screen", 1), Failed(before.id, "mine"), Quit())
    for line in strangers:
        # At once: it is hung up on after the first, and could not say the others.
        line._socket.sendall(b"".join(map(encode, said)))
    shown = cabinet.until(lambda shown: not shown.lockout_open)
    shown = cabinet.until(lambda shown: shown.lockout_open)
    assert cabinet.pid("screen") != killed
    assert (shown.mode, shown.question, shown.match) == ("playing", "", before)
    assert booked(cabinet).get("refund") == books.get("refund")
    for line in strangers:
        heard = [each for some in line.heard(20 * SECOND) for each in some]
        assert [type(each) for each in heard] == [Refused]
        assert "starts the screen itself" in str(heard[0])
        line.close()
    cabinet.first_move()


@pytest.mark.soak  # it tries for fifteen seconds
def test_a_screen_started_by_hand_beside_the_cabinets_own_says_why_it_ends(cabinet):
    command = (sys.executable, "-m", "cabinet", "screen", "--sim", "--headless")
    where = ("--config", str(SETTINGS), "--state", str(cabinet.state))
    done = subprocess.run(
        [*command, *where],
        capture_output=True,
        text=True,
        timeout=60 * SLOWER,
        check=False,
    )
    assert done.returncode == 1
    assert "to start the programs by hand, begin with" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_counter_killed_in_mid_game_asks_and_goes_on_with_exact_books(cabinet):
    cabinet.be_in_mid_game()
    before, books = cabinet.shown, booked(cabinet)
    killed = cabinet.kill("counter")
    cabinet.lost()
    cabinet.shown = None
    shown = cabinet.enter().shown
    assert cabinet.pid("counter") != killed
    assert (shown.mode, shown.question) == ("playing", "resume")
    assert shown.match == before.match
    assert (shown.credits, shown.books) == (before.credits, before.books)
    assert booked(cabinet) == books
    cabinet.tap("start")
    cabinet.until(lambda shown: shown.question == "")
    cabinet.first_move()


def test_a_hung_screen_is_ended_and_replaced(cabinet):
    cabinet.be_in_mid_game()
    before = cabinet.shown.match
    hung = cabinet.kill("screen", signal.SIGSTOP)
    cabinet.until(lambda shown: not shown.lockout_open, patience=5)
    cabinet.until(lambda shown: shown.lockout_open)
    assert cabinet.pid("screen") != hung
    assert cabinet.shown.match == before
    cabinet.first_move()


@pytest.mark.soak  # six seconds of waiting
def test_a_counter_that_hangs_is_ended_and_replaced(cabinet):
    cabinet.be_in_mid_game()
    before = booked(cabinet)
    hung = cabinet.kill("counter", signal.SIGSTOP)
    cabinet.lost()
    cabinet.shown = None
    shown = cabinet.enter().shown
    assert cabinet.pid("counter") != hung
    assert (shown.mode, shown.question) == ("playing", "resume")
    assert booked(cabinet) == before


def test_a_restart_begins_anew_with_another_counter_and_screen(start):
    cabinet = start().enter()
    before = cabinet.pid("counter"), cabinet.pid("screen")
    cabinet.say(Restart("web:owner"))
    cabinet.lost()
    cabinet.shown = None
    assert cabinet.enter().shown.mode == "attract"
    assert cabinet.pid("counter") != before[0]
    assert cabinet.pid("screen") != before[1]
    cabinet.say(Quit())
    code, out = cabinet.end()
    assert code == 0
    assert "Traceback" not in out


@pytest.mark.soak  # a minute of standing still
@pytest.mark.parametrize("seconds", [2.2 + n / 10 for n in range(13)])
def test_a_counter_that_stood_still_keeps_its_screen(cabinet, seconds):
    """Its heartbeats of that time are there to be read, a timer or not."""
    cabinet.until(lambda shown: shown.lockout_open)
    screen, alarms = cabinet.pid("screen"), booked(cabinet).get("alarm")
    cabinet._wait_for_the_end(1.2)
    stopped = cabinet.kill("counter", signal.SIGSTOP)
    cabinet._wait_for_the_end(seconds)
    os.kill(stopped, signal.SIGCONT)
    cabinet._settle()
    cabinet._wait_for_the_end(0.5)
    cabinet._settle()
    assert cabinet.shown.lockout_open
    assert cabinet.pid("screen") == screen
    assert booked(cabinet).get("alarm") == alarms


def test_a_second_cabinet_is_refused_and_does_not_disturb_the_first(cabinet, start):
    cabinet.be_in_mid_game()
    screen, alarms = cabinet.pid("screen"), booked(cabinet).get("alarm")
    second = start(state=cabinet.state)
    code, out = second.end()
    assert code == 4
    path = cabinet.state / "books.sqlite3"
    assert out == (
        f"cabinet: books {path} are in use by another cabinet: stop it first, or "
        "give this one its own folder with --state DIR\n"
    )
    cabinet.first_move()
    assert cabinet.pid("screen") == screen
    assert booked(cabinet).get("alarm") == alarms


def hold_power(cabinet):
    cabinet.touch("power", active=True)


STOPS = {
    "control c": lambda cabinet: cabinet.process.send_signal(signal.SIGINT),
    "sigterm": lambda cabinet: cabinet.process.send_signal(signal.SIGTERM),
    "a storm": lambda cabinet: [
        os.kill(cabinet.process.pid, number)
        for number in (signal.SIGINT, signal.SIGTERM) * 10
    ],
    "power held": hold_power,
    "window closed": lambda cabinet: cabinet.say(Quit()),
}


@pytest.mark.parametrize("way", STOPS)
def test_every_way_to_stop_ends_all_cleanly(start, way):
    cabinet = start().enter()
    STOPS[way](cabinet)
    code, out = cabinet.end()
    assert code == 0
    assert set(out.splitlines()) <= {READY}
    assert not cabinet.socket.exists()


def test_stopping_while_it_starts_is_as_clean(start):
    cabinet = start()
    while not (cabinet.state / "books.sqlite3.lock").exists():
        cabinet._wait_for_the_end(0.005)
    for _ in range(5):
        cabinet.process.send_signal(signal.SIGINT)
        cabinet.process.send_signal(signal.SIGTERM)
    code, out = cabinet.end()
    assert code == 0
    assert set(out.splitlines()) <= {READY}


def test_the_programs_follow_a_launcher_that_is_killed(start):
    cabinet = start().enter()
    cabinet.process.kill()
    code, out = cabinet.end()
    assert code == -signal.SIGKILL
    assert set(out.splitlines()) <= {READY}
    assert not cabinet.socket.exists()


def asked(url):
    """What the page says, once the web program has heard the counter."""
    for _ in range(500):
        try:
            with urllib.request.urlopen(url, timeout=10) as answer:
                return answer.read()
        except urllib.error.HTTPError as wrong:
            if wrong.code != 503:
                raise
    raise AssertionError("the web program never heard the counter")


def test_the_web_program_serves_its_page_and_stops_with_the_rest(start, tmp_path):
    port = free_port()
    text = SETTINGS.read_text()
    config = tmp_path / "cabinet.yaml"
    config.write_text(text.replace("port: 8080", f"port: {port}"))
    cabinet = start("--web", "--config", str(config)).enter()
    said = b""
    while b"the operator's page is at" not in said:
        said += cabinet.process.stdout.readline()
    cabinet.say(Touch("coin.1", active=True))
    cabinet.until_mode("select")
    url = f"http://127.0.0.1:{port}"
    with urllib.request.urlopen(f"{url}/?lang=en", timeout=10) as page:
        assert '<html lang="en">' in page.read().decode()
    stranger = asked(f"{url}/snapshot.json?lang=en")
    assert b"This console has no owner yet." in stranger
    cabinet.process.send_signal(signal.SIGINT)
    code, out = cabinet.end()
    assert code == 0
    assert "Traceback" not in out


def test_a_recorded_cabinet_survives_the_death_of_its_counter(start, tmp_path):
    tape = tmp_path / "evening.tape"
    cabinet = start("--record", str(tape)).enter()
    cabinet.coin()
    cabinet.kill("counter")
    cabinet.lost()
    cabinet.shown = None
    assert cabinet.enter().shown.credits == 1
    cabinet.say(Quit())
    code, out = cabinet.end()
    assert code == 0
    assert "Traceback" not in out
    names = sorted(path.name for path in tmp_path.glob("*.tape"))
    assert names == ["evening-2.tape", "evening.tape"]
