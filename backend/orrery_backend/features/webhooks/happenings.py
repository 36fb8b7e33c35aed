"""What happened, as payloads of webhooks. Reads runs, groups and nodes through their services."""

from __future__ import annotations

from collections.abc import Iterable

from orrery_contracts.api import MetricComparison, RunDocument, Verdict
from orrery_contracts.baseline import GroupComparison, MetricOverCells
from orrery_contracts.group import GroupKind, GroupSummary
from orrery_contracts.webhook import (
    MOST_WORSE,
    WebhookEvent,
    WebhookPayload,
    WebhookSubject,
    WorseMetric,
)

from orrery_backend.features.baselines.service import BaselineService
from orrery_backend.features.fleet.service import Node
from orrery_backend.features.groups.service import GroupService
from orrery_backend.features.runs.service import RunService
from orrery_backend.features.webhooks.repository import Happening
from orrery_backend.kit.clock import instant
from orrery_backend.kit.problems import ProblemError, shortened


class Happenings:
    """Makes payloads. `public_url`: address of the page for people, without a slash at its end;
    empty: payloads have no links.
    """

    def __init__(
        self,
        runs: RunService,
        groups: GroupService,
        baselines: BaselineService,
        public_url: str,
    ) -> None:
        self._runs = runs
        self._groups = groups
        self._baselines = baselines
        self._public_url = public_url

    def is_settled(self, run_id: str) -> bool:
        """Whether nothing more will be stored of a run that has ended."""
        return self._runs.active_view(run_id) is None

    async def run_ended(self, run_id: str) -> Happening | None:
        """None for a run that was deleted meanwhile, or does not count as ended any more."""
        try:
            document, _ = await self._runs.document(run_id)
        except ProblemError:
            return None
        run = document.summary
        if run.ended_at is None:
            return None
        event = WebhookEvent.RUN_ENDED if run.group is None else WebhookEvent.CELL_ENDED
        data = WebhookSubject(
            kind="run",
            number=run.number,
            group=None if run.group is None else run.group.number,
            name=run.name,
            state=run.state.value,
            reason=shortened(_reason(document), 2000),
            checks_hold=run.checks_hold,
            url=self._link(f"/runs/{run.number}"),
        )
        payload = WebhookPayload(type=event, timestamp=run.ended_at, data=data)
        return Happening(f"run:{run_id}", f"run {run.number}", payload)

    async def group_ended(self, group_id: str) -> Happening | None:
        """None if a run of the group has not ended, or the group was deleted meanwhile."""
        try:
            record = await self._groups.record(group_id)
        except ProblemError:
            return None
        if not await self._groups.settle(record, await self._groups.states(group_id)):
            return None
        for group in await self._groups.summaries([group_id]):
            if group.ended_at is not None:
                return self._group_happening(group, group.ended_at)
        return None

    async def got_worse(self, group_id: str) -> list[Happening]:
        """One for each baseline that an ended sweep or suite is worse than."""
        try:
            worse = await self._baselines.worse(group_id)
        except ProblemError:
            return []  # deleted meanwhile, or too large for a baseline
        return [
            self._worse_happening(comparison, group, group.ended_at)
            for group in (await self._groups.summaries([group_id]) if worse else [])
            if group.ended_at is not None
            for comparison in worse
        ]

    def _worse_happening(
        self, comparison: GroupComparison, group: GroupSummary, ended_at: str
    ) -> Happening:
        name, conclusion = comparison.baseline, comparison.conclusion
        data = WebhookSubject(
            kind="suite" if group.kind is GroupKind.SUITE else "sweep",
            number=group.number,
            name=group.title,
            state=group.state.value,
            reason=shortened(" ".join([conclusion.sentence, *conclusion.doubts]), 2000),
            checks_hold=_checks_hold(group),
            baseline=name,
            worse=_worse_metrics(comparison)[:MOST_WORSE],
            url=self._link(f"/groups/{group.number}?baseline={name}"),
        )
        payload = WebhookPayload(type=WebhookEvent.METRIC_WORSE, timestamp=ended_at, data=data)
        source = f"worse:{group.id}:{ended_at}:{name}"
        return Happening(source, f"{group.kind.value} {group.number}", payload)

    def _group_happening(self, group: GroupSummary, ended_at: str) -> Happening:
        data = WebhookSubject(
            kind="suite" if group.kind is GroupKind.SUITE else "sweep",
            number=group.number,
            name=group.title,
            state=group.state.value,
            reason=_counted(group),
            checks_hold=_checks_hold(group),
            url=self._link(f"/groups/{group.number}"),
        )
        payload = WebhookPayload(type=WebhookEvent.GROUP_ENDED, timestamp=ended_at, data=data)
        # A group ends again after a retry of its runs.
        source = f"group:{group.id}:{ended_at}"
        return Happening(source, f"{group.kind.value} {group.number}", payload)

    def node_changed(self, node: Node, now_ms: int) -> Happening:
        event = WebhookEvent.NODE_RETURNED if node.online else WebhookEvent.NODE_LOST
        reason = (
            "The node is online again."
            if node.online
            else "The console hears nothing from the node's agent."
        )
        data = WebhookSubject(
            kind="node",
            name=node.name,
            state="online" if node.online else "offline",
            reason=reason,
            url=self._link("/fleet"),
        )
        payload = WebhookPayload(type=event, timestamp=instant(now_ms), data=data)
        return Happening(f"{event.value}:{node.name}:{now_ms}", f"node {node.name}", payload)

    def test(self, webhook: str, identity: str, now_ms: int) -> Happening:
        data = WebhookSubject(
            kind="test",
            name=webhook,
            state="done",
            reason="An administrator of Orrery has sent this request to try the webhook.",
            url=self._link("/access"),
        )
        payload = WebhookPayload(type="test", timestamp=instant(now_ms), data=data)
        return Happening(f"test:{identity}", "test", payload)

    def _link(self, path: str) -> str | None:
        return self._public_url + path if self._public_url else None


