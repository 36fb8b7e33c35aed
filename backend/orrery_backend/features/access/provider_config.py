"""How the console signs people in through an OpenID Connect provider, and whether it can."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from orrery_contracts.access import AccessScope

_GRANTED = (AccessScope.ADMIN, AccessScope.OPERATOR, AccessScope.VIEWER)


class BadProviderError(ValueError):
    """The options of the provider are not usable; the message names option, value and remedy."""


@dataclass(frozen=True, slots=True)
class ProviderConfig:
    """The console's registration at the provider, and which of its users get which scope."""

    issuer: str
    client_id: str
    client_secret: str = field(default="", repr=False)
    """Empty: a public client, which proves itself by PKCE alone."""
    claim: str = "groups"
    """Of the ID token or the user's information; a dot leads into an object."""
    grants: tuple[tuple[AccessScope, str], ...] = ()
    """The scope of users whose claim is, or contains, the value."""
    requested: str = "openid profile email"
    """Scopes that the console asks the provider for."""

    def __post_init__(self) -> None:
        """Raises `BadProviderError`."""
        check_url("--oidc-issuer", self.issuer)
        if not self.client_id:
            raise BadProviderError(
                "--oidc-issuer needs --oidc-client-id: the id under which this console is "
                "registered at the provider."
            )
        if not self.grants:
            raise BadProviderError(
                "--oidc-issuer needs at least one --oidc-grant SCOPE=VALUE, for example "
                f"--oidc-grant admin=bench-admins: users whose claim {self.claim!r} contains "
                "VALUE get SCOPE."
            )
        if "openid" not in self.requested.split():
            raise BadProviderError(
                f"--oidc-request {self.requested!r} lacks openid. Write for example 'openid "
                "profile groups'."
            )

    @property
    def host(self) -> str:
        """What the sign-in page calls the provider."""
        return urlsplit(self.issuer).netloc[:120]

    def gives(self, needed: AccessScope) -> bool:
        """Whether a user of the provider can have this scope."""
        return any(scope.includes(needed) for scope, _ in self.grants)

    def scope_for(self, claims: dict[str, object]) -> AccessScope | None:
        """The highest scope that the claims give; None: no scope."""
        values = _values(claims, self.claim)
        granted = {scope for scope, value in self.grants if value in values}
        return next((scope for scope in _GRANTED if scope in granted), None)

    def has_claim(self, claims: dict[str, object]) -> bool:
        return _find(claims, self.claim) is not None


def parse_grant(text: str) -> tuple[AccessScope, str]:
    """`SCOPE=VALUE`. Raises `BadProviderError`."""
    name, equals, value = (part.strip() for part in text.partition("="))
    if not equals or not value or name not in _GRANTED:
        raise BadProviderError(
            f"--oidc-grant {text!r} is not SCOPE=VALUE; scopes are viewer, operator and admin. "
            "Write for example --oidc-grant operator=bench-team."
        )
    return AccessScope(name), value


def check_url(name: str, url: str) -> str:
    """The URL. Raises `BadProviderError` unless it is HTTPS, or HTTP on loopback."""
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
        is_local = host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        parts, host, is_local = urlsplit(""), url.partition("://")[2], False
        if url.startswith("https://"):
            parts = urlsplit(url)
    if not host or parts.fragment or not (parts.scheme == "https" or is_local):
        raise BadProviderError(f"{name} {url!r} is no address that begins with https://.")
    return url


def _find(claims: dict[str, object], name: str) -> object:
    found: object = claims
    if name in claims:  # also names that are URLs, and so have dots
        return claims[name]
    for part in name.split("."):
        found = found.get(part) if isinstance(found, dict) else None
    return found


def _values(claims: dict[str, object], name: str) -> list[object]:
    found = _find(claims, name)
    return found if isinstance(found, list) else [found]
