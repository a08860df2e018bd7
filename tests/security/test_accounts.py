"""Programs that somebody has taken over, each with its own account: what they gain.

Each attack is a row of docs/security.md. The hostile code runs as a process of that
account, on the real socket of a real counter, in folders with the rights of
systemd/tmpfiles.conf.
"""

import json
import stat
import subprocess
import time

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from pyotp.totp import TOTP

from cabinet.clock import SystemClock
from cabinet.counter.tickets import BURST
from cabinet.fleet.bundles import Bundle, public_half, sign
from cabinet.fleet.topics import EVERYBODY
from cabinet.places import Place
from cabinet.protocol.codec import Failed, Refused
from cabinet.protocol.operator import Adopted, Reload
from tests.books.ledgers import query
from tests.security.accounts import EXTRA, GROUPS, OWNER, PIN, USERS
from tests.web.console.console_stand import Stand

PROGRAMS = (
    *("cabinet-screen", "cabinet-web", "cabinet-fleet", "cabinet-alerts"),
    "cabinet-games",
)
# Where a program may add files of its own.
OPEN = {
    "cabinet-screen": {"live", "shots", "log", "reports", "cabinet-roll"},
    "cabinet-web": {"web", "log", "reports", "cabinet-roll"},
    "cabinet-fleet": {"fleet", "log", "reports", "cabinet-roll"},
    "cabinet-alerts": {"alerts", "log", "reports", "cabinet-roll"},
    "cabinet-games": set(),
}
WRITING = """
files, folders = json.load(sys.stdin)
done = []
for each in map(Path, files):
    for work in (
        lambda: os.close(os.open(each, os.O_WRONLY)),
        lambda: os.close(os.open(each, os.O_WRONLY | os.O_APPEND)),
        lambda: each.rename(each.with_name("gone")),
        lambda: each.unlink(),
        lambda: each.chmod(0o666),
        lambda: os.truncate(each, 0),
    ):
        if attempt(work) == "done":
            done.append(str(each))
made = []
for each in map(Path, folders):
    if attempt(lambda: (each / "mine").write_text("x")) == "done":
        made.append(each.name)
        (each / "mine").unlink()
print(json.dumps([done, made]))
"""


def owned_by_others(till, account):
    """Every file and folder of the cabinet that is not this account's."""
    files, folders = [], []
    for path in sorted(till.folder.rglob("*")):
        found = path.lstat()
        if stat.S_ISDIR(found.st_mode):
            folders.append(str(path))
        elif found.st_uid != USERS[account]:
            files.append(str(path))
    return files, folders


@pytest.mark.parametrize("account", PROGRAMS)
def test_no_program_writes_what_is_the_tills(till, account):
    till.coin()
    files, folders = owned_by_others(till, account)
    names = {path.rpartition("/")[2] for path in files}
    assert {"books.sqlite3", "books.sqlite3-wal", "cabinet.yaml", "bus.sock"} <= names
    with till.start(account, WRITING) as process:
        out, _ = process.communicate(json.dumps([files, folders]), timeout=60)
    done, made = json.loads(out)
    # To connect to the socket takes the right to write it; nothing else does.
    assert {path.rpartition("/")[2] for path in done} <= {"bus.sock"}
    assert set(made) == OPEN[account]


@pytest.mark.parametrize(
    ("account", "readable"),
    [
        ("cabinet-screen", {"settings.yaml"}),
        ("cabinet-games", set()),
    ],
)
def test_who_plays_reads_neither_books_nor_settings(till, account, readable):
    found = till.attack(
        account,
        """
read = []
for each in (state / "books.sqlite3", etc / "cabinet.yaml",
             state.parents[2] / "run/cabinet/settings.yaml",
             state / "access/people.json", state / "access/pins.json",
             state / "settings-history.jsonl"):
    if attempt(lambda: each.read_bytes()) == "done":
        read.append(each.name)
print(json.dumps(read))
""",
    )
    assert set(found) == readable
    copy = (till.run / "settings.yaml").read_text()
    assert PIN not in copy
    assert "pulse_value" in copy, "it can still be read as settings"


