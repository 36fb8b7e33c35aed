"""Sign-in through an OpenID Connect provider: authorization code with PKCE, state and nonce.

The browser is sent to the provider with a state that works once, for ten minutes, in that browser
(a cookie proves it). People of the provider are not stored; their sessions carry name and scope.
"""

from __future__ import annotations

import hmac
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256

import structlog

from orrery_backend.features.access.provider_client import (
    ProviderClient,
    ProviderError,
    ProviderUnreachableError,
)
from orrery_backend.features.access.provider_config import ProviderConfig
from orrery_backend.kit.authorize import Caller

SIGN_IN_SECONDS = 600
_MOST_PENDING = 1000
_MOST_ID_TOKENS = 1000
_NAME_CLAIMS = ("preferred_username", "email", "name", "sub")
_log = structlog.get_logger()


class SignInFailure(StrEnum):
    """Reason of a failed sign-in, as a code that the page translates."""

    STALE = "stale"
    """The state is unknown, was used, is too old, or belongs to another browser."""
    REFUSED = "refused"
    """The provider did not sign the person in."""
    NO_SCOPE = "no_scope"
    """The person's claims give no scope."""
    FAILED = "failed"
    """The provider's answer is not valid; the log says why."""
    UNREACHABLE = "unreachable"
    """The provider did not answer; the log says why."""


class SignInError(Exception):
    """The sign-in did not succeed. `subject`: who tried, as far as it is known."""

    def __init__(self, failure: SignInFailure, subject: str = "", return_to: str = "/") -> None:
        super().__init__(failure.value)
        self.failure = failure
        self.subject = subject
        self.return_to = return_to


@dataclass(frozen=True, slots=True)
class Begun:
    """A sign-in that has begun: where the browser goes, and its cookie."""

    url: str
    cookie: str


@dataclass(frozen=True, slots=True)
class Provided:
    """A person whom the provider has signed in."""

    caller: Caller
    subject: str
    id_token: str
    return_to: str


@dataclass(frozen=True, slots=True)
class _Pending:
    nonce: str
    verifier: str
    redirect_uri: str
    return_to: str
    cookie_digest: str
    ends_s: float


class Provider:
    """Lives in the event loop."""

    def __init__(self, config: ProviderConfig, now_s: Callable[[], float] = time.monotonic) -> None:
        self._config = config
        self._client = ProviderClient(config)
        self._now_s = now_s
        self._pending: OrderedDict[str, _Pending] = OrderedDict()
        """By state."""
        self._id_tokens: OrderedDict[str, str] = OrderedDict()
        """By session; the provider wants them back at sign-out. Lost with a restart."""

    async def begin(self, redirect_uri: str, return_to: str) -> Begun:
        """`return_to`: the console's page to show after the sign-in. Raises `SignInError`."""
        state, nonce, verifier, cookie = (secrets.token_urlsafe(32) for _ in range(4))
        try:
            url = await self._client.authorization_url(redirect_uri, state, nonce, verifier)
        except ProviderError as error:
            raise self._failed(error, return_to) from error
        self._pending[state] = _Pending(
            nonce, verifier, redirect_uri, return_to, _digest(cookie),
            self._now_s() + SIGN_IN_SECONDS,
        )  # fmt: skip
        while len(self._pending) > _MOST_PENDING:
            self._pending.popitem(last=False)
        return Begun(url, cookie)

    async def finish(self, answer: Mapping[str, str], cookie: str) -> Provided:
        """`answer`: what the provider sent with the browser. Raises `SignInError`."""
        pending = self._take(answer.get("state", ""), cookie)
        return_to = pending.return_to
        if "error" in answer:
            _log.warning("the provider refused a sign-in", error=answer["error"][:100])
            raise SignInError(SignInFailure.REFUSED, return_to=return_to)
        try:
            # RFC 9207: the answer of another issuer.
            if answer.get("iss", self._config.issuer) != self._config.issuer:
                raise ProviderError(f"the answer comes from {answer['iss'][:100]!r}")
            id_token, claims = await self._client.exchange(
                answer.get("code", ""), pending.redirect_uri, pending.nonce, pending.verifier
            )
        except ProviderError as error:
            raise self._failed(error, return_to) from error
        name = next(str(claims[key]) for key in _NAME_CLAIMS if claims.get(key))[:100]
        subject = f"{name}, subject {str(claims['sub'])[:255]}"
        scope = self._config.scope_for(claims)
        if scope is None:
            _log.warning("a person of the provider has no scope", subject=subject)
            raise SignInError(SignInFailure.NO_SCOPE, subject, return_to)
        source = sha256(f"{claims['iss']} {claims['sub']}".encode()).hexdigest()
        return Provided(Caller(scope, name, f"oidc:{source}"), subject, id_token, return_to)

    def keep_id_token(self, session: str, id_token: str) -> None:
        self._id_tokens[session] = id_token
        while len(self._id_tokens) > _MOST_ID_TOKENS:
            self._id_tokens.popitem(last=False)

    async def sign_out_url(self, session: str, return_to: str) -> str | None:
        """Where the browser of this session signs out at the provider; None: nowhere."""
        try:
            return await self._client.sign_out_url(self._id_tokens.pop(session, ""), return_to)
        except ProviderError as error:
            _log.warning("no sign-out at the provider", error=str(error))
            return None

    def _take(self, state: str, cookie: str) -> _Pending:
        """The sign-in of this state, which works once."""
        pending = self._pending.pop(state, None)
        if (
            pending is None
            or self._now_s() >= pending.ends_s
            or not hmac.compare_digest(pending.cookie_digest, _digest(cookie))
        ):
            raise SignInError(SignInFailure.STALE)
        return pending

    def _failed(self, error: ProviderError, return_to: str) -> SignInError:
        _log.warning("sign-in through the provider failed", error=str(error))
        is_silent = isinstance(error, ProviderUnreachableError)
        failure = SignInFailure.UNREACHABLE if is_silent else SignInFailure.FAILED
        return SignInError(failure, return_to=return_to)


def _digest(cookie: str) -> str:
    return sha256(b"orrery sign-in" + cookie.encode()).hexdigest()
