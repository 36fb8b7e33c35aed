"""Sign-in through a provider over HTTP: two redirects of the browser."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request
from fastapi.responses import RedirectResponse
from orrery_contracts.errors import ProblemCode

from orrery_backend.features.access.cookies import set_session_cookie
from orrery_backend.features.access.provider import (
    SIGN_IN_SECONDS,
    Provider,
    SignInError,
    SignInFailure,
)
from orrery_backend.features.access.service import AccessService
from orrery_backend.kit.audit import set_outcome
from orrery_backend.kit.authorize import open_to_all, set_caller
from orrery_backend.kit.credentials import cookie_of
from orrery_backend.kit.http import address_of, problems
from orrery_backend.kit.problems import not_found
from orrery_backend.kit.routes import api_router

PROVIDER_PATH = "/api/v1/session/provider"
_CALLBACK_PATH = f"{PROVIDER_PATH}/callback"
_COOKIE = "orrery_sign_in"
_REFUSALS = {SignInFailure.NO_SCOPE: 403, SignInFailure.UNREACHABLE: 503}


def provider_router(access: AccessService, provider: Provider | None) -> APIRouter:
    router = api_router("access", "/session/provider")

    def configured() -> Provider:
        if provider is None:
            raise not_found(
                "This console has no provider for sign-in.",
                "Sign in with a password or a token, or start the console with --oidc-issuer.",
            )
        return provider

    @router.get(
        "",
        status_code=303,
        response_class=RedirectResponse,
        summary="Begin a sign-in through the provider",
        responses=problems(ProblemCode.NOT_FOUND, ProblemCode.INVALID),
    )
    @open_to_all()
    async def begin(
        request: Request,
        to: Annotated[
            str, Query(max_length=500, description="Page to show after the sign-in.")
        ] = "/",
    ) -> RedirectResponse:
        found = configured()
        try:
            begun = await found.begin(_own_url(request, _CALLBACK_PATH), _own_page(to))
        except SignInError as error:
            return _refusal(request, error)
        answer = RedirectResponse(begun.url, 303)
        answer.set_cookie(
            _COOKIE,
            begun.cookie,
            max_age=SIGN_IN_SECONDS,
            path=PROVIDER_PATH,
            httponly=True,
            # The provider sends the browser back from another site.
            samesite="lax",
            secure=request.url.scheme == "https",
        )
        return answer

    @router.get(
        "/callback",
        status_code=303,
        response_class=RedirectResponse,
        summary="Sign in through the provider",
        responses=problems(ProblemCode.NOT_FOUND),
    )
    @open_to_all()
    async def finish(request: Request) -> RedirectResponse:
        found = configured()
        address, cookies = address_of(request), request.cookies
        try:
            provided = await found.finish(dict(request.query_params), cookies.get(_COOKIE, ""))
        except SignInError as error:
            return _refusal(request, error)
        signed = await access.open_session(provided.caller, address, cookie_of(request.headers))
        found.keep_id_token(signed.caller.session, provided.id_token)
        set_caller(request.scope, signed.caller)
        set_outcome(request.scope, provided.subject, 200)
        answer = RedirectResponse(provided.return_to, 303)
        set_session_cookie(answer, request, signed.cookie, access.longest_s)
        answer.delete_cookie(_COOKIE, path=PROVIDER_PATH, httponly=True, samesite="lax")
        return answer

    return router


def _refusal(request: Request, error: SignInError) -> RedirectResponse:
    """Back to the sign-in page, which says why."""
    set_outcome(request.scope, error.subject, _REFUSALS.get(error.failure, 401))
    return RedirectResponse(f"/?{urlencode({'sign_in_failure': error.failure.value})}", 303)


def _own_url(request: Request, path: str) -> str:
    return f"{request.url.scheme}://{request.headers.get('host', '')}{path}"


def _own_page(path: str) -> str:
    """The path, or the first page if the path leads elsewhere."""
    is_own = path.startswith("/") and not path.startswith("//") and path.isprintable()
    return path if is_own and "\\" not in path else "/"
