"""Users, API tokens and the audit log over HTTP."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response
from orrery_contracts.access import (
    AccessScope,
    AuditPage,
    MadeToken,
    NewToken,
    NewUser,
    TokenList,
    TokenView,
    UserList,
    UserPatch,
    UserView,
)
from orrery_contracts.errors import ProblemCode

from orrery_backend.features.access.accounts import AccountService
from orrery_backend.features.access.audit import AuditService
from orrery_backend.kit.audit import set_subject
from orrery_backend.kit.authorize import ANONYMOUS, caller_of, requires
from orrery_backend.kit.http import BODY_PROBLEMS, CursorInQuery, document, parse_body, problems
from orrery_backend.kit.openapi import json_body
from orrery_backend.kit.routes import api_router

_BAD_BODY = (ProblemCode.CONFLICT, *BODY_PROBLEMS)
NameInPath = Annotated[str, Path(pattern=r"^[a-z0-9][a-z0-9._@-]{0,62}$")]


def account_router(accounts: AccountService, audit: AuditService) -> APIRouter:
    router = api_router("access")

    @router.get("/users", response_model=UserList, summary="Users with passwords")
    @requires(AccessScope.ADMIN)
    async def users() -> Response:
        return document(accounts.users())

    @router.post(
        "/users",
        response_model=UserView,
        status_code=201,
        summary="Add a user",
        responses=problems(*_BAD_BODY),
        openapi_extra=json_body(
            NewUser, {"name": "ada", "scope": "viewer", "password": "correct horse battery"}
        ),
    )
    @requires(AccessScope.ADMIN)
    async def add_user(request: Request) -> Response:
        wanted = await parse_body(request, NewUser)
        set_subject(request.scope, f"{wanted.name}, {wanted.scope}")
        return document(await accounts.add_user(wanted), 201)

    @router.patch(
        "/users/{user}",
        response_model=UserView,
        summary="Change a user",
        responses=problems(ProblemCode.NOT_FOUND, *_BAD_BODY),
        openapi_extra=json_body(UserPatch, {"scope": "operator"}),
    )
    @requires(AccessScope.ADMIN)
    async def change_user(user: NameInPath, request: Request) -> Response:
        patch = await parse_body(request, UserPatch)
        set_subject(request.scope, _changes(patch))
        return document(await accounts.change_user(user, patch))

    @router.delete(
        "/users/{user}",
        status_code=204,
        response_class=Response,
        summary="Remove a user",
        responses=problems(ProblemCode.NOT_FOUND, ProblemCode.CONFLICT),
    )
    @requires(AccessScope.ADMIN)
    async def remove_user(user: NameInPath) -> Response:
        await accounts.remove_user(user)
        return Response(status_code=204)

    @router.get("/tokens", response_model=TokenList, summary="API tokens, without their secrets")
    @requires(AccessScope.ADMIN)
    async def tokens() -> Response:
        return document(accounts.tokens())

    @router.post(
        "/tokens",
        response_model=MadeToken,
        status_code=201,
        summary="Make an API token",
        responses=problems(*_BAD_BODY),
        openapi_extra=json_body(
            NewToken, {"name": "nightly", "scope": "operator", "node": None, "days": 90}
        ),
    )
    @requires(AccessScope.ADMIN)
    async def make_token(request: Request) -> Response:
        wanted = await parse_body(request, NewToken)
        set_subject(request.scope, f"{wanted.name}, {wanted.scope}")
        return document(await accounts.make_token(wanted, caller_of(request) or ANONYMOUS), 201)

    @router.post(
        "/tokens/{token}/revoke",
        response_model=TokenView,
        summary="Revoke an API token",
        responses=problems(ProblemCode.NOT_FOUND, ProblemCode.CONFLICT),
    )
    @requires(AccessScope.ADMIN)
    async def revoke_token(token: NameInPath) -> Response:
        return document(await accounts.revoke_token(token))

    @router.get(
        "/audit",
        response_model=AuditPage,
        summary="The audit log, newest first",
        responses=problems(ProblemCode.INVALID),
    )
    @requires(AccessScope.ADMIN)
    async def entries(
        cursor: CursorInQuery = None,
        limit: Annotated[int, Query(ge=1, le=500)] = 100,
        q: Annotated[
            str, Query(max_length=200, description="Part of who, address, action or target.")
        ] = "",
    ) -> Response:
        return document(await audit.page(int(cursor) if cursor else None, limit, q))

    return router


def _changes(patch: UserPatch) -> str:
    """For the audit log."""
    changes = [f"scope {patch.scope}"] if patch.scope is not None else []
    if patch.password is not None:
        changes.append("new password")
    if patch.disabled is not None:
        changes.append("disabled" if patch.disabled else "enabled")
    return ", ".join(changes)
