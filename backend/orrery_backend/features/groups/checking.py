"""What a sweep or a suite would make, and how long that may take."""

from __future__ import annotations

from collections.abc import Sequence

from orrery_contracts.sweep import PlannedCell, SweepCheck

from orrery_backend.features.groups.axes import axes_of, dumped, values_of
from orrery_backend.features.groups.planning import PlannedRun
from orrery_backend.features.runs.service import RunService


async def check_planned(
    runs: RunService, planned: Sequence[PlannedRun], paths: Sequence[str]
) -> SweepCheck:
    """Cells without an estimate are taken to last as long as the others do on average."""
    specs = [dumped(run.spec) for run in planned]
    axes = axes_of(paths, specs)
    estimates = await runs.estimates([run.spec for run in planned])
    known = [seconds for seconds in estimates if seconds is not None]
    return SweepCheck(
        axes=axes,
        cells=[
            PlannedCell(
                item=run.item,
                cell=run.cell,
                label=run.label,
                values=values_of(spec, axes),
                repeats=run.spec.repeats,
                nodes=run.nodes,
                estimate_s=seconds,
            )
            for run, spec, seconds in zip(planned, specs, estimates, strict=True)
        ],
        runs=len(planned),
        repeats=sum(run.spec.repeats for run in planned),
        estimate_s=sum(known) / len(known) * len(planned) if known else None,
        estimated_cells=len(known),
    )