def test_only_who_sends_alerts_reads_their_passwords(till):
    wanted = "from cabinet.settings.alerts import keep_secret\n"
    wanted += f"keep_secret(Path({str(till.state)!r}), 'ntfy_token', 'tk_1')"
    till.attack("cabinet", f"{wanted}\nprint(json.dumps(0))")
    look = """
path = state / "secrets/ntfy_token"
print(json.dumps([attempt(path.read_text), attempt(lambda: os.listdir(path.parent))]))
"""
    for account in PROGRAMS:
        wanted = (
            ["done"] * 2 if account == "cabinet-alerts" else ["PermissionError"] * 2
        )
        assert till.attack(account, look) == wanted, account


def test_a_stranger_cannot_open_the_socket(till):
    place = str(till.state / "bus.sock")
    script = f"import socket; socket.socket(socket.AF_UNIX).connect({place!r})"
    done = subprocess.run(
        ["python3", "-c", script],
        capture_output=True,
        text=True,
        user=65_534,
        group=65_534,
        extra_groups=[],
        check=False,
    )
    assert "PermissionError" in done.stderr


@pytest.mark.parametrize("account", PROGRAMS)
@pytest.mark.parametrize("role", ["screen", "web", "fleet", "alerts"])
def test_no_account_takes_anothers_role(till, account, role):
    if account == f"cabinet-{role}":
        return
    said = till.attack(
        account,
        f"""
line = None
def connect():
    global line
    line = bus({role!r})
if attempt(connect) != "done":
    print(json.dumps("shut"))
else:
    print(json.dumps(str(until(line, Refused, wait=10))))
""",
    )
    wanted = "shut" if account == "cabinet-games" else "this account may not be"
    assert wanted in said


def test_a_game_that_reaches_the_socket_is_hung_up_on(till, monkeypatch):
    """Even where somebody gave it the group by mistake."""
    monkeypatch.setitem(EXTRA, "cabinet-games", [GROUPS["cabinet-bus"]])
    told = till.attack(
        "cabinet-games",
        """
told = []
for _ in range(20):
    line = bus("tool")
    for some in line.heard(10**10):
        told += some
    assert line.closed
print(json.dumps(len(told)))
""",
    )
    assert told == 0


@pytest.fixture
def playing(till):
    """A paid match on a hostile screen, which says what it saw and does as told."""
    with till.screen() as process:
        till.coin()
        till.press("start", lambda shown: shown.mode == "join")
        shown = till.press("start", lambda shown: shown.mode == "playing")
        yield till, process, shown
    till.keeper.say(Failed(shown.match.id, "enough"))
    till.shown(lambda shown: shown.mode != "playing")


def end(process, code):
    """Have the hostile screen do it; what it printed."""
    out, _ = process.communicate(code, timeout=60)
    assert process.returncode == 0
    return json.loads(out.splitlines()[-1])


def test_only_the_screen_sees_what_a_match_is_dealt_from(playing):
    till, process, shown = playing
    assert shown.match.seed.bit_length() > 64
    look = """
told = answers(bus({role!r}))
seen = next(each for each in told if isinstance(each, Snapshot))
match = seen.match
print(json.dumps([match.seed, len(match.log), len(seen.phones), seen.pairing]))
"""
    for account, role in (
        ("cabinet-web", "web"),
        ("cabinet-fleet", "fleet"),
        ("cabinet-fleet", "tool"),
    ):
        seed, moves, phones, code = till.attack(account, look.format(role=role))
        assert (seed, moves, code) == (0, 0, "")
        assert phones == 0 or role == "web"
    seen = end(
        process,
        """
told = answers(line, Hello("screen", os.getpid()))
seen = [each for each in told if isinstance(each, Snapshot) and each.match]
print(json.dumps(str(seen[-1].match.seed)))
""",
    )
    assert int(seen) == shown.match.seed


