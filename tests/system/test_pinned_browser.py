"""The open console in a real browser, which knows the certificate by its key."""

import hashlib
import os
import ssl
from base64 import b64encode
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from cabinet.platform.certificate import own_certificate
from tests.system.running import run_well
from tests.system.test_console_browser import (
    PASSWORD,
    ConsoleCabinet,
    log_in,
    outside_requests,
    pair,
    see,
)

pytestmark = pytest.mark.soak
PIN = "--ignore-certificate-errors-spki-list={}"
COOKIE = "return document.cookie"


class OpenCabinet(ConsoleCabinet):
    """The same with its page open to the network, and so with TLS."""

    def __init__(self, folder):
        super().__init__(folder, host="0.0.0.0")
        self.plain = self.address
        self.address = self.address.replace("http:", "https:")

    @property
    def certificate(self):
        """What a stranger is shown."""
        at = self.address.removeprefix("https://").split(":")
        text = ssl.get_server_certificate((at[0], int(at[1])))
        return ssl.PEM_cert_to_DER_cert(text)


def pin_of(certificate):
    """How Chromium names a key: the hash of its public half."""
    key = x509.load_der_x509_certificate(certificate).public_key()
    public = key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return PIN.format(b64encode(hashlib.sha256(public).digest()).decode())


@pytest.fixture
def cabinet(tmp_path):
    with run_well(OpenCabinet(tmp_path)) as cabinet:
        yield cabinet


def test_an_operator_pairs_over_tls_with_the_certificate_that_the_menu_shows(
    driver, cabinet, tmp_path
):
    cabinet.tap("test")
    shown = cabinet.until(lambda shown: shown.certificate).certificate
    found = cabinet.certificate
    assert hashlib.sha256(found).hexdigest().upper() == shown.replace(":", "")
    cabinet.tap("test")
    cabinet.until_mode("attract")
    pinned = Pinned(driver, pin_of(found))

    page = pair(cabinet, pinned)
    assert outside_requests(page, cabinet.address) == []
    assert page.run("return window.isSecureContext")
    assert page.run(COOKIE) == "lang=en", "no script sees the session"
    page.tap("nav form button")
    assert see(cabinet, page, "return location.pathname === '/login'")

    # In clear there is a way out, whatever was asked for, and no page on the way.
    page.go(f"{cabinet.plain}/books?secret=1#secret")
    where = page.run("return location.href")
    assert where.startswith(f"{cabinet.address}/login")
    assert "secret" not in where.partition("#")[0]
    log_in(cabinet, page, PASSWORD)
    if folder := os.environ.get("PHOTOGRAPHS"):
        page.photograph(Path(folder) / "pinned.png")
    page.close()

    # Somebody in between has another key: the same browser shows no page of theirs.
    other = own_certificate(tmp_path / "other.pem").read_text()
    der = ssl.PEM_cert_to_DER_cert(other[other.index("-----BEGIN CERT") :])
    page = driver.phone(f"{cabinet.address}/login", pin_of(der))
    assert page.run("return location.href") == "chrome-error://chromewebdata/"
    page.close()


class Pinned:
    """A driver whose browsers take one certificate."""

    def __init__(self, driver, pin):
        self._driver, self._pin = driver, pin

    def phone(self, url):
        """See `Driver`."""
        return self._driver.phone(url, self._pin)
