"""Six digits besides the owner's password, and who is logged in."""

import json
import logging
import stat

import pytest
from pyotp.totp import TOTP

from cabinet.core.errors import CabinetError
from cabinet.people.file import BEFORE, FOLDER
from cabinet.people.passwords import main
from cabinet.people.second_factor import (
    FILE,
    FREE_TRIES,
    LONGEST_WAIT,
    SecondFactor,
    SecondFactorError,
    address,
    new_secret,
)
from cabinet.web.console.access import IDLE
from tests.web.console.console_stand import CODE, OWNER, STAFF, Stand, with_passwords

# The time of RFC 6238's examples, and the secret of its SHA-1 ones.
NOW = 1_111_111_109
SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"


class WallClock:
    """What time it is on the wall, in our hands."""

    def __init__(self, now=NOW):
        self.now = now

    def __call__(self):
        return self.now * 1000

    def code(self, apart=0, secret=SECRET):
        return TOTP(secret).at(self.now, counter_offset=apart)


@pytest.fixture
def wall():
    return WallClock()


@pytest.fixture
def second(tmp_path, wall):
    made = SecondFactor(tmp_path / FILE, wall)
    made.turn_on(SECRET, wall.code())
    wall.now += 60
    return made


def refusal(work, *arguments):
    with pytest.raises(SecondFactorError) as wrong:
        work(*arguments)
    return wrong.value.args[0]


def test_the_codes_are_those_of_the_standard(tmp_path, wall):
    second = SecondFactor(tmp_path / FILE, wall)
    assert not second.is_on
    second.check("")
    second.turn_on(SECRET, "081804")
    assert second.is_on
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600


def test_a_code_works_once_and_no_older_one_after_it(second, wall):
    second.check(wall.code())
    assert refusal(second.check, wall.code()) == "second.wrong"
    assert refusal(second.check, wall.code(-1)) == "second.wrong"
    second.check(wall.code(1))


@pytest.mark.parametrize("apart", [-3, -2, 2, 3])
def test_a_code_of_another_time_is_wrong(second, wall, apart):
    assert refusal(second.check, wall.code(apart)) == "second.wrong"


@pytest.mark.parametrize("code", ["", "12345", "1234567", "abcdef", "١٢٣٤٥٦", "-00001"])
def test_what_is_no_code_is_wrong(second, code):
    assert refusal(second.check, code) == "second.wrong"


def test_whoever_guesses_waits_and_a_right_code_ends_it(second, wall):
    tried = 0
    for _ in range(24 * 60 * 2):  # every half minute for a day
        if refusal(second.check, "000000") == "second.wrong":
            tried += 1
        wall.now += 30
    assert FREE_TRIES + 20 < tried < FREE_TRIES + 40
    assert refusal(second.check, wall.code()) == "second.wait"
    wall.now += LONGEST_WAIT
    second.check(wall.code())
    wall.now += 30
    assert refusal(second.check, "000000") == "second.wrong"
    second.check(wall.code())


def test_a_clock_that_was_far_ahead_shuts_nobody_out_for_long(second, wall):
    wall.now += 10**8
    for _ in range(FREE_TRIES):
        refusal(second.check, "000000")
    wall.now -= 10**8
    second.check(wall.code())


def test_it_is_turned_on_by_a_code_and_off_by_another(tmp_path, second, wall):
    assert refusal(second.turn_on, SECRET, wall.code()) == "second.on"
    assert refusal(second.turn_off, "000000") == "second.wrong"
    assert second.is_on
    second.turn_off(wall.code())
    assert not second.is_on
    for secret, code in ((SECRET, "000000"), ("", ""), ("short", wall.code())):
        assert refusal(second.turn_on, secret, code) == "second.wrong"
    assert not second.is_on


@pytest.mark.parametrize("text", ["", "}", "[]", "{}", '{"secret": "x"}'])
def test_a_damaged_file_lets_nobody_in_until_somebody_pairs(tmp_path, second, text):
    (tmp_path / FILE).write_text(text)
    with pytest.raises(CabinetError, match="pair again at the cabinet"):
        second.check("123456")
    second.forget()
    assert not second.is_on


def test_a_file_that_cannot_be_written_is_said_so(tmp_path, second, wall):
    (tmp_path / f".{FILE}.new").mkdir()
    with pytest.raises(CabinetError, match="cannot be written"):
        second.check(wall.code())
    (tmp_path / FILE).unlink()
    (tmp_path / FILE).mkdir()
    with pytest.raises(CabinetError, match="cannot be written"):
        second.forget()


