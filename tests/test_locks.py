"""The lock files name one version, with hashes, of all that pyproject.toml asks for."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRAS = PROJECT["optional-dependencies"]
WANTED = {
    "run": PROJECT["dependencies"],
    "work": [*PROJECT["dependencies"], *EXTRAS["dev"]],
    "compile": [*PROJECT["dependencies"], *EXTRAS["compile"]],
}


def locked(name):
    """Version and number of hashes of each package of a lock file."""
    text = (ROOT / f"locks/{name}.txt").read_text()
    found = {}
    for entry in re.split(r"\n(?=[a-z])", text)[1:]:
        package, version = re.match(r"([a-z0-9-]+)==([^ ]+)", entry).groups()
        found[package] = version, entry.count("--hash=sha256:")
    return found


@pytest.mark.parametrize("name", WANTED)
def test_a_lock_has_every_dependency_in_a_version_that_the_range_allows(name):
    packages = locked(name)
    for requirement in map(Requirement, WANTED[name]):
        version, _ = packages[requirement.name.lower()]
        assert requirement.specifier.contains(version), f"make lock: {requirement}"


@pytest.mark.parametrize("name", WANTED)
def test_a_lock_has_a_hash_for_every_package_and_names_no_place(name):
    assert all(hashes for _, hashes in locked(name).values())
    assert "://" not in (ROOT / f"locks/{name}.txt").read_text()


@pytest.mark.parametrize("name", ["run", "compile"])
def test_what_runs_is_the_same_where_people_work(name):
    part, work = locked(name), locked("work")
    assert {package: work[package] for package in part} == part
