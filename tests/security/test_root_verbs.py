"""What root does for the cabinet cannot be turned into anything else.

Whoever has taken the counter over writes notes, whoever has taken the web program over
writes the upload, and anybody plugs sticks in. None of it is run, and none of it is
believed before it has been checked.
"""

import io
import json
import os
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from cabinet.machine import stick
from cabinet.machine.__main__ import VERBS
from cabinet.machine.network import join
from cabinet.machine.notes import NoteError, RefusedVerbError, take
from cabinet.machine.release_file import unpack
from cabinet.machine.update import Places, install, look
from cabinet.protocol import machine as protocol
from tests.machine.recorded import Radio
from tools.release.building import NAME, pack, sign
from tools.release.keys import public_half

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
STRANGER = Ed25519PrivateKey.from_private_bytes(bytes(range(1, 33)))
SCRIPTS = Path(__file__).parents[2] / "systemd"
NOTE = json.dumps({"what": "look", "number": "7"})
needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="needs root")


def test_the_counter_knows_the_verbs_that_root_knows():
    asked = {verb: set(what) for verb, what in protocol.VERBS.items()}
    del asked[protocol.REBOOT]  # a unit without a note to read
    assert asked == {verb: set(what) for verb, what in VERBS.items()}


# Notes.


def test_a_note_is_read_once(tmp_path):
    (tmp_path / "ask-clock").write_text(NOTE)
    assert take("clock", tmp_path)["what"] == "look"
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(NoteError):
        take("clock", tmp_path)


def _link(path, other):
    path.symlink_to(other)


def _hard_link(path, other):
    path.hardlink_to(other)


def _pipe(path, _):
    os.mkfifo(path)


def _long(path, _):
    path.write_text(json.dumps({"what": "x" * 250, "a": "y" * 250} | _many()))


def _many():
    return {str(n): "z" * 250 for n in range(20)}


@pytest.mark.parametrize(
    "leave",
    [
        *(_link, _hard_link, _pipe, _long),
        *(
            lambda path, _, text=text: path.write_bytes(text)
            for text in (
                b"",
                b"look",
                b"\xff\xfe",
                b"[" * 4000,
                b'["look"]',
                b'{"what": 1}',
                b'{"what": {"what": "look"}}',
                b'{"what": null}',
                b'{"what": "' + b"x" * 301 + b'"}',
            )
        ),
    ],
)
def test_what_is_no_note_is_not_read_and_does_not_stay(leave, tmp_path):
    other = tmp_path / "other"
    other.write_text(NOTE)
    folder = tmp_path / "run"
    folder.mkdir()
    leave(folder / "ask-clock", other)
    with pytest.raises(NoteError):
        take("clock", folder)
    assert list(folder.iterdir()) == []
    assert other.read_text() == NOTE


@needs_root
def test_a_note_of_another_account_is_none(tmp_path):
    note = tmp_path / "ask-clock"
    note.write_text(NOTE)
    os.chown(note, 54_321, 54_321)
    with pytest.raises(NoteError, match="another account"):
        take("clock", tmp_path)


# Wi-Fi.


@pytest.mark.parametrize(
    ("ssid", "secret"),
    [
        ("4c697665", "12345678\n[connection]\nautoconnect=false"),
        ("4c697665", "1234567"),
        ("4c697665", "x" * 64),
        ("4c697665", "12345678\r"),
        ("4c697665", "mot de passe é"),
        ("4c697665\n", "12345678"),
        ("../../../etc/passwd", "12345678"),
        ("", "12345678"),
        ("4c" * 33, "12345678"),
        ("6f6c64", "12345678"),
        ("6e6f7768657265", "12345678"),
    ],
)
def test_nothing_but_a_password_goes_into_a_profile(ssid, secret, tmp_path):
    with pytest.raises(RefusedVerbError):
        join({"ssid": ssid, "secret": secret}, Radio(), tmp_path)
    assert list(tmp_path.iterdir()) == []


# Releases.


@pytest.fixture
def places(tmp_path):
    """An installed cabinet whose installer says what it was given."""
    made = Places(
        upload=tmp_path / "web/upload.release",
        folder=tmp_path / "offered",
        current=tmp_path / "current",
        room=tmp_path / "room",
        key=tmp_path / "trust/release.pub",
        newest=tmp_path / "trust/newest",
        answered=tmp_path / "answered",
        kept=tmp_path / "kept",
        account="",
    )
    for folder in ("web", "offered", "room", "trust", "answered", "kept"):
        (tmp_path / folder).mkdir()
    installed = tmp_path / "0.1.0-aa-bb"
    scripts = installed / "share/cabinet/systemd"
    scripts.mkdir(parents=True)
    shutil.copy(SCRIPTS / "verify.sh", scripts)
    (scripts / "install.sh").write_text(
        f'echo "install: 2/5 x"; echo "$@" >{tmp_path}/ran; cp -r "$2" {tmp_path}/got\n'
        f"exit $(cat {tmp_path}/code 2>/dev/null || echo 0)\n"
    )
    made.current.symlink_to(installed)
    made.key.write_bytes(public_half(KEY))
    return made


