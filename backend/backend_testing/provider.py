"""An OpenID Connect provider on a free port of loopback, for tests: Authlib's server side, which
checks client, redirect and PKCE itself, behind a few routes. `faults` spoil the ID token.
"""

# ruff: noqa: ARG002 -- the parameters are Authlib's
# Authlib has no types.
# mypy: disable-error-code="misc"

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl

import uvicorn
from authlib.oauth2.rfc6749 import AuthorizationServer, ClientMixin, OAuth2Request, grants
from authlib.oauth2.rfc6749.requests import BasicOAuth2Payload
from authlib.oauth2.rfc6750 import BearerTokenGenerator
from authlib.oauth2.rfc7636 import CodeChallenge
from authlib.oidc.core import AuthorizationCodeMixin, UserInfo
from authlib.oidc.core.grants import OpenIDCode
from joserfc import jwt
from joserfc.jwk import ECKey, KeySet, OctKey
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from backend_testing.console import until

CLIENT_ID, CLIENT_SECRET = "orrery-console", "secret-of-the-console"


@dataclass
class Code(AuthorizationCodeMixin):
    """What a code stands for."""

    code: str
    redirect_uri: str
    scope: str
    nonce: str | None
    code_challenge: str | None
    code_challenge_method: str | None
    auth_time: int

    def get_redirect_uri(self) -> str:
        return self.redirect_uri

    def get_scope(self) -> str:
        return self.scope

    def get_nonce(self) -> str | None:
        return self.nonce

    def get_auth_time(self) -> int:
        return self.auth_time

    def get_acr(self) -> str:
        return ""

    def get_amr(self) -> list[str]:
        return []


class _Client(ClientMixin):
    """The console's registration."""

    redirect_uri = ""

    def get_client_id(self) -> str:
        return CLIENT_ID

    def get_default_redirect_uri(self) -> str:
        return self.redirect_uri

    def get_allowed_scope(self, scope: str) -> str:
        return scope

    def check_redirect_uri(self, redirect_uri: str) -> bool:
        return redirect_uri == self.redirect_uri

    def check_client_secret(self, client_secret: str) -> bool:
        return client_secret == CLIENT_SECRET

    def check_endpoint_auth_method(self, method: str, endpoint: str) -> bool:
        return method == "client_secret_basic"

    def check_response_type(self, response_type: str) -> bool:
        return response_type == "code"

    def check_grant_type(self, grant_type: str) -> bool:
        return grant_type == "authorization_code"


@dataclass
class Provider:
    """What a test changes, and what it sees."""

    issuer: str = ""
    user: dict[str, Any] = field(
        default_factory=lambda: {
            "sub": "4711", "preferred_username": "grace", "groups": ["bench-team"]
        }
    )  # fmt: skip
    information: dict[str, Any] = field(default_factory=dict)
    """Of the user, at the user-information endpoint only."""
    refuses: bool = False
    faults: list[Callable[[dict[str, Any]], dict[str, Any]]] = field(default_factory=list)
    """Each changes the claims of ID tokens."""
    signing_key: ECKey | OctKey | None = None
    """Signs instead of the published key."""
    algorithm: str = "ES256"
    key: ECKey = field(default_factory=lambda: _new_key("first"))
    client: _Client = field(default_factory=_Client)
    codes: dict[str, Code] = field(default_factory=dict)
    used_codes: list[str] = field(default_factory=list)
    signed_out: list[dict[str, str]] = field(default_factory=list)

    def turn_key(self) -> None:
        """The provider signs with a new key from now on."""
        self.key = _new_key("second")


def _new_key(name: str) -> ECKey:
    return ECKey.generate_key("P-256", {"kid": name, "use": "sig", "alg": "ES256"})


