"""What somebody with bad intentions and a network cable tried, and what came of it."""

import asyncio
import contextlib
import json
from dataclasses import replace
from threading import Event
from time import monotonic

import pytest
from websockets.exceptions import ConnectionClosed

from cabinet.people.file import BEFORE, FOLDER, Kept
from cabinet.places import Place
from cabinet.protocol.operator import Column, Entry, Group, Menu
from cabinet.web import doors
from cabinet.web.console.access import (
    BURST,
    FORGIVEN,
    FREE_TRIES,
    LONGEST_WAIT,
    MOST_SESSIONS,
    Attempts,
    Sessions,
)
from cabinet.web.console.console import Console, Notice
from cabinet.web.console.fields import FieldError, changes
from cabinet.web.limits import LONGEST_HEAD, TimedProtocol
from tests.web.console.console_stand import CODE, OWNER, Stand
from tests.web.live.test_live import WebProgram, live, pictures
from tests.web.test_web import SHOWN

BOTH = {"fr": "x", "en": "x"}
ADDRESS = "192.168.1.9"


@pytest.fixture
def stand(tmp_path):
    """A console that has an owner, whose password takes no time to be wrong."""
    made = Stand(tmp_path)
    (tmp_path / FOLDER).mkdir()
    (tmp_path / FOLDER / BEFORE).write_text(json.dumps({"owner": "no hash"}))
    return made


def entry(path, kind, value):
    return Entry(path, kind, BOTH, BOTH, value)


def test_a_page_elsewhere_cannot_use_up_the_owners_tries(stand):
    """A browser sends HEAD anywhere, with no Origin and without asking."""

    async def knock(browser):
        for _ in range(2 * FREE_TRIES):
            assert (await browser.http.head("/login")).status_code == 200
            assert (await browser.http.head("/pair")).status_code == 200

    stand.run(knock)
    assert stand.console.attempts.wait(ADDRESS, stand.now) == 0
    assert stand.console.pairings.wait(ADDRESS, stand.now) == 0
    assert stand.console.wrong_codes == {}


def test_who_forgot_the_password_pairs_at_once(stand):
    for _ in range(2 * FREE_TRIES):
        stand.console.attempts.was_wrong(ADDRESS, stand.now)
    form = {"code": CODE, "password": OWNER, "again": OWNER}
    answer = stand.run(lambda browser: browser.post("/pair", form))
    assert answer.status_code == 303
    assert stand.console.attempts.wait(ADDRESS, stand.now) == 0


def test_a_spent_code_is_spent_though_the_counter_was_away(stand):
    form = {"code": CODE, "password": OWNER, "again": OWNER}
    stand.console.wrong_codes[CODE] = 1000
    shown, stand.parts.snapshot = stand.parts.snapshot, None
    assert stand.run(lambda browser: browser.post("/pair", form)).status_code == 403
    stand.parts.snapshot = shown
    assert stand.run(lambda browser: browser.post("/pair", form)).status_code == 403


def test_staff_cannot_guess_between_two_logins_of_its_own(stand):
    said = {"staff": Kept(2, "staff")}
    stand.console.people.who = lambda password, _: said.get(password)

    async def guess(browser):
        statuses = []
        for number in range(FREE_TRIES):
            for password in (f"guess {number}", "staff"):
                browser.http.cookies.clear()
                token = await browser.token()
                answer = await browser.post(
                    "/login", {"password": password}, token=token
                )
                statuses.append(answer.status_code)
        return statuses

    assert stand.run(guess) == [403, 303] * (FREE_TRIES - 1) + [403, 429]


def test_many_tries_at_once_are_as_few_as_one_after_the_other(stand):
    """Each takes a thread and its time, as a hash does: all of them are in flight."""
    tried, slow = [], Event()

    def who(password, _name):
        tried.append(password)
        slow.wait(0.001)

    stand.console.people.who = who

    async def storm(browser):
        token = await browser.token()
        tries = (
            browser.post("/login", {"password": f"guess {number}"}, token=token)
            for number in range(50)
        )
        answers = await asyncio.gather(*tries)
        return sorted(answer.status_code for answer in answers)

    statuses = stand.run(storm)
    assert len(tried) == FREE_TRIES
    assert statuses == [403] * FREE_TRIES + [429] * (50 - FREE_TRIES)
    form = {"code": CODE, "password": OWNER, "again": OWNER}
    paired = stand.run(lambda browser: browser.post("/pair", form))
    assert paired.status_code == 303  # who stands at the cabinet is never shut out


def test_whoever_floods_the_door_does_not_keep_the_owner_out():
    attempts = Attempts()
    attempts.was_right(ADDRESS)
    for number in range(int(BURST)):
        assert attempts.wait(f"10.0.0.{number}", 0.0) == 0
    assert attempts.wait("10.0.1.1", 0.0) > 0
    assert attempts.wait(ADDRESS, 0.0) == 0
    for _ in range(FREE_TRIES):
        attempts.was_wrong(ADDRESS, 0.0)
    assert attempts.wait(ADDRESS, 0.0) > 0


def test_no_address_is_shut_for_ever():
    attempts, now = Attempts(), 0.0
    for _ in range(2_000):
        attempts.was_wrong(ADDRESS, now)
        wait = attempts.wait(ADDRESS, now)
        assert wait <= LONGEST_WAIT
        now += wait
    assert wait == LONGEST_WAIT
    attempts.was_wrong(ADDRESS, now + FORGIVEN + 1)
    assert attempts.wait(ADDRESS, now + FORGIVEN + 1) == 0


