"""The description of the interface, where FastAPI cannot see it: bodies read by hand, problems
that any call may answer with, ways to sign in, and examples.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from orrery_contracts.errors import Problem
from pydantic import BaseModel, TypeAdapter

from orrery_backend.kit.authorize import Access
from orrery_backend.kit.credentials import COOKIE

Document = dict[str, Any]

_REF = "#/components/schemas/"
_METHODS = ("get", "post", "put", "patch", "delete")


def json_body(model: type[BaseModel], example: object) -> Document:
    """A JSON body of this contract; `complete` adds the schema that is referred to."""
    return {
        "requestBody": {
            "required": True,
            "content": {
                "application/json": {
                    "schema": {"$ref": _REF + model.__name__},
                    "example": example,
                }
            },
        }
    }


def complete(
    document: Document,
    models: Sequence[type[BaseModel]],
    unions: Mapping[str, object],
    examples: Mapping[str, BaseModel],
    scopes: Mapping[tuple[str, str], Access | None],
) -> Document:
    """`models` are referred to by hand; `unions` are types that get a name of their own, such as
    the messages of a socket; `examples` by the name of the model they are of; `scopes` by path and
    method.
    """
    whole: list[type[BaseModel]] = [*models, Problem]
    _add_schemas(document, {model.__name__: model for model in whole} | dict(unions))
    components = document["components"]
    for name in ("HTTPValidationError", "ValidationError"):
        components["schemas"].pop(name, None)
    components["securitySchemes"] = {
        "token": {"type": "http", "scheme": "bearer", "description": "Where tokens are set."},
        "session": {"type": "apiKey", "in": "cookie", "name": COOKIE},
    }
    for path, calls in document["paths"].items():
        for method in _METHODS:
            if method in calls:
                _add_scope(calls[method], scopes.get((path, method.upper())))
                _complete_call(calls[method], examples)
    return document


def _add_scope(call: Document, access: Access | None) -> None:
    """The scope that a call needs, where the console asks for sign-in at all (hence `{}`)."""
    if access is None or access.scope is None:
        call["security"] = []
        return
    call["x-scope"] = access.scope.value
    call["security"] = [{}, *({way: [access.scope.value]} for way in ("token", "session"))]


def _add_schemas(document: Document, types: Mapping[str, Any]) -> None:
    """Adds each type under its name, and what it refers to; what is there already stays."""
    found, top = TypeAdapter.json_schemas(
        [(name, "validation", TypeAdapter(type_)) for name, type_ in types.items()],
        ref_template=_REF + "{model}",
    )
    named = {name: found[name, "validation"] for name in types}
    plain = {name: schema for name, schema in named.items() if schema != {"$ref": _REF + name}}
    schemas = document.setdefault("components", {}).setdefault("schemas", {})
    for name, schema in {**top.get("$defs", {}), **plain}.items():
        schemas.setdefault(name, schema)


def _complete_call(call: Document, examples: Mapping[str, BaseModel]) -> None:
    responses = call["responses"]
    invalid = responses.get("422", {})
    if "HTTPValidationError" in str(invalid):
        responses["422"] = _problem("A parameter is not valid")
    responses.setdefault("401", _problem("A token is required"))
    responses.setdefault("403", _problem("Not allowed for this token, host or origin"))
    responses.setdefault("429", _problem("Too many requests, or too many wrong tokens"))
    responses.setdefault("500", _problem("The console failed"))
    responses.setdefault("503", _problem("The store cannot be used, or no connection is free"))
    for status, response in responses.items():
        if status.startswith("2"):
            _add_example(response, examples)


def _problem(description: str) -> Document:
    return {
        "description": description,
        "content": {"application/problem+json": {"schema": {"$ref": _REF + "Problem"}}},
    }


def _add_example(response: Document, examples: Mapping[str, BaseModel]) -> None:
    content = response.get("content", {}).get("application/json")
    if content is None:
        return
    schema = content.get("schema", {})
    name = schema.get("$ref", "").removeprefix(_REF)
    if name in examples:
        content["example"] = examples[name].model_dump(mode="json")
        return
    item = schema.get("items", {}).get("$ref", "").removeprefix(_REF)
    if item in examples:
        content["example"] = [examples[item].model_dump(mode="json")]
