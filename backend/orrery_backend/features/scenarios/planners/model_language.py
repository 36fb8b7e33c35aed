"""Plans `model_language`: the model as text. What is wrong with it only its interpreter can say,
and that is the worker's.
"""

from __future__ import annotations

from orrery_contracts.model import OwnModel
from orrery_contracts.models import text_of
from orrery_contracts.spec import RunSpec
from orrery_contracts.workloads.model_language import ModelLanguage, ModelLanguagePlan

from orrery_backend.features.scenarios.planners.face import Assignment, PlannedNode, Work
from orrery_backend.features.scenarios.planners.single_node import the_one_node

#: Times taken in a round beside those of arrays and nested elements: operations, dependencies, live
#: change, text, and states of three primitives, a string and the model's instances.
_OTHER_TIMES = 58
_TIMES_OF_A_STATE = 7


class ModelLanguagePlanner:
    """See `planners.face.Planner`."""

    def plan(self, spec: RunSpec, wanted: ModelLanguage, nodes: list[PlannedNode]) -> Assignment:
        the_one_node(spec, nodes)
        name = "given text" if isinstance(wanted.model, OwnModel) else wanted.model.name.value
        plan = ModelLanguagePlan(
            model_name=name,
            model_text=text_of(wanted.model),
            array_length=wanted.array_length,
            nesting=wanted.nesting,
            string_length=wanted.string_length,
            live_instances=wanted.live_instances,
            rounds=wanted.rounds,
            figure_us=wanted.figure_us,
        )
        rounds = f"{wanted.rounds:,} round{'s' if wanted.rounds > 1 else ''}"
        return Assignment(plan, (f"the model {name}, {rounds}",), ())

    def work(self, spec: RunSpec, wanted: ModelLanguage) -> Work:
        states = len(str(wanted.array_length)) + 1 + wanted.nesting + 1
        times = _OTHER_TIMES + _TIMES_OF_A_STATE * states
        return Work((), float(spec.repeats * (wanted.rounds + 1) * times * wanted.figure_us))
