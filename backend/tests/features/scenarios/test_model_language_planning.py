"""The model of a run as its text, and the one node that it needs."""

from __future__ import annotations

import pytest
from orrery_backend.features.analysis.simulations import simulated_by
from orrery_backend.features.scenarios.planners import PlannedNode, plan_workload, work_of
from orrery_backend.kit.problems import ProblemError
from orrery_contracts.model import ModelSource, OwnModel, ShippedModel, ShippedModelName
from orrery_contracts.models import load_models
from orrery_contracts.spec import RunSpec
from orrery_contracts.workloads.model_language import ModelLanguage, ModelLanguagePlan

_NODES = [PlannedNode("lyra", 100.0, 0), PlannedNode("vega", 90.0, 0)]
_OWN = OwnModel(text="UNIVERSE U { PROPERTY a : REAL; }")


def _spec(model: ModelSource, **changes: int) -> RunSpec:
    workload = ModelLanguage(model=model).model_copy(update=changes)
    return RunSpec().model_copy(update={"workload": workload})


def _plan(spec: RunSpec) -> ModelLanguagePlan:
    plan = plan_workload(spec, _NODES[:1]).workload
    assert isinstance(plan, ModelLanguagePlan)
    return plan


def test_a_shipped_model_becomes_its_text() -> None:
    assert {model.name for model in load_models()} == {name.value for name in ShippedModelName}
    for model in load_models():
        plan = _plan(_spec(ShippedModel(name=ShippedModelName(model.name))))
        assert (plan.model_name, plan.model_text) == (model.name, model.text)


def test_a_given_text_is_handed_on() -> None:
    plan = _plan(_spec(_OWN, rounds=3, array_length=77))
    assert plan.model_text == _OWN.text
    assert (plan.rounds, plan.array_length) == (3, 77)


def test_more_nodes_are_refused() -> None:
    with pytest.raises(ProblemError) as caught:
        plan_workload(_spec(_OWN), _NODES)
    assert [error.field for error in caught.value.errors] == ["placement.count"]


def test_twice_the_rounds_are_about_twice_the_work() -> None:
    once, twice = (work_of(_spec(_OWN, rounds=rounds)).size for rounds in (100, 200))
    assert twice / once == pytest.approx(2, rel=0.02)


def test_the_state_is_that_of_seed_and_model() -> None:
    one, other = _spec(_OWN, rounds=1), _spec(_OWN, rounds=2)
    assert simulated_by(one) == simulated_by(other)
    assert simulated_by(one) != simulated_by(_spec(ShippedModel()))
