"""What root does on an installed cabinet: network, clock, update, restart.

The machine is that of `tests/system/test_appliance.py`: `make appliance`. It has a real
NetworkManager and no radio, and its clock is this machine's: it is set to what it is.
"""

import json
import re
import shutil
import subprocess

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tests.system.appliance import CABINET, ROOT, STATE
from tools.release.building import ABOUT, Commit, build, pack, sign
from tools.release.keys import public_half

pytestmark = pytest.mark.soak

TRUST = "/etc/cabinet-trust"
OFFERED = "/var/lib/cabinet-update"
# Fails as a service, and nowhere else: it is tried before that.
ONLY_THERE = 'import os\nif os.environ.get("NOTIFY_SOCKET"): raise SystemExit(70)\n'
ASK = """
import json, sys
from dataclasses import asdict
from pathlib import Path
from cabinet.protocol.client import CounterConnection
from cabinet.protocol.codec import Booked, Refused
from cabinet.protocol.machine import AskMachine, LookAtMachine, Machine
line = CounterConnection.connect(Path("/var/lib/cabinet/bus.sock"), "tool")
verb, what, *values = sys.argv[1:]
asked = AskMachine(verb, what, dict(each.split("=", 1) for each in values), "test")
line.send(asked if verb != "show" else LookAtMachine())
for some in line.heard(10_000_000_000):
    for each in some:
        if isinstance(each, Machine):
            print(json.dumps(asdict(each)))
        elif isinstance(each, Booked):
            print("booked")
        elif isinstance(each, Refused):
            print("refused:", *[one.what.code for one in each.why])
        else:
            continue
        raise SystemExit
"""


def ask(appliance, *words):
    """What the counter answers to somebody it trusts."""
    (appliance.trees / "ask.py").write_text(ASK)
    spoken = " ".join(f"'{word}'" for word in words)
    return appliance.shell(f"/opt/cabinet/current/bin/python -I /trees/ask.py {spoken}")


def shown(appliance):
    return json.loads(ask(appliance, "show", ""))


def outcome(appliance, verb):
    """What became of a wish, as soon as something did."""
    appliance.machine.until(
        f"/opt/cabinet/current/bin/python -I /trees/ask.py show '' | "
        f"""grep -qv '"doing": \\["{verb}'""",
        120,
    )
    found = [each for each in shown(appliance)["outcomes"] if each["verb"] == verb]
    return found[0]["result"]


def test_the_network_is_networkmanagers_and_a_profile_of_ours_is_one_of_its(appliance):
    appliance.shell(
        "ip link add eth7 type veth peer name eth8; ip link set eth8 up;"
        "nmcli device set eth7 managed yes;"
        "nmcli connection add type ethernet ifname eth7 con-name cable "
        "ipv4.method manual ipv4.addresses 10.77.0.2/24 && nmcli connection up cable"
    )
    assert ask(appliance, "network", "look") == "booked"
    assert outcome(appliance, "network") == "done"
    network = shown(appliance)["network"]
    assert (network["managed"], network["has_wifi"]) == (True, False)
    (link,) = [each for each in network["links"] if each["device"] == "eth7"]
    assert (link["kind"], link["up"], link["name"]) == ("wired", True, "cable")
    assert ask(appliance, "network", "join", "ssid=4c", "secret=12345678") == "booked"
    assert outcome(appliance, "network") == "out_of_reach"
    # No radio here: the profile that would be written is read by NetworkManager.
    appliance.shell(
        "/opt/cabinet/current/bin/python -I -c '"
        "from cabinet.machine.network import fields_of, profile, nmcli;"
        "from cabinet.platform.files import write_durably;"
        "from cabinet.protocol.machine import WifiCard;"
        "from pathlib import Path;"
        'card = WifiCard("436166c3a9205b785d", "", 1, "wpa");'
        'path = Path("/etc/NetworkManager/system-connections/arkade-x.nmconnection");'
        'secret = "a b;c=#\\\\d";'
        'number = "5f0a3c1e-3c57-4c52-9a51-6d6a3f3bb1f5";'
        "write_durably(path, profile(card, secret, number), 0o600);"
        'assert not nmcli("connection", "load", str(path)).code;'
        'said = nmcli("--show-secrets", "--get-values",'
        ' "802-11-wireless.ssid,802-11-wireless-security.psk", "connection", "show",'
        " number).lines;"
        'assert [fields_of(each)[0] for each in said] == ["Café [x]", secret], said\''
    )
    appliance.shell("nmcli connection delete cable; ip link del eth7")
    appliance.shell("rm /etc/NetworkManager/system-connections/arkade-x.*")


def test_clock_and_time_zone_are_set_and_the_schedule_believes_them(appliance):
    assert ask(appliance, "clock", "zone", "zone=Asia/Tokyo") == "booked"
    assert outcome(appliance, "clock") == "done"
    assert appliance.shell("date +%Z") == "JST"
    assert shown(appliance)["clock"]["zone"] == "Asia/Tokyo"
    at = appliance.shell("date +%Y-%m-%dT%H:%M:%S")
    assert ask(appliance, "clock", "set", f"at={at}") == "booked"
    assert outcome(appliance, "clock") == "done"
    assert shown(appliance)["clock"]["kept"] in ("hand", "network")
    for zone in ("../../etc/passwd", "Europe/Nowhere"):
        assert ask(appliance, "clock", "zone", f"zone={zone}") == "booked"
        assert outcome(appliance, "clock") == "no_such_zone"
    ask(appliance, "clock", "zone", "zone=Etc/UTC")
    assert outcome(appliance, "clock") == "done"


