"""The files of a release, made from one commit and from nothing else.

The archive is what git knows, the wheel is built from that archive, and every time
stamp in them is that of the commit.
"""

import gzip
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tools.release.bill import bill_of_materials
from tools.release.keys import ReleaseError, load_public

NAME: Final = "arkade-cabinet"
SUMS: Final = "SHA256SUMS"
SIGNATURE: Final = "SHA256SUMS.sig"
ABOUT: Final = "release.txt"
BILL: Final = "sbom.cdx.json"
NEXT_KEY: Final = "next-key.pub"
LOCKS: Final = ("run", "compile")


@dataclass(frozen=True, slots=True)
class Commit:
    """What a release is made of; `serial` is its time, which only grows."""

    tree: Path
    id: str
    serial: int

    @classmethod
    def find(cls, tree: Path, name: str = "HEAD") -> "Commit":
        """The commit that git knows by this name."""
        said = _git(tree, "log", "-1", "--format=%H %ct", name).decode().split()
        return cls(tree, said[0], int(said[1]))

    def refuse_changes(self) -> None:
        """A release is made from what is committed; anything else is an oversight."""
        changed = _git(self.tree, "status", "--porcelain", "--untracked-files=no")
        if changed:
            names = ", ".join(line[3:] for line in changed.decode().splitlines()[:5])
            raise ReleaseError(f"not committed: {names}; commit or undo that first")

    def read(self, path: str) -> bytes:
        """A file as committed."""
        return _git(self.tree, "show", f"{self.id}:{path}")


def build(
    commit: Commit, into: Path, key: Ed25519PrivateKey, next_key: Path | None = None
) -> Path:
    """Make the release of a commit, signed; the folder it is in."""
    version = _version(commit)
    folder = into / f"{NAME}-{version}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    archive = _archive(commit, folder, version)
    wheel = _wheel(archive, folder, commit.serial)
    for lock in LOCKS:
        (folder / f"lock-{lock}.txt").write_bytes(commit.read(f"locks/{lock}.txt"))
    lock = (folder / "lock-run.txt").read_text(encoding="ascii")
    bill = bill_of_materials(NAME, version, lock, wheel, commit.serial)
    (folder / BILL).write_text(bill, encoding="utf-8")
    if next_key:
        load_public(next_key)
        shutil.copyfile(next_key, folder / NEXT_KEY)
    about = {
        "name": NAME,
        "version": version,
        "serial": commit.serial,
        "commit": commit.id,
        "lock": hashlib.sha256(lock.encode()).hexdigest(),
    }
    lines = "".join(f"{name}: {value}\n" for name, value in about.items())
    (folder / ABOUT).write_text(lines, encoding="ascii")
    sign(folder, key)
    return folder


def sign(folder: Path, key: Ed25519PrivateKey) -> None:
    """Write the checksums of all files of a release, and their signature."""
    for own in (SUMS, SIGNATURE):
        (folder / own).unlink(missing_ok=True)
    sums = "".join(
        f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n"
        for file in sorted(folder.iterdir())
    ).encode()
    (folder / SUMS).write_bytes(sums)
    (folder / SIGNATURE).write_bytes(key.sign(sums))


def pack(folder: Path) -> Path:
    """The same as one file beside the folder, for the page or a stick.

    What is in it is what counts; the file itself is signed by nobody.
    """
    file = folder.with_name(f"{folder.name}.release")
    with tarfile.open(file, "w", format=tarfile.USTAR_FORMAT) as packed:
        for each in sorted(folder.iterdir()):
            info = tarfile.TarInfo(each.name)
            info.size, info.mode = each.stat().st_size, 0o644
            with each.open("rb") as content:
                packed.addfile(info, content)
    return file


def _version(commit: Commit) -> str:
    project = tomllib.loads(commit.read("pyproject.toml").decode())["project"]
    version = str(project["version"])
    if not re.fullmatch(r"[0-9][0-9a-z.]*", version):
        raise ReleaseError(f"pyproject.toml: version: {version!r} cannot name a file")
    return version


def _archive(commit: Commit, folder: Path, version: str) -> Path:
    name = f"{NAME}-{version}"
    plain = _git(
        commit.tree,
        *("-c", "tar.umask=0022", "archive", "--format=tar"),
        *(f"--prefix={name}/", commit.id),
    )
    made = BytesIO()
    with gzip.GzipFile("", "wb", 9, made, mtime=commit.serial) as packed:
        packed.write(plain)
    archive = folder / f"{name}.tar.gz"
    archive.write_bytes(made.getvalue())
    return archive


def _wheel(archive: Path, folder: Path, serial: int) -> Path:
    """Built where nothing else is: not in the clone, whose files may be others."""
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-index"]
    pip += ["--disable-pip-version-check", "--no-build-isolation"]
    with tempfile.TemporaryDirectory() as work:
        with tarfile.open(archive) as files:
            files.extractall(work, filter="data")
        (tree,) = Path(work).iterdir()
        done = subprocess.run(
            [*pip, "--wheel-dir", folder, tree],
            env=os.environ | {"SOURCE_DATE_EPOCH": str(serial), "PYTHONHASHSEED": "0"},
            umask=0o022,
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode:
        raise ReleaseError(f"the wheel cannot be built: {done.stderr.strip()}")
    (wheel,) = folder.glob("*.whl")
    return wheel


def _git(tree: Path, *words: str) -> bytes:
    done = subprocess.run(["git", "-C", tree, *words], capture_output=True, check=False)
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip()
        raise ReleaseError(f"git {words[0]}: {said}; a release needs a clone")
    return done.stdout
