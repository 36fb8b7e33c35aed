"""Signing in and out, and open sessions, over HTTP."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response
from orrery_contracts.access import (
    AccessScope,
    PasswordChange,
    Session,
    SessionList,
    SignedOut,
    SignIn,
)
from orrery_contracts.errors import ProblemCode

from orrery_backend.features.access.cookies import delete_session_cookie, set_session_cookie
from orrery_backend.features.access.provider import Provider
from orrery_backend.features.access.service import AccessService, SignedIn
from orrery_backend.kit.audit import set_subject
from orrery_backend.kit.authorize import ANONYMOUS, caller_of, open_to_all, requires, set_caller
from orrery_backend.kit.credentials import cookie_of
from orrery_backend.kit.http import BODY_PROBLEMS, address_of, document, parse_body, problems
from orrery_backend.kit.openapi import json_body
from orrery_backend.kit.routes import api_router

SessionInPath = Annotated[str, Path(pattern=r"^[0-9a-f]{16}$")]


def access_router(access: AccessService, provider: Provider | None) -> APIRouter:
    router = api_router("access")

    def signed_in(request: Request, signed: SignedIn) -> Response:
        answer = document(access.session(signed.caller))
        set_caller(request.scope, signed.caller)
        if signed.cookie:
            set_session_cookie(answer, request, signed.cookie, access.longest_s)
        return answer

    @router.get("/session", response_model=Session, summary="Who the caller is to the console")
    @open_to_all()
    async def read(request: Request) -> Response:
        return document(access.session(caller_of(request)))

    @router.post(
        "/session",
        response_model=Session,
        summary="Sign in",
        responses=problems(ProblemCode.UNAUTHORIZED, ProblemCode.FORBIDDEN, *BODY_PROBLEMS),
        openapi_extra=json_body(SignIn, {"token": "a token of the console"}),
    )
    @open_to_all()
    async def sign_in(request: Request) -> Response:
        given = await parse_body(request, SignIn)
        set_subject(request.scope, given.name)
        cookie = cookie_of(request.headers)
        return signed_in(request, await access.sign_in(given, address_of(request), cookie))

    @router.delete("/session", response_model=SignedOut, summary="Sign out")
    @open_to_all()
    async def sign_out(request: Request) -> Response:
        ended = await access.sign_out(cookie_of(request.headers))
        url = None
        if ended is not None and provider is not None and ended.source.startswith("oidc:"):
            url = await provider.sign_out_url(ended.digest, str(request.base_url))
        answer = document(SignedOut(provider_url=url))
        delete_session_cookie(answer)
        return answer

    @router.post(
        "/session/password",
        response_model=Session,
        summary="Change the caller's password",
        responses=problems(ProblemCode.CONFLICT, *BODY_PROBLEMS),
        openapi_extra=json_body(
            PasswordChange,
            {"current": "correct horse battery", "new": "uncommon words in a row"},
        ),
    )
    @requires(AccessScope.VIEWER)
    async def change_password(request: Request) -> Response:
        change = await parse_body(request, PasswordChange)
        caller = caller_of(request) or ANONYMOUS
        cookie = cookie_of(request.headers)
        return signed_in(
            request, await access.change_password(caller, change, address_of(request), cookie)
        )

    @router.get(
        "/sessions",
        response_model=SessionList,
        summary="The caller's open sessions; an administrator sees all",
    )
    @requires(AccessScope.VIEWER)
    async def sessions(request: Request) -> Response:
        return document(access.sessions(caller_of(request) or ANONYMOUS))

    @router.delete(
        "/sessions/{session}",
        status_code=204,
        response_class=Response,
        summary="End a session",
        responses=problems(ProblemCode.NOT_FOUND),
    )
    @requires(AccessScope.VIEWER)
    async def end_session(session: SessionInPath, request: Request) -> Response:
        caller = caller_of(request) or ANONYMOUS
        set_subject(request.scope, await access.end_session(caller, session))
        return Response(status_code=204)

    return router