def test_a_hostile_screen_gains_one_refund_of_the_running_match(playing):
    till, process, shown = playing
    before, paid = till.fingerprint(), shown.match.credits
    said = end(
        process,
        f"""
number = {shown.match.id}
told = []
for _ in range(50):
    told += answers(line, *(Failed(n, "broken") for n in range(number - 3, number + 9)))
    told += answers(line, Result(number, (0,), (10**9,), "won"), Failed(number, "x"))
told += answers(line, GiveCredit("me"), Collect(0), Remote("credit", "me"), Quit())
told += answers(line, Touch("coin.1", True), Touch("service", True))
print(json.dumps(len(refused(told))))
""",
    )
    assert said >= 6
    after = till.shown()
    assert paid > 0
    assert after.books.refunds == before[1].refunds + 1
    assert after.credits == shown.credits + paid
    assert (after.books.coins, after.books.service) == (
        before[1].coins,
        before[1].service,
    )
    assert till.file.read_bytes() == before[0]
    assert till.process.poll() is None


HOSTILE_WEB = """
line = bus("web", {ticket!r})
told = answers(
    line, GiveCredit("web:owner"), Collect(10**6), Edit({{"pricing.credit": "1"}}, "x"),
    Rewrite("", "x"), Undo("x"), Reload("x", ("nothing",)), RestartScreen("x"), Quit(),
    Touch("coin.1", True), ClearScores(0, "web:owner"), TryOutput("lockout", True, "x"),
    TrySound(), ShowTest("pattern"), Remote("credit", "x"), Failed(1, "x"),
    SetPassword(1, "mine, and longer"), Pair("00000000", "mine, and longer"),
    AddPerson("Eve", "owner", "mine, and longer"), ChangePerson(1, "Eve", "owner"),
    DrawPin(1), EndPerson(2), Correct(1),
    SetSecondFactor("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", "000000"),
)
print(json.dumps([refused(told), [type(each).__name__ for each in told]]))
"""


def test_a_hostile_web_program_has_no_right_without_a_ticket(till):
    before = till.fingerprint()
    for ticket in ("", "x" * 22, "owner"):
        refusals, told = till.attack("cabinet-web", HOSTILE_WEB.format(ticket=ticket))
        assert len(refusals) == 23
        assert not {"Booked", "Adopted", "Vouched"} & set(told)
    assert till.fingerprint() == before
    assert not (till.state / "access/people.json").exists()


def pair(till):
    """Somebody at the open door, who knows the PIN, makes the password OWNER."""
    till.press("test", lambda shown: shown.mode == "service")
    assert till.shown().pairing == "", "it takes the PIN to see a code"
    said = f"""
line = bus("web")
line.send(Pair("12345678", {OWNER!r}))
wrong = until(line, Refused)
seen = next(each for each in answers(bus("web")) if isinstance(each, Snapshot))
line.send(Pair(sys.argv[3], {OWNER!r}))
vouched = until(line, Vouched, Refused)
print(json.dumps([str(wrong), seen.pairing, vouched.ticket]))
"""
    with till.screen() as menu:
        menu.stdin.write(f"line.send(Unlock({PIN!r}))\nalive(line)\n")
        menu.stdin.close()
        code = till.shown(lambda shown: shown.pairing).pairing
        told = till.attack("cabinet-web", said, code)
        till.press("test", lambda shown: shown.mode != "service")
    return told


def test_with_the_operators_password_the_web_program_acts_in_their_name(till):
    """What it is for: pair at the open door, log in, give a credit, log out."""
    wrong, seen, _ = pair(till)
    assert "not the code" in wrong
    assert seen == "*", "the web program does not see the code"
    credits = till.shown().credits
    given, others, late = till.attack("cabinet-web", WITH_PASSWORD)
    assert given == "Booked()"
    assert (others, late) == (3, 1)
    assert till.shown().credits == credits + 1


