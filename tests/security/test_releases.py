"""A release runs nowhere unless it is whole, signed with the pinned key, and not old.

The project that is released here is a small one: what is proven is the way from a
commit to a cabinet. `make appliance` installs a real one, and the soak builds it twice.
"""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cyclonedx.model.bom import Bom

from tools.release.bill import VENDORED, requirements
from tools.release.building import ABOUT, BILL, SIGNATURE, SUMS, Commit, build, sign
from tools.release.keys import (
    ReleaseError,
    fingerprint,
    load_key,
    load_public,
    new_key,
    public_half,
)

ROOT = Path(__file__).parents[2]
KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
STRANGER = Ed25519PrivateKey.from_private_bytes(bytes(range(1, 33)))
ARCHIVE = "arkade-cabinet-0.1.0.tar.gz"
WHEEL = "arkade_cabinet-0.1.0-py3-none-any.whl"
PROJECT = """[project]
name = "arkade-cabinet"
version = "0.1.0"
[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"
[tool.setuptools.packages.find]
include = ["cabinet*"]
"""
PERSON = {
    f"GIT_{who}_{what}": value
    for who in ("AUTHOR", "COMMITTER")
    for what, value in {
        "NAME": "nobody",
        "EMAIL": "nobody@example.org",
        "DATE": "1767225600 +0000",
    }.items()
}


def git(tree, *words):
    subprocess.run(
        ["git", "-C", tree, *words],
        env=os.environ | PERSON,
        capture_output=True,
        check=True,
    )


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """A clone with little in it; its scripts and locks are the real ones."""
    tree = tmp_path_factory.mktemp("clone")
    (tree / "pyproject.toml").write_text(PROJECT)
    (tree / "README.md").write_text("# Small\n")
    for folder in ("cabinet", "firmware_bridge", "tools/dice_sim", "config"):
        (tree / folder).mkdir(parents=True)
        (tree / folder / "__init__.py").touch()
    shutil.copytree(ROOT / "systemd", tree / "systemd")
    shutil.copytree(ROOT / "locks", tree / "locks")
    git(tree, "init", "-q")
    git(tree, "add", "-A")
    git(tree, "commit", "-qm", "small: Begin")
    return tree


@pytest.fixture(scope="module")
def built(tree, tmp_path_factory):
    return build(Commit.find(tree), tmp_path_factory.mktemp("built"), KEY)


@pytest.fixture
def release(built, tmp_path):
    """A copy of the release, to do something to."""
    return Path(shutil.copytree(built, tmp_path / "release"))


@pytest.fixture
def pinned(tmp_path):
    """Where a cabinet keeps the key."""
    (tmp_path / "trust").mkdir()
    (tmp_path / "trust/release.pub").write_bytes(public_half(KEY))
    return tmp_path / "trust"


def verify(release, key, into):
    return subprocess.run(
        ["sh", ROOT / "systemd/verify.sh", release, key, into],
        capture_output=True,
        text=True,
        check=False,
    )


def install(*words, trust):
    """What install.sh says and would do."""
    done = subprocess.run(
        ["sh", ROOT / "systemd/install.sh", "--dry-run", *map(str, words)],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"TRUST": str(trust)},
    )
    return done.returncode, done.stdout + done.stderr


def test_made_twice_it_is_the_same(tree, built, tmp_path):
    again = build(Commit.find(tree), tmp_path, KEY)
    assert {file.name for file in again.iterdir()} == {
        *(ARCHIVE, WHEEL, "lock-run.txt", "lock-compile.txt"),
        *(ABOUT, BILL, SUMS, SIGNATURE),
    }
    for file in again.iterdir():
        assert file.read_bytes() == (built / file.name).read_bytes(), file.name


@pytest.mark.soak
def test_the_whole_cabinet_made_twice_is_the_same(tmp_path):
    one, other = (
        build(Commit.find(ROOT), tmp_path / name, KEY) for name in ("one", "other")
    )
    assert (one / SUMS).read_bytes() == (other / SUMS).read_bytes()
    assert (one / SIGNATURE).read_bytes() == (other / SIGNATURE).read_bytes()


def test_what_is_not_committed_is_in_no_release(tree):
    commit = Commit.find(tree)
    commit.refuse_changes()
    readme = tree / "README.md"
    before = readme.read_text()
    readme.write_text("changed")
    with pytest.raises(ReleaseError, match=r"not committed: README\.md"):
        commit.refuse_changes()
    readme.write_text(before)


def test_the_bill_names_all_that_a_cabinet_runs_on(built):
    bill = Bom.from_json(json.loads((built / BILL).read_text()))
    parts = {(part.name, part.version) for part in bill.components}
    wanted = requirements((ROOT / "locks/run.txt").read_text())
    assert parts == {
        *((each.name, next(iter(each.specifier)).version) for each in wanted),
        *((name, version) for _, name, version in VENDORED),
    }
    (digest,) = bill.metadata.component.hashes
    assert f"{digest.content}  {WHEEL}" in (built / SUMS).read_text()


