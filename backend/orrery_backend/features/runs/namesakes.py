"""What tells runs of the same name apart in a list. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from orrery_contracts.api import RunSetting, RunSummary
from orrery_contracts.spec import RunSpec
from pydantic import TypeAdapter, ValidationError

from orrery_backend.kit.setting_words import Settings, labels_apart, settings_of
from orrery_backend.kit.stored import read_stored
from orrery_backend.kit.upgrades import SPEC_STEPS

_SPEC: TypeAdapter[RunSpec] = TypeAdapter(RunSpec)


def namesakes(runs: Sequence[RunSummary]) -> list[list[str]]:
    """Ids of runs that share name and workload with another run. Cells of sweeps and suites have
    labels of their own and are left out.
    """
    found: dict[tuple[str, str], list[str]] = {}
    for run in runs:
        if run.group is None or not run.group.label:
            found.setdefault((run.name, run.workload), []).append(run.id)
    return [ids for ids in found.values() if len(ids) > 1]


def settings_apart(
    alike: Sequence[Sequence[str]],
    specs: Mapping[str, str],
    without: frozenset[str] = frozenset(),
) -> list[RunSetting]:
    """Of each list of ids, what tells its runs apart. `specs`: as they are stored, by id.
    `without`: parts of a spec that tell nothing apart. Runs that another version stored and this
    one cannot read are left out.
    """
    said = []
    for ids in alike:
        read = {run: _settings(specs[run]) for run in ids if run in specs}
        known = {
            run: {part: value for part, value in settings.items() if part not in without}
            for run, settings in read.items()
            if settings is not None
        }
        labels = labels_apart(list(known.values()))
        said += [
            RunSetting(run=run, label=label)
            for run, label in zip(known, labels, strict=True)
            if label
        ]
    return said


@lru_cache(maxsize=1_000)
def _settings(spec: str) -> Settings | None:
    try:
        return settings_of(read_stored(_SPEC, spec, SPEC_STEPS)[0])
    except ValidationError:
        return None
