"""Every workload takes as many nodes as a run may have, or says how many it can use."""

from __future__ import annotations

import pytest
from orrery_backend.features.scenarios.planners import PlannedNode, plan_workload
from orrery_backend.kit.problems import ProblemError
from orrery_contracts.base import MOST_NODES
from orrery_contracts.presets import load_presets
from orrery_contracts.spec import RunSpec
from orrery_contracts.workloads.universe_steps import UniverseStepsPlan

#: Whatever software a node may have.
_OFFERS = ("helics", "zeromq", "mpi")
_SPECS = {preset.name: preset.spec for preset in load_presets()}


@pytest.mark.parametrize("nodes", [65, MOST_NODES])
@pytest.mark.parametrize("spec", _SPECS.values(), ids=_SPECS)
def test_a_preset_is_planned_or_refused_in_words(spec: RunSpec, nodes: int) -> None:
    offered = [PlannedNode(f"n{i:03d}", 1000.0, 64 << 30, 8, _OFFERS) for i in range(nodes)]
    refused: ProblemError | None = None
    try:
        plan_workload(spec, offered)
    except ProblemError as error:
        refused = error
    assert refused is None or refused.errors
    assert refused is None or all(each.remedy for each in refused.errors)


def test_a_universe_is_split_over_the_most_nodes() -> None:
    spec = RunSpec()
    workload = spec.workload.model_copy(update={"entities": 10_000})
    wide = spec.model_copy(update={"workload": workload})
    offered = [PlannedNode(f"n{i:03d}", 1000.0, 64 << 30) for i in range(MOST_NODES)]
    plan = plan_workload(wide, offered).workload
    assert isinstance(plan, UniverseStepsPlan)
    split = plan.entities_by_node
    assert len(split) == MOST_NODES
    assert sum(split) == 10_000


def test_a_federation_is_refused_more_nodes_than_the_rti_knows() -> None:
    offered = [PlannedNode(f"n{i}", 1000.0, 64 << 30, 8, _OFFERS) for i in range(65)]
    spec = _SPECS["federation-mix-constructive"]
    with pytest.raises(ProblemError, match="at most 64 nodes"):
        plan_workload(spec, offered)
    assert plan_workload(spec, offered[:64]).workload.kind == spec.workload.kind
