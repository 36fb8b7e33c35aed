"""Starts the console from the command line."""

from __future__ import annotations

import argparse
import asyncio
import fcntl
import ipaddress
import os
import re
import signal
import socket
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import structlog
from starlette.types import ASGIApp

from orrery_backend.app import create_app
from orrery_backend.certificates import (
    CertificateError,
    ServerCertificate,
    check_certificate,
    fingerprint,
    local_certificate,
    local_names,
)
from orrery_backend.config import BackendConfig, UnsafeConfigError, default_worker, is_private
from orrery_backend.console import Console
from orrery_backend.features.access.provider_config import (
    BadProviderError,
    ProviderConfig,
    parse_grant,
)
from orrery_backend.features.access.stored import has_stored_admin
from orrery_backend.features.consoles.service import Election
from orrery_backend.kit.clock import SystemClock
from orrery_backend.kit.connections import Connections
from orrery_backend.kit.credentials import SessionLimits
from orrery_backend.kit.db import store_file
from orrery_backend.kit.file_tokens import BadTokensError, Tokens
from orrery_backend.kit.listener import Listener, raise_descriptor_limit
from orrery_backend.kit.postgres import BadAddressError, PostgresAddress, password_in
from orrery_backend.membership import Membership, Served
from orrery_backend.migrations.preparing import UnusableStoreError, prepare_store
from orrery_backend.migrations.preparing_database import prepare_database
from orrery_backend.relay import Relay, trusted
from orrery_backend.server import Server, ServerConfig

_END_SIGNALS = (signal.SIGINT, signal.SIGTERM)
_log = structlog.get_logger()


def main(arguments: Sequence[str] | None = None) -> int:
    """Until it is told to stop. 0: stopped in order; 2: it must not be started like this."""
    _configure_log()
    try:
        config = _config(_parser().parse_args(arguments))
        if config.store is not None:
            config.check(asyncio.run(prepare_database(config.store)))
            with only_console(config.data_dir):
                return _serve(config)
        config.check(has_stored_admin(store_file(config.data_dir)))
        with only_console(config.data_dir):
            copy = prepare_store(store_file(config.data_dir))
            if copy is not None:
                _log.info("the store is upgraded; a copy of it is kept", copy=str(copy))
            return _serve(config)
    except (
        UnsafeConfigError,
        BadTokensError,
        BadProviderError,
        CertificateError,
        UnusableStoreError,
        BadAddressError,
    ) as error:
        sys.stderr.write(f"orrery: {error}\n")
        return 2


def _serve(config: BackendConfig) -> int:
    connections = Connections(raise_descriptor_limit())
    listener = listen(config, connections)
    server = _Server(
        ServerConfig(
            application(config, listener.getsockname()[1]),
            connections,
            config.trusted_proxies,
            config.certificate,
        ),
        "https" if config.certificate else "http",
    )
    if config.frontend_dir is not None and not (config.frontend_dir / "index.html").is_file():
        _log.warning("no page yet: build it with `make build`", folder=str(config.frontend_dir))
    with listener:
        server.run(sockets=[listener])
    return 0 if server.started else 1


def application(config: BackendConfig, port: int) -> ASGIApp:
    """A console that listens on `port`: alone over a file, or one of several over a database."""

    def made() -> Served:
        console = Console(config)
        return Served(console, create_app(console))

    if config.store is None:
        return made().app
    address = config.advertise or config.url(port)
    if not is_private(address):
        _log.warning(
            "other consoles pass calls and tokens on to this one without TLS: start all consoles"
            " with --tls-cert, or with --tls-local",
            address=address,
        )
    election = Election(config.store, address, SystemClock())
    return Membership(made, election, Relay(lambda: election.leader, trusted(config.certificate)))