def test_the_bill_has_the_version_of_what_is_in_the_repository():
    licences = (ROOT / "LICENSES/README.md").read_text()
    assert re.findall(r"htmx (\S+) ", licences) == [v for _, _, v in VENDORED]


def test_a_whole_release_is_copied(release, pinned, tmp_path):
    into = tmp_path / "into"
    done = verify(release, pinned / "release.pub", into)
    assert (done.returncode, done.stderr) == (0, "")
    assert {x.name for x in into.iterdir()} == {x.name for x in release.iterdir()}
    assert into.stat().st_mode & 0o777 == 0o700


def flip(file):
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)


def swap_lines(release):
    lines = (release / SUMS).read_text().splitlines()
    (release / SUMS).write_text("\n".join(reversed(lines)) + "\n")


def lead_astray(release):
    (release / ABOUT).unlink()
    (release / ABOUT).symlink_to("/etc/hostname")


def climb(release):
    """What even the signer may not name."""
    (release / SUMS).write_text(f"{'0' * 64}  ../release.pub\n")
    (release / SIGNATURE).write_bytes(KEY.sign((release / SUMS).read_bytes()))


def name_twice(release):
    text = (release / SUMS).read_text()
    (release / SUMS).write_text(text + text.splitlines()[0] + "\n")
    (release / SIGNATURE).write_bytes(KEY.sign((release / SUMS).read_bytes()))


ATTACKS = {
    "a file changed": (lambda r: flip(r / WHEEL), "not the one that was signed"),
    "the archive cut": (
        lambda r: os.truncate(r / ARCHIVE, 1_000),
        "not the one that was signed",
    ),
    "an empty archive": (lambda r: os.truncate(r / ARCHIVE, 0), "not the one"),
    "a lock changed": (lambda r: flip(r / "lock-run.txt"), "not the one"),
    "the list changed": (swap_lines, "signature"),
    "the list cut": (lambda r: os.truncate(r / SUMS, 90), "signature"),
    "no list": (lambda r: (r / SUMS).unlink(), "SHA256SUMS is missing"),
    "no signature": (lambda r: (r / SIGNATURE).unlink(), "SHA256SUMS.sig is missing"),
    "an empty signature": (lambda r: os.truncate(r / SIGNATURE, 0), "signature"),
    "a signature of zeros": (
        lambda r: (r / SIGNATURE).write_bytes(bytes(64)),
        "signature",
    ),
    "a long signature": (
        lambda r: (r / SIGNATURE).write_bytes(bytes(65)),
        "more than 64 bytes",
    ),
    "a stranger's signature": (lambda r: sign(r, STRANGER), "signature"),
    "a file more": (lambda r: (r / "sitecustomize.py").touch(), "does not name"),
    "a hidden file more": (lambda r: (r / ".pth").touch(), "does not name"),
    "a folder more": (lambda r: (r / "more").mkdir(), "does not name"),
    "a file less": (lambda r: (r / BILL).unlink(), f"{BILL} is missing"),
    "a link": (lead_astray, "no plain file"),
    "a name outside": (climb, "names no file"),
    "a name twice": (name_twice, "does not name"),
}


@pytest.mark.parametrize("attack", ATTACKS)
def test_a_release_that_somebody_touched_is_not_taken(
    release, pinned, tmp_path, attack
):
    touch, said = ATTACKS[attack]
    touch(release)
    into = tmp_path / "into"
    done = verify(release, pinned / "release.pub", into)
    assert (done.returncode, done.stdout) == (1, "")
    assert said in done.stderr
    assert not into.exists()
    code, told = install("--release", release, trust=pinned)
    assert code == 1
    assert "nothing was changed" in told
    assert "would run" not in told, "nothing of it has run"


def test_a_folder_that_was_there_is_left_alone(release, pinned, tmp_path):
    (tmp_path / "into").mkdir()
    (tmp_path / "into/mine").touch()
    assert verify(release, pinned / "release.pub", tmp_path / "into").returncode == 1
    assert (tmp_path / "into/mine").exists()


@pytest.mark.parametrize("key", ["", "no key", "rsa"])
def test_a_key_of_another_kind_is_refused(release, tmp_path, key):
    file = tmp_path / "key.pub"
    file.write_text(key)
    if key == "rsa":
        private = tmp_path / "rsa.key"
        made = ["openssl", "genpkey", "-algorithm", "RSA", "-out", private]
        subprocess.run(made, capture_output=True, check=True)
        pub = ["openssl", "pkey", "-in", private, "-pubout", "-out", file]
        subprocess.run(pub, check=True)
    done = verify(release, file, tmp_path / "into")
    assert done.returncode == 1
    assert "no public Ed25519 key" in done.stderr


def test_the_first_release_names_its_key_and_pins_it(release, tmp_path):
    trust, key = tmp_path / "trust", tmp_path / "key.pub"
    key.write_bytes(public_half(KEY))
    code, said = install("--release", release, trust=trust)
    assert (code, "no key is pinned yet" in said) == (1, True)
    code, said = install("--release", release, "--key", key, trust=trust)
    assert code == 0, said
    assert f"releases are signed with {fingerprint(key)} from now on" in said
    install_it = said.index("would run: runuser -u cabinet-build")
    assert install_it < said.index("would run: mv") < said.index("releases are signed")