class _Grant(grants.AuthorizationCodeGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ("client_secret_basic",)

    def save_authorization_code(self, code: str, request: OAuth2Request) -> None:
        data = request.payload.data
        self.server.provider.codes[code] = Code(
            code,
            data["redirect_uri"],
            data["scope"],
            data.get("nonce"),
            data.get("code_challenge"),
            data.get("code_challenge_method"),
            int(time.time()),
        )

    def query_authorization_code(self, code: str, client: ClientMixin) -> Code | None:
        found: Code | None = self.server.provider.codes.get(code)
        return found

    def delete_authorization_code(self, authorization_code: Code) -> None:
        del self.server.provider.codes[authorization_code.code]
        self.server.provider.used_codes.append(authorization_code.code)

    def authenticate_user(self, authorization_code: Code) -> dict[str, Any]:
        user: dict[str, Any] = self.server.provider.user
        return user


class _OpenId(OpenIDCode):
    def __init__(self, provider: Provider) -> None:
        super().__init__(require_nonce=True)
        self.provider = provider

    def exists_nonce(self, nonce: str, request: OAuth2Request) -> bool:
        return any(code.nonce == nonce for code in self.provider.codes.values())

    def generate_user_info(self, user: dict[str, Any], scope: str) -> UserInfo:
        return UserInfo(user)

    def encode_id_token(self, token: dict[str, Any], request: OAuth2Request) -> str:
        now = int(time.time())
        claims = {
            "iss": self.provider.issuer,
            "aud": CLIENT_ID,
            "iat": now,
            "exp": now + 300,
            **self.get_authorization_code_claims(request.authorization_code),
            **self.provider.user,
        }
        for fault in self.provider.faults:
            claims = fault(claims)
        key = self.provider.signing_key or self.provider.key
        header = {"alg": self.provider.algorithm, "kid": self.provider.key.kid}
        return jwt.encode(header, claims, key, [self.provider.algorithm])


class _Server(AuthorizationServer):
    def __init__(self, provider: Provider) -> None:
        super().__init__(scopes_supported=["openid", "profile", "email"])
        self.provider = provider
        self.register_token_generator("default", BearerTokenGenerator(_access_token))
        self.register_grant(_Grant, [CodeChallenge(required=True), _OpenId(provider)])

    def query_client(self, client_id: str) -> _Client | None:
        return self.provider.client if client_id == CLIENT_ID else None

    def save_token(self, token: dict[str, Any], request: OAuth2Request) -> None:
        return None

    def create_oauth2_request(self, request: OAuth2Request) -> OAuth2Request:
        return request

    def handle_response(self, status: int, body: Any, headers: list[tuple[str, str]]) -> Response:
        if isinstance(body, dict):
            return JSONResponse(body, status, dict(headers))
        return Response(body, status, dict(headers))

    def send_signal(self, name: str, *args: object, **kwargs: object) -> None:
        return None


def _access_token(*_: object, **__: object) -> str:
    return "an-access-token"


class _Request(OAuth2Request):
    """As Authlib reads it."""

    def __init__(self, request: Request, parameters: dict[str, str]) -> None:
        super().__init__(request.method, f"https://provider{request.url.path}", None)
        self.headers = request.headers
        self.payload = BasicOAuth2Payload(parameters)
        self._parameters = parameters

    @property
    def args(self) -> dict[str, str]:
        return self._parameters

    @property
    def form(self) -> dict[str, str]:
        return self._parameters


def _application(provider: Provider) -> Starlette:
    server = _Server(provider)

    async def metadata(_: Request) -> Response:
        issuer = provider.issuer
        return JSONResponse(
            {
                "issuer": issuer,
                "authorization_endpoint": f"{issuer}/authorize",
                "token_endpoint": f"{issuer}/token",
                "jwks_uri": f"{issuer}/keys",
                "userinfo_endpoint": f"{issuer}/userinfo",
                "end_session_endpoint": f"{issuer}/sign-out",
                "id_token_signing_alg_values_supported": ["ES256", "HS256", "none"],
            }
        )

    async def keys(_: Request) -> Response:
        return JSONResponse(KeySet([provider.key]).as_dict(private=False))

    async def authorize(request: Request) -> Response:
        """Without a page: the provider's user agrees at once, or refuses."""
        asked = _Request(request, dict(request.query_params))
        grant = server.get_consent_grant(asked, provider.user)
        user = None if provider.refuses else provider.user
        answer: Response = server.create_authorization_response(asked, grant_user=user, grant=grant)
        return answer

    async def token(request: Request) -> Response:
        asked = _Request(request, dict(parse_qsl((await request.body()).decode())))
        answer: Response = server.create_token_response(asked)
        return answer

    async def userinfo(request: Request) -> Response:
        if request.headers.get("authorization") != "Bearer an-access-token":
            return Response(status_code=401)
        return JSONResponse({"sub": provider.user["sub"], **provider.information})

    async def sign_out(request: Request) -> Response:
        provider.signed_out.append(dict(request.query_params))
        return RedirectResponse(request.query_params["post_logout_redirect_uri"])

    return Starlette(
        routes=[
            Route("/.well-known/openid-configuration", metadata),
            Route("/keys", keys),
            Route("/authorize", authorize),
            Route("/token", token, methods=["POST"]),
            Route("/userinfo", userinfo),
            Route("/sign-out", sign_out),
        ]
    )


@asynccontextmanager
async def running_provider() -> AsyncIterator[Provider]:
    provider = Provider()
    listener = socket.create_server(("127.0.0.1", 0))
    provider.issuer = f"http://127.0.0.1:{listener.getsockname()[1]}"
    config = uvicorn.Config(_application(provider), log_config=None, access_log=False)
    config.timeout_graceful_shutdown = 1
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server._serve([listener]))  # noqa: SLF001
    await until(lambda: server.started or serving.done(), "the provider answers")
    try:
        yield provider
    finally:
        server.should_exit = True
        await serving
