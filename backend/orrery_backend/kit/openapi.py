"""The description of the interface, where FastAPI cannot see it: bodies that are read by hand."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel


def json_body(model: type[BaseModel], example: object) -> dict[str, Any]:
    """A JSON body of this contract. `complete` in app adds the schema that is referred to."""
    return {
        "requestBody": {
            "required": True,
            "content": {
                "application/json": {
                    "schema": {"$ref": f"#/components/schemas/{model.__name__}"},
                    "example": example,
                }
            },
        }
    }
