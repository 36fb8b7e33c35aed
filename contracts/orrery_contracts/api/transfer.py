"""Runs in files: exports and imports."""

from __future__ import annotations

from orrery_contracts.api.runs import RunDocument, RunOrigin
from orrery_contracts.api.series import Series
from orrery_contracts.api.states import LogLine
from orrery_contracts.base import Contract, Count, RunId, SchemaVersion


class ImportedRun(Contract):
    """A run of a file that was imported."""

    id: RunId
    """The run's id, the same on all consoles."""
    number: Count
    """The run's number on this console."""
    origin: RunOrigin
    """Where the run was measured."""
    is_new: bool
    """False: the run was on this console already, and nothing was changed."""


class ImportReport(Contract):
    """What an import has done."""

    runs: list[ImportedRun]
    """The runs of the file, in the order of their numbers."""


class RunExport(Contract):
    """A run in one file, with its complete series."""

    schema_version: SchemaVersion
    run: RunDocument
    log: list[LogLine]
    series: list[Series]
