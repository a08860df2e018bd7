"""An encrypted line to a broker that proves who it is."""

import datetime
import ipaddress

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from cabinet.fleet.broker import Access, BrokerError, BrokerLine
from tests.fleet.booth import turn_until
from tests.fleet.mosquitto import Mosquitto

HERE = ipaddress.ip_address("127.0.0.1")


def authority(folder, name):
    """A certificate for this machine that vouches for itself, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    who = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(who)
        .issuer_name(who)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(hours=1))
        .not_valid_after(now + datetime.timedelta(hours=1))
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(HERE)]), critical=False
        )
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    form = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    (folder / f"{name}.pem").write_bytes(made.public_bytes(pem))
    (folder / f"{name}.key").write_bytes(key.private_bytes(pem, *form))
    return folder / f"{name}.pem"


@pytest.fixture
def broker(tmp_path):
    certificate = authority(tmp_path, "ours")
    key = tmp_path / "ours.key"
    made = Mosquitto(tmp_path, f"certfile {certificate}", f"keyfile {key}")
    made.certificate = certificate
    yield made
    made.close()


class Turning:
    def __init__(self, line):
        self.turn = line.tend


def test_a_broker_that_is_vouched_for_is_told(broker, closing):
    access = Access("127.0.0.1", broker.port, tls=True, ca_file=broker.certificate)
    line = closing(BrokerLine(access, "x"))
    turn_until(lambda: line.ready, Turning(line))
    number = line.publish("cabinet/x/event", b"x" * 100_000)
    turn_until(lambda: number in list(line.acknowledged()), Turning(line))


# paho leaves a socket whose handshake failed to the garbage collector.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_any_other_broker_is_told_nothing(tmp_path, broker):
    stranger = authority(tmp_path, "stranger")
    access = Access("127.0.0.1", broker.port, tls=True, ca_file=stranger)
    with pytest.raises(BrokerError, match="no trust in this broker"):
        BrokerLine(access, "x")
    with pytest.raises(BrokerError, match="no trust in this broker"):
        BrokerLine(Access("127.0.0.1", broker.port, tls=True), "x")


def test_certificates_that_are_not_there_are_named(tmp_path, broker):
    missing = tmp_path / "missing.pem"
    access = Access("127.0.0.1", broker.port, tls=True, ca_file=missing)
    with pytest.raises(BrokerError, match="no broker answers"):
        BrokerLine(access, "x")
