"""Checks models, a few at a time, and knows those that ship."""

from __future__ import annotations

import asyncio
from pathlib import Path

from orrery_contracts.documents import read_text
from orrery_contracts.errors import FieldError, ProblemCode
from orrery_contracts.model import ModelError, ModelExample, ModelExamples, ModelReport
from orrery_contracts.models import load_models

from orrery_backend.features.models import worker
from orrery_backend.kit.problems import ProblemError, field_error, invalid

#: More would take the CPUs from what is measured on this machine.
_AT_ONCE = 2
_TIMEOUT_S = 10.0

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

    async def refuse_bad(self, field: str, text: str) -> None:
        """Raises `ProblemError` naming the field if the model has errors. Where models cannot be
        checked here, that is left to the node that runs it.
        """
        try:
            report = await self.check(text)
        except ProblemError as error:
            if error.code is ProblemCode.UNAVAILABLE:
                return
            raise
        if report.ok:
            return
        raise invalid(*(_as_field_error(field, text, error) for error in report.errors[:_MOST]))

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


def _as_field_error(field: str, text: str, error: ModelError) -> FieldError:
    where = f"Line {error.line}, column {error.column}: " if error.line else ""
    line = text.split("\n")[error.line - 1].strip() if error.line else f"{len(text)} characters"
    return field_error(
        field, line, f"{where}{error.message}.", "Correct the model there, then launch it again."
    )
