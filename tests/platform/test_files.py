"""Files that are replaced: all of the old one or all of the new one, on the disk."""

import ast
import os
from pathlib import Path

import pytest

from cabinet.platform.files import put_in_place, write_durably

PRODUCT = Path(__file__).parents[2] / "cabinet"
# What is renamed there need not survive a power cut, or is waited for as a whole.
MAY_RENAME = {
    "books/copies.py",  # sets damaged books aside, then waits for their folder
    "books/takings.py",  # what is lost is added up again
    "io/outputs_file.py",  # without power nothing is driven
    "platform/files.py",
}


@pytest.fixture
def steps(monkeypatch):
    """What is synced and renamed, in order, by the names of the files then."""
    seen = []
    real_sync, real_replace = os.fsync, Path.replace

    def sync(descriptor):
        seen.append(("sync", Path(f"/proc/self/fd/{descriptor}").readlink().name))
        real_sync(descriptor)

    def replace(path, target):
        seen.append(("rename", path.name))
        return real_replace(path, target)

    monkeypatch.setattr(os, "fsync", sync)
    monkeypatch.setattr(Path, "replace", replace)
    return seen


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="needs Linux")
def test_the_content_is_on_the_disk_before_the_name_and_the_name_at_the_end(
    tmp_path, steps
):
    path = tmp_path / "fleet.json"
    write_durably(path, "{}")
    new, folder = f".{path.name}.new", tmp_path.name
    assert steps == [("sync", new), ("rename", new), ("sync", folder)]


def test_the_file_is_replaced_and_nothing_is_left_beside_it(tmp_path):
    path = tmp_path / "file"
    (tmp_path / ".file.new").write_text("left by a cut")
    for text in ("old", "é\n"):
        write_durably(path, text)
        assert path.read_text(encoding="utf-8") == text
    assert [each.name for each in tmp_path.iterdir()] == ["file"]


def test_what_cannot_be_written_leaves_the_old_file_alone(tmp_path):
    path = tmp_path / "file"
    path.write_text("old")
    with pytest.raises(UnicodeEncodeError):
        write_durably(path, "new \udcff")
    assert [each.read_text() for each in tmp_path.iterdir()] == ["old"]


@pytest.mark.parametrize(
    ("mode", "found"), [(0o600, 0o600), (0o664, 0o664), (None, 0o640)]
)
def test_a_file_has_the_mode_that_was_asked_for_or_that_of_any_other(
    tmp_path, mode, found
):
    before = os.umask(0o026)
    try:
        write_durably(tmp_path / "file", "", mode)
    finally:
        os.umask(before)
    assert (tmp_path / "file").stat().st_mode & 0o777 == found


def test_a_file_made_elsewhere_takes_the_place_of_another(tmp_path):
    (tmp_path / "unfinished").write_text("new")
    (tmp_path / "file").write_text("old")
    put_in_place(tmp_path / "unfinished", tmp_path / "file")
    assert [each.read_text() for each in tmp_path.iterdir()] == ["new"]


def _renames(path):
    """Where a module renames a file; `replace` with one argument is a path's."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            name, alone = node.func.attr, len(node.args) == 1 and not node.keywords
            if name == "rename" or (name == "replace" and alone):
                yield node.lineno


def test_nobody_renames_a_file_without_waiting_for_its_folder():
    found = {
        path.relative_to(PRODUCT).as_posix()
        for path in PRODUCT.rglob("*.py")
        if any(_renames(path))
    }
    assert found == MAY_RENAME
