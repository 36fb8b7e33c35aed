"""Plans `model_language`: the model as text. What is wrong with it only its interpreter can say,
and that is the worker's.
"""

from __future__ import annotations

from orrery_contracts.model import OwnModel
from orrery_contracts.model_language import ModelLanguage, ModelLanguagePlan
from orrery_contracts.models import text_of
from orrery_contracts.spec import RunSpec

from orrery_backend.features.scenarios.planners.face import Assignment, PlannedNode, Work
from orrery_backend.features.scenarios.planners.single_node import the_one_node

#: Times taken in a round beside those of arrays and nested elements: operations, dependencies, live
#: change, text, and states of three primitives, a string and the model's instances.
_OTHER_TIMES = 58
_TIMES_OF_A_STATE = 7


class ModelLanguagePlanner:
    """See `planners.face.Planner`."""

    def plan(self, spec: RunSpec, nodes: list[PlannedNode]) -> Assignment:
        load = spec.workload
        assert isinstance(load, ModelLanguage)
        the_one_node(spec, nodes)
        name = "given text" if isinstance(load.model, OwnModel) else load.model.name.value
        plan = ModelLanguagePlan(
            model_name=name,
            model_text=text_of(load.model),
            array_length=load.array_length,
            nesting=load.nesting,
            string_length=load.string_length,
            live_instances=load.live_instances,
            rounds=load.rounds,
            figure_us=load.figure_us,
        )
        rounds = f"{load.rounds:,} round{'s' if load.rounds > 1 else ''}"
        return Assignment(plan, (f"the model {name}, {rounds}",), ())

    def work(self, spec: RunSpec) -> Work:
        load = spec.workload
        assert isinstance(load, ModelLanguage)
        states = len(str(load.array_length)) + 1 + load.nesting + 1
        times = _OTHER_TIMES + _TIMES_OF_A_STATE * states
        return Work((), float(spec.repeats * (load.rounds + 1) * times * load.figure_us))
