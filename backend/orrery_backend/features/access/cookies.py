"""The cookie of a session."""

from __future__ import annotations

from fastapi import Request, Response

from orrery_backend.kit.credentials import COOKIE, TLS_COOKIE


def set_session_cookie(answer: Response, request: Request, cookie: str, seconds: int) -> None:
    """`seconds`: after which the session ends in any case."""
    is_tls = request.url.scheme == "https"
    answer.set_cookie(
        TLS_COOKIE if is_tls else COOKIE,
        cookie,
        max_age=seconds,
        httponly=True,
        samesite="strict",
        secure=is_tls,
        path="/",
    )


def delete_session_cookie(answer: Response) -> None:
    answer.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict")
    answer.delete_cookie(TLS_COOKIE, path="/", httponly=True, samesite="strict", secure=True)