WITH_PASSWORD = f"""
line = bus("web")
line.send(Vouch({OWNER!r}))
ticket = until(line, Vouched, Refused).ticket
inside = bus("tool", ticket)
inside.send(GiveCredit("somebody else"))
given = until(inside, Booked, Refused)
told = answers(bus("tool", ticket), Quit(), Touch("coin.1", True), Failed(1, "x"))
out = bus("tool")
out.send(LogOut(ticket))
until(out, Booked)
late = answers(bus("tool", ticket), GiveCredit("web:owner"))
print(json.dumps([str(given), len(refused(told)), len(refused(late))]))
"""


STAFF = "battery staple"
ASKED = """
def asked(message, ticket):
    line = bus("web", ticket)
    line.send(message)
    said = until(line, Booked, Adopted, Vouched, PersonChanged, Refused)
    if isinstance(said, Refused) and "too many tries" in str(said):
        time.sleep(1.1)
        return asked(message, ticket)
    return said
names = lambda them: [type(each).__name__ for each in them]
owner = sys.argv[3]
"""
AS_STAFF = f"""{ASKED}
jean = asked(AddPerson("Jean", "staff", {STAFF!r}), owner)
pin = asked(DrawPin(jean.number), owner).pin
ticket = asked(Vouch({STAFF!r}, "", "jean"), "").ticket
mine = jean.number
raised = [asked(each, ticket) for each in (
    ChangePerson(mine, "Jean", "owner"), ChangePerson(mine, "The owner", "staff"),
    AddPerson("Eve", "owner", {OWNER!r}), SetPassword(1, {STAFF!r}), DrawPin(mine),
    EndPerson(1), SetSecondFactor("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", "000000"),
    Collect(0, None, "", "web:owner"), Correct(1, 1, "", "web:owner"),
    Edit({{"pricing.free_play": "true"}}, "web:owner"), Restart("web:owner"),
    Edit({{"sound.coin": "5", "service.credits_per_person": "0"}}, "web:owner"),
)]
forged = asked(GiveCredit("web:owner:Camille", 1, "a coin was lost"), ticket)
volume = asked(Edit({{"sound.coin": "61"}}, "web:owner:Camille"), ticket)
named = asked(Collect(0, 7, "counted twice", "web:owner:Camille"), owner)
print(json.dumps([
    pin, names(raised), names([forged, volume, named]), [str(mine), ticket],
    attempt((state / "access/pins.json").read_bytes),
]))
"""
AS_ONE_WHO_LEAVES = f"""{ASKED}
mine, ticket = int(sys.argv[4]), sys.argv[5]
renamed = asked(ChangePerson(mine, "Jeanne", "staff"), owner)
old = asked(GiveCredit("x"), ticket)
ticket = asked(Vouch({STAFF!r}, "", "Jeanne"), "").ticket
taken = [asked(AddPerson(name, "staff"), owner) for name in ("Jean", "JÉANNE")]
given = asked(GiveCredit("x"), ticket)
ended = asked(EndPerson(mine), owner)
late = [asked(GiveCredit("x"), ticket), asked(Vouch({STAFF!r}, "", "Jeanne"), "")]
print(json.dumps([names([renamed, given, ended]), names([old, *taken, *late])]))
"""


def test_staff_raises_no_role_forges_no_name_and_is_gone_when_it_has_left(till):
    """With a ticket of staff, on the socket, as a web program that was taken over."""
    _, _, owner = pair(till)
    pin, raised, done, staff, pins = till.attack("cabinet-web", AS_STAFF, owner)
    assert len(pin) == 4
    assert raised == ["Refused"] * 12
    assert done == ["Booked", "Adopted", "Booked"]
    assert pins == "PermissionError"
    done, late = till.attack("cabinet-web", AS_ONE_WHO_LEAVES, owner, *staff)
    assert done == ["PersonChanged", "Booked", "PersonChanged"]
    assert late == ["Refused"] * 5, (
        "other names and tickets of theirs are worth nothing"
    )
    pair(till)  # nobody chooses a game while it is in service: settings move in
    rows = query(till.state / "books.sqlite3", "SELECT kind, note FROM postings")
    notes = [note for kind, note in rows if kind in ("service", "collection")][-3:]
    assert "web:staff:Jean" in notes[0]
    assert '"author":"web:owner"' in notes[1]
    assert notes[2] == "web:staff:Jeanne"
    settings = [note for kind, note in rows if kind == "setting"]
    assert any('["web:staff:Jean","sound.coin' in note for note in settings)
    renamed = "people: Jean (staff) is Jeanne (staff)"
    assert any(renamed in note for note in settings)
    assert not any("Camille" in note for _, note in rows)
    assert not any(pin in note for note in settings)
    history = (till.state / "settings-history.jsonl").read_text()
    assert '"web:staff:Jean"' in history


