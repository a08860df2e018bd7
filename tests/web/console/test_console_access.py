"""Who gets into the console, and how everybody else is told that they do not."""

import stat

import pytest

from cabinet.people.file import BEFORE, FILE, FOLDER, OLD_FOLDER
from cabinet.people.passwords import People
from cabinet.web.console.access import (
    BURST,
    FREE_TRIES,
    IDLE,
    LONGEST,
    Attempts,
    host_is_ours,
)
from cabinet.web.console.login_pages import CODE_TRIES
from cabinet.web.console.requests import LONGEST as LONGEST_FORM
from cabinet.web.console.requests import LONGEST_FILE
from tests.web.console.console_stand import (
    CODE,
    HOST,
    OWNER,
    STAFF,
    Stand,
    with_passwords,
)

SCRIPT = {"hx-request": "true"}
PAIRING = {"code": CODE, "password": OWNER, "again": OWNER}
READ = ("/", "/now", "/snapshot.json", "/settings", "/settings/pricing", "/books")
READ += ("/books.csv", "/books.json", "/collection", "/alarms", "/alarms/1")
READ += ("/alarms/1.tape", "/scores", "/log", "/live", "/history", "/file", "/access")
READ += ("/tests", "/tests/wires", "/tests/screen", "/calibrate/0", "/reset")
READ += ("/calibrate/0/coins", "/access/second")
WRITE = ("/settings/pricing", "/preview", "/undo", "/file", "/collection", "/credit")
WRITE += ("/screen", "/access", "/access/second", "/access/end", "/logout")
OWNERS = ("/undo", "/file", "/collection", "/screen", "/access", "/reset", "/scores")
OWNERS += ("/tests/output", "/tests/sound", "/tests/storage", "/tests/screen")
OWNERS += ("/calibrate/0", "/access/second", "/access/end")
WRITE += tuple(path for path in OWNERS if path not in WRITE)


@pytest.fixture(scope="module")
def hashed(tmp_path_factory):
    """Passwords take their time: they are made once."""
    folder = tmp_path_factory.mktemp("hashed")
    with_passwords(folder, owner=OWNER, staff=STAFF)
    return (folder / FOLDER / BEFORE).read_bytes()


@pytest.fixture
def stand(tmp_path, hashed):
    made = Stand(tmp_path)
    (tmp_path / FOLDER).mkdir()
    (tmp_path / FOLDER / BEFORE).write_bytes(hashed)
    return made


def test_the_first_browser_pairs_with_the_code_on_the_screen(tmp_path):
    stand = Stand(tmp_path)

    async def pair(browser):
        first = await browser.get("/")
        assert (first.status_code, first.headers["location"]) == (303, "/pair")
        answer = await browser.post("/pair", PAIRING)
        return answer, await browser.get("/")

    answer, page = stand.run(pair)
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert page.status_code == 200
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert stat.S_IMODE((tmp_path / FOLDER / FILE).stat().st_mode) == 0o600
    assert "$argon2id$v=19$m=9216,t=4,p=1$" in (tmp_path / FOLDER / FILE).read_text()
    assert OWNER not in (tmp_path / FOLDER / FILE).read_text()


def test_a_password_that_cannot_be_written_is_said_so_and_nothing_changes(stand):
    (stand.place.state / FOLDER / f".{FILE}.new").mkdir()

    async def remove(browser):
        return await browser.post("/access", {"do": "no_password", "number": "2"})

    answer = stand.run(remove, role="owner")
    assert answer.status_code == 500
    assert "passwords cannot be written (Is a directory)" in answer.text
    assert all(each.password for each in People(stand.place.state).file.active())


def test_passwords_of_the_release_before_count_and_stay(tmp_path, hashed):
    """Read where they are, until one is changed; that release has them as they were."""
    old, new = tmp_path / OLD_FOLDER / BEFORE, tmp_path / FOLDER / FILE
    old.parent.mkdir()
    old.write_bytes(hashed)
    people = People(tmp_path)
    known = [people.who(each) for each in (OWNER, STAFF)]
    assert [(each.number, each.role, each.name) for each in known] == [
        (1, "owner", ""),
        (2, "staff", ""),
    ]
    assert not new.exists()
    people.set(2, "another one of theirs")
    assert old.read_bytes() == hashed
    assert stat.S_IMODE(new.stat().st_mode) == 0o600
    assert people.who(STAFF) is None
    assert people.who(OWNER).role == "owner"
    people.change(1, "Anne", "owner")
    assert people.who(OWNER) is None, "she has a name to log in with now"
    assert people.who(OWNER, " ANNE").number == 1
    people.end(2)
    assert people.who("another one of theirs") is None, "who left does not come back"
    assert old.read_bytes() == hashed


