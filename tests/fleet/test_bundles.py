"""Signed settings: whose they are, once, in attract, and back again."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from cabinet.core.errors import CabinetError
from cabinet.core.events import SECOND
from cabinet.counter.settings_worker import change, settings_file
from cabinet.fleet import rollout
from cabinet.fleet.bundles import (
    Bundle,
    author_of,
    load_key,
    new_key,
    opened,
    public_half,
    sign,
)
from cabinet.fleet.memory import Memory
from cabinet.fleet.rollout import (
    AWAY_TOO_LONG,
    TRIAL,
    FleetSettingsFile,
    Rollout,
    proven_edit,
)
from cabinet.fleet.topics import PayloadError
from cabinet.loops.registry import GameShelf
from cabinet.places import Place
from cabinet.protocol.operator import Edit
from cabinet.settings import catalogue_of
from cabinet.settings.history import as_line, from_line
from tests.counter.stand import Stand
from tests.fleet.booth import Booth, Subscriber, turn_until
from tests.support.settings import SETTINGS

ROOT = Path(__file__).parents[2]
KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
PUBLIC = public_half(KEY)
CHANGES = {"pricing.credit": "200", "cabinet.name": "Nouveau"}


def bundle(number=1, cabinets=("arkade-1",), changes=CHANGES, **more):
    return Bundle(number, cabinets, changes, **more)


class Case:
    """A cabinet's file and history, and a rollout over them."""

    def __init__(self, folder):
        self.folder = folder
        self.file = folder / "cabinet.yaml"
        known = f"\nfleet:\n  bundle_key: {PUBLIC}\n"
        self.file.write_text(SETTINGS.read_text().replace("\nfleet:\n", known))
        self.told = []
        self.begin()

    def begin(self):
        place = Place(config=self.file, state=self.folder)
        # What the counter's child does with a bundle, done here.
        file = settings_file(place, catalogue_of(GameShelf()))

        self.edit = lambda edit: tuple(map(str, change(file, edit)))
        self.settings_file = FleetSettingsFile(
            place, lambda wanted: self.edit(proven_edit(place, wanted))
        )
        memory = Memory(self.folder / "fleet.json")
        self.rollout = Rollout(
            "arkade-1", PUBLIC, memory, self.settings_file, self.told.append
        )

    def hear(self, made, key=KEY):
        self.rollout.hear(sign(made, key))

    def outcomes(self):
        told = [(each["bundle"], each["outcome"]) for each in self.told]
        self.told.clear()
        return told

    @property
    def price(self):
        (line,) = (x for x in self.file.read_text().splitlines() if "  credit:" in x)
        return int(line.split()[1])


@pytest.fixture
def case(tmp_path):
    return Case(tmp_path)


@pytest.fixture
def attract(tmp_path):
    (tmp_path / "stand").mkdir()
    stand = Stand(tmp_path / "stand")
    yield stand.shown
    stand.close()


def test_a_bundle_is_applied_when_nobody_plays_and_kept_after_its_trial(case, attract):
    case.hear(bundle())
    case.rollout.turn(None, 0)
    case.rollout.turn(replace(attract, mode="playing"), SECOND)
    assert (case.outcomes(), case.price) == ([(1, "waits")], 100)
    case.rollout.turn(attract, 2 * SECOND)
    assert (case.outcomes(), case.price) == ([(1, "taken")], 200)
    history = json.loads((case.folder / "settings-history.jsonl").read_text())
    assert history["by"] == "bundle 1, fleet"
    assert len(history["changes"]) == 2
    case.rollout.turn(attract, 2 * SECOND + TRIAL)
    assert (case.outcomes(), case.price) == ([(1, "kept")], 200)


@pytest.mark.parametrize("section", ["office", "web"])
def test_a_bundle_may_use_the_old_name_of_a_section(case, attract, section):
    before = case.file.read_text().replace("\nweb:\n", f"\n{section}:\n")
    case.file.write_text(before)
    case.hear(bundle(1, changes={"office.port": "8081"}))
    case.rollout.turn(attract, 0)
    assert case.outcomes() == [(1, "waits"), (1, "taken")]
    assert case.file.read_text() == before.replace("port: 8080", "port: 8081")
    case.rollout.turn(attract, TRIAL)
    case.hear(bundle(2, changes={}, undo=1))
    case.rollout.turn(attract, TRIAL + SECOND)
    assert case.file.read_text() == before


