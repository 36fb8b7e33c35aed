"""Reads what the console says, and answers what cannot be read."""

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
    """A message breaks the contract. `refused` is the answer, if it was a plan."""

    def __init__(self, problem: str, refused: Refused | None) -> None:
        super().__init__(problem)
        self.refused = refused


def read(data: str | bytes) -> ToAgentMessage:
    """One message of the console. Raises `UnreadableError`."""
    if isinstance(data, bytes):
        raise UnreadableError("the console sent a binary message; agents take none", None)
    try:
        return _TO_AGENT.validate_json(data)
    except ValidationError as error:
        problem = _words(error)
        raise UnreadableError(problem, _refusal(data, problem)) from error


def _refusal(data: str, problem: str) -> Refused | None:
    """A refusal for a message that is recognisably a plan; None for anything else."""
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
    # Imported when needed: it reads all schemas, and an agent hardly ever does.
    from orrery_contracts.fields import field_errors

    errors = field_errors(error, ToAgent)[:_SHOWN_ERRORS]
    return "; ".join(
        f"{each.field or 'message'} is {each.value}: {each.message}" for each in errors
    )