class _Server(Server):
    """Ends in order with status 0; uvicorn itself would die of the signal once more."""

    def __init__(self, config: ServerConfig, scheme: str) -> None:
        super().__init__(config)
        self._scheme = scheme

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listener in sockets or []:
            host, port = listener.getsockname()[:2]
            shown = f"[{host}]" if ":" in host else host
            _log.info("console answers", address=f"{self._scheme}://{shown}:{port}")

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        before = {number: signal.signal(number, self.handle_exit) for number in _END_SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def listen(config: BackendConfig, connections: Connections) -> Listener:
    """Before anything else is begun: a port in use must not cost more than a message."""
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    listener = Listener(family, connections)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((config.host, config.port))
    except (OSError, OverflowError) as error:
        listener.close()
        raise UnsafeConfigError(
            f"The console cannot listen on {config.host} port {config.port}: {error}."
            " Stop what uses the port, or give another with --port."
        ) from error
    return listener


class only_console:  # noqa: N801 - used as a with statement
    """One console per data folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._locks = ExitStack()

    def __enter__(self) -> None:
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            # The folder itself: a lock on a file in it ends when the file is deleted.
            folder = os.open(self._folder, os.O_RDONLY | os.O_DIRECTORY)
            self._locks.callback(os.close, folder)
            # Older consoles lock this file.
            file = self._locks.enter_context((self._folder / "lock").open("w"))
        except OSError as error:
            self._locks.close()
            raise UnsafeConfigError(
                f"The data folder {self._folder} cannot be used: {error.strerror}. Give another "
                "with --data-dir."
            ) from error
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self._locks.close()
            raise UnsafeConfigError(
                f"Another console uses {self._folder}. Stop it, or give another folder with"
                " --data-dir."
            ) from error

    def __exit__(self, *_: object) -> None:
        self._locks.close()


def _config(given: argparse.Namespace) -> BackendConfig:
    return BackendConfig(
        data_dir=given.data.absolute(),
        host=given.host,
        port=given.port,
        frontend_dir=given.frontend.absolute() if given.frontend else None,
        tokens=_tokens(given.token_file),
        allowed_hosts=tuple(given.allowed_host),
        admit_any_node=given.admit_any_node,
        session_limits=SessionLimits(given.session_idle * 60, given.session_hours * 3600),
        provider=_provider(given),
        trusted_proxies=tuple(_network(proxy) for proxy in given.trusted_proxy),
        certificate=_certificate(given),
        worker=given.worker.absolute(),
        keep_days=given.keep_days,
        keep_runs=given.keep_runs,
        store=_store(given),
        advertise=_console_url("--advertise", given.advertise, "the other consoles reach this one"),
        public_url=_console_url("--public-url", given.public_url, "people open the page"),
    )


def _tokens(file: Path | None) -> Tokens:
    if file is None:
        return Tokens.parse(os.environ.get("ORRERY_TOKENS", ""))
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadTokensError(
            f"The token file {file} cannot be read: {error}. Check its name and its permissions."
        ) from error
    tokens = Tokens.parse(text)
    if not tokens.required:
        raise BadTokensError(
            f"The token file {file} has no token. Write lines into it: admin=TOKEN and agent=TOKEN."
        )
    return tokens


def _store(given: argparse.Namespace) -> PostgresAddress | None:
    if given.store is None:
        if given.store_password_file or given.advertise:
            raise BadAddressError(
                "The options --store-password-file and --advertise need --store postgresql://..."
            )
        return None
    return PostgresAddress.parse(given.store, password_in(given.store_password_file))


def _console_url(option: str, address: str | None, use: str) -> str:
    if address is None:
        return ""
    if re.fullmatch(r"https?://[^/?#@\s]+/?", address) is None or len(address) > 200:
        raise UnsafeConfigError(
            f"{option} {address[:80]!r} is no URL of a console. Write http://HOST:PORT, as {use}."
        )
    return address.rstrip("/")


def _provider(given: argparse.Namespace) -> ProviderConfig | None:
    if given.oidc_issuer is None:
        if given.oidc_client_id or given.oidc_grant or given.oidc_secret_file:
            raise BadProviderError("The options --oidc-... need --oidc-issuer URL.")
        return None
    secret = ""
    if given.oidc_secret_file is not None:
        try:
            secret = given.oidc_secret_file.read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise BadProviderError(
                f"--oidc-secret-file {given.oidc_secret_file} cannot be read: {error}. Check its "
                "name and its permissions."
            ) from error
        if not secret:
            raise BadProviderError(
                f"--oidc-secret-file {given.oidc_secret_file} is empty. Write the secret that the "
                "provider gave for this console into it."
            )
    return ProviderConfig(
        given.oidc_issuer,
        given.oidc_client_id,
        secret,
        given.oidc_claim,
        tuple(parse_grant(text) for text in given.oidc_grant),
        given.oidc_request,
    )


def _certificate(given: argparse.Namespace) -> ServerCertificate | None:
    if given.tls_local:
        if given.tls_cert or given.tls_key:
            raise CertificateError("Give either --tls-local, or --tls-cert and --tls-key.")
        names = local_names(given.host, given.allowed_host)
        try:
            files = local_certificate(given.data.absolute() / "tls", names)
        except (OSError, ValueError) as error:
            raise CertificateError(
                f"No certificate can be made in {given.data / 'tls'}: {error}. Check the folder, or"
                " remove it to begin with a new authority, which agents must then be given."
            ) from error
        if files.authority is not None:
            _log.info(
                "agents and programs need the certificate of the console's authority",
                file=str(files.authority),
                sha256=fingerprint(files.authority),
            )
        return files
    if not given.tls_cert and not given.tls_key:
        return None
    if not (given.tls_cert and given.tls_key):
        raise CertificateError("--tls-cert and --tls-key belong together: give both.")
    files = ServerCertificate(given.tls_cert.absolute(), given.tls_key.absolute())
    check_certificate(files)
    return files


def _network(text: str) -> str:
    try:
        return str(ipaddress.ip_network(text)) if "/" in text else str(ipaddress.ip_address(text))
    except ValueError as error:
        raise UnsafeConfigError(
            f"--trusted-proxy {text!r} is no address or network: {error}. Write 192.0.2.7 or "
            "192.0.2.0/24."
        ) from error


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="orrery-backend", description="The console's server.")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument(
        "--data-dir", "--data", dest="data", type=Path, required=True, help="folder of the store"
    )
    parser.add_argument(
        "--store",
        metavar="URL",
        default=os.environ.get("ORRERY_STORE") or None,
        help="postgresql://USER@HOST/DATABASE in place of the file in the data folder; or"
        " ORRERY_STORE",
    )
    parser.add_argument(
        "--store-password-file",
        type=Path,
        metavar="FILE",
        default=os.environ.get("ORRERY_STORE_PASSWORD_FILE"),
        help="file with the database's password; or PGPASSWORD, or ~/.pgpass",
    )
    parser.add_argument(
        "--advertise",
        metavar="URL",
        default=os.environ.get("ORRERY_ADVERTISE"),
        help="by which other consoles over the same database reach this one (default: as it"
        " listens)",
    )
    parser.add_argument(
        "--public-url",
        metavar="URL",
        default=os.environ.get("ORRERY_PUBLIC_URL") or None,
        help="address at which people open the page, for links in webhooks; or ORRERY_PUBLIC_URL",
    )
    parser.add_argument("--frontend", type=Path, help="folder of the built page")
    parser.add_argument(
        "--token-file",
        type=Path,
        help="lines SCOPE=TOKEN (admin, operator, viewer, agent); or ORRERY_TOKENS",
    )
    parser.add_argument(
        "--worker",
        type=Path,
        default=default_worker(),
        metavar="PATH",
        help="the worker executable, to check models (default: ORRERY_WORKER, or what make build "
        "made)",
    )
    parser.add_argument(
        "--allowed-host",
        action="append",
        default=[],
        help="a name beyond loopback's by which browsers may call a console on loopback",
    )
    parser.add_argument(
        "--keep-days",
        type=_at_least_one,
        metavar="N",
        help="delete runs without a tag N days after their end (default: never)",
    )
    parser.add_argument(
        "--keep-runs",
        type=_at_least_one,
        metavar="N",
        help="delete runs without a tag past the newest N (default: never)",
    )
    parser.add_argument(
        "--admit-any-node",
        action="store_true",
        help="a new node joins without approval also if its token does not name it",
    )
    parser.add_argument(
        "--session-idle",
        type=_at_least_one,
        metavar="MINUTES",
        default=30,
        help="end a browser's session without an open page after this time (default: 30)",
    )
    parser.add_argument(
        "--session-hours",
        type=_at_least_one,
        metavar="HOURS",
        default=12,
        help="end a browser's session after this time, also in use (default: 12)",
    )
    _add_provider_options(parser)
    parser.add_argument(
        "--trusted-proxy",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="address or network of a proxy whose X-Forwarded-For and X-Forwarded-Proto to believe",
    )
    parser.add_argument(
        "--tls-cert", type=Path, metavar="FILE", help="answer over TLS: certificate chain, PEM"
    )
    parser.add_argument("--tls-key", type=Path, metavar="FILE", help="key of --tls-cert, PEM")
    parser.add_argument(
        "--tls-local",
        action="store_true",
        help="answer over TLS with a certificate made here; DATA/tls/ca.pem is what others trust",
    )
    return parser


def _add_provider_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("sign-in through an OpenID Connect provider")
    group.add_argument("--oidc-issuer", metavar="URL", help="the provider, as it calls itself")
    group.add_argument(
        "--oidc-client-id", metavar="ID", default="", help="the console's id at the provider"
    )
    group.add_argument(
        "--oidc-secret-file",
        type=Path,
        metavar="FILE",
        help="file with the console's secret at the provider (default: public client with PKCE)",
    )
    group.add_argument(
        "--oidc-claim",
        metavar="NAME",
        default="groups",
        help="claim that decides the scope, for example realm_access.roles (default: groups)",
    )
    group.add_argument(
        "--oidc-grant",
        action="append",
        default=[],
        metavar="SCOPE=VALUE",
        help="give viewer, operator or admin to people whose claim contains VALUE",
    )
    group.add_argument(
        "--oidc-request",
        metavar="SCOPES",
        default="openid profile email",
        help="OAuth scopes to ask the provider for (default: 'openid profile email')",
    )


def _at_least_one(text: str) -> int:
    number = int(text) if re.fullmatch(r"[0-9]{1,9}", text) else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 to 999999999")
    return number


def _configure_log() -> None:
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="%H:%M:%S", utc=False),
            structlog.processors.format_exc_info,
            structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), pad_event_to=0),
        ],
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