def test_no_other_account_can_ask_root_or_answer_for_it(appliance):
    places = f"/run/cabinet /run/cabinet-machine {STATE}-machine {OFFERED}"
    for account in ("cabinet-screen", "cabinet-web", "cabinet-fleet", "cabinet-games"):
        for place in places.split():
            attempt = f"touch {place}/ask-reboot {place}/update.json"
            said = appliance.shell(
                f"runuser -u {account} -- sh -c '{attempt}' 2>&1; true"
            )
            assert said.count("Permission denied") == 2, (account, place, said)
    # The till may leave notes, and nothing in a note is more than a value.
    appliance.shell(
        "runuser -u cabinet -- ln -s /etc/shadow /run/cabinet/ask-clock; sleep 3;"
        "test ! -e /run/cabinet/ask-clock && test -s /etc/shadow"
    )
    assert ask(appliance, "clock", "zone", "zone=Etc/UTC") == "booked"
    assert outcome(appliance, "clock") == "done"


@pytest.fixture
def releases(appliance, tmp_path_factory):
    """A cabinet with a pinned key; signed releases: the next, and one that fails."""
    key, trees = Ed25519PrivateKey.generate(), appliance.trees
    for name in ("release", "offers"):
        shutil.rmtree(trees / name, ignore_errors=True)
    build(Commit.find(ROOT), trees / "made", key).rename(trees / "release")
    (trees / "release.pub").write_bytes(public_half(key))
    clone = tmp_path_factory.mktemp("clone") / "tree"
    subprocess.run(["git", "clone", "-q", ROOT, clone], check=True)
    offers = {}
    for name, line in (("next", "# The next release.\n"), ("shy", ONLY_THERE)):
        module = clone / "cabinet/screen/loop/program.py"
        module.write_text(module.read_text() + f"\n{line}")
        git = ["git", "-C", clone, "-c", "user.name=n", "-c", "user.email=n@e.org"]
        subprocess.run([*git, "commit", "-qam", f"small: {name}"], check=True)
        made = build(Commit.find(clone), trees / "offers" / name, key)
        about = made / ABOUT
        serial = Commit.find(ROOT).serial + 10 + len(offers)
        about.write_text(re.sub(r"serial: \d+", f"serial: {serial}", about.read_text()))
        sign(made, key)
        offers[name] = pack(made), serial
    script = "/trees/now/systemd/install.sh --wheels /wheels --release /trees/release"
    appliance.shell(f"cd /; sh {script} --key /trees/release.pub")
    appliance.shell(f"ln -sfn /wheels {OFFERED}/wheels")
    yield appliance, offers
    appliance.shell(f"rm -rf {TRUST} {OFFERED}/*")
    appliance.install()


def offer(appliance, file):
    there = f"/trees/{file.relative_to(appliance.trees)}"
    appliance.shell(f"rm -f {OFFERED}/*.release; cp {there} {OFFERED}")
    ask(appliance, "update", "look")
    assert outcome(appliance, "update") == "done"
    (card,) = shown(appliance)["releases"]
    return card


def leave_the_match(appliance):
    """Start held asks, and held again leaves; then no other game."""
    appliance.hand("start:1.5", "wait:0.5", "start:1.5")
    left = f"{CABINET} panel --state {STATE} wait:2 p1.b wait:1"
    # As soon as nobody plays the counter begins anew, and nobody answers.
    while not re.search("attract|nobody answers", appliance.shell(left, check=False)):
        pass


def until_step(appliance, step):
    told = "/run/cabinet-machine/update.json"
    appliance.machine.until(f'grep -q \'"step": "{step}"\' {told}', 400)


def ended(appliance):
    """How the update ended; steps that were seen on the way."""
    steps = []
    while True:
        found = appliance.shell(
            "cat /run/cabinet-machine/update.json 2>/dev/null || echo {}"
        )
        update = json.loads(found)
        if update.get("step") and update["step"] not in steps:
            steps.append(update["step"])
        if update.get("result"):
            return update, steps


def test_an_update_waits_for_the_player_is_shown_and_goes_back_by_itself(releases):
    appliance, offers = releases
    before = appliance.release
    file, serial = offers["next"]
    card = offer(appliance, file)
    assert (card["serial"], card["problem"]) == (serial, "")
    wish = ("update", "install", "source=folder")
    assert ask(appliance, *wish, f"serial={serial + 1}") == "booked"
    assert outcome(appliance, "update") == "another_release"
    assert appliance.release == before

    appliance.begin_a_paid_match()
    money = appliance.money
    assert ask(appliance, *wish, f"serial={serial}") == "booked"
    appliance.machine.until(
        'grep -q \'"step": "wait"\' /run/cabinet-machine/update.json', 400
    )
    assert appliance.release == before
    assert "playing" in appliance.hand("wait:1")
    assert ask(appliance, *wish, f"serial={serial}") == "refused: refused.machine_busy"
    leave_the_match(appliance)
    update, steps = ended(appliance)
    assert (update["result"], update["why"]) == ("done", [])
    assert "start" in steps
    assert appliance.release != before
    appliance.become_well()
    assert appliance.money["coins"] == money["coins"]

    well = appliance.release
    file, serial = offers["shy"]
    assert offer(appliance, file)["serial"] == serial
    assert ask(appliance, *wish, f"serial={serial}") == "booked"
    appliance.machine.until(
        'grep -q \'"step": "packages"\' /run/cabinet-machine/update.json', 60
    )
    update, steps = ended(appliance)
    assert update["result"] == "back", update
    assert appliance.release == well
    appliance.become_well()
    kept = appliance.shell(f"cat {STATE}-machine/update.json")
    assert json.loads(kept)["result"] == "back"
    assert shown(appliance)["update"]["result"] == "back"