def release(folder, serial=7, version="0.2.0", key=KEY, name="arkade-cabinet"):
    """The folder of a small release, signed."""
    made = folder / f"{NAME}-{version}"
    made.mkdir(parents=True)
    about = f"name: {name}\nversion: {version}\nserial: {serial}\n"
    (made / "release.txt").write_text(about)
    (made / f"{NAME}-{version}.tar.gz").write_bytes(b"the tree")
    sign(made, key)
    return made


def told(places):
    return json.loads((places.answered / "update.json").read_text())


def asked(**more):
    return {"what": "install", "source": "folder", "serial": "7", "number": "1"} | more


def test_a_release_is_found_checked_and_installed_from_a_copy(places, tmp_path):
    pack(release(places.folder)).rename(places.upload)
    cards = {card.source: card for card in look(places)}
    assert {name: card.version for name, card in cards.items()} == {
        "upload": "0.2.0",
        "folder": "0.2.0",
    }
    assert install(asked(source="upload"), places) == "0.2.0"
    words = (tmp_path / "ran").read_text().split()
    assert words[0] == "--release"
    assert words[2:] == ["--when-idle"]
    assert (tmp_path / "got/release.txt").exists()
    assert (told(places)["result"], told(places)["before"]) == ("done", "0.1.0")
    assert not places.upload.exists()
    assert list(places.room.iterdir()) == []


@pytest.mark.parametrize(
    ("code", "result"),
    [(1, "failed"), (3, "unfit"), (4, "back"), (5, "broken"), (6, "busy"), (9, "cut")],
)
def test_how_it_ended_is_told_and_kept(code, result, places, tmp_path):
    release(places.folder)
    (tmp_path / "code").write_text(str(code))
    install(asked(), places)
    assert told(places)["result"] == result
    kept = json.loads((places.kept / "update.json").read_text())
    assert kept["result"] == result


def test_a_machine_that_goes_off_in_the_middle_has_said_so_before(places, tmp_path):
    release(places.folder)
    script = places.scripts / "install.sh"
    script.write_text(f"cp {places.kept}/update.json {tmp_path}/cut\n")
    install(asked(), places)
    cut = json.loads((tmp_path / "cut").read_text())
    assert (cut["result"], cut["version"]) == ("cut", "0.2.0")


def _swap_for_another(places):
    shutil.rmtree(next(places.folder.iterdir()))
    release(places.folder, serial=8, version="0.2.1")


def _swap_a_file(places):
    (next(places.folder.iterdir()) / f"{NAME}-0.2.0.tar.gz").write_bytes(b"another")


def _sign_with_another_key(places):
    sign(next(places.folder.iterdir()), STRANGER)


def _take_the_key_away(places):
    places.key.unlink()


def _have_seen_a_newer_one(places):
    places.newest.write_text("9")


def _take_it_away(places):
    shutil.rmtree(next(places.folder.iterdir()))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (_swap_for_another, "another_release"),
        (_swap_a_file, "not_signed"),
        (_sign_with_another_key, "not_signed"),
        (_take_the_key_away, "no_key"),
        (_have_seen_a_newer_one, "older"),
        (_take_it_away, "no_release"),
    ],
)
def test_what_changed_since_it_was_shown_is_not_installed(
    change, why, places, tmp_path
):
    release(places.folder)
    assert [card.problem for card in look(places)] == [""]
    change(places)
    with pytest.raises(RefusedVerbError, match=why):
        install(asked(), places)
    assert not (tmp_path / "ran").exists()
    assert told(places)["result"] == "refused"


@pytest.mark.parametrize(
    "note",
    [
        {"source": "../../tmp"},
        {"source": "folder\nupload"},
        {"serial": "7\n"},
        {"serial": "٧"},
        {"serial": "-7"},
        {"serial": ""},
    ],
)
def test_a_note_about_no_release_installs_none(note, places, tmp_path):
    release(places.folder)
    with pytest.raises(RefusedVerbError):
        install(asked(**note), places)
    assert not (tmp_path / "ran").exists()


def test_names_that_no_release_has_are_not_looked_at(places):
    for name in ("arkade-cabinet-1\n2", "arkade-cabinet-..", "-rf", "a;reboot", "x y"):
        (places.folder / name).mkdir()
    assert look(places) == ()


def _packed(*members):
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w") as files:
        for name, kind, size in members:
            info = tarfile.TarInfo(name)
            info.type, info.size = kind, size
            info.linkname = "/etc/passwd"
            files.addfile(info, io.BytesIO(b"x" * size))
    return made.getvalue()