def test_an_address_that_is_none_is_one_and_the_same(stand):
    stand.console.people.who = lambda *_: None
    for number in range(FREE_TRIES):
        stand.run(
            lambda browser: browser.post("/login", {"password": "guess"}),
            address=f"{number}" * 5_000,
        )
    assert stand.console.attempts.wait("", stand.now) > 0


def test_staff_cannot_push_the_owner_out():
    sessions = Sessions()
    owner = sessions.begin("owner", 0.0)
    for number in range(2 * MOST_SESSIONS):
        sessions.begin("staff", 1.0 + number)
    assert sessions.role(owner, 200.0) == "owner"


def test_notices_that_nobody_reads_are_not_kept(stand):
    for number in range(2 * MOST_SESSIONS):
        stand.console.notices[str(number)] = Notice("unread")
    form = {"cash": "no money"}
    answer = stand.run(lambda browser: browser.post("/collection", form), role="owner")
    assert answer.status_code == 303
    assert len(stand.console.notices) == MOST_SESSIONS


@pytest.mark.parametrize("path", ["/alarms/", "/settings/"])
@pytest.mark.parametrize("end", ["9" * 5_000, "9" * 5_000 + ".tape", "-1", "²", "x"])
def test_a_number_that_is_none_is_not_found(stand, path, end):
    stand.console.keep_menu(Menu())
    answer = stand.run(lambda browser: browser.get(path + end), role="staff")
    assert answer.status_code == 404


@pytest.mark.parametrize("credits", ["9" * 5_000, "-1", "²", "1e3"])
def test_a_bonus_of_no_number_is_said_to_be_none(credits):
    form = {"was:x": "[]", "x.0.money": "2", "x.0.credits": credits}
    columns = Column("money", "money", BOTH), Column("credits", "number", BOTH)
    tiers = replace(entry("x", "rows", "[]"), columns=columns)
    with pytest.raises(FieldError):
        changes(form, [tiers], "EUR")


def test_a_price_beyond_all_money_is_no_price(stand):
    mode = [entry("modes.0.credits", "number", "1")]
    mode += [entry("modes.0.enabled", "bool", "true")]
    mode += [entry("modes.0.per_player", "bool", "false")]
    price = Group("pricing", BOTH, (entry("pricing.credit", "money", "100"),))
    stand.console.keep_menu(Menu((price, Group("modes.0", BOTH, tuple(mode)))))
    form = {"was:modes.0.credits": "1", "modes.0.credits": "9" * 30}
    answer = stand.run(lambda browser: browser.post("/preview", form), role="staff")
    assert answer.status_code == 200
    assert "notice bad" in answer.text


def test_a_file_that_is_no_text_is_said_to_be_none(stand):
    stand.place.config.write_bytes(b"\xff\xfe")
    answer = stand.run(lambda browser: browser.get("/file"), role="owner")
    assert answer.status_code == 500
    assert "cannot be read as text" in answer.text


def test_staff_does_not_see_the_code_and_who_logged_out_sees_nothing(tmp_path):
    async def scene(web):
        console = web.parts.console
        number = console.sessions.begin("staff", monotonic())
        ours = {"additional_headers": {"Cookie": f"cabinet={number}"}}
        async with web.browser("/live/pictures", **ours) as browser:
            await pictures(browser, 2)
            shown = web.parts.snapshot
            web.parts.snapshot = replace(SHOWN, mode="service", pairing=CODE)
            for _ in range(2):
                await browser.send("seen")
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(browser.recv(), 0.15)
            web.parts.snapshot = shown
            await browser.send("seen")
            await pictures(browser, 1)
            console.sessions.end(number)
            await browser.send("seen")
            with pytest.raises(ConnectionClosed):
                await pictures(browser, 3)
        assert browser.close_code == 1008

    async def run():
        web = WebProgram(tmp_path, front=None)
        place = Place(config=tmp_path / "cabinet.yaml", state=tmp_path)
        web.parts.console = Console(place, "en", web.parts.shown)
        async with web:
            while web.parts.snapshot is None:
                await asyncio.sleep(0.01)
            await scene(web)

    asyncio.run(asyncio.wait_for(run(), 30))


def test_who_begins_a_request_and_never_ends_it_is_hung_up_on(tmp_path, monkeypatch):
    monkeypatch.setattr(TimedProtocol, "head_s", 0.05)
    monkeypatch.setattr(TimedProtocol, "body_s", 0.05)
    monkeypatch.setattr(doors, "HEAD_S", 0.05)
    begun = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    posted = b"POST /login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n"
    long = begun + b"X: " + b"x" * 2 * LONGEST_HEAD

    async def scene(web):
        async with web.browser() as browser:
            for said in (b"", begun, posted, begun + b"\r\n" + begun, long):
                host, port = web.at.split(":")
                reader, writer = await asyncio.open_connection(host, int(port))
                writer.write(said)
                with contextlib.suppress(ConnectionError):
                    await asyncio.wait_for(reader.read(), 5)
                writer.close()
            await pictures(browser, 2)

    live(tmp_path, scene)
