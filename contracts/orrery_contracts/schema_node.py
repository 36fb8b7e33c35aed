"""A document's JSON Schema as a tree to walk: what may stand at a path, and how to say so in words.

Pure; nodes are immutable and may be shared.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from pydantic import TypeAdapter

from orrery_contracts.base import BIG_INT_PATTERN, SPEC_PATH_PATTERN

Schema = dict[str, Any]

_REF = "#/$defs/"

#: How people are told of the forms that patterns describe.
_PATTERN_WORDS = {
    BIG_INT_PATTERN: "a whole number from 0 to 18446744073709551615, as text",
    "^[a-z0-9][a-z0-9._-]{0,62}$": (
        "1 to 63 of the characters a-z, 0-9, dot, underscore and hyphen, the first a letter or"
        " digit"
    ),
    SPEC_PATH_PATTERN: "a path in a run spec, such as workload.managers",
    "^https?://[!-~]+$": "a URL: http://HOST/PATH or https://HOST/PATH",
    "^[0-9a-hjkmnp-tv-z]{26}$": "the id of a run: 26 characters of 0-9 and a-z without i, l, o, u",
}


class SchemaNode:
    """What may stand at one place of a document."""

    def __init__(self, schema: Schema, definitions: dict[str, Schema]) -> None:
        while "$ref" in schema:
            target = definitions[schema["$ref"].removeprefix(_REF)]
            schema = {**target, **{k: v for k, v in schema.items() if k != "$ref"}}
        self.schema: Schema
        options = [o for o in schema.get("anyOf", ()) if o.get("type") != "null"]
        self.nullable = bool(schema.get("anyOf")) and len(options) < len(schema["anyOf"])
        if len(options) == 1:
            inner = SchemaNode(options[0], definitions)
            rest = {k: v for k, v in schema.items() if k != "anyOf"}
            schema = {**inner.schema, **rest}
        self.schema = schema
        self._definitions = definitions

    def child(self, key: str) -> SchemaNode | None:
        """The field of that name; none if there is no such field, or only in some members of a
        union."""
        schema = self.schema.get("properties", {}).get(key)
        return None if schema is None else SchemaNode(schema, self._definitions)

    def item(self) -> SchemaNode | None:
        """An entry, if this is a list."""
        schema = self.schema.get("items")
        return None if schema is None else SchemaNode(schema, self._definitions)

    def keys(self) -> list[str]:
        """Names of the fields, if this is a record."""
        return list(self.schema.get("properties", ()))

    def variants(self) -> dict[str, SchemaNode]:
        """Members by their `kind`, if this is a union."""
        mapping = self.schema.get("discriminator", {}).get("mapping", {})
        return {
            tag: SchemaNode({"$ref": reference}, self._definitions)
            for tag, reference in mapping.items()
        }

    def either(self) -> bool:
        """One of several plain types."""
        return "anyOf" in self.schema

    def options(self) -> list[SchemaNode]:
        """The plain types that it may have, if they are several."""
        return [SchemaNode(option, self._definitions) for option in self.schema.get("anyOf", ())]

    def type(self) -> str:
        """Its JSON type; empty if it may have several."""
        return str(self.schema.get("type", ""))

    def allowed(self) -> list[str]:
        """The values that a text may have, if they are few."""
        if "const" in self.schema:
            return [str(self.schema["const"])]
        return [str(value) for value in self.schema.get("enum", ())]

    def words(self) -> str:
        """What is allowed here, to follow `give` or `expected`."""
        words = self._words()
        return f"{words}, or null" if self.nullable else words

    def _words(self) -> str:
        if self.allowed():
            values = self.allowed()
            return values[0] if len(values) == 1 else "one of " + ", ".join(values)
        if self.variants():
            return "an object whose kind is one of " + ", ".join(self.variants())
        if self.either():
            return " or ".join(option.words() for option in self.options())
        match self.type():
            case "integer" | "number":
                return self._number_words()
            case "boolean":
                return "true or false"
            case "string":
                return self._text_words()
            case "array":
                return self._list_words()
            case "object":
                return "an object with " + ", ".join(self.keys())
            case other:
                return other or "a value"

    def _number_words(self) -> str:
        least, most = self.schema.get("minimum"), self.schema.get("maximum")
        unit = f" {self.schema['unit']}" if "unit" in self.schema else ""
        noun = "a whole number" if self.type() == "integer" else "a number"
        largest = 2**53 - 1
        if least is not None and most is not None and not (least == -largest and most == largest):
            if most == largest:
                return f"{noun} of at least {plain(least)}{unit}"
            return f"{noun} from {plain(least)} to {plain(most)}{unit}"
        if least is not None and most is None:
            return f"{noun} of at least {plain(least)}{unit}"
        if most is not None and least is None:
            return f"{noun} of at most {plain(most)}{unit}"
        return noun + unit

    def _text_words(self) -> str:
        pattern = self.schema.get("pattern")
        if pattern is not None:
            return _PATTERN_WORDS.get(pattern, f"text that matches {pattern}")
        least, most = self.schema.get("minLength", 0), self.schema.get("maxLength")
        if most is None:
            return "text" if least == 0 else f"text of at least {least} characters"
        between = f"{least} to {most}" if least else f"at most {most}"
        return f"text of {between} characters"

    def _list_words(self) -> str:
        least, most = self.schema.get("minItems", 0), self.schema.get("maxItems")
        item = self.item()
        each = f", each {item.words()}" if item is not None else ""
        if most is None:
            return f"a list{each}" if least == 0 else f"a list of at least {least}{each}"
        between = f"{least} to {most}" if least else f"at most {most}"
        return f"a list of {between}{each}"


def plain(value: float) -> str:
    """A number as people write it."""
    return str(int(value)) if float(value).is_integer() else str(value)


@lru_cache(maxsize=64)
def schema_of(document: Any) -> SchemaNode:
    """The tree of a model or a union of models."""
    schema = TypeAdapter(document).json_schema()
    return SchemaNode(schema, schema.get("$defs", {}))
