"""Calls to an OpenID Connect provider: its metadata, its keys, tokens and information on users.

The protocol is Authlib's; this module adds what the console is strict about: HTTPS, the issuer, the
audience, and asymmetric signatures only.
"""

from __future__ import annotations

import asyncio
import ssl
import time
from typing import Any

import httpx2
from authlib.common.errors import AuthlibBaseError
from authlib.common.urls import add_params_to_uri
from authlib.integrations.httpx_client import AsyncOAuth2Client
from authlib.oidc.core import CodeIDToken
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet
from joserfc.jws import JWSRegistry

from orrery_backend.features.access.provider_config import (
    BadProviderError,
    ProviderConfig,
    check_url,
)

_ALGORITHMS = (
    "RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA",
    "Ed25519",
)  # fmt: skip
_ENDPOINTS = ("authorization_endpoint", "token_endpoint", "jwks_uri")
_TIMEOUT_S = 10.0
_METADATA_LASTS_S = 3600.0
#: Least time between two reads of the provider's keys, which a token with an unknown key causes.
_KEYS_LAST_S = 30.0
_CLOCKS_DIFFER_S = 60


class ProviderError(Exception):
    """The provider did not answer as the protocol asks; the message is for the console's log."""


class ProviderUnreachableError(ProviderError):
    """The provider did not answer."""


class ProviderClient:
    """Keeps the provider's metadata and keys. Lives in the event loop."""

    def __init__(self, config: ProviderConfig) -> None:
        self._config = config
        self._metadata: dict[str, Any] = {}
        self._metadata_at = 0.0
        self._keys: KeySet | None = None
        self._keys_at = 0.0
        self._loading = asyncio.Lock()
        self._tls: ssl.SSLContext | None = None

    async def authorization_url(
        self, redirect_uri: str, state: str, nonce: str, verifier: str
    ) -> str:
        """Where the browser signs in. `verifier`: of PKCE; its SHA-256 goes into the address."""
        metadata = await self.metadata()
        async with self._session(redirect_uri) as session:
            url, _ = session.create_authorization_url(
                metadata["authorization_endpoint"],
                state=state,
                nonce=nonce,
                code_verifier=verifier,
            )
        return str(url)

    async def exchange(
        self, code: str, redirect_uri: str, nonce: str, verifier: str
    ) -> tuple[str, dict[str, object]]:
        """The ID token and its claims, checked; with the claim that gives the scope."""
        metadata = await self.metadata()
        try:
            async with self._session(redirect_uri) as session:
                token = await session.fetch_token(
                    metadata["token_endpoint"], code=code, code_verifier=verifier
                )
                claims = await self._claims(token, nonce)
                if not self._config.has_claim(claims) and "userinfo_endpoint" in metadata:
                    claims = await self._with_information(session, metadata, claims)
        except httpx2.HTTPError as error:
            raise ProviderUnreachableError(_words(error)) from error
        except (AuthlibBaseError, JoseError, ValueError, KeyError, TypeError) as error:
            raise ProviderError(_words(error)) from error
        return str(token["id_token"]), claims

    async def sign_out_url(self, id_token: str, return_to: str) -> str | None:
        """Where the browser signs out at the provider; None if the provider has no such page."""
        endpoint = (await self.metadata()).get("end_session_endpoint")
        if not endpoint:
            return None
        parameters = {
            "client_id": self._config.client_id,
            "post_logout_redirect_uri": return_to,
        } | ({"id_token_hint": id_token} if id_token else {})
        return str(add_params_to_uri(endpoint, parameters))

    async def metadata(self) -> dict[str, Any]:
        """From the provider's `.well-known/openid-configuration`, read once an hour."""
        async with self._loading:
            if not self._metadata or time.monotonic() - self._metadata_at > _METADATA_LASTS_S:
                issuer = self._config.issuer
                found = await self._get(f"{issuer.rstrip('/')}/.well-known/openid-configuration")
                if found.get("issuer") != issuer:
                    raise ProviderError(
                        f"the provider calls itself {found.get('issuer')!r}, but --oidc-issuer is "
                        f"{issuer!r}; give the provider's own spelling"
                    )
                try:
                    for name in _ENDPOINTS:
                        check_url(name, str(found.get(name, "")))
                    for name in ("userinfo_endpoint", "end_session_endpoint"):
                        if name in found:
                            check_url(name, str(found[name]))
                except BadProviderError as error:
                    raise ProviderError(f"the provider's metadata: {error}") from error
                self._metadata, self._metadata_at = found, time.monotonic()
            return self._metadata

    async def _claims(self, token: dict[str, Any], nonce: str) -> dict[str, object]:
        metadata = await self.metadata()
        offered = metadata.get("id_token_signing_alg_values_supported") or ["RS256"]
        registry = JWSRegistry(
            algorithms=[name for name in _ALGORITHMS if name in offered], strict_check_header=False
        )
        try:
            signed = jwt.decode(token["id_token"], await self._key_set(), registry=registry)
        except (JoseError, ValueError):
            # The provider may have new keys.
            signed = jwt.decode(
                token["id_token"], await self._key_set(is_anew=True), registry=registry
            )
        claims = CodeIDToken(
            signed.claims,
            signed.header,
            {
                "iss": {"essential": True, "value": self._config.issuer},
                "aud": {"essential": True, "value": self._config.client_id},
            },
            {
                "nonce": nonce,
                "client_id": self._config.client_id,
                "access_token": token.get("access_token"),
            },
        )
        claims.validate(leeway=_CLOCKS_DIFFER_S)
        return dict(claims)

    async def _key_set(self, *, is_anew: bool = False) -> KeySet:
        now = time.monotonic()
        if self._keys is None or (is_anew and now - self._keys_at > _KEYS_LAST_S):
            found = await self._get((await self.metadata())["jwks_uri"])
            self._keys, self._keys_at = KeySet.import_key_set(found), now  # type: ignore[arg-type]
        return self._keys

    async def _with_information(
        self, session: AsyncOAuth2Client, metadata: dict[str, Any], claims: dict[str, object]
    ) -> dict[str, object]:
        answer = await session.get(metadata["userinfo_endpoint"])
        answer.raise_for_status()
        information = answer.json()
        if information.get("sub") != claims["sub"]:
            raise ProviderError("the user's information is about another user than the ID token")
        return {**information, **claims}

    async def _get(self, url: str) -> dict[str, Any]:
        try:
            async with httpx2.AsyncClient(timeout=_TIMEOUT_S, verify=self._context()) as session:
                answer = await session.get(url)
                answer.raise_for_status()
                found = answer.json()
        except (httpx2.HTTPError, ValueError) as error:
            raise ProviderUnreachableError(f"{url}: {_words(error)}") from error
        if not isinstance(found, dict):
            raise ProviderError(f"{url} answers with no JSON object")
        return found

    def _session(self, redirect_uri: str) -> AsyncOAuth2Client:
        return AsyncOAuth2Client(
            self._config.client_id,
            self._config.client_secret or None,
            token_endpoint_auth_method="client_secret_basic"
            if self._config.client_secret
            else "none",
            scope=self._config.requested,
            redirect_uri=redirect_uri,
            code_challenge_method="S256",
            timeout=_TIMEOUT_S,
            verify=self._context(),
        )

    def _context(self) -> ssl.SSLContext:
        """The system's authorities, which SSL_CERT_FILE can add to."""
        if self._tls is None:
            self._tls = ssl.create_default_context()
        return self._tls


def _words(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:300]
