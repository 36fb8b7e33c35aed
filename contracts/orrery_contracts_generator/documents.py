"""Lists of the documents of each language. Extend them when a document is added."""

from __future__ import annotations

from typing import Any

from orrery_contracts import (
    access,
    agent,
    api,
    baseline,
    errors,
    group_results,
    model,
    move,
    plan,
    results,
    spec,
    stream,
    study,
    suite,
    sweep,
    telemetry,
    worker,
)

#: Every document that two parts exchange, by name.
DOCUMENTS: dict[str, Any] = {
    "RunSpec": spec.RunSpec,
    "Preset": spec.Preset,
    "WorkerPlan": plan.WorkerPlan,
    "AgentSays": worker.AgentSays,
    "WorkerSays": worker.WorkerSays,
    "Calibration": worker.Calibration,
    "WorkerResult": results.WorkerResult,
    "FrameSchema": telemetry.FrameSchema,
    "FromAgent": agent.FromAgent,
    "ToAgent": agent.ToAgent,
    "Problem": errors.Problem,
    "Health": api.Health,
    "SignIn": access.SignIn,
    "Session": access.Session,
    "NewUser": access.NewUser,
    "UserPatch": access.UserPatch,
    "UserList": access.UserList,
    "NewToken": access.NewToken,
    "TokenList": access.TokenList,
    "MadeToken": access.MadeToken,
    "AuditPage": access.AuditPage,
    "WaitingNodeList": access.WaitingNodeList,
    "SessionList": access.SessionList,
    "SignedOut": access.SignedOut,
    "PasswordChange": access.PasswordChange,
    "ApproveNode": access.ApproveNode,
    "NodeView": api.NodeView,
    "NodeList": api.NodeList,
    "PresetList": api.PresetList,
    "NewRun": api.NewRun,
    "SpecCheck": api.SpecCheck,
    "RunPatch": api.RunPatch,
    "RunPage": api.RunPage,
    "RunDocument": api.RunDocument,
    "RunEvent": api.RunEvent,
    "LogLine": api.LogLine,
    "SeriesList": api.SeriesList,
    "RunExport": api.RunExport,
    "ImportReport": api.ImportReport,
    "MoveOrder": move.MoveOrder,
    "MoveAccepted": move.MoveAccepted,
    "PublishedTables": api.PublishedTables,
    "Comparison": api.Comparison,
    "Sweep": sweep.Sweep,
    "SweepCheck": sweep.SweepCheck,
    "Suite": suite.Suite,
    "SuiteList": suite.SuiteList,
    "RunSuite": suite.RunSuite,
    "StudyIndex": study.StudyIndex,
    "GroupDocument": group_results.GroupDocument,
    "GroupPage": group_results.GroupPage,
    "SpeedUps": group_results.SpeedUps,
    "SetBaseline": baseline.SetBaseline,
    "BaselineList": baseline.BaselineList,
    "Baseline": baseline.Baseline,
    "CompareGroup": baseline.CompareGroup,
    "GroupComparison": baseline.GroupComparison,
    "ModelCheck": model.ModelCheck,
    "ModelReport": model.ModelReport,
    "ModelExamples": model.ModelExamples,
    "FromViewer": stream.FromViewer,
    "ToViewer": stream.ToViewer,
    "DecodedFrame": stream.DecodedFrame,
}

#: Documents that the simulation core reads or writes.
CPP_DOCUMENTS = ("WorkerPlan", "AgentSays", "WorkerSays", "Calibration", "ModelReport")

#: Documents that the page never sees, or only passes on.
NOT_FOR_THE_PAGE = (
    "WorkerPlan",
    "AgentSays",
    "WorkerSays",
    "WorkerResult",
    "Calibration",
    "FromAgent",
    "ToAgent",
    "RunExport",
    "DecodedFrame",
)

#: Enums whose values the page also gets as a list.
LISTED_FOR_THE_PAGE = ("RunState",)

#: Documents that the page sends: fields with a default may be absent. All other documents are
#: complete.
REQUESTS = (
    "SignIn",
    "NewUser",
    "UserPatch",
    "NewToken",
    "ApproveNode",
    "NewRun",
    "RunPatch",
    "Sweep",
    "RunSuite",
    "SetBaseline",
    "CompareGroup",
    "ModelCheck",
    "FromViewer",
)
