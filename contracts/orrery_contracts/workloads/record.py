"""What the parts of Orrery need to know of a workload besides its parameters.

Each module of this package ends with the `RECORD` of its workload; `registry.WORKLOADS` lists them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from orrery_contracts.base import Contract


class WorkloadSpec(Contract):
    """Base of the parameters of a workload."""

    kind: str


class PlannedWorkload(Contract):
    """Base of a workload's plan: its parameters as a worker gets them, nothing left to choose."""

    kind: str


class Family(StrEnum):
    """What a workload is about, as lists of workloads and presets are divided."""

    UNIVERSE = "Universe simulation"
    FEDERATIONS = "Federations"
    EVENTS = "Event simulation"
    MACHINE = "Machine alone"


@dataclass(frozen=True, kw_only=True)
class WorkloadRecord:
    """One workload. Its view is `frontend/src/features/results/<kind>/view.ts`, its code
    `sim-core/workloads/<kind>`."""

    title: str
    """In the middle of a sentence: `universe steps`."""
    family: Family
    spec: type[WorkloadSpec]
    plan: type[PlannedWorkload]
    progress_unit: str
    """The unit in which the measured part counts its progress, singular: `step`."""
    carried: str
    """What a node carries, plural: `entities`."""
    leading_metrics: tuple[str, ...]
    """Metrics that say most, the first first: of those that a run has, lists show the first three,
    a comparison is about the first, and charts begin with it."""
    first_fields: tuple[str, ...] = ()
    """Fields of the spec that a form shows first. The others are behind `More`, but for those in
    which a preset differs from the defaults. Empty: all are shown."""
    simulated_by: tuple[str, ...] = ()
    """Fields of the spec that decide what is simulated, whatever carries it out: runs that agree in
    them and in the seed must end with the same checksum. Empty for a workload whose result depends
    on the machine; its checksum is always 0."""
    amount: tuple[str, ...] = ()
    """Further fields of the spec that decide how much is to be carried. A count that differs
    between runs that differ in these fields or in `simulated_by` is set, and neither better nor
    worse."""
    presets: tuple[str, ...] = ()
    """Names of its presets, in the order in which they are offered."""
    published: tuple[str, ...] = ()
    """Ids of published tables that say something about the workload's own question."""
    between_nodes: tuple[str, ...] = ()
    """Kinds of messages that cross from node to node, counted where they arrive."""

    @cached_property
    def kind(self) -> str:
        """The tag of spec and plan, and the name of the workload's folders."""
        return str(self.spec.model_fields["kind"].default)
