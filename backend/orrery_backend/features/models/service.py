"""Checks models, a few at a time, and knows those that ship."""

from __future__ import annotations

import asyncio
from pathlib import Path

from orrery_contracts.documents import read_text
from orrery_contracts.errors import FieldError, ProblemCode
from orrery_contracts.model import (
    ModelComponentKind,
    ModelError,
    ModelExample,
    ModelExamples,
    ModelReport,
)
from orrery_contracts.models import load_models, text_of
from orrery_contracts.workloads.universe_steps import MOST_ENTITY_BYTES, ModelState

from orrery_backend.features.models import worker
from orrery_backend.kit.problems import ProblemError, field_error, invalid

#: More would take the CPUs from what is measured on this machine.
_AT_ONCE = 2
_TIMEOUT_S = 10.0

#: What can be an entity of a universe.
_INSTANCED = (ModelComponentKind.ENTITY, ModelComponentKind.ELEMENT, ModelComponentKind.UNIVERSE)

#: Errors of a model that are told of a field; a check of the model tells all.
_MOST = 3


class ModelService:
    """For the event loop's thread alone."""

    def __init__(self, worker_path: Path, timeout_s: float = _TIMEOUT_S) -> None:
        self._worker = worker_path
        self._timeout_s = timeout_s
        self._turns = asyncio.Semaphore(_AT_ONCE)
        self._examples = load_models()

    def examples(self) -> ModelExamples:
        return ModelExamples(items=self._examples)

    def example(self, name: str) -> ModelExample | None:
        return next((each for each in self._examples if each.name == name), None)

    async def refuse_bad(self, field: str, text: str) -> ModelReport | None:
        """What a check says of a model without errors. Raises `ProblemError` naming the field if
        it has some. None where models cannot be checked here: that is left to the node that runs
        it.
        """
        try:
            report = await self.check(text)
        except ProblemError as error:
            if error.code is ProblemCode.UNAVAILABLE:
                return None
            raise
        if report.ok:
            return report
        raise invalid(*(_as_field_error(field, text, error) for error in report.errors[:_MOST]))

    async def refuse_bad_entity(self, field: str, state: ModelState) -> None:
        """Raises `ProblemError` naming a field if the model has errors, or no such entity or
        constraint."""
        report = await self.refuse_bad(f"{field}.model.text", text_of(state.model))
        if report is None or report.component_count > len(report.components):
            return
        with_state = {
            component.path: component.state_bytes
            for component in report.components
            if component.state_bytes and component.kind in _INSTANCED
        }
        entity = f"{field}.entity"
        if state.entity not in with_state:
            known = ", ".join(with_state) or "none that has a state"
            raise invalid(
                field_error(
                    entity,
                    state.entity,
                    "The model has no entity, element or universe of that name with a state.",
                    f"Choose one of the model's: {known}.",
                )
            )
        if with_state[state.entity] > MOST_ENTITY_BYTES:
            raise invalid(
                field_error(
                    entity,
                    state.entity,
                    f"One has a state of {with_state[state.entity]:,} bytes; at most "
                    f"{MOST_ENTITY_BYTES:,} can be simulated.",
                    "Choose a smaller one, or make its arrays shorter.",
                )
            )
        _refuse_constraint(f"{field}.constraint", state, report)

    async def check(self, text: str) -> ModelReport:
        """Raises `ProblemError` where no report can be made; a bad model has one."""
        async with self._turns:
            try:
                report = await worker.check(self._worker, text.encode(), self._timeout_s)
            except worker.WorkerMissingError as error:
                raise ProblemError(
                    ProblemCode.UNAVAILABLE,
                    f"Models cannot be checked: there is no worker ({error}). Build it with "
                    "`make build`, or name it with ORRERY_WORKER when the console is started.",
                ) from error
            except worker.CheckOverdueError as error:
                raise invalid(
                    field_error(
                        "text",
                        f"{len(text)} characters",
                        f"The check did not end within {self._timeout_s:g} s.",
                        "Make the model smaller; if the machine is busy, try again later.",
                    )
                ) from error
            except worker.CheckFailedError as error:
                raise ProblemError(
                    ProblemCode.INTERNAL, f"The check of the model failed: {error}"
                ) from error
        return read_text(ModelReport, report)


def _refuse_constraint(field: str, state: ModelState, report: ModelReport) -> None:
    known = [
        component.path.removeprefix(f"{state.entity}.")
        for component in report.components
        if component.kind is ModelComponentKind.CONSTRAINT
        and component.path.startswith(f"{state.entity}.")
    ]
    if not state.constraint or state.constraint in known:
        return
    raise invalid(
        field_error(
            field,
            state.constraint,
            f"{state.entity} has no constraint of that name.",
            f"Choose one of the entity's: {', '.join(known)}; or leave it empty."
            if known
            else "Define it in the model, or leave it empty.",
        )
    )


def _as_field_error(field: str, text: str, error: ModelError) -> FieldError:
    where = f"Line {error.line}, column {error.column}: " if error.line else ""
    return field_error(
        field,
        error.caret.split("\n")[0].strip() or f"{len(text)} characters",
        f"{where}{error.message}.",
        "Correct the model there, then launch it again.",
        place=error.caret,
    )
