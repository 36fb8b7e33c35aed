"""Reads messages of the console, and makes the answers to unreadable ones."""

from __future__ import annotations

import json
from typing import Final

from orrery_contracts.agent import Refused, ToAgent
from orrery_contracts.base import SCHEMA_VERSION
from pydantic import TypeAdapter, ValidationError

from orrery_agent.core.events import ToAgentMessage

_TO_AGENT: Final[TypeAdapter[ToAgentMessage]] = TypeAdapter(ToAgent)
_SHOWN_ERRORS: Final = 3


class UnreadableError(ValueError):
    """A message breaks the contract. `refused` answers an invalid plan; else it is None."""

    def __init__(self, problem: str, refused: Refused | None) -> None:
        super().__init__(problem)
        self.refused = refused


def read(data: str | bytes) -> ToAgentMessage:
    """Parses a message of the console. Raises `UnreadableError`."""
    if isinstance(data, bytes):
        raise UnreadableError("the console sent a binary message; agents take none", None)
    try:
        return _TO_AGENT.validate_json(data)
    except ValidationError as error:
        problem = _words(error)
        raise UnreadableError(problem, _refusal(data, problem)) from error


def _refusal(data: str, problem: str) -> Refused | None:
    """The refusal of an unreadable plan; None if the message is not recognisable as a plan."""
    try:
        message = json.loads(data)
    except (ValueError, RecursionError):
        return None
    plan = message.get("plan") if isinstance(message, dict) else None
    if not isinstance(plan, dict) or message.get("kind") != "prepare":
        return None
    version = plan.get("schema_version")
    if version != SCHEMA_VERSION:
        code = "schema_version"
        text = (
            f"The plan is of schema version {version}; this agent knows version {SCHEMA_VERSION}."
        )
        remedy = "Bring console and agent to the same version of Orrery."
    else:
        code = "bad_plan"
        text = f"The plan cannot be used: {problem}"[:2000]
        remedy = "Bring console and agent to the same version; if they are, report this as a bug."
    try:
        return Refused(
            run_id=plan.get("run_id", ""),
            repeat=plan.get("repeat", -1),
            code=code,
            message=text,
            remedy=remedy,
        )
    except ValidationError:
        return None


def _words(error: ValidationError) -> str:
    # Imported late: the module reads all schemas, and an agent hardly ever needs it.
    from orrery_contracts.fields import field_errors

    errors = field_errors(error, ToAgent)[:_SHOWN_ERRORS]
    return "; ".join(
        f"{each.field or 'message'} is {each.value}: {each.message}" for each in errors
    )