def test_guesses_over_several_people_are_as_slow_as_over_one(spent_till):
    _, _, ticket = pair(spent_till)
    people = """
for name in ("Anna", "Bela", "Cleo", "Dora"):
    answers(bus("web", sys.argv[3]), AddPerson(name, "staff", "a password of " + name))
    time.sleep(1.1)
line = bus("web")
names = ("", "Anna", "Bela", "Cleo", "Dora", "Nobody")
told = answers(line, *(Vouch(f"guess {n}", "", names[n % 6]) for n in range(90)))
late = sum("too many" in str(each) for each in told if isinstance(each, Refused))
print(json.dumps([late, sum(isinstance(each, Vouched) for each in told)]))
"""
    late, vouched = spent_till.attack("cabinet-web", people, ticket)
    assert vouched == 0
    assert late >= 90 - BURST - 30, "one a second for all of them together"


SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
WITHOUT_THE_PHONE = f"""
ticket, first, second = sys.argv[3:6]
def asked(message, ticket=""):
    line = bus("web", ticket)
    line.send(message)
    said = until(line, Booked, Vouched, Refused)
    return f"{{type(said).__name__}} {{said}}"
told = [
    asked(SetSecondFactor({SECRET!r}, "000000"), ticket),
    asked(SetSecondFactor({SECRET!r}, first), ticket),
    asked(Vouch({OWNER!r})),
    asked(Vouch({OWNER!r}, first)),
    asked(Vouch({OWNER!r}, second)),
    asked(Vouch({OWNER!r}, second)),
    asked(SetSecondFactor("", ""), ticket),
    asked(SetSecondFactor("A" * 32, first), ticket),
    attempt((state / "access/second.json").read_bytes),
    attempt((state / "access/second.json").unlink),
]
guessed = [asked(Vouch({OWNER!r}, f"{{n:06}}")) for n in range(5)]
print(json.dumps([told, guessed]))
"""


def test_a_hostile_web_program_has_the_password_and_not_the_phone(till):
    """The counter keeps the secret, and takes each code once."""
    _, _, ticket = pair(till)
    now = SystemClock().wall_ms() // 1000
    codes = [TOTP(SECRET).at(now, counter_offset=apart) for apart in (0, 1)]
    told, guessed = till.attack("cabinet-web", WITHOUT_THE_PHONE, ticket, *codes)
    kinds = [each.split()[0] for each in told]
    assert kinds == [
        *("Refused", "Booked", "Refused", "Refused", "Vouched", "Refused"),
        *("Refused", "Refused", "PermissionError", "PermissionError"),
    ]
    assert "already" in told[7]
    assert {each.split()[0] for each in guessed} == {"Refused"}
    assert "too many wrong codes" in guessed[-1]
    file = till.state / "access/second.json"
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.stat().st_uid == USERS["cabinet"]
    pair(till)
    assert not file.exists(), "at the cabinet there is a way back"


