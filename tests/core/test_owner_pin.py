"""A PIN that is sealed fits itself and nothing else."""

from hashlib import pbkdf2_hmac
from re import fullmatch

import pytest

from cabinet.core.owner_pin import SEALED, derived, fits, sealed

SALT = bytes(range(16))


def test_the_derivation_is_the_one_of_the_standard():
    assert derived("4711", SALT, 1_000) == pbkdf2_hmac("sha256", b"4711", SALT, 1_000)


def test_a_sealed_pin_fits_itself_and_does_not_tell():
    kept = sealed("4711", SALT)
    assert fullmatch(SEALED, kept)
    assert "4711" not in kept
    assert fits("4711", kept)
    assert not fits("4712", kept)
    assert not fits(kept, kept)


@pytest.mark.parametrize(("said", "right"), [("4711", True), ("4710", False)])
def test_a_plain_one_is_taken_as_it_stands(said, right):
    assert fits(said, "4711") is right
