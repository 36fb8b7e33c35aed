"""Specs: from what a person sends to a whole, checked document, and from there to plans."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from orrery_contracts.agent import NodeFacts
from orrery_contracts.api import NewRun, PresetList, Waiting
from orrery_contracts.conditions import LocalTransport, NodeTransport
from orrery_contracts.documents import InvalidDocument, read_value
from orrery_contracts.errors import FieldError, ProblemCode
from orrery_contracts.model import OwnModel
from orrery_contracts.overrides import try_overrides
from orrery_contracts.plan import PlanNode, PlanTransports, WorkerPlan
from orrery_contracts.presets import UnknownPreset, find_preset, load_presets
from orrery_contracts.spec import FastestNodes, NamedNodes, Preset, RunSpec
from orrery_contracts.workloads.model_language import ModelLanguage
from orrery_contracts.workloads.universe_steps import ModelState, UniverseSteps

from orrery_backend.features.fleet.service import FleetService
from orrery_backend.features.models.service import ModelService
from orrery_backend.features.scenarios.placement import (
    Candidate,
    choose_nodes,
    decide_between,
    decide_local,
    refuse_plain_data,
    refuse_shared_machines,
)
from orrery_backend.features.scenarios.planners import (
    Assignment,
    PlannedNode,
    not_chosen,
    plan_workload,
    work_of,
)
from orrery_backend.features.scenarios.waiting import conditions_for, waiting_of
from orrery_backend.kit.problems import Findings, ProblemError, field_error, invalid

__all__ = ["PlacedSpec", "ScenarioService", "work_of"]


@dataclass(frozen=True, slots=True)
class PlacedSpec:
    """A spec on nodes: everything decided but the run's identity."""

    spec: RunSpec
    nodes: tuple[Candidate, ...]
    assignment: Assignment
    local: LocalTransport
    between: NodeTransport

    @property
    def waiting(self) -> list[Waiting | None]:
        """How each node's endpoints wait, where that was left open."""
        return waiting_of(self.spec.conditions, self.nodes, self.assignment.endpoints)

    def worker_plans(self, run_id: str, repeat: int) -> list[WorkerPlan]:
        """One plan for each node. Each repeat has a token of its own: a straggler of the last
        cannot meet it.
        """
        token = str(secrets.randbits(64))
        plan_nodes = [
            PlanNode(index=index, name=name, rating=facts.rating, cores=facts.cpu_limit)
            for index, (name, facts) in enumerate(self.nodes)
        ]
        waiting = self.waiting
        return [
            WorkerPlan(
                schema_version=1,
                run_id=run_id,
                repeat=repeat,
                node_index=index,
                nodes=plan_nodes,
                seed=self.spec.seed,
                workload=self.assignment.workload,
                transports=PlanTransports(
                    local=self.local,
                    nodes=self.between,
                    bind_address=facts.address,
                    peer_timeout_ms=self.spec.transports.peer_timeout_ms,
                    token=token,
                ),
                conditions=conditions_for(self.spec.conditions, waiting[index]),
                telemetry=self.spec.telemetry,
                rendezvous_timeout_ms=self.spec.limits.rendezvous_timeout_ms,
                run_timeout_s=self.spec.limits.run_timeout_s,
            )
            for index, (_, facts) in enumerate(self.nodes)
        ]


