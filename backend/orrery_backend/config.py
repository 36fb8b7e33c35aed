"""What the console is told when it is started, and whether that is safe."""

from __future__ import annotations

import ipaddress
import os
import socket
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from orrery_contracts.access import AccessScope
from orrery_contracts.command import ORRERY

from orrery_backend.certificates import ServerCertificate
from orrery_backend.features.access.provider_config import ProviderConfig
from orrery_backend.kit.credentials import SessionLimits
from orrery_backend.kit.file_tokens import Tokens
from orrery_backend.kit.postgres import PostgresAddress

_BUILT_WORKER = Path(__file__).resolve().parents[2] / "build/release/bin/orrery-worker"

_HOW_TO_SET_TOKENS = (
    "Write a file with the lines admin=TOKEN and agent=TOKEN, each token at least 16 characters"
    " (for example from: python3 -c 'import secrets; print(secrets.token_urlsafe(24))'), and pass"
    " --token-file FILE, or set ORRERY_TOKENS='admin=TOKEN,agent=TOKEN'. Or start the console on"
    f" 127.0.0.1 once and add a user of scope admin: {ORRERY} users add NAME --scope admin."
)


def default_worker() -> Path:
    """What ORRERY_WORKER names, or what `make build` makes."""
    return Path(os.environ.get("ORRERY_WORKER") or _BUILT_WORKER).absolute()


class UnsafeConfigError(Exception):
    """The console must not be started like this; the message says what to do."""


@dataclass(frozen=True, slots=True)
class BackendConfig:
    """Where to listen, where to keep data, whom to let in."""

    data_dir: Path
    host: str = "127.0.0.1"
    port: int = 8000
    frontend_dir: Path | None = None
    tokens: Tokens = field(default_factory=Tokens)
    allowed_hosts: tuple[str, ...] = ()
    """Names beyond the address itself by which browsers may call the console."""
    store: PostgresAddress | None = None
    """None: the SQLite file in `data_dir`."""
    advertise: str = ""
    """URL by which other consoles over the same database reach this one; empty: as it listens."""
    public_url: str = ""
    """URL of the page for people, in links of webhooks; empty: no links."""
    keep_days: int | None = None
    """Runs without a tag are deleted so many days after their end; None: never."""
    keep_runs: int | None = None
    """Runs without a tag are deleted past the newest of this number; None: never."""
    admit_any_node: bool = False
    """Whether a new node joins without approval also if its token does not name it."""
    session_limits: SessionLimits = field(default_factory=SessionLimits)
    provider: ProviderConfig | None = None
    """Through which people sign in (OpenID Connect)."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses or networks of proxies whose X-Forwarded-For and X-Forwarded-Proto are believed."""
    certificate: ServerCertificate | None = None
    """With it the console answers over TLS only."""
    worker: Path = field(default_factory=default_worker)
    """The worker executable, which checks models here; runs use the agents' own."""

    @property
    def on_loopback(self) -> bool:
        return is_loopback(self.host)

    def check(self, has_stored_admin: bool) -> None:
        """Raises `UnsafeConfigError` for a console that others reach and that has no operator or
        administrator to sign in.
        """
        if self.tokens.can_operate or has_stored_admin:
            return
        if self.provider is not None and self.provider.gives(AccessScope.OPERATOR):
            return
        if self.allowed_hosts:
            raise UnsafeConfigError(
                f"--allowed-host {self.allowed_hosts[0]} lets browsers elsewhere reach the console,"
                f" so tokens are required. {_HOW_TO_SET_TOKENS}"
            )
        if not self.on_loopback:
            raise UnsafeConfigError(
                f"On {self.host} anyone on the network could start programs on the nodes, so "
                f"tokens are required. {_HOW_TO_SET_TOKENS} Or listen on 127.0.0.1."
            )

    def url(self, port: int) -> str:
        """Where others reach the console, which listens on `port`."""
        host = self.host
        if host in ("0.0.0.0", "::"):  # noqa: S104 - told apart, not bound
            host = socket.gethostname()
        shown = f"[{host}]" if ":" in host else host
        return f"{'http' if self.certificate is None else 'https'}://{shown}:{port}"

    def join_command(self) -> str:
        token = " --token-file FILE" if self.tokens.required or self.provider else ""
        made_here = self.certificate is not None and self.certificate.authority is not None
        authority = " --ca ca.pem" if made_here else ""
        return f"{ORRERY} agent --join {self.url(self.port)} --name NAME{token}{authority}"


def is_private(url: str) -> bool:
    """True if the traffic to this URL is encrypted or does not leave this machine."""
    parts = urlsplit(url)
    return parts.scheme == "https" or is_loopback(parts.hostname or "")


def is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