FILE = tarfile.REGTYPE


@pytest.mark.parametrize(
    "packed",
    [
        _packed(("../outside", FILE, 1)),
        _packed(("/tmp/outside", FILE, 1)),
        _packed(("a/b", FILE, 1)),
        _packed((".hidden", FILE, 1)),
        _packed(("a\nb", FILE, 1)),
        _packed(("link", tarfile.SYMTYPE, 0)),
        _packed(("link", tarfile.LNKTYPE, 0)),
        _packed(("device", tarfile.CHRTYPE, 0)),
        _packed(("pipe", tarfile.FIFOTYPE, 0)),
        _packed(("folder", tarfile.DIRTYPE, 0)),
        _packed(("twice", FILE, 1), ("twice", FILE, 1)),
        _packed(*((f"f{n}", FILE, 1) for n in range(41))),
        _packed(),
        b"no tar at all",
        b"",
        _packed(("cut", FILE, 4000))[:700],
    ],
)
def test_a_hostile_archive_writes_nothing_but_plain_files_of_its_own(packed, tmp_path):
    file, into = tmp_path / "upload", tmp_path / "into"
    file.write_bytes(packed)
    into.mkdir()
    with pytest.raises(RefusedVerbError, match="no_release_file"):
        unpack(file, into, "")
    assert {path.name for path in tmp_path.iterdir()} == {"upload", "into"}
    assert all(path.is_file() and not path.is_symlink() for path in into.iterdir())


def test_an_upload_that_is_no_file_or_too_large_is_not_opened(tmp_path):
    secret, link, pipe, huge = (tmp_path / name for name in "abcd")
    secret.write_text("secret")
    link.symlink_to(secret)
    os.mkfifo(pipe)
    with huge.open("wb") as file:
        file.truncate(200_000_001)
    for path, why in ((link, "no_plain"), (pipe, "no_plain"), (huge, "too_large")):
        with pytest.raises(RefusedVerbError, match=why):
            unpack(path, tmp_path, "")


# Sticks.


def test_a_stick_is_found_by_the_kernels_name_and_its_bus(tmp_path):
    blocks = tmp_path / "class"
    blocks.mkdir()
    for name, where in (
        ("sda", "pci0/usb1/1-1/block/sda"),
        ("sda1", "pci0/usb1/1-1/block/sda/sda1"),
        ("sdb", "pci0/usb1/1-2/block/sdb"),
        ("mmcblk0p2", "soc/mmc0/block/mmcblk0/mmcblk0p2"),
        ("nvme0n1p1", "pci0/nvme/nvme0n1p1"),
        ("loop0", "virtual/block/loop0"),
    ):
        real = tmp_path / "devices" / where
        real.mkdir(parents=True, exist_ok=True)
        (blocks / name).symlink_to(real)
    assert stick.devices(blocks) == ["sda1", "sdb"]


def test_where_a_stick_is_mounted_may_have_any_name(tmp_path):
    mounts = tmp_path / "mountinfo"
    name = "a\\040$(reboot)\\012`x`;\\134\"'"
    mounts.write_text(
        "20 1 8:1 / / rw - ext4 /dev/root rw\n"
        f"36 20 8:17 / /media/{name} rw shared:1 - vfat /dev/sdb1 rw\n"
    )
    where = stick.mounted("sdb1", mounts)
    assert str(where) == "/media/a $(reboot)\n`x`;\\\"'"
    assert stick.mounted("sdb", mounts) is None


@needs_root
def test_a_stick_is_mounted_to_be_read_and_is_gone_after_that(tmp_path):
    """With ext4, which every kernel has; what is mounted is the same call."""
    image, here = tmp_path / "stick.img", tmp_path / "here"
    subprocess.run(["truncate", "-s", "4M", image], check=True)
    subprocess.run(["mke2fs", "-q", "-t", "ext4", "-L", "$(reboot)", image], check=True)
    found = subprocess.run(
        ["losetup", "--find", "--show", image],
        capture_output=True,
        text=True,
        check=False,
    )
    if found.returncode:
        pytest.skip("no loop device")
    device = Path(found.stdout.strip())
    try:
        with stick.opened(device.name, here, ("vfat", "ext4")) as folder:
            assert folder == here
            assert stick.mounted(device.name) == here
            with pytest.raises(OSError, match="Read-only"):
                (folder / "x").touch()
            options = next(
                line.split(" ")[5]
                for line in stick.MOUNTS.read_text().splitlines()
                if str(here) in line
            )
            assert {"ro", "nosuid", "nodev", "noexec"} <= set(options.split(","))
        assert not here.is_mount()
        with stick.opened(device.name, here, ("vfat",)) as folder:
            assert folder is None
    finally:
        subprocess.run(["losetup", "-d", device], check=True)