def test_an_old_bundle_that_comes_again_is_refused(case, attract):
    case.hear(bundle(5))
    case.rollout.turn(attract, 0)
    case.outcomes()
    case.hear(bundle(5))
    case.hear(bundle(4, changes={"pricing.credit": "300"}))
    assert case.outcomes() == [(5, "known"), (4, "known")]
    case.begin()
    case.hear(bundle(5))
    assert case.outcomes() == [(5, "known")], "also after a restart"
    (case.folder / "fleet.json").unlink()
    case.begin()
    case.hear(bundle(5))
    assert case.outcomes() == [(5, "known")], "and from the history alone"


def test_a_newer_bundle_replaces_one_that_waits(case, attract):
    case.hear(bundle(1))
    case.hear(bundle(3, changes={"pricing.credit": "300"}))
    case.hear(bundle(2))
    case.rollout.turn(attract, 0)
    assert case.outcomes() == [(1, "waits"), (3, "waits"), (3, "taken")]
    assert case.price == 300


def test_a_wrong_signature_changes_nothing(case, attract):
    other = Ed25519PrivateKey.from_private_bytes(bytes(32))
    good = json.loads(sign(bundle(), KEY))
    forged = {**good, "bundle": good["bundle"].replace("200", "1")}
    for payload in (
        sign(bundle(), other),
        json.dumps(forged).encode(),
        json.dumps({**good, "signature": "AAAA"}).encode(),
        json.dumps({**good, "signature": "é"}).encode(),
        json.dumps({"bundle": good["bundle"]}).encode(),
        b'{"bundle": "\\ud800", "signature": ""}',
        b"",
        b"\xff",
        b"{" * 10_000,
        b"x" * 70_000,
    ):
        with pytest.raises(PayloadError):
            case.rollout.hear(payload)
    case.rollout.turn(attract, 0)
    assert (case.outcomes(), case.price) == ([], 100)


def test_a_bundle_for_others_is_none_of_our_business(case, attract):
    case.hear(bundle(1, cabinets=("arkade-2",)))
    case.rollout.turn(attract, 0)
    assert (case.outcomes(), case.price) == ([], 100)
    case.hear(bundle(1, cabinets=("_all",)))
    case.rollout.turn(attract, 0)
    assert case.price == 200


def test_a_bundle_that_is_wrong_is_refused_whole(case, attract):
    case.hear(bundle(1, changes={"pricing.credit": "200", "pricing.currency": "euro"}))
    case.rollout.turn(attract, 0)
    assert "pricing.currency" in case.told[-1]["why"]
    assert (case.outcomes(), case.price) == ([(1, "waits"), (1, "refused")], 100)


@pytest.mark.parametrize(
    "path",
    [
        "fleet.bundle_key",
        "fleet",
        "cabinet.id",
        "io.backend",
        "coins.0.slot",
        "service",
        "cabinet",
    ],
)
def test_whom_a_cabinet_obeys_is_not_for_a_bundle_to_say(path):
    sealed = sign(bundle(changes={path: "x"}), KEY)
    with pytest.raises(PayloadError, match="set at the cabinet alone"):
        opened(sealed, PUBLIC)


@pytest.mark.parametrize(
    "document",
    [
        {},
        {"number": 1},
        {"number": True, "cabinets": [], "changes": {"a": "b"}},
        {"number": -1, "cabinets": [], "changes": {"a": "b"}},
        {"number": 1, "cabinets": "x", "changes": {"a": "b"}},
        {"number": 1, "cabinets": [], "changes": {}},
        {"number": 1, "cabinets": [], "changes": {"a": 1}},
        {"number": 1, "cabinets": [], "undo": "1"},
    ],
)
def test_even_the_key_holder_can_write_nonsense(document):
    class Odd(Bundle):
        def document(self):
            return document

    with pytest.raises(PayloadError):
        opened(sign(Odd(1, ()), KEY), PUBLIC)


def test_a_cabinet_that_breaks_on_trial_is_put_back(case, attract):
    case.hear(bundle(1))
    case.rollout.turn(attract, 0)
    case.rollout.turn(replace(attract, mode="out_of_order", reason="books"), SECOND)
    assert case.outcomes() == [(1, "waits"), (1, "taken"), (1, "undone")]
    assert case.price == 100
    case.hear(bundle(2))
    case.rollout.turn(attract, 2 * SECOND)
    case.rollout.turn(None, 3 * SECOND)
    assert case.price == 200, "a counter may take a moment to come back"
    case.rollout.turn(None, 4 * SECOND + AWAY_TOO_LONG)
    assert (case.outcomes()[-1], case.price) == ((2, "undone"), 100)


