"""Signing in and out over HTTP."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from orrery_contracts.access import Session, SignIn
from orrery_contracts.errors import ProblemCode

from orrery_backend.features.access.service import AccessService
from orrery_backend.kit.audit import set_tried_name
from orrery_backend.kit.authorize import caller_of, open_to_all
from orrery_backend.kit.credentials import COOKIE, SESSION_SECONDS, cookie_of
from orrery_backend.kit.http import document, parse_body, problems
from orrery_backend.kit.openapi import json_body


def access_router(access: AccessService) -> APIRouter:
    router = APIRouter(prefix="/session", tags=["access"])

    @router.get("", response_model=Session, summary="Who the caller is to the console")
    @open_to_all()
    async def read(request: Request) -> Response:
        return document(access.session(caller_of(request)))

    @router.post(
        "",
        response_model=Session,
        summary="Sign in: a cookie for a token, or for a name and password",
        responses=problems(
            ProblemCode.UNAUTHORIZED,
            ProblemCode.FORBIDDEN,
            ProblemCode.INVALID,
            ProblemCode.MALFORMED,
            ProblemCode.TOO_LARGE,
        ),
        openapi_extra=json_body(SignIn, {"token": "a token of the console"}),
    )
    @open_to_all()
    async def sign_in(request: Request) -> Response:
        given = await parse_body(request, SignIn)
        set_tried_name(request.scope, given.name)
        session, cookie = await access.sign_in(given, request.client.host if request.client else "")
        answer = document(session)
        if cookie:
            answer.set_cookie(
                COOKIE,
                cookie,
                max_age=SESSION_SECONDS,
                httponly=True,
                samesite="strict",
                secure=request.url.scheme == "https",
                path="/",
            )
        return answer

    @router.delete("", status_code=204, response_class=Response, summary="Sign out")
    @open_to_all()
    async def sign_out(request: Request) -> Response:
        await access.sign_out(cookie_of(request.headers))
        answer = Response(status_code=204)
        answer.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict")
        return answer

    return router