def test_a_code_lets_one_browser_in_and_no_second(tmp_path):
    stand = Stand(tmp_path)

    async def pair(browser):
        return await browser.post("/pair", PAIRING)

    assert stand.run(pair).status_code == 303
    again = stand.run(pair, address="192.168.1.66")
    assert again.status_code == 403
    assert "shows no code" in again.text


@pytest.mark.parametrize(
    ("change", "status", "why"),
    [
        ({"code": "87654321"}, 403, "not the code"),
        ({"code": ""}, 403, "not the code"),
        ({"password": "short", "again": "short"}, 400, "10 to 128"),
        ({"again": "something else"}, 400, "not the same"),
        ({"password": "x" * 129, "again": "x" * 129}, 400, "10 to 128"),
    ],
)
def test_a_pairing_that_is_wrong_says_how(tmp_path, change, status, why):
    async def pair(browser):
        return await browser.post("/pair", PAIRING | change)

    answer = Stand(tmp_path).run(pair)
    assert answer.status_code == status
    assert why in answer.text
    assert not (tmp_path / FOLDER / FILE).exists()


def test_without_a_code_on_the_screen_nobody_pairs(tmp_path):
    stand = Stand(tmp_path)
    stand.parts.snapshot = None

    async def pair(browser):
        return await browser.post("/pair", PAIRING | {"code": ""})

    assert stand.run(pair).status_code == 403


def test_a_code_is_not_guessed(tmp_path):
    stand = Stand(tmp_path)

    async def guess(browser):
        return await browser.post("/pair", PAIRING | {"code": "00000000"})

    for number in range(CODE_TRIES):
        stand.now += 60
        answer = stand.run(guess, address=f"10.0.0.{number}")
        assert "not the code" in answer.text
    right = stand.run(lambda browser: browser.post("/pair", PAIRING))
    assert right.status_code == 403
    assert "shows no code" in right.text


@pytest.mark.parametrize("path", READ)
def test_a_stranger_reads_nothing(stand, path):
    answer = stand.run(lambda browser: browser.get(path))
    assert (answer.status_code, answer.headers["location"]) == (303, "/login")
    assert answer.text == ""


@pytest.mark.parametrize("path", WRITE)
def test_a_stranger_writes_nothing(stand, path):
    answer = stand.run(lambda browser: browser.post(path, token="0" * 64))
    assert answer.status_code == 401


@pytest.mark.parametrize("how", [SCRIPT, SCRIPT | {"hx-boosted": "true"}])
@pytest.mark.parametrize("method", ["get", "post"])
def test_a_script_of_a_page_left_open_is_shown_the_door(stand, method, how):
    """A form to log in would otherwise stand in the midst of the page."""
    headers = how | {"origin": f"http://{HOST}"}

    async def ask(browser):
        return await browser.http.request(method, "/settings/pricing", headers=headers)

    answer = stand.run(ask)
    assert (answer.status_code, answer.text) == (401, "")
    assert answer.headers["hx-redirect"] == "/login"


def test_a_part_of_a_page_says_in_its_place_why_it_is_not_there(stand):
    async def ask(browser):
        return await browser.get("/tests/wires", **SCRIPT)

    away, staff = stand.run(ask, role="owner"), stand.run(ask, role="staff")
    assert (away.status_code, staff.status_code) == (503, 403)
    for answer in (away, staff):
        assert answer.text.startswith('<div class="notice bad">')
        assert "<main" not in answer.text


def test_a_part_does_not_take_the_notice_that_waits_for_a_page(stand):
    async def work(browser):
        await browser.post("/collection", {"cash": "no money"})
        part = await browser.get("/now", **SCRIPT)
        boosted = await browser.get("/collection", **SCRIPT, **{"hx-boosted": "true"})
        return part.text, boosted.text

    part, page = stand.run(work, role="owner")
    assert "Not saved" not in part
    assert "Not saved" in page


@pytest.mark.parametrize("path", OWNERS)
def test_staff_does_not_do_what_is_the_owners(stand, path):
    async def work(browser):
        return await browser.post(path)

    answer = stand.run(work, role="staff")
    assert answer.status_code == 403
    assert "Your role does not allow that" in answer.text


