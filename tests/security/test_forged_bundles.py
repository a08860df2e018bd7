"""What a broker that was taken over sends instead of the operator's signed settings."""

import base64
import json

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from cabinet.core.events import SECOND
from cabinet.fleet.bundles import sign
from cabinet.fleet.topics import PayloadError
from tests.counter.stand import Stand
from tests.fleet.test_bundles import KEY, PUBLIC, Case, bundle

THEIRS = Ed25519PrivateKey.from_private_bytes(bytes(32))
GOOD = json.loads(sign(bundle(), KEY))
OTHER = json.loads(sign(bundle(2, changes={"pricing.credit": "1"}), KEY))


def sealed(**changes):
    return json.dumps(GOOD | changes).encode()


FORGED = {
    "a key of their own": sign(bundle(), THEIRS),
    "a price changed after it was signed": sealed(
        bundle=GOOD["bundle"].replace("200", "1")
    ),
    "a number changed after it was signed": sealed(
        bundle=GOOD["bundle"].replace('"number":1', '"number":9')
        if '"number":1' in GOOD["bundle"]
        else GOOD["bundle"].replace('"number": 1', '"number": 9')
    ),
    "the signature of another bundle": sealed(signature=OTHER["signature"]),
    "no signature": json.dumps({"bundle": GOOD["bundle"]}).encode(),
    "an empty signature": sealed(signature=""),
    "a signature of zeros": sealed(signature=base64.b64encode(bytes(64)).decode()),
    "a signature cut short": sealed(signature=GOOD["signature"][:-8]),
    "the key as its own signature": sealed(signature=PUBLIC),
    "a list of signatures": sealed(signature=[GOOD["signature"]]),
    "a bundle that is no text": sealed(bundle={"changes": {"pricing.credit": "1"}}),
    "a space more in what was signed": sealed(bundle=GOOD["bundle"] + " "),
}


@pytest.fixture
def case(tmp_path):
    return Case(tmp_path)


@pytest.fixture
def attract(tmp_path):
    (tmp_path / "stand").mkdir()
    stand = Stand(tmp_path / "stand")
    yield stand.shown
    stand.close()


def test_no_forged_bundle_changes_a_price(case, attract):
    assert len(FORGED) == 12
    before = case.file.read_text()
    for name, payload in FORGED.items():
        assert payload != json.dumps(GOOD).encode(), name
        with pytest.raises(PayloadError):
            case.rollout.hear(payload)
        case.rollout.turn(attract, SECOND)
    assert (case.outcomes(), case.file.read_text()) == ([], before)
    case.rollout.hear(sealed())
    case.rollout.turn(attract, 2 * SECOND)
    assert case.price == 200, "the real one is taken after all of them"