@pytest.mark.parametrize("well", [True, False])
def test_a_trial_goes_on_in_a_program_that_was_started_again(case, attract, well):
    case.hear(bundle(1))
    case.rollout.turn(attract, 5 * SECOND)
    case.begin()
    case.rollout.turn(None, 6 * SECOND)
    assert case.price == 200, "it has only just begun to look"
    if well:
        case.rollout.turn(attract, 6 * SECOND + TRIAL)
    else:
        broken = replace(attract, mode="out_of_order", reason="books")
        case.rollout.turn(broken, 7 * SECOND)
    assert case.outcomes()[-1] == (1, "kept" if well else "undone")
    assert case.price == (200 if well else 100)
    case.begin()
    told = len(case.told)
    case.rollout.turn(None, 9 * TRIAL)
    case.rollout.turn(None, 99 * TRIAL)
    assert len(case.told) == told, "a trial ends once"


def test_a_bundle_takes_another_back(case, attract):
    case.hear(bundle(1))
    case.rollout.turn(attract, 0)
    case.rollout.turn(attract, TRIAL)
    case.hear(bundle(2, changes={}, undo=1))
    case.rollout.turn(attract, TRIAL + SECOND)
    assert (case.outcomes()[-1], case.price) == ((2, "taken"), 100)
    case.hear(bundle(3, changes={}, undo=1))
    case.rollout.turn(attract, TRIAL + 2 * SECOND)
    assert "not of bundle 1, fleet but of nobody" in case.told[-1]["why"]


def test_what_somebody_changed_since_stays(case, attract):
    case.hear(bundle(1))
    case.rollout.turn(attract, 0)
    case.edit(Edit({"pricing.credit": "50"}, "anna"))
    case.rollout.turn(replace(attract, mode="out_of_order", reason="link"), SECOND)
    assert (case.outcomes()[-1], case.price) == ((1, "stays"), 50)


def test_what_an_editor_changed_since_stays_too(case, attract):
    case.hear(bundle(1))
    case.rollout.turn(attract, 0)
    case.file.write_text(case.file.read_text().replace("credit: 200", "credit: 150"))
    case.rollout.turn(replace(attract, mode="out_of_order", reason="link"), SECOND)
    assert "changed again since" in case.told[-1]["why"]
    assert case.price == 150


def test_keys_are_made_once_and_for_their_owner_alone(tmp_path):
    path = tmp_path / "key"
    public = new_key(path)
    assert path.stat().st_mode & 0o777 == 0o600
    assert public_half(load_key(path)) == public
    with pytest.raises(CabinetError, match="cannot be written"):
        new_key(path)
    path.write_text("nonsense")
    with pytest.raises(CabinetError, match="this is no key"):
        load_key(path)


@pytest.mark.parametrize(
    ("author", "bundle", "is_undo"),
    [
        ("anna", 0, False),
        ("bundle x, fleet", 0, False),
        ("bundle 1, fleet, undo", 0, True),
        (author_of(17), 17, False),
    ],
)
def test_the_history_of_an_earlier_release_knew_bundles_by_their_author(
    author, bundle, is_undo
):
    old = json.dumps({"at": 1, "by": author, "changes": []})
    revision = from_line(old)
    assert (revision.bundle, revision.is_undo) == (bundle, is_undo)
    assert from_line(as_line(revision)) == revision
    assert json.loads(as_line(revision))["by"] == author


def test_a_bundle_comes_through_the_broker_kept_for_who_was_away(
    tmp_path, broker, closing, start, monkeypatch
):
    monkeypatch.setattr(rollout, "TRIAL", SECOND // 10)
    case = Case(tmp_path)
    subscriber = closing(
        Subscriber(broker, "cabinet/arkade-1/report", "cabinet/arkade-1/answer")
    )
    subscriber.say("cabinet/_all/bundle", sign(bundle(7, ("_all",)), KEY), kept=True)
    subscriber.say("cabinet/arkade-1/bundle", b"nonsense", kept=True)
    booth = closing(Booth(tmp_path))
    talking = start(settings_file=case.settings_file, bundle_key=PUBLIC)
    turn_until(
        lambda: len(subscriber.on("cabinet/arkade-1/report")) == 3,
        talking,
        booth,
        subscriber,
    )
    reports = [
        json.loads(x)["outcome"] for x in subscriber.on("cabinet/arkade-1/report")
    ]
    assert reports == ["waits", "taken", "kept"]
    assert case.price == 200
    assert len(subscriber.on("cabinet/arkade-1/answer")) == 1