def test_a_manager_does_what_sells_and_not_what_the_owner_keeps(stand):
    owners = {"/undo", "/file", "/log", "/access", "/access/second", "/access/end"}
    owners |= {"/reset", "/calibrate/0", "/calibrate/0/coins", "/backup"}

    async def work(browser):
        found = {}
        for path in sorted({*READ, *OWNERS, "/backup", "/takings", "/restart"}):
            answer = await browser.get(path)
            if answer.status_code == 405:
                answer = await browser.post(path)
            found[path] = answer.status_code
        return found

    found = stand.run(work, role="manager")
    assert {path for path, status in found.items() if status == 403} == owners
    staff = stand.run(work, role="staff")
    refused = {path for path, status in staff.items() if status == 403}
    assert refused > owners
    assert {"/takings", "/books", "/books.csv", "/collection", "/history"} <= refused


@pytest.mark.parametrize("path", WRITE)
@pytest.mark.parametrize("token", ["", "0" * 64, "é"])
def test_a_write_without_the_pages_token_is_refused(stand, path, token):
    async def work(browser):
        return await browser.post(path, token=token)

    answer = stand.run(work, role="owner")
    assert answer.status_code == 403
    assert "too old" in answer.text


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "null", "https://127.0.0.1", f"ftp://{HOST}", None],
)
@pytest.mark.parametrize("how", [{}, SCRIPT])
@pytest.mark.parametrize("path", ["/credit", "/tests/screen"])
def test_a_write_from_another_page_is_refused(stand, path, how, origin):
    async def work(browser):
        token = await browser.token("/")
        headers = how if origin is None else how | {"origin": origin}
        return await browser.http.post(path, data={"token": token}, headers=headers)

    answer = stand.run(work, role="owner")
    assert answer.status_code == 403
    assert "not the cabinet" in answer.text


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:8080", "", "a@b", "[", "127.0.0.1.evil.example"],
)
def test_a_name_that_was_rebound_to_us_is_refused(stand, host):
    async def work(browser):
        return await browser.get("/", host=host)

    assert stand.run(work, role="owner").status_code == 421


@pytest.mark.parametrize(
    "host", ["127.0.0.1", HOST, "192.168.1.20:8080", "localhost:9", "[::1]:8080"]
)
def test_our_numbers_are_ours(host):
    assert host_is_ours(host)


@pytest.mark.parametrize(
    ("path", "content", "kind", "status"),
    [
        ("/credit", b"token=" + b"x" * LONGEST_FORM, None, 413),
        ("/file", b"text=" + b"x" * LONGEST_FILE, None, 413),
        ("/credit", b"{}", "application/json", 415),
        ("/credit", b"\xff\xfe", None, 400),
        ("/credit", b"a=%ff", None, 400),
        ("/credit", b"a=%00", None, 400),
        ("/credit", b"&".join([b"a=1"] * 700), None, 400),
        ("/credit", b"--x\r\n", "multipart/form-data; boundary=x", 415),
        ("/login", b"password=" + b"x" * LONGEST_FORM, None, 413),
    ],
)
def test_a_body_that_is_no_form_of_ours_is_refused(stand, path, content, kind, status):
    async def work(browser):
        headers = {"origin": f"http://{HOST}"}
        headers["content-type"] = kind or "application/x-www-form-urlencoded"
        return await browser.http.post(path, content=content, headers=headers)

    answer = stand.run(work, role="owner")
    assert answer.status_code == status
    assert len(answer.text) < 8_000


@pytest.mark.parametrize(
    "path",
    [
        "/log?of=../../../../etc/passwd",
        "/log?of=counter%00",
        "/settings/..%2f..%2fetc%2fpasswd",
        "/..%2f..%2fcabinet.yaml",
        "/console.css/../../cabinet.yaml",
        "/alarms/99999999999999999999",
        "/alarms/../file.tape",
        "/books.csv?by=../x",
    ],
)
def test_no_path_leads_out_of_the_console(stand, path):
    async def work(browser):
        return await browser.get(path)

    answer = stand.run(work, role="owner")
    assert answer.status_code in (404, 503)
    assert "root:" not in answer.text


@pytest.mark.parametrize("tries", [60, pytest.param(10_000, marks=pytest.mark.soak)])
def test_thousands_of_tries_are_hardly_looked_at(stand, tries):
    looked = []
    stand.console.people.who = lambda said, _: looked.append(said)

    async def attack(browser):
        token = await browser.token()
        statuses = {}
        for number in range(tries):
            stand.now += 0.01
            answer = await browser.post(
                "/login", {"password": str(number)}, token=token
            )
            statuses[answer.status_code] = statuses.get(answer.status_code, 0) + 1
        return statuses, answer

    statuses, last = stand.run(attack)
    assert len(looked) == statuses[403] <= FREE_TRIES + 4
    assert statuses[429] == tries - len(looked)
    assert int(last.headers["retry-after"]) > 1