def test_an_app_is_told_whose_code_it_is():
    secret = new_secret()
    assert len({new_secret() for _ in range(20)}) == 20
    told = address(secret, "Café: à côté")
    assert told.startswith(
        "otpauth://totp/Caf%C3%A9%20%20%C3%A0%20c%C3%B4t%C3%A9:owner"
    )
    assert f"secret={secret}" in told


def forgive(path):
    """Wrong codes shut the door; here each change is to meet an open one."""
    path.write_text(json.dumps(json.loads(path.read_text()) | {"wrong": 0}))


def test_the_counters_child_asks_for_a_code_and_for_each_change_of_people(tmp_path):
    """Who takes the page over while an owner is logged in adds no owner by that."""

    def ask(**said):
        asked = {"name": "", "password": "", "by": 0, "house": ""} | said
        return main(tmp_path, json.dumps(asked))

    def vouch(password, code="", name=""):
        return ask(do="Vouch", password=password, code=code, name=name)

    (tmp_path / "access").mkdir()
    ask(do="SetPassword", number=1, password=OWNER)
    ask(do="AddPerson", name="Zoé", role="staff", password=STAFF)
    owner = {"number": 1, "role": "owner", "name": ""}
    staff = {"number": 3, "role": "staff", "name": "Zoé"}
    assert vouch(OWNER) == owner
    clock = SecondFactor(tmp_path / "x")._now()
    codes = [TOTP(SECRET).at(clock, counter_offset=apart) for apart in (0, 1)]
    assert ask(do="SetSecondFactor", by=1, secret=SECRET, code=codes[0]) == owner
    assert vouch(OWNER) == vouch(OWNER, codes[0]) == {"wrong": "second.wrong"}
    before = (tmp_path / "access" / "people.json").read_text()
    for change in (
        {"do": "AddPerson", "name": "Eve", "role": "owner", "password": OWNER},
        {"do": "ChangePerson", "number": 3, "name": "Zoé", "role": "owner"},
        {"do": "SetPassword", "number": 3, "password": "something of Eve's"},
        {"do": "DrawPin", "number": 3, "off": False},
        {"do": "EndPerson", "number": 3},
    ):
        for code in ("", codes[0]):
            assert ask(by=1, code=code, **change) == {"wrong": "second.wrong"}
            forgive(tmp_path / "access" / FILE)
    assert (tmp_path / "access" / "people.json").read_text() == before
    assert vouch(OWNER, codes[1]) == owner
    assert vouch(STAFF, name="joe") == {}
    assert vouch(STAFF, name="ZOE") == staff, "hers takes none"
    assert vouch("nobody's at all") == {}
    off = ask(do="SetSecondFactor", by=1, secret="", code=codes[1])
    assert off == {"wrong": "second.wrong"}
    assert ask(do="Pair", password="mine, and longer", code="12345678") == owner
    assert vouch("mine, and longer") == owner


