"""Sign-in through an OpenID Connect provider, against a real one on loopback."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from backend_testing.console import RunningConsole, running_console
from backend_testing.provider import CLIENT_ID, CLIENT_SECRET, Provider, running_provider
from joserfc.jwk import ECKey, OctKey
from orrery_backend.config import BackendConfig, UnsafeConfigError
from orrery_backend.features.access.provider_config import (
    BadProviderError,
    ProviderConfig,
    parse_grant,
)
from orrery_backend.kit.credentials import SessionLimits
from orrery_backend.main import _config, _parser
from orrery_contracts.access import AccessScope

_GRANTS = (
    (AccessScope.VIEWER, "bench-guests"),
    (AccessScope.OPERATOR, "bench-team"),
    (AccessScope.ADMIN, "bench-admins"),
)


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine is no provider that does not answer."""
    monkeypatch.setattr("orrery_backend.features.access.provider_client._TIMEOUT_S", 120.0)


@pytest.fixture
async def provider() -> AsyncIterator[Provider]:
    async with running_provider() as running:
        yield running


@pytest.fixture
async def console(provider: Provider, tmp_path: Path) -> AsyncIterator[RunningConsole]:
    async with running_console(tmp_path, provider=_registration(provider)) as running:
        provider.client.redirect_uri = f"{running.url}/api/v1/session/provider/callback"
        yield running


@pytest.fixture
async def browser(console: RunningConsole) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=console.url, timeout=120) as client:
        yield client


def _registration(provider: Provider) -> ProviderConfig:
    return ProviderConfig(provider.issuer, CLIENT_ID, CLIENT_SECRET, grants=_GRANTS)


async def _back_from_provider(browser: httpx.AsyncClient, to: str = "/") -> str:
    """Where the provider sends the browser, with code and state."""
    begun = await browser.get("/api/v1/session/provider", params={"to": to})
    assert begun.status_code == 303, begun.text
    agreed = await browser.get(begun.headers["location"])
    assert agreed.status_code == 302, agreed.text
    return agreed.headers["location"]


async def _sign_in(browser: httpx.AsyncClient, to: str = "/") -> str:
    """Where the console sends the browser at the end."""
    answer = await browser.get(await _back_from_provider(browser, to))
    assert answer.status_code == 303
    return answer.headers["location"]


async def _scope(browser: httpx.AsyncClient) -> str | None:
    scope: str | None = (await browser.get("/api/v1/session")).json()["scope"]
    return scope


async def _failure(browser: httpx.AsyncClient, location: str) -> str:
    assert await _scope(browser) is None
    assert urlsplit(location).path == "/"
    return parse_qs(urlsplit(location).query)["sign_in_failure"][0]


async def test_a_person_signs_in_with_code_pkce_state_and_nonce(
    console: RunningConsole, browser: httpx.AsyncClient, provider: Provider
) -> None:
    session = (await browser.get("/api/v1/session")).json()
    assert (session["required"], session["provider"]) == (True, urlsplit(provider.issuer).netloc)
    begun = await browser.get("/api/v1/session/provider", params={"to": "/runs?state=done"})
    cookie = begun.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    asked = parse_qs(urlsplit(begun.headers["location"]).query)
    assert asked["code_challenge_method"] == ["S256"]
    for name in ("state", "nonce", "code_challenge"):
        assert len(asked[name][0]) >= 43, name
    agreed = await browser.get(begun.headers["location"])
    answer = await browser.get(agreed.headers["location"])
    assert answer.headers["location"] == "/runs?state=done"
    cookie = next(c for c in answer.headers.get_list("set-cookie") if "orrery_session" in c)
    assert "samesite=strict" in cookie.lower()
    session = (await browser.get("/api/v1/session")).json()
    assert (session["name"], session["scope"]) == ("grace", "operator")
    assert session["has_password"] is False
    assert (await browser.get("/api/v1/runs")).status_code == 200
    assert (await browser.get("/api/v1/users")).status_code == 403
    (own,) = (await browser.get("/api/v1/sessions")).json()["items"]
    assert own["who"] == "oidc:grace"
    await console.console.audit.store()
    entry = (await console.console.audit.page(None, 10, "")).items[-1]
    assert (entry.who, entry.status) == ("oidc:grace", 200)
    assert "(grace, subject 4711)" in entry.target


