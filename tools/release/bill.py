"""The software bill of materials: what a cabinet runs on, as CycloneDX.

It lists what `locks/run.txt` pins. It holds no random number and no time of its own, so
the same release always has the same bill.
"""

import hashlib
import re
from datetime import UTC, datetime
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom, BomMetaData
from cyclonedx.model.component import Component, ComponentScope, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL
from packaging.requirements import Requirement

# In the repository as its authors publish it, so no lock names it.
VENDORED = (("npm", "htmx.org", "2.0.11"),)


def bill_of_materials(
    name: str, version: str, lock: str, wheel: Path, serial: int
) -> str:
    """The bill of a release, as JSON."""
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    ours = _component("pypi", name, version, ComponentType.APPLICATION)
    ours.hashes.add(HashType(alg=HashAlgorithm.SHA_256, content=digest))
    parts = [_locked(requirement) for requirement in requirements(lock)]
    parts += [_component(*vendored) for vendored in VENDORED]
    bill = Bom(
        serial_number=uuid5(NAMESPACE_URL, f"{name}/{version}/{digest}"),
        metadata=BomMetaData(
            timestamp=datetime.fromtimestamp(serial, UTC), component=ours
        ),
        components=parts,
    )
    bill.register_dependency(ours, parts)
    return JsonV1Dot6(bill).output_as_string(indent=1) + "\n"


def requirements(lock: str) -> list[Requirement]:
    """The packages of a lock file."""
    lines = re.findall(r"^[a-z].*", lock, re.MULTILINE)
    return [Requirement(line.rstrip(" \\")) for line in lines]


def _locked(wanted: Requirement) -> Component:
    (pin,) = wanted.specifier
    made = _component("pypi", wanted.name, pin.version)
    # A marker: only on some systems, or with some Python.
    made.scope = ComponentScope.OPTIONAL if wanted.marker else ComponentScope.REQUIRED
    return made


def _component(
    kind: str, name: str, version: str, what: ComponentType = ComponentType.LIBRARY
) -> Component:
    purl = PackageURL(kind, None, name, version)
    return Component(
        name=name, version=version, type=what, purl=purl, bom_ref=purl.to_string()
    )
