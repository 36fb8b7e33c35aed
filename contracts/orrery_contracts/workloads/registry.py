"""All workloads. A new one is a module of this package and a line here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Union

from pydantic import Field

from orrery_contracts.workloads import (
    federation_mix,
    fel_test,
    hold,
    messaging,
    model_language,
    networked_systems,
    phold,
    primitives,
    process_activity,
    rti_integrated,
    rti_latency,
    rti_stress,
    rti_throughput,
    rti_time_advance,
    thread_test,
    universe_migration,
    universe_steps,
)
from orrery_contracts.workloads.record import PlannedWorkload, WorkloadRecord, WorkloadSpec

#: In the order in which forms, presets and lists offer them.
WORKLOADS: tuple[WorkloadRecord, ...] = (
    universe_steps.RECORD,
    universe_migration.RECORD,
    process_activity.RECORD,
    messaging.RECORD,
    networked_systems.RECORD,
    rti_latency.RECORD,
    rti_throughput.RECORD,
    rti_time_advance.RECORD,
    rti_integrated.RECORD,
    rti_stress.RECORD,
    federation_mix.RECORD,
    phold.RECORD,
    fel_test.RECORD,
    thread_test.RECORD,
    primitives.RECORD,
    hold.RECORD,
    model_language.RECORD,
)

_BY_KIND = {record.kind: record for record in WORKLOADS}

if TYPE_CHECKING:
    # A type checker cannot read unions made of data.
    Workload = WorkloadSpec
    WorkloadPlan = PlannedWorkload
else:
    Workload = Annotated[
        Union[tuple(record.spec for record in WORKLOADS)],  # noqa: UP007
        Field(discriminator="kind", title="Workload"),
    ]
    WorkloadPlan = Annotated[
        Union[tuple(record.plan for record in WORKLOADS)],  # noqa: UP007
        Field(discriminator="kind"),
    ]


def record_of(workload: WorkloadSpec) -> WorkloadRecord:
    """The record of a workload's type."""
    return _BY_KIND[workload.kind]


def leading_metrics(kind: str) -> tuple[str, ...]:
    """Names of the metrics that say most of such a run, the first first; none for a workload of
    another version."""
    record = _BY_KIND.get(kind)
    return record.leading_metrics if record is not None else ()


def published_tables(kind: str) -> tuple[str, ...]:
    """Ids of the published tables about a workload's own question."""
    record = _BY_KIND.get(kind)
    return record.published if record is not None else ()
