"""All problems of a spec come in one answer, whatever part of it they are in."""

from __future__ import annotations

import json

import pytest
from backend_testing.agent import ScriptedAgent
from backend_testing.console import RunningConsole
from orrery_backend.features.scenarios.planners import PlannedNode, plan_workload
from orrery_backend.kit.problems import Findings, ProblemError, field_error, invalid
from orrery_contracts.documents import read_value
from orrery_contracts.errors import Problem, ProblemCode
from orrery_contracts.spec import RunSpec

_GB = 1 << 30

#: Settings on the preset `smoke`, or a whole spec; and the fields that the answer names, in order.
_SEVERAL: dict[str, tuple[dict[str, object], list[str]]] = {
    "schema and placement": (
        {"preset": "smoke", "set": ["workload.entities=-1", "placement.count=9"]},
        ["workload.entities", "placement.count"],
    ),
    "schema of two parts, and placement": (
        {"preset": "smoke", "set": ["repeats=0", "workload.steps=-1", "placement.count=9"]},
        ["workload.steps", "repeats", "placement.count"],
    ),
    "schema, placement and planner": (
        {
            "preset": "smoke",
            "set": [
                "repeats=0",
                "placement.count=3",
                "workload.split=by_hand",
                "workload.split.counts=[1,1]",
            ],
        },
        ["repeats", "placement.count", "workload.split.counts"],
    ),
    "an unknown name, a bad value and placement": (
        {"preset": "smoke", "set": ["workload.entites=3", "repeats=0", "placement.count=9"]},
        ["workload.entites", "repeats", "placement.count"],
    ),
    "placement and planner": (
        {
            "preset": "smoke",
            "set": ["placement.count=3", "workload.behaviour=flock", "workload.changing_share=0.5"],
        },
        ["placement.count", "workload.changing_share"],
    ),
    "placement, planner and transports": (
        {
            "preset": "smoke",
            "set": [
                "placement=named",
                "placement.names=a,zz",
                "workload.behaviour=flock",
                "workload.changing_share=0.5",
                "workload.process_model=process",
                "transports.local=thread",
            ],
        },
        ["placement.names[1]", "workload.changing_share", "transports.local"],
    ),
    "two nodes that are not there, and a planner": (
        {
            "preset": "smoke",
            "set": [
                "placement=named",
                "placement.names=zy,zz",
                "workload.behaviour=flock",
                "workload.update_period_steps=3",
            ],
        },
        ["placement.names[0]", "placement.names[1]", "workload.update_period_steps"],
    ),
    "a whole spec: schema and placement": (
        {"spec": {"repeats": 0, "placement": {"kind": "fastest", "count": 9}}},
        ["spec.repeats", "placement.count"],
    ),
}


@pytest.mark.parametrize("path", ["/runs", "/specs/check"])
@pytest.mark.parametrize("case", _SEVERAL)
async def test_problems_of_several_parts_come_in_one_answer(
    console: RunningConsole, agents: list[ScriptedAgent], path: str, case: str
) -> None:
    body, fields = _SEVERAL[case]
    response = await console.client.post(path, content=json.dumps(body))
    problem = Problem.model_validate_json(response.content)
    assert problem.status == 422
    assert [error.field for error in problem.errors] == fields
    assert all(error.message and error.remedy for error in problem.errors)
    assert f"({len(fields) - 1} more)" in problem.detail


async def test_nothing_is_guessed_of_what_a_problem_leaves_open(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    """Without a valid workload no planner is asked, without a valid placement none either."""
    for setting in ("workload.split=nonsense", "placement.count=-1"):
        body = {
            "preset": "smoke",
            "set": [setting, "workload.behaviour=flock", "workload.changing_share=0.5"],
        }
        response = await console.client.post("/specs/check", json=body)
        problem = Problem.model_validate_json(response.content)
        assert len(problem.errors) == 1
        assert problem.errors[0].field.startswith(setting.split("=")[0])


#: Workload and the fields of its problems, on two nodes of 1 GB and 2 CPUs.
_OF_PLANNERS: list[tuple[dict[str, object], list[str]]] = [
    (
        {
            "kind": "phold",
            "workers": 3,
            "threads_per_list": 2,
            "engine": "multi_fel",
            "lps": 1,
            "remote_share": 0.5,
            "lookahead": 0,
        },
        [
            "placement.count",
            "workload.lookahead",
            "workload.threads_per_list",
            "workload.remote_share",
        ],
    ),
    (
        {
            "kind": "rti_latency",
            "cpus": 64,
            "attributes": 64,
            "attribute_bytes": 65_000,
            "data": {"bundling": {"bytes": 10}, "groups": 4},
        },
        [
            "workload.cpus",
            "workload.attribute_bytes",
            "workload.data.bundling.bytes",
            "workload.data.groups",
        ],
    ),
    (
        {
            "kind": "federation_mix",
            "federates": 2,
            "groups": 2,
            "groups_of_federate": 3,
            "least_bytes": 200,
            "most_bytes": 100,
        },
        ["workload.groups_of_federate", "workload.least_bytes"],
    ),
    (
        {
            "kind": "universe_migration",
            "carried_bytes": 25,
            "resource_manager": "apart",
            "process_model": "pooled",
            "load": "nominal",
        },
        ["workload.carried_bytes", "workload.resource_manager", "workload.load"],
    ),
    (
        {
            "kind": "rti_time_advance",
            "rti": "helics",
            "process_model": "pooled",
            "link_delay_ms": 3,
            "fan_out": 5,
            "federates": 2,
        },
        [
            "workload.rti",
            "workload.process_model",
            "workload.link_delay_ms",
            "workload.fan_out",
        ],
    ),
]


@pytest.mark.parametrize(("workload", "fields"), _OF_PLANNERS)
def test_a_planner_tells_all_its_problems(workload: dict[str, object], fields: list[str]) -> None:
    spec = read_value(RunSpec, {"workload": workload, "placement": {"kind": "fastest", "count": 2}})
    nodes = [PlannedNode(name, 1000.0, _GB, 2) for name in ("a", "b")]
    with pytest.raises(ProblemError) as caught:
        plan_workload(spec, nodes)
    assert [error.field for error in caught.value.errors] == fields


def test_findings_of_one_code_keep_it_and_mixed_ones_are_invalid() -> None:
    few = invalid(field_error("a", 1, "Few.", "Join."), code=ProblemCode.TOO_FEW_NODES)
    bad = invalid(field_error("b", 1, "Bad.", "Mend."))
    found = Findings()
    assert found.attempt(lambda: 3) == 3
    found.raise_if_any()
    with found:
        raise few
    with found:
        raise few
    assert found.problem().code is ProblemCode.TOO_FEW_NODES
    assert len(found.problem().errors) == 1
    with found:
        raise bad
    assert found.problem().code is ProblemCode.INVALID
    with pytest.raises(ProblemError, match="1 more"):
        found.raise_if_any()


def test_findings_pass_on_what_is_no_finding() -> None:
    found = Findings()
    with pytest.raises(KeyError), found:
        raise KeyError("a fault")
    with pytest.raises(ProblemError, match="down"), found:
        raise ProblemError(ProblemCode.UNAVAILABLE, "The store is down.")