@pytest.mark.soak
def test_the_page_has_the_till_check_password_and_code(till, tmp_path):
    """The console as it runs with accounts: it asks the counter, and keeps nothing."""
    pair(till)
    stand = Stand(tmp_path, place=Place(till.file, till.state))
    stand.console.people.kept_by_till = True  # as it is for whoever is not root
    sessions, now = stand.console.sessions, SystemClock().wall_ms() // 1000

    def log_in(code="", address="192.168.1.9"):
        async def work(browser):
            fields = {"password": OWNER, "code": code}
            answer = await browser.post("/login", fields)
            return answer, browser.http.cookies.get("cabinet")

        return stand.run(work, address)

    async def set_up(browser):
        browser.http.cookies.set("cabinet", inside, domain="127.0.0.1")
        await browser.get("/access/second")
        secret = sessions.offer(inside, "")
        codes = [TOTP(secret).at(now, counter_offset=apart) for apart in (0, 1)]
        await browser.post("/access/second", {"code": "000000"})
        wrong = await browser.get("/access/second")
        await browser.post("/access/second", {"code": codes[0]})
        right = await browser.get("/access")
        await browser.post("/access/second", {"code": "000000", "off": "yes"})
        return wrong.text, right.text, (await browser.get("/access")).text, codes

    answer, inside = log_in()
    assert answer.status_code == 303
    wrong, right, still, codes = stand.run(set_up)
    assert "not the code" in wrong
    assert "asks for a code" in right
    assert "not the code" in still
    for code in ("", codes[0]):
        answer, _ = log_in(code)
        assert answer.status_code == 403
        assert "or not the code" in answer.text
    answer, other = log_in(codes[1])
    assert answer.status_code == 303
    end_at_the_till(till, stand, inside, other)
    file = till.state / "access/second.json"
    guessed = json.loads(file.read_text()) | {"wrong": 9, "shut_until": now + 600}
    file.write_text(json.dumps(guessed))
    answer, _ = log_in(codes[1], "10.0.0.9")
    assert "pair again at the cabinet" in answer.text
    pair(till)
    assert log_in(address="10.0.0.10")[0].status_code == 303


def end_at_the_till(till, stand, inside, other):
    """A session that was ended on the page is over at the counter too."""
    sessions = stand.console.sessions
    ticket = sessions.ticket(other)
    give = """
line = bus("web", sys.argv[3])
line.send(GiveCredit("me"))
print(json.dumps(str(until(line, Booked, Refused))))
"""
    assert "Booked" in till.attack("cabinet-web", give, ticket)

    async def end(browser):
        browser.http.cookies.set("cabinet", inside, domain="127.0.0.1")
        return await browser.post("/access/end", {"session": sessions.name(other)})

    assert stand.run(end).headers["location"] == "/access"
    assert "Booked" not in till.attack("cabinet-web", give, ticket)
    assert sessions.role(other, stand.now) == ""


def test_a_hostile_screen_changes_no_setting_without_the_pin(till):
    before = till.fingerprint()
    with till.screen() as process:
        till.press("test", lambda shown: shown.mode == "service")
        refusals, right, wait = end(
            process,
            """
edits = [
    Edit({"pricing.credit": "1"}, "service menu"),
    Edit({"service.pin": "0000"}, "service menu"),
    Edit({"pricing.free_play": "true"}, "service menu"),
    Edit({"modes.0.credits": "0"}, "service menu", 99),
]
told = answers(line, *edits, Rewrite("", "me"), Undo("me"), Reload("me", ()))
late = [each for some in line.heard(10**9) for each in some]
assert not any(isinstance(each, Adopted) for each in late), late
tries = [f"{number:04}" for number in range(60)]
unlocked = answers(line, *map(Unlock, tries))
told += answers(line, *edits, ClearScores(0), TryOutput("lockout", True))
print(json.dumps([
    len(refused(told)),
    sum(isinstance(each, Unlocked) and each.right for each in unlocked),
    max(each.wait_s for each in unlocked if isinstance(each, Unlocked)),
]))
""",
        )
    assert refusals >= 11
    assert right == 0
    assert wait > 0, "who guesses waits"
    till.press("test", lambda shown: shown.mode != "service")
    assert till.fingerprint() == before