@pytest.fixture(scope="module")
def hashed(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hashed")
    with_passwords(folder, owner=OWNER, staff=STAFF)
    return (folder / FOLDER / BEFORE).read_bytes()


@pytest.fixture
def stand(tmp_path, hashed, wall):
    made = Stand(tmp_path)
    (tmp_path / FOLDER).mkdir()
    (tmp_path / FOLDER / BEFORE).write_bytes(hashed)
    made.second = SecondFactor(tmp_path / FOLDER / FILE, wall)
    away = SecondFactor(tmp_path / "nobody's", wall)
    made.console.people.second = lambda number: made.second if number == 1 else away
    return made


def test_the_owner_sets_it_up_on_the_page(stand, wall):
    async def set_up(browser):
        before = await browser.get("/access")
        page = await browser.get("/access/second")
        same = await browser.get("/access/second")
        (offered,) = {each.offered for each in stand.console.sessions._open.values()}
        wrong = await browser.post("/access/second", {"code": "000000"})
        told = await browser.get("/access/second")
        code = wall.code(secret=offered)
        right = await browser.post("/access/second", {"code": f"{code[:3]} {code[3:]}"})
        after = await browser.get("/access")
        again = await browser.get("/access/second")
        return before, page, same, offered, wrong, told, right, after, again

    before, page, same, offered, wrong, told, right, after, again = stand.run(
        set_up, role="owner"
    )
    assert "the password is enough" in before.text
    for each in (page, same):
        assert "<svg" in each.text
        assert offered[:4] in each.text
    assert wrong.headers["location"] == "/access/second"
    assert "not the code" in told.text
    assert right.headers["location"] == again.headers["location"] == "/access"
    assert "takes a code" in after.text
    assert offered not in after.text
    assert stand.second.is_on


def log_in(password, code=None):
    async def work(browser):
        fields = {"password": password} | ({} if code is None else {"code": code})
        return await browser.post("/login", fields)

    return work


def test_a_login_takes_both_and_does_not_say_which_was_wrong(stand, wall, caplog):
    page = stand.run(lambda browser: browser.get("/login"))
    assert 'name="code"' not in page.text
    stand.second.turn_on(SECRET, wall.code())
    wall.now += 60
    page = stand.run(lambda browser: browser.get("/login"))
    assert 'name="code"' in page.text
    caplog.set_level(logging.INFO)
    said = set()
    for password, code in (
        (OWNER, None),
        (OWNER, "000000"),
        ("correct donkey", wall.code()),
    ):
        answer = stand.run(log_in(password, code))
        assert answer.status_code == 403
        said.add(answer.text.partition('role="alert">')[2].partition("</div>")[0])
    assert len(said) == 1
    assert stand.run(log_in(OWNER, wall.code())).status_code == 303
    assert stand.run(log_in(STAFF)).status_code == 303
    told = caplog.text
    assert told.count("a wrong code from 192.168.1.9") == 2
    assert told.count("a wrong password from 192.168.1.9") == 1
    assert "web:owner logged in from 192.168.1.9" in told
    assert "web:staff logged in from 192.168.1.9" in told
    assert OWNER not in told


def test_too_many_codes_are_said_so(stand, wall):
    stand.second.turn_on(SECRET, wall.code())
    for _ in range(FREE_TRIES):
        refusal(stand.second.check, "000000")
    answer = stand.run(log_in(OWNER, "000000"))
    assert answer.status_code == 403
    assert "pair again at the cabinet" in answer.text


def test_it_takes_a_code_to_turn_it_off_on_the_page(stand, wall):
    stand.second.turn_on(SECRET, wall.code())
    wall.now += 60

    async def turn_off(browser, code):
        answer = await browser.post("/access/second", {"code": code, "off": "yes"})
        return answer, await browser.get("/access")

    answer, page = stand.run(lambda browser: turn_off(browser, "000000"), role="owner")
    assert answer.headers["location"] == "/access"
    assert "not the code" in page.text
    assert stand.second.is_on
    stand.run(lambda browser: turn_off(browser, wall.code()), role="owner")
    assert not stand.second.is_on


def test_pairing_at_the_cabinet_turns_it_off(stand, wall):
    stand.second.turn_on(SECRET, wall.code())
    another = {"code": CODE, "password": "mine, and longer"}

    async def pair(browser):
        return await browser.post("/pair", another | {"again": "mine, and longer"})

    assert stand.run(pair).status_code == 303
    assert not stand.second.is_on


def test_another_password_leaves_it_on(stand, wall):
    stand.second.turn_on(SECRET, wall.code())
    fields = {"do": "password", "number": "1", "password": "mine, and longer"}

    async def change(browser):
        return await browser.post("/access", fields | {"again": "mine, and longer"})

    assert stand.run(change, role="owner").status_code == 303
    assert stand.second.is_on


def test_the_owner_sees_who_is_logged_in_and_ends_it(stand, caplog):
    caplog.set_level(logging.INFO)
    sessions = stand.console.sessions
    thief = sessions.begin("owner", stand.now, address="10.9.8.7")
    idle = sessions.begin("staff", stand.now - IDLE, address="10.9.8.6")
    stand.now += 180

    async def end(browser):
        page = await browser.get("/access")
        listed = sessions.listed("", stand.now)
        name = sessions.name(thief)
        gone = await browser.post("/access/end", {"session": name})
        again = await browser.post("/access/end", {"session": name})
        return page, listed, gone, again, await browser.get("/access")

    page, listed, gone, again, after = stand.run(end, role="owner")
    assert len(listed) == 2
    assert "10.9.8.7" in page.text
    assert "logged in 3 minutes ago" in page.text
    assert "this browser" in page.text
    assert thief not in page.text
    assert idle not in page.text
    assert "10.9.8.6" not in page.text, "half an hour without a click"
    assert gone.headers["location"] == again.headers["location"] == "/access"
    assert sessions.role(thief, stand.now) == ""
    assert "10.9.8.7" not in after.text
    assert "session is over" in after.text
    assert caplog.text.count("web:owner ended a session from 192.168.1.9") == 1


def test_to_end_ones_own_session_is_to_log_out(stand):
    async def end(browser):
        (own,) = stand.console.sessions.listed("", stand.now)
        answer = await browser.post("/access/end", {"session": own.name})
        return answer, await browser.get("/access")

    answer, after = stand.run(end, role="owner")
    assert answer.headers["location"] == "/login"
    assert after.headers["location"] == "/login"