@pytest.mark.parametrize(
    ("groups", "scope"),
    [
        (["bench-guests"], "viewer"),
        ("bench-team", "operator"),
        (["bench-guests", "x", "bench-admins"], "admin"),
    ],
)
async def test_the_claim_gives_the_highest_scope(
    browser: httpx.AsyncClient, provider: Provider, groups: object, scope: str
) -> None:
    provider.user["groups"] = groups
    await _sign_in(browser)
    assert await _scope(browser) == scope


async def test_the_claim_may_come_with_the_users_information(
    browser: httpx.AsyncClient, provider: Provider
) -> None:
    del provider.user["groups"]
    provider.information = {"groups": ["bench-admins"]}
    await _sign_in(browser)
    assert await _scope(browser) == "admin"
    await browser.delete("/api/v1/session")
    provider.information = {"groups": ["bench-admins"], "sub": "another"}
    assert await _failure(browser, await _sign_in(browser)) == "failed"


@pytest.mark.parametrize("groups", [None, [], ["elsewhere"], {"bench-admins": True}, 7])
async def test_without_a_granted_claim_there_is_no_session(
    console: RunningConsole, browser: httpx.AsyncClient, provider: Provider, groups: object
) -> None:
    provider.user["groups"] = groups
    assert await _failure(browser, await _sign_in(browser)) == "no_scope"
    (entry,) = (await console.console.audit.page(None, 10, "")).items
    assert (entry.status, "grace, subject 4711" in entry.target) == (403, True)


def _spoilt(**claims: object) -> Callable[[dict[str, Any]], dict[str, Any]]:
    return lambda found: {**found, **claims}


def _without(name: str) -> Callable[[dict[str, Any]], dict[str, Any]]:
    return lambda found: {key: value for key, value in found.items() if key != name}


@pytest.mark.parametrize(
    "fault",
    [
        _spoilt(aud="another-client"),
        _spoilt(aud=["another-client"], azp=CLIENT_ID),
        _spoilt(aud=[CLIENT_ID, "another-client"], azp="another-client"),
        _spoilt(iss="https://another.example"),
        _spoilt(exp=int(time.time()) - 3600),
        _spoilt(iat=int(time.time()) + 3600),
        _spoilt(nonce="another nonce"),
        _without("nonce"),
        _without("exp"),
        _without("sub"),
        _without("aud"),
        _without("iss"),
    ],
    ids=[
        "audience", "audience-but-party", "party", "issuer", "expired", "not-yet", "nonce",
        "no-nonce", "no-expiry", "no-subject", "no-audience", "no-issuer",
    ],
)  # fmt: skip
async def test_an_id_token_with_wrong_claims_is_refused(
    browser: httpx.AsyncClient, provider: Provider, fault: Callable[..., Any]
) -> None:
    provider.faults = [fault]
    assert await _failure(browser, await _sign_in(browser)) == "failed"
    provider.faults = []
    await _sign_in(browser)
    assert await _scope(browser) == "operator", "nothing but the fault was wrong"


async def test_an_id_token_with_a_wrong_signature_is_refused(
    browser: httpx.AsyncClient, provider: Provider
) -> None:
    provider.signing_key = ECKey.generate_key("P-256", {"kid": "first"})
    assert await _failure(browser, await _sign_in(browser)) == "failed"
    # The public secret of a symmetric signature: the client's own, or the published key.
    for secret in (CLIENT_SECRET, str(provider.key.as_dict(private=False))):
        provider.signing_key = OctKey.import_key(secret.ljust(32, "."))
        provider.algorithm = "HS256"
        assert await _failure(browser, await _sign_in(browser)) == "failed"