def test_a_pinned_cabinet_takes_no_other_key_unless_somebody_pins_it(
    release, pinned, tmp_path
):
    key = tmp_path / "other.pub"
    key.write_bytes(public_half(STRANGER))
    sign(release, STRANGER)
    code, said = install("--release", release, "--key", key, trust=pinned)
    assert (code, "another key is pinned" in said) == (1, True)
    code, said = install("--pin", key, trust=pinned)
    assert code == 0
    assert f"would run: install -m 644 {key} {pinned}/release.pub.new" in said


def test_a_release_can_name_the_key_that_signs_the_next(tree, pinned, tmp_path):
    key = tmp_path / "next.pub"
    key.write_bytes(public_half(STRANGER))
    release = build(Commit.find(tree), tmp_path / "next", KEY, key)
    code, said = install("--release", release, trust=pinned)
    assert code == 0, said
    assert f"releases are signed with {fingerprint(key)} from now on" in said


def test_an_older_release_is_refused_unless_asked_for(release, pinned):
    serial = int(re.findall(r"serial: (\d+)", (release / ABOUT).read_text())[0])
    for newest, wanted in ((serial - 1, 0), (serial, 0), (serial + 1, 1)):
        (pinned / "newest").write_text(f"{newest}\n")
        code, said = install("--release", release, trust=pinned)
        assert (code, "is older than one that was here" in said) == (wanted, bool(code))
    code, said = install("--release", release, "--older", trust=pinned)
    assert code == 0, said


@pytest.mark.parametrize(
    ("line", "said"),
    [("serial: x", "serial: expected a number"), ("name: other", "something else")],
)
def test_a_signed_release_of_something_else_is_refused(release, pinned, line, said):
    about = release / ABOUT
    name = line.partition(":")[0]
    about.write_text(re.sub(rf"(?m)^{name}: .*", line, about.read_text()))
    sign(release, KEY)
    code, told = install("--release", release, trust=pinned)
    assert (code, said in told) == (1, True), told


def test_a_tree_is_not_installed_over_signed_releases_unless_asked_for(pinned):
    code, said = install("--wheels", pinned, trust=pinned)
    assert (code, "takes signed releases" in said) == (1, True)
    assert "would run" not in said
    assert install("--wheels", pinned, "--unsigned", trust=pinned)[0] == 0


def test_only_an_account_of_its_own_runs_pip_and_only_on_hashes(release, pinned):
    for words in (["--unsigned"], ["--release", release]):
        code, said = install(*words, trust=pinned)
        assert code == 0, said
        pips = [line for line in said.splitlines() if " pip install" in line]
        assert len(pips) == 2
        for line in pips:
            assert line.split()[2:7] == ["runuser", "-u", "cabinet-build", "--", "env"]
        assert "--require-hashes --only-binary :all:" in pips[0]
        assert "--no-index --no-deps" in pips[1]
        assert pips[1].endswith(".whl") == ("--release" in words)


def test_the_name_of_a_release_covers_its_packages_and_its_files(tree, tmp_path):
    def name(change=None):
        copy = Path(shutil.copytree(tree, tmp_path / str(change)))
        if change:
            (copy / change).write_text((copy / change).read_text() + "# changed\n")
        done = subprocess.run(
            ["sh", copy / "systemd/install.sh", "--dry-run"],
            capture_output=True,
            text=True,
            check=True,
            env=os.environ | {"TRUST": str(tmp_path / "none")},
        )
        return re.findall(r"2/5 release (\S+)-(\w{8})-(\w{8})\n", done.stdout)[0]

    version, files, needs = name()
    assert version == "0.1.0"
    for lock in ("locks/run.txt", "locks/compile.txt"):
        changed = name(lock)
        assert changed[:2] == (version, files)
        assert changed[2] != needs
    changed = name("cabinet/__init__.py")
    assert changed[1] != files
    assert changed[2] == needs


def test_a_key_is_made_once_and_only_its_owner_reads_it(tmp_path):
    file = tmp_path / "release.key"
    public = new_key(file, "")
    assert file.stat().st_mode & 0o777 == 0o600
    assert public_half(load_key(file, "")) == public.read_bytes()
    with pytest.raises(ReleaseError, match="File exists"):
        new_key(file, "")
    locked = tmp_path / "locked.key"
    new_key(locked, "palace of the moon")
    load_key(locked, "palace of the moon")
    for wrong in ("", "palace"):
        with pytest.raises(ReleaseError, match="no key can be read"):
            load_key(locked, wrong)


@pytest.mark.parametrize("load", [lambda path: load_key(path, ""), load_public])
def test_a_file_that_is_no_key_is_named(tmp_path, load):
    with pytest.raises(ReleaseError, match="cannot be read"):
        load(tmp_path / "none")
    (tmp_path / "text").write_text("hello")
    with pytest.raises(ReleaseError, match="can be read from it"):
        load(tmp_path / "text")