def changed_nodes(
    nodes: Iterable[Node], told: dict[str, bool], *, offline_counts: bool
) -> tuple[list[Node], list[Node], list[str]]:
    """Nodes whose state is not the state that was told; nodes that are online for the first time;
    names of nodes that were forgotten. Nodes that a workload manager lends come and go, so they are
    left out. `offline_counts` is false while agents still come back after the console's start.
    """
    own = [node for node in nodes if node.facts.allocation is None]
    new = [node for node in own if node.online and node.name not in told]
    changed = [
        node
        for node in own
        if told.get(node.name, node.online) != node.online and (node.online or offline_counts)
    ]
    return changed, new, sorted(told.keys() - {node.name for node in own})


def _reason(document: RunDocument) -> str:
    failure = document.summary.failure
    if failure is None:
        return document.outcome
    return f"{failure.message} {failure.remedy}"


def _checks_hold(group: GroupSummary) -> bool | None:
    verdicts = [v for v in (group.checks_hold, group.shapes_hold) if v is not None]
    return all(verdicts) if verdicts else None


def _worse_metrics(comparison: GroupComparison) -> list[WorseMetric]:
    """Metrics over all cells first."""
    found: list[tuple[int | None, MetricOverCells | MetricComparison]] = [
        (None, metric) for metric in comparison.metrics
    ]
    found += [(cell.run, cell.metric) for cell in comparison.cells]
    return [
        WorseMetric(
            metric=metric.metric,
            title=metric.title,
            unit=metric.unit,
            run=run,
            ratio=metric.ratio,
            ratio_low=metric.ratio_low,
            ratio_high=metric.ratio_high,
            sentence=metric.sentence,
        )
        for run, metric in found
        if metric.verdict is Verdict.WORSE
    ]


def _counted(group: GroupSummary) -> str:
    rest = f", {group.runs_failed} failed or were cancelled" if group.runs_failed else ""
    return f"{group.runs_done} of {group.runs} runs are done{rest}."
