"""The certificate of an operator's page that is open to the network.

It is made once, by the cabinet itself, and recognised by its fingerprint, which the
service menu shows. Making it takes a library of several megabytes, so that happens in a
child that ends: what is loaded at the top here is small.
"""

import hashlib
import socket
import ssl
from datetime import UTC, datetime
from ipaddress import ip_address
from pathlib import Path
from typing import Final

from cabinet.core.errors import CabinetError
from cabinet.platform.files import write_durably
from cabinet.platform.network import addresses

FILE: Final = Path("web") / "certificate.pem"
_BEGIN: Final = "-----BEGIN CERTIFICATE-----"
_END: Final = "-----END CERTIFICATE-----"
# A Pi without a battery starts in the past, so the dates are no clock's.
_FROM: Final = datetime(2020, 1, 1, tzinfo=UTC)
_UNTIL: Final = datetime(2049, 12, 31, tzinfo=UTC)


def own_certificate(path: Path) -> Path:
    """Make a certificate and its key in one file, if there is none; where it is."""
    if path.exists():
        return path
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_durably(path, _made(), 0o600)
    except OSError as wrong:
        raise CabinetError(
            f"{path}: the certificate of the operator's page cannot be written "
            f"({wrong.strerror}); set web.host to 127.0.0.1 to do without one"
        ) from None
    return path


def context(certificate: Path, key: Path | None = None) -> ssl.SSLContext:
    """What a server needs to speak TLS with this certificate."""
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    made.minimum_version = ssl.TLSVersion.TLSv1_2
    made.set_alpn_protocols(["http/1.1"])
    # Nobody comes often enough for a ticket to be worth its secret.
    made.num_tickets = 0
    try:
        made.load_cert_chain(certificate, key)
    except (OSError, ValueError) as wrong:  # ssl.SSLError is an OSError
        raise CabinetError(
            f"{certificate}: not a certificate with its key ({wrong}); look at "
            "web.certificate_file and web.key_file in the operator's file, and at who "
            "may read them"
        ) from None
    return made


def fingerprint(certificate: Path) -> str:
    """The SHA-256 of the first certificate in a file, as browsers show it."""
    text = certificate.read_text(encoding="utf-8")
    begin, end = text.index(_BEGIN), text.index(_END) + len(_END)
    digest = hashlib.sha256(ssl.PEM_cert_to_DER_cert(text[begin:end])).hexdigest()
    return ":".join(digest[at : at + 2].upper() for at in range(0, len(digest), 2))


def _made() -> str:
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

    key = ec.generate_private_key(ec.SECP256R1())
    own = socket.gethostname()[:60].lower() or "cabinet"
    names = [x509.DNSName(name) for name in (own, f"{own}.local", "localhost")]
    numbers = [x509.IPAddress(ip_address(each)) for each in addresses()]
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, own)])
    usage = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH])
    made = (
        x509.CertificateBuilder(subject, subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(_FROM)
        .not_valid_after(_UNTIL)
        .add_extension(x509.SubjectAlternativeName([*names, *numbers]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(usage, critical=False)
        .sign(key, hashes.SHA256())
    )
    secret = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    return (secret + made.public_bytes(serialization.Encoding.PEM)).decode()
