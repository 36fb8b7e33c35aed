"""What a run is made from: presets, specs with overrides, and the check of a spec."""

from __future__ import annotations

from pydantic import Field

from orrery_contracts.api.runs import Waiting
from orrery_contracts.base import Contract, Label, Slug
from orrery_contracts.results import MessageCount
from orrery_contracts.spec import Preset, RunSpec


class PresetList(Contract):
    """Presets that ship with Orrery."""

    items: list[Preset]


class NewRun(Contract):
    """Create a run from a whole spec, or from a preset with overrides."""

    spec: RunSpec | None = None
    preset: str | None = None
    set: list[str] = Field(default=[], max_length=200)
    """`path=value` overrides, e.g. `workload.managers=2`; the value is JSON, or else text."""


class SpecCheck(Contract):
    """A complete, valid spec, and its placement if it were launched now."""

    spec: RunSpec
    nodes: list[Slug]
    """Nodes of the run, master first."""
    assigned: list[Label]
    """Work of each node."""
    expected_messages_per_step: list[MessageCount]
    estimate_s: float | None
    """Estimated duration in seconds, from earlier runs of the same kind. Null: no earlier runs."""
    waiting: list[Waiting | None] = Field(default=[])
    """How the endpoints of each node would wait, in the order of the nodes. Null: message times are
    not the result, or the spec decides the pinning."""