async def test_a_new_key_of_the_provider_is_found(
    browser: httpx.AsyncClient, provider: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("orrery_backend.features.access.provider_client._KEYS_LAST_S", 0.0)
    await _sign_in(browser)
    await browser.delete("/api/v1/session")
    provider.turn_key()
    await _sign_in(browser)
    assert await _scope(browser) == "operator"


async def test_a_state_works_once_in_its_own_browser_and_time(
    console: RunningConsole, browser: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    back = await _back_from_provider(browser)
    cookies = dict(browser.cookies)
    async with httpx.AsyncClient(base_url=console.url) as thief:
        refused = await thief.get(back)
        assert await _failure(thief, refused.headers["location"]) == "stale"
    # The state was used up by the attempt, also for the browser that began.
    refused = await browser.get(back)
    assert await _failure(browser, refused.headers["location"]) == "stale"

    back = await _back_from_provider(browser)
    cookies = dict(browser.cookies)
    assert (await browser.get(back)).headers["location"] == "/"
    assert await _scope(browser) == "operator"
    await browser.delete("/api/v1/session")
    async with httpx.AsyncClient(base_url=console.url, cookies=cookies) as replay:
        refused = await replay.get(back)
        assert await _failure(replay, refused.headers["location"]) == "stale"

    back = await _back_from_provider(browser)
    monkeypatch.setattr(console.console.provider, "_now_s", lambda: time.monotonic() + 601)
    refused = await browser.get(back)
    assert await _failure(browser, refused.headers["location"]) == "stale"


async def test_answers_that_fit_no_sign_in_are_refused(
    browser: httpx.AsyncClient, provider: Provider
) -> None:
    callback = "/api/v1/session/provider/callback"
    for query in ("", "?code=x", "?code=x&state=y", "?error=access_denied&state=y"):
        answer = await browser.get(callback + query)
        assert await _failure(browser, answer.headers["location"]) == "stale"
    for spoil in (
        lambda url: url.replace("code=", "code=x"),
        lambda url: f"{url}&iss=https%3A%2F%2Fanother.example",
    ):
        answer = await browser.get(spoil(await _back_from_provider(browser)))
        assert await _failure(browser, answer.headers["location"]) == "failed"
    provider.refuses = True
    assert await _failure(browser, await _sign_in(browser)) == "refused"


@pytest.mark.parametrize(
    "to", ["https://evil.example/", "//evil.example", "/\\evil.example", "runs", "/a\nb"]
)
async def test_a_sign_in_leads_to_pages_of_the_console_only(
    browser: httpx.AsyncClient, to: str
) -> None:
    assert await _sign_in(browser, to) == "/"


async def test_sign_out_ends_the_session_here_and_at_the_provider(
    console: RunningConsole, browser: httpx.AsyncClient, provider: Provider
) -> None:
    await _sign_in(browser)
    cookies = dict(browser.cookies)
    url = (await browser.delete("/api/v1/session")).json()["provider_url"]
    assert (await browser.get("/api/v1/runs", cookies=cookies)).status_code == 401
    back = await browser.get(url)
    assert back.headers["location"] == f"{console.url}/"
    (asked,) = provider.signed_out
    assert asked["client_id"] == CLIENT_ID
    assert asked["id_token_hint"].count(".") == 2


async def test_sessions_survive_a_restart_and_end_without_the_provider(
    provider: Provider, tmp_path: Path
) -> None:
    config = _registration(provider)
    async with running_console(tmp_path, provider=config) as first:
        provider.client.redirect_uri = f"{first.url}/api/v1/session/provider/callback"
        async with httpx.AsyncClient(base_url=first.url) as browser:
            await _sign_in(browser)
            cookies = dict(browser.cookies)
    async with (
        running_console(tmp_path, provider=config) as second,
        httpx.AsyncClient(base_url=second.url, cookies=cookies) as browser,
    ):
        assert await _scope(browser) == "operator"
    async with (
        running_console(tmp_path, session_limits=SessionLimits()) as third,
        httpx.AsyncClient(base_url=third.url, cookies=cookies) as browser,
    ):
        assert (await browser.get("/api/v1/session")).json()["required"] is False
        assert third.console.credentials.sessions == {}


async def test_a_provider_that_does_not_answer_is_said(tmp_path: Path) -> None:
    config = ProviderConfig("http://127.0.0.1:9", CLIENT_ID, CLIENT_SECRET, grants=_GRANTS)
    async with (
        running_console(tmp_path, provider=config) as running,
        httpx.AsyncClient(base_url=running.url) as browser,
    ):
        begun = await browser.get("/api/v1/session/provider")
        assert await _failure(browser, begun.headers["location"]) == "unreachable"


async def test_a_provider_of_another_name_is_refused(provider: Provider, tmp_path: Path) -> None:
    config = _registration(provider)
    async with (
        running_console(tmp_path, provider=config) as running,
        httpx.AsyncClient(base_url=running.url) as browser,
    ):
        provider.issuer += "/realms/other"
        begun = await browser.get("/api/v1/session/provider")
        assert await _failure(browser, begun.headers["location"]) == "failed"


async def test_a_console_without_a_provider_says_so(tmp_path: Path) -> None:
    async with running_console(tmp_path) as running:
        for path in ("/session/provider", "/session/provider/callback"):
            assert (await running.client.get(path)).status_code == 404


def test_a_provider_that_gives_operators_opens_the_way_beyond_loopback(tmp_path: Path) -> None:
    def config(scope: AccessScope) -> BackendConfig:
        provider = ProviderConfig("https://id.example", "x", grants=((scope, "team"),))
        return BackendConfig(tmp_path, host="0.0.0.0", provider=provider)

    config(AccessScope.OPERATOR).check(has_stored_admin=False)
    with pytest.raises(UnsafeConfigError):
        config(AccessScope.VIEWER).check(has_stored_admin=False)


def test_a_dot_leads_into_a_claim() -> None:
    config = ProviderConfig(
        "https://id.example", "x", claim="realm_access.roles", grants=((AccessScope.ADMIN, "a"),)
    )
    assert config.scope_for({"realm_access": {"roles": ["a"]}}) is AccessScope.ADMIN
    assert config.scope_for({"realm_access": ["a"]}) is None
    url = ProviderConfig(
        "https://id.example", "x", claim="https://x.example/r", grants=((AccessScope.ADMIN, "a"),)
    )
    assert url.scope_for({"https://x.example/r": "a"}) is AccessScope.ADMIN


@pytest.mark.parametrize("text", ["", "admin", "admin=", "agent=x", "root=x", "=x"])
def test_a_bad_grant_is_refused(text: str) -> None:
    with pytest.raises(BadProviderError, match="SCOPE=VALUE"):
        parse_grant(text)


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (["--oidc-issuer", "http://id.example"], "https://"),
        (["--oidc-issuer", "https://"], "https://"),
        (["--oidc-issuer", "https://id.example"], "--oidc-client-id"),
        (["--oidc-issuer", "https://id.example", "--oidc-client-id", "x"], "--oidc-grant"),
        (["--oidc-client-id", "x"], "--oidc-issuer"),
        (
            ["--oidc-issuer", "https://id.example", "--oidc-client-id", "x", "--oidc-grant",
             "admin=a", "--oidc-request", "profile"],
            "openid",
        ),
        (
            ["--oidc-issuer", "https://id.example", "--oidc-client-id", "x", "--oidc-grant",
             "admin=a", "--oidc-secret-file", "/no/such/file"],
            "--oidc-secret-file",
        ),
    ],
)  # fmt: skip
def test_bad_options_are_named(options: list[str], named: str, tmp_path: Path) -> None:
    given = _parser().parse_args(["--data", str(tmp_path), *options])
    with pytest.raises(BadProviderError, match=named):
        _config(given)
