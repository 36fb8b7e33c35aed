"""The documents of the REST interface under `/api/v1` (docs/formats/rest-api.md)."""

from __future__ import annotations

from orrery_contracts.api.comparison import (
    ComparedRun,
    Comparison,
    Difference,
    MetricComparison,
    Verdict,
)
from orrery_contracts.api.console import WORKER_BUILD_FILE, Health, WorkerBuild
from orrery_contracts.api.fleet import MOST_SHARING, NodeList, NodeState, NodeView
from orrery_contracts.api.launching import NewRun, PresetList, SpecCheck
from orrery_contracts.api.links import (
    MOST_LINKED,
    LinkMatrix,
    LinkProgress,
    MeasureLinks,
    NodeLink,
)
from orrery_contracts.api.metrics import (
    IntervalKind,
    Mode,
    Precision,
    SummaryMetric,
    WindowMode,
    WindowModes,
    figures_of_modes,
    over_time_of,
)
from orrery_contracts.api.positions import NodePositions, PositionMoment, Positions
from orrery_contracts.api.published import PublishedTable, PublishedTables
from orrery_contracts.api.runs import (
    RepeatNode,
    RepeatReplacement,
    RepeatView,
    RunDocument,
    RunNode,
    RunOrigin,
    RunPage,
    RunPatch,
    RunSetting,
    RunSummary,
    Waiting,
)
from orrery_contracts.api.series import Series, SeriesColumn, SeriesFrame, SeriesList
from orrery_contracts.api.states import LogLine, RunEvent, RunFailure, RunState
from orrery_contracts.api.transfer import ImportedRun, ImportReport, RunExport

__all__ = [
    "MOST_LINKED",
    "MOST_SHARING",
    "WORKER_BUILD_FILE",
    "ComparedRun",
    "Comparison",
    "Difference",
    "Health",
    "ImportReport",
    "ImportedRun",
    "IntervalKind",
    "LinkMatrix",
    "LinkProgress",
    "LogLine",
    "MeasureLinks",
    "MetricComparison",
    "Mode",
    "NewRun",
    "NodeLink",
    "NodeList",
    "NodePositions",
    "NodeState",
    "NodeView",
    "PositionMoment",
    "Positions",
    "Precision",
    "PresetList",
    "PublishedTable",
    "PublishedTables",
    "RepeatNode",
    "RepeatReplacement",
    "RepeatView",
    "RunDocument",
    "RunEvent",
    "RunExport",
    "RunFailure",
    "RunNode",
    "RunOrigin",
    "RunPage",
    "RunPatch",
    "RunSetting",
    "RunState",
    "RunSummary",
    "Series",
    "SeriesColumn",
    "SeriesFrame",
    "SeriesList",
    "SpecCheck",
    "SummaryMetric",
    "Verdict",
    "Waiting",
    "WindowMode",
    "WindowModes",
    "WorkerBuild",
    "figures_of_modes",
    "over_time_of",
]
