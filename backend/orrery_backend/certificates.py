"""Certificates of the console: checks given ones, makes them for a local network.

`--tls-local` keeps a certificate authority of its own in the data folder. Agents, programs and
browsers trust its certificate (`ca.pem`) once; the console's own certificate is made new when its
names change or it nears its end.
"""

from __future__ import annotations

import ipaddress
import os
import socket
import ssl
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

_CA_DAYS = 3650
#: Browsers accept no longer ones.
_CONSOLE_DAYS = 397
_RENEW_DAYS = 30
_CLOCKS_DIFFER = timedelta(days=1)


class CertificateError(ValueError):
    """The console cannot use this certificate; the message says why, and what to do."""


@dataclass(frozen=True, slots=True)
class ServerCertificate:
    """Files of a certificate (chain) and its key, PEM. `authority`: of one made here."""

    certificate: Path
    key: Path
    authority: Path | None = None


def check_certificate(files: ServerCertificate) -> None:
    """Raises `CertificateError` for files that do not exist or fit together, or have expired."""
    for file in (files.certificate, files.key):
        if not file.is_file():
            raise CertificateError(
                f"There is no file {file}. Give the certificate with --tls-cert and its key with "
                "--tls-key, or let the console make one with --tls-local."
            )
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(files.certificate, files.key, "")
        certificate = x509.load_pem_x509_certificate(files.certificate.read_bytes())
    except (OSError, ValueError) as error:
        raise CertificateError(
            f"The certificate {files.certificate} cannot be used with the key {files.key}: {error}."
            " Both are PEM; the key belongs to the first certificate and has no password."
        ) from error
    if certificate.not_valid_after_utc <= datetime.now(UTC):
        raise CertificateError(
            f"The certificate {files.certificate} expired at "
            f"{certificate.not_valid_after_utc:%Y-%m-%d %H:%M} UTC. Renew it, then start again."
        )


def local_names(host: str, allowed_hosts: Sequence[str]) -> list[str]:
    """By which names and addresses a console that listens on `host` is called."""
    names = {"localhost", "127.0.0.1", "::1", socket.gethostname(), *allowed_hosts}
    if host in ("0.0.0.0", "::"):  # noqa: S104 - compared, not bound
        try:
            found = socket.getaddrinfo(socket.gethostname(), None)
        except OSError:
            found = []
        names |= {str(info[4][0]).partition("%")[0] for info in found}
    else:
        names.add(host)
    return sorted(names)


def local_certificate(folder: Path, names: Sequence[str]) -> ServerCertificate:
    """The certificate in `folder`, made where it is missing, near its end or of other names."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    files = ServerCertificate(folder / "console.pem", folder / "console.key", folder / "ca.pem")
    authority, authority_key = _authority(folder)
    if not _is_usable(files, authority, names):
        key = ec.generate_private_key(ec.SECP256R1())
        made = _builder(names[0], authority.subject, key.public_key(), _CONSOLE_DAYS)
        made = made.add_extension(
            x509.SubjectAlternativeName([_general_name(name) for name in names]), critical=False
        )
        made = made.add_extension(
            x509.BasicConstraints(ca=False, path_length=None), critical=True
        ).add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        certificate = made.add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(authority_key.public_key()),
            critical=False,
        ).sign(authority_key, hashes.SHA256())
        _write(files.key, _private(key), 0o600)
        _write(files.certificate, _public(certificate), 0o644)
    return files


def fingerprint(certificate: Path) -> str:
    """SHA-256 of a certificate, as people compare it."""
    loaded = x509.load_pem_x509_certificate(certificate.read_bytes())
    return loaded.fingerprint(hashes.SHA256()).hex(":")


def _authority(folder: Path) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
    file, key_file = folder / "ca.pem", folder / "ca.key"
    if file.is_file() and key_file.is_file():
        certificate = x509.load_pem_x509_certificate(file.read_bytes())
        key = serialization.load_pem_private_key(key_file.read_bytes(), None)
        if isinstance(key, ec.EllipticCurvePrivateKey) and _lasts(certificate):
            return certificate, key
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name(
        [x509.NameAttribute(NameOID.COMMON_NAME, f"Orrery on {socket.gethostname()}"[:64])]
    )
    made = _builder("", name, key.public_key(), _CA_DAYS).subject_name(name)
    made = made.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
    made = made.add_extension(
        x509.KeyUsage(
            digital_signature=True,
            content_commitment=False,
            key_encipherment=False,
            data_encipherment=False,
            key_agreement=False,
            key_cert_sign=True,
            crl_sign=True,
            encipher_only=False,
            decipher_only=False,
        ),
        critical=True,
    ).add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    certificate = made.sign(key, hashes.SHA256())
    _write(key_file, _private(key), 0o600)
    _write(file, _public(certificate), 0o644)
    return certificate, key


def _builder(
    common_name: str, issuer: x509.Name, key: ec.EllipticCurvePublicKey, days: int
) -> x509.CertificateBuilder:
    now = datetime.now(UTC)
    builder = (
        x509.CertificateBuilder()
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - _CLOCKS_DIFFER)
        .not_valid_after(now + timedelta(days=days))
    )
    if not common_name:
        return builder
    attribute = x509.NameAttribute(NameOID.COMMON_NAME, common_name[:64])
    return builder.subject_name(x509.Name([attribute]))


def _is_usable(files: ServerCertificate, authority: x509.Certificate, names: Sequence[str]) -> bool:
    try:
        check_certificate(files)
        certificate = x509.load_pem_x509_certificate(files.certificate.read_bytes())
        certificate.verify_directly_issued_by(authority)
        found = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (CertificateError, InvalidSignature, ValueError, TypeError, x509.ExtensionNotFound):
        return False
    return _lasts(certificate) and list(found) == [_general_name(name) for name in names]


def _lasts(certificate: x509.Certificate) -> bool:
    return certificate.not_valid_after_utc > datetime.now(UTC) + timedelta(days=_RENEW_DAYS)


def _general_name(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _private(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )


def _public(certificate: x509.Certificate) -> bytes:
    return certificate.public_bytes(serialization.Encoding.PEM)


def _write(file: Path, content: bytes, mode: int) -> None:
    fresh = file.with_suffix(file.suffix + ".new")
    fresh.unlink(missing_ok=True)
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as stream:
        stream.write(content)
    fresh.replace(file)
