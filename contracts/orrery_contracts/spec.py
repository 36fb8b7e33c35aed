"""The run spec: everything that a person chooses about a run.

Defaults live here alone. The backend resolves a spec completely before it is stored; a worker gets
a plan in which every field is present.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from orrery_contracts.base import MOST_NODES, BigInt, Contract, Label, SchemaVersion, Slug, Text
from orrery_contracts.conditions import RunConditions, TelemetryOptions, Transports
from orrery_contracts.relevance import SEVERAL_NODES, at_least, shown
from orrery_contracts.workloads.registry import Workload
from orrery_contracts.workloads.universe_steps import UniverseSteps

SeparateMachines = Annotated[
    bool, Field(title="Separate machines", json_schema_extra=shown(SEVERAL_NODES))
]
"""Whether each node of a run must be on a machine of its own."""


class FastestNodes(Contract):
    """The best-rated nodes that are online; the fastest is the master."""

    kind: Literal["fastest"] = "fastest"
    count: Annotated[int, Field(ge=1, le=MOST_NODES, title="Nodes")] = 1
    """Number of nodes that take part."""
    among: Annotated[str, Field(max_length=63, title="Among")] = ""
    """Only nodes whose name begins so, for example those of one Slurm job; empty: any node."""
    separate_machines: SeparateMachines = False
    """Choose nodes on different machines only. Nodes on one machine compete for its CPUs."""


class NamedNodes(Contract):
    """The named nodes; the first is the master."""

    kind: Literal["named"] = "named"
    names: Annotated[list[Slug], Field(min_length=1, max_length=MOST_NODES, title="Nodes")]
    """Node names, master first."""
    separate_machines: SeparateMachines = False
    """Refuse nodes that share a machine. Nodes on one machine compete for its CPUs."""


Placement = Annotated[FastestNodes | NamedNodes, Field(discriminator="kind", title="Placement")]


class Limits(Contract):
    """Time limits of a run."""

    rendezvous_timeout_ms: Annotated[
        int, Field(ge=1_000, le=600_000, title="Start time-out", json_schema_extra={"unit": "ms"})
    ] = 30_000
    """Longest time from the launch until all workers are ready. A slower start fails the run."""
    run_timeout_s: Annotated[
        int, Field(ge=1, le=86_400, title="Run time-out", json_schema_extra={"unit": "s"})
    ] = 900
    """Longest duration of a repeat. A longer repeat is stopped and fails the run."""


class Settling(Contract):
    """Repeats added until the leading metric is known well enough."""

    within_percent: Annotated[
        float, Field(ge=0, le=50, title="Interval within", json_schema_extra={"unit": "%"})
    ] = 0
    """Add repeats until both ends of the 95 % interval are this near the median. 0 adds none."""
    most_repeats: Annotated[
        int,
        Field(
            ge=10,
            le=100,
            title="Most repeats",
            json_schema_extra=shown(at_least("settling.within_percent", 0.01)),
        ),
    ] = 30
    """Repeats after which the run ends although its interval is too wide."""


class RunSpec(Contract):
    """A run: its workload, nodes and conditions."""

    schema_version: SchemaVersion = 1
    name: Annotated[Label, Field(min_length=1, title="Name")] = "Untitled run"
    """Title of the run on every page."""
    note: Text = ""
    tags: list[Slug] = Field(default=[], max_length=20)
    workload: Workload = Field(UniverseSteps(), title="Workload")
    placement: Placement = FastestNodes()
    repeats: Annotated[int, Field(ge=1, le=100, title="Repeats")] = 1
    """Launches of the same run. Intervals need five repeats, and so does a difference in the first
    metric of two runs. Other metrics need more."""
    seed: BigInt = "1"
    """Seed of every random stream. The same seed gives the same state checksum."""
    settling: Settling = Field(Settling(), title="Repeats until settled")
    """Add repeats until the result is precise enough."""
    transports: Transports = Transports()
    conditions: RunConditions = RunConditions()
    telemetry: TelemetryOptions = TelemetryOptions()
    limits: Limits = Limits()

    @property
    def is_open_ended(self) -> bool:
        """Whether repeats are added until the result is settled."""
        return self.settling.within_percent > 0

    @property
    def most_repeats(self) -> int:
        """The repeats that a run of this spec can have."""
        return max(self.repeats, self.settling.most_repeats) if self.is_open_ended else self.repeats


class Preset(Contract):
    """A named run spec that ships with Orrery."""

    schema_version: SchemaVersion = 1
    name: Slug
    title: Label
    summary: Text
    source: Label = ""
    """Study and section of the experiment; empty if none."""
    spec: RunSpec