class ScenarioService:
    """Presets are read once, at the start."""

    def __init__(self, fleet: FleetService, models: ModelService) -> None:
        self._fleet = fleet
        self._models = models
        self._presets = load_presets()

    def presets(self) -> PresetList:
        return PresetList(items=self._presets)

    def preset(self, name: str) -> Preset:
        try:
            return find_preset(name, self._presets)
        except UnknownPreset as error:
            raise invalid(
                field_error("preset", name, str(error), error.remedy),
                code=ProblemCode.UNKNOWN_PRESET,
            ) from error

    def resolve(self, asked: NewRun) -> RunSpec:
        """The whole spec that is meant, overrides applied; not yet held against the fleet."""
        if asked.spec is not None and asked.preset is not None:
            raise invalid(
                field_error(
                    "preset",
                    asked.preset,
                    "Both a spec and a preset are given.",
                    "Give one of them.",
                )
            )
        if asked.spec is None and asked.preset is None:
            raise invalid(
                field_error(
                    "",
                    None,
                    "Neither a spec nor a preset is given.",
                    f"Give spec, or preset with one of: {self._names()}.",
                )
            )
        spec = asked.spec if asked.spec is not None else self.preset(asked.preset or "").spec
        if not asked.set:
            return spec
        changed, errors = try_overrides(spec.model_dump(mode="json"), asked.set, RunSpec)
        broken = _parts_of(errors)
        try:
            read = read_value(RunSpec, changed)
        except InvalidDocument as error:
            # A part with a bad setting may be invalid for the lack of it.
            later = [each for each in error.errors if not _parts_of([each]) & broken]
            raise invalid(*errors, *later) from error
        if errors:
            raise invalid(*errors)
        return read

    async def accept(self, asked: NewRun) -> PlacedSpec:
        """The spec that is meant, on the nodes it would have now. Raises one `ProblemError` with
        all that is wrong with it, as far as this can be known.
        """
        try:
            spec = self.resolve(asked)
        except ProblemError as problem:
            meant = asked.spec
            if meant is None and asked.preset is not None and problem.code is ProblemCode.INVALID:
                meant = self.preset(asked.preset).spec
            if meant is None or not asked.set:
                raise
            changed, _ = try_overrides(meant.model_dump(mode="json"), asked.set, RunSpec)
            raise self._with_other_problems(changed, problem, "") from problem
        found = Findings()
        placed = found.attempt(self.place, spec)
        with found:
            await self.examine(spec)
        if found or placed is None:
            raise found.problem()
        return placed

    def with_other_problems(self, body: object, problem: ProblemError) -> ProblemError:
        """The problem of a `NewRun` that cannot be read, and those of its spec's other parts."""
        spec = body.get("spec") if isinstance(body, dict) and not body.get("set") else None
        if not isinstance(spec, dict):
            return problem
        return self._with_other_problems(spec, problem, "spec.")

    def _with_other_problems(
        self, document: dict[str, object], problem: ProblemError, prefix: str
    ) -> ProblemError:
        """Adds what is wrong with the parts of a spec that have no error so far. `prefix` is the
        spec's path in the fields of the problem.
        """
        if any(not error.field.startswith(prefix) for error in problem.errors):
            return problem
        broken = _parts_of(problem.errors, prefix)
        if "placement" in broken:
            # How many nodes it has is open.
            return problem
        whole = {key: part for key, part in document.items() if key not in broken}
        try:
            spec = read_value(RunSpec, whole)
        except InvalidDocument:
            return problem
        found = Findings()
        found.add(*problem.errors, code=problem.code)
        if "workload" in broken:
            with found:
                refuse_shared_machines(spec, self._chosen(spec))
        else:
            found.attempt(self.place, spec)
        return found.problem()

    async def examine(self, spec: RunSpec) -> None:
        """Looks for what only a worker can say of a spec. Raises `ProblemError`."""
        workload = spec.workload
        if isinstance(workload, ModelLanguage) and isinstance(workload.model, OwnModel):
            await self._models.refuse_bad("workload.model.text", workload.model.text)
        if isinstance(workload, UniverseSteps) and isinstance(workload.state, ModelState):
            await self._models.refuse_bad_entity("workload.state", workload.state)

    def _names(self) -> str:
        return ", ".join(preset.name for preset in self._presets)

    def online(self) -> int:
        """How many nodes are online."""
        return len(self._fleet.online())

    def online_facts(self) -> dict[str, NodeFacts]:
        """Facts of the nodes that are online, by name."""
        return {node.name: node.facts for node in self._fleet.online()}

    def candidates(self, spec: RunSpec) -> list[str]:
        """Names of the nodes that could run the spec alone, fastest first: those that its placement
        names, or all that are online and begin with its `among`. Raises `ProblemError` if there is
        none.
        """
        if isinstance(spec.placement, FastestNodes):
            among = spec.placement.among
            count = sum(node.name.startswith(among) for node in self._fleet.online())
            # Each node is a candidate by itself, also beside others on its machine.
            every = spec.placement.model_copy(
                update={"count": max(1, count), "separate_machines": False}
            )
            spec = spec.model_copy(update={"placement": every})
        return [name for name, _ in self._chosen(spec)]

    def cpus(self, spec: RunSpec) -> int:
        """CPUs of the smallest node on which the spec is placed. Raises `ProblemError`."""
        return min(facts.cores for _, facts in self._chosen(spec))

    def _chosen(self, spec: RunSpec) -> list[Candidate]:
        online = [(node.name, node.facts) for node in self._fleet.online()]
        known = [node.name for node in self._fleet.nodes()]
        return choose_nodes(spec, online, known, self._fleet.join_command)

    def place(self, spec: RunSpec) -> PlacedSpec:
        """On nodes that its placement chooses among those online. Raises `ProblemError`."""
        found = Findings()
        nodes = found.attempt(self._chosen, spec)
        if nodes is not None:
            return self.place_on(spec, nodes)
        # Some problems are the same on any nodes.
        names = _names_asked(spec)
        found.attempt(plan_workload, spec, not_chosen(names))
        found.attempt(decide_local, spec)
        found.attempt(refuse_plain_data, spec, len(names))
        raise found.problem()

    def place_on(self, spec: RunSpec, nodes: Sequence[Candidate]) -> PlacedSpec:
        """On these, master first. Pure: equal facts give an equal plan. Raises `ProblemError`."""
        found = Findings()
        found.attempt(refuse_shared_machines, spec, nodes)
        planned = [
            PlannedNode(
                name,
                facts.rating,
                facts.memory_bytes,
                facts.cores,
                (*facts.rti_peers, *facts.third_party_transports),
            )
            for name, facts in nodes
        ]
        assignment = found.attempt(plan_workload, spec, planned)
        local = found.attempt(decide_local, spec)
        between = found.attempt(decide_between, spec, nodes)
        if found or assignment is None or local is None or between is None:
            raise found.problem()
        return PlacedSpec(
            spec=spec, nodes=tuple(nodes), assignment=assignment, local=local, between=between
        )


def _parts_of(errors: Sequence[FieldError], prefix: str = "") -> set[str]:
    """The parts of a spec that have errors: `workload` for `workload.split.counts[1]`."""
    return {re.split(r"[.\[]", error.field.removeprefix(prefix))[0] for error in errors}


def _names_asked(spec: RunSpec) -> list[str]:
    """Of the nodes that the placement asks for; numbers if it leaves the choice open."""
    if isinstance(spec.placement, NamedNodes):
        return list(dict.fromkeys(spec.placement.names))
    return [str(number) for number in range(1, spec.placement.count + 1)]