def test_many_addresses_together_have_one_allowance():
    attempts = Attempts()
    tried = 0
    for number in range(10_000):
        address, now = f"10.1.{number % 250}.{number}", number * 0.01
        if not attempts.wait(address, now):
            tried += 1
            attempts.was_wrong(address, now)
    assert tried <= BURST + 100 / 2 + 1


def test_the_owner_gets_in_while_another_address_is_shut(stand):
    async def wrong(browser):
        return await browser.post("/login", {"password": "guess"})

    for _ in range(FREE_TRIES):
        stand.console.attempts.was_wrong("10.0.0.66", stand.now)
    assert stand.run(wrong, address="10.0.0.66").status_code == 429
    assert stand.run(lambda browser: browser.log_in(OWNER))


def test_a_session_ends_by_itself_and_by_logging_out(stand):
    async def work(browser):
        await browser.log_in(OWNER)
        found = [(await browser.get("/")).status_code]
        stand.now += IDLE - 1
        found.append((await browser.get("/")).status_code)
        stand.now += IDLE + 1
        found.append((await browser.get("/")).status_code)
        await browser.log_in(OWNER)
        old = dict(browser.http.cookies)
        await browser.post("/logout")
        browser.http.cookies.update(old)
        found.append((await browser.get("/")).status_code)
        return found

    assert stand.run(work) == [200, 200, 303, 303]
    assert LONGEST > IDLE


def test_the_number_before_logging_in_is_worth_nothing_after(stand):
    async def work(browser):
        await browser.get("/login")
        before = browser.http.cookies["cabinet"]
        await browser.log_in(OWNER)
        assert browser.http.cookies["cabinet"] != before
        browser.http.cookies.set("cabinet", before)
        browser.http.cookies.delete("cabinet", domain="127.0.0.1")
        return await browser.get("/")

    assert stand.run(work).status_code == 303


def test_another_password_ends_the_sessions_of_the_old_one(stand):
    async def work(browser):
        seen = (await browser.get("/")).status_code
        stand.console.sessions.end_all(2)
        return seen, (await browser.get("/")).status_code

    assert stand.run(work, role="staff") == (200, 303)


def test_every_page_has_a_strict_policy_and_is_never_kept(stand):
    async def work(browser):
        door = await browser.get("/login")
        return [door, await browser.get("/"), await browser.get("/books")]

    for answer in stand.run(work, role="owner"):
        policy = answer.headers["content-security-policy"]
        assert policy.startswith("default-src 'none'")
        assert "unsafe" not in policy
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["x-frame-options"] == "DENY"
        assert "style=" not in answer.text
        assert "onclick" not in answer.text


def test_no_page_tells_the_pairing_code(stand):
    async def work(browser):
        return [await browser.get(path) for path in ("/", "/now", "/snapshot.json")]

    for answer in stand.run(work, role="owner"):
        assert CODE not in answer.text


def test_people_are_added_renamed_and_gone_on_the_page(stand):
    """Without accounts the page does it itself; where there are, the counter."""
    people = stand.console.people
    new = "a password of hers"

    async def work(browser):
        said = []
        for fields in (
            {"do": "add", "name": "Zoé", "role": "staff", "password": new},
            {"do": "add", "name": "zoe", "role": "staff", "password": new},
            {"do": "change", "number": "3", "name": "Zoé B", "role": "manager"},
            {"do": "password", "number": "3", "password": new, "again": "another"},
            {"do": "end", "number": "1"},
            {"do": "end", "number": "3"},
            {"do": "add", "name": "Zoé", "role": "staff", "password": new},
        ):
            again = {"again": fields["password"]} if "password" in fields else {}
            answer = await browser.post("/access", again | fields)
            assert answer.status_code == 303, answer.text
            said.append((await browser.get("/access")).text)
        return said

    said = stand.run(work, role="owner")
    for page, words in zip(
        said,
        (
            "Zoé is there",
            "somebody is or was called so".capitalize(),
            "Kept for Zoé B",
            "not the same",
            "stays an owner",
            "Zoé B is gone",
            "Somebody is or was called so",
        ),
        strict=True,
    ):
        assert words in page
    assert [each.number for each in people.file.active()] == [1, 2]
    gone = people.file.everybody()[-1]
    assert (gone.name, gone.former, gone.ended) == ("Zoé B", ("Zoé",), True)
    assert gone.password == ""


def test_who_is_ended_is_logged_out_at_once(stand):
    inside = stand.console.sessions.begin("staff", stand.now)

    async def work(browser):
        return await browser.post("/access", {"do": "end", "number": "2"})

    assert stand.run(work, role="owner").status_code == 303
    assert stand.console.sessions.role(inside, stand.now) == ""
