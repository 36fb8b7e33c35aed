"""Routers of the REST interface."""

from __future__ import annotations

from fastapi import APIRouter, Depends

from orrery_backend.kit.authorize import authorize

#: The path under which all calls are.
API = "/api/v1"


def api_router(tag: str, prefix: str = "") -> APIRouter:
    """Returns a router for calls under `API` and `prefix`. An application takes its routes as they
    are: FastAPI makes each route of an included router a second time, which takes 0.1 s.
    """
    return APIRouter(prefix=API + prefix, tags=[tag], dependencies=[Depends(authorize)])
