"""What a run was measured with: settings, machines, and how quiet they were. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from orrery_contracts.agent import NodeFacts
from orrery_contracts.api import RunDocument

from orrery_backend.features.reports.markup import Markup, element
from orrery_backend.features.reports.page import section, table, when

Setting = tuple[str, str, str]
"""Path, title and value."""


def settings_table(settings: Sequence[Setting], of: str = "") -> Markup:
    """`of`: ends the headings, e.g. ` of run 6`."""
    rows = [[title, value, path] for path, title, value in settings]
    return section(f"Settings{of}", table(["Setting", "Value", "Path"], rows))


def machines(run: RunDocument, of: str = "") -> Markup:
    rows = [
        [
            f"{node.name} ({'master' if node.index == 0 else 'slave'})",
            node.assigned,
            _machine(node.facts),
            f"{node.facts.os}, {node.facts.kernel}",
            f"{node.facts.build} {node.facts.commit}",
            f"{node.busy_share_before * 100:.0f} %",
        ]
        for node in run.nodes
    ]
    head = ["Node", "Work", "Machine", "System", "Worker", "Busy before"]
    versions = element("p", "Versions: " + "; ".join(run.versions), class_="soft")
    return section(f"Conditions{of}", table(head, rows, (5,)), versions if run.versions else "")


def _machine(facts: NodeFacts) -> str:
    memory = f"{facts.memory_bytes / 2**30:.1f} GiB"
    return f"{facts.cpu_model}, {facts.cores} cores, {memory}"


def repeats(run: RunDocument, of: str = "") -> Markup:
    rows = [
        [
            str(repeat.repeat + 1),
            repeat.state.value
            if repeat.replaced_by is None
            else f"replaced by {repeat.replaced_by + 1}",
            when(repeat.started_at),
            repeat.quality.grade.value if repeat.quality else "–",
            repeat.quality.reason if repeat.quality else "",
        ]
        for repeat in run.repeats
    ]
    if not rows:
        return Markup("")
    head = ["Repeat", "State", "Started", "Machine", "Reason"]
    return section(f"Repeats{of}", table(head, rows, (0,)))