def test_a_hostile_fleet_can_only_hand_on_what_was_signed(till):
    key, forger = (Ed25519PrivateKey.generate() for _ in range(2))
    settings = till.file.read_text()
    known = f"\nfleet:\n  bundle_key: {public_half(key)}\n"
    till.file.write_text(settings.replace("\nfleet:\n", known))
    assert isinstance(till.ask(Reload("test", ()), Adopted, Refused), Adopted)
    before = till.fingerprint()
    changes, today = {"pricing.credit": "1"}, time.time_ns() // 10**9
    good = (EVERYBODY,), today - 600, today + 600
    forged = sign(Bundle(7, *good, changes), forger)
    cut = sign(Bundle(7, *good, changes), key).replace(b'\\"1\\"', b'\\"2\\"')
    other = sign(Bundle(7, ("elsewhere",), *good[1:], changes), key)
    pins = sign(Bundle(7, *good, {"service.pin": "0000"}), key)
    late = sign(Bundle(7, (EVERYBODY,), today - 600, today - 300, changes), key)
    hand_on = """
told = []
for payload in json.load(sys.stdin):
    line = bus("fleet")
    line.send(SignedBundle(payload))
    told.append(str(until(line, Adopted, Refused)))
line = bus("fleet")
told += refused(answers(line, Edit({"pricing.credit": "1"}, "bundle 7, fleet", 7),
    Remote("credit", "me"), GiveCredit("me"), Collect(1), Touch("coin.1", True),
    Quit()))
line.send(TakeBack(0))
told.append(str(until(line, Adopted, Refused)))
print(json.dumps(told))
"""

    def handed_on(*payloads):
        with till.start("cabinet-fleet", hand_on) as process:
            said = json.dumps([each.decode() for each in payloads])
            out, _ = process.communicate(said, timeout=120)
        return json.loads(out)

    said = handed_on(forged, cut, other, pins, late, b"{}")
    assert len(said) == 13
    assert not [each for each in said if each.startswith("Adopted")]
    assert till.fingerprint() == before
    real = sign(Bundle(8, *good, {"cabinet.name": "Signed"}), key)
    first, again, *_ = handed_on(real, real)
    assert first.startswith("Adopted")
    assert "bundle 8 is old" in again
    assert "Signed" in till.file.read_text()


def test_a_link_in_a_shared_folder_leads_nowhere(till):
    """Each program may add to log and reports; nobody writes through a link there."""
    books = (till.state / "books.sqlite3").read_bytes()
    till.attack(
        "cabinet-web",
        """
for name in ("log/counter.old", "log/cabinet.log", "reports/crash-counter.txt",
             "reports/.crash-counter.txt.new"):
    place = state / name
    if not place.exists():
        place.symlink_to(state / "books.sqlite3")
print("0")
""",
    )
    where = ["--config", str(till.file), "--state", str(till.state)]
    script = (
        "from pathlib import Path; import sys\n"
        "from cabinet.diagnostics.logs import keep_log\n"
        "from cabinet.diagnostics.crash import report_crash\n"
        "from cabinet.places import Place\n"
        "import logging\n"
        "place = Place(Path(sys.argv[2]), Path(sys.argv[4]))\n"
        "keep_log(place.state, 'cabinet')\n"
        "logging.getLogger().error('x' * 1000)\n"
        "report_crash(place, 'counter', ValueError('x'))\n"
    )

    subprocess.run(
        [till.python, "-P", "-c", script, *where],
        cwd="/",
        env=till.env,
        check=True,
        capture_output=True,
        **till.as_account("cabinet"),
    )
    assert (till.state / "books.sqlite3").read_bytes() == books
    assert (till.state / "log/cabinet.log").is_symlink(), "left where it was"


def test_a_hostile_web_program_guesses_no_faster_than_the_till_lets_it(spent_till):
    guess = """
line = bus("web")
told = answers(line, *(Vouch(f"password {n}") for n in range(200)))
late = sum("too many tries" in each for each in refused(told))
print(json.dumps([late, sum(isinstance(each, Vouched) for each in told)]))
"""
    late, right = spent_till.attack("cabinet-web", guess)
    assert right == 0
    assert late >= 150
