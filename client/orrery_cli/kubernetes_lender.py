"""Kubernetes as a lender: an indexed job of the chart's template, with one agent in each pod."""

from __future__ import annotations

import re
import secrets
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from orrery_cli.kubernetes_cluster import Cluster
from orrery_cli.lender import Authorise, JobState, Loan, Phase

if TYPE_CHECKING:
    from kubernetes.client import V1Job, V1Pod

_LETTERS = "bcdfghjklmnpqrstvwxz2456789"
_AUTHORITY = "/run/orrery-fleet/ca.pem"
_MADE_FOR_IT = "orrery/token-name"
#: Reasons why a container waits and will not start unless somebody changes something.
_NEVER = frozenset({"ErrImageNeverPull", "ImagePullBackOff", "InvalidImageName"})
_QUOTA = re.compile(r"exceeded quota: .*?requested: (.+?), used: .*?, limited: (\S+)")


class KubernetesLender:
    """Jobs in one namespace. `time_s` is the longest time of a job; None: no limit."""

    def __init__(self, cluster: Cluster, release: str = "", time_s: float | None = None) -> None:
        self._cluster = cluster
        self._release = release
        self._time_s = time_s

    @property
    def manager(self) -> str:
        return "kubernetes"

    @property
    def title(self) -> str:
        return "Kubernetes job"

    @property
    def overview(self) -> str:
        return "kubectl describe nodes"

    def submit(self, loan: Loan, authorise: Authorise | None = None) -> str:
        template = self._cluster.job_template(self._release)
        name = "orrery-" + "".join(secrets.choice(_LETTERS) for _ in range(5))
        if authorise is not None:
            loan = authorise(name)
        self._cluster.create(
            fleet_job(template, name, loan, self._time_s),
            {"token": loan.token, "ca.pem": loan.authority},
        )
        return name

    def state_of(self, job: str) -> JobState:
        found = self._cluster.job(job)
        if found is None:
            return JobState(Phase.ENDED, "deleted")
        if ended := _end_of(found):
            return JobState(Phase.ENDED, ended)
        pods = self._cluster.pods(job)
        for pod in pods:
            if failed := _failure_of(pod):
                return JobState(Phase.RUNS, failed, is_hopeless=True)
        waiting = next((why for pod in pods if (why := _waits_for(pod))), None)
        if waiting is not None:
            reason, is_hopeless = waiting
            return JobState(Phase.WAITS, reason, is_hopeless)
        wanted = (found.spec.parallelism if found.spec else None) or 0
        if len(pods) < wanted:
            return self._without_pods(job, wanted)
        return JobState(Phase.RUNS)

    def log_of(self, job: str) -> str:
        return f"kubectl -n {self._cluster.namespace} logs -l job-name={job}"

    def last_lines(self, job: str, count: int) -> tuple[str, ...]:
        pods = self._cluster.pods(job)
        failed = [pod for pod in pods if _failure_of(pod)] or pods
        return tuple(self._cluster.log(_name(failed[0]), count)) if failed else ()

    def token_name(self, job: str) -> str:
        found = self._cluster.job(job)
        metadata = found.metadata if found is not None else None
        return ((metadata.annotations if metadata else None) or {}).get(_MADE_FOR_IT, "")

    def ended(self) -> tuple[str, ...]:
        """Always empty: Kubernetes deletes ended jobs itself."""
        return ()

    def release(self, job: str) -> None:
        self._cluster.delete(job)

    def _without_pods(self, job: str, wanted: int) -> JobState:
        """The state of a job that has fewer pods than `wanted`, mostly because of a quota."""
        told = [each for each in self._cluster.events(job) if each.reason == "FailedCreate"]
        if not told:
            return JobState(Phase.WAITS)
        words = re.sub(r"^Error creating: ", "", told[-1].message or "")
        return JobState(Phase.WAITS, words, is_hopeless=_exceeds_quota(words, wanted))


def fleet_job(
    template: dict[str, Any], name: str, loan: Loan, time_s: float | None
) -> dict[str, Any]:
    """Fills in the chart's template: name, number of nodes, end, token, address of the console."""
    job: dict[str, Any] = {**template, "metadata": {**template["metadata"], "name": name}}
    if loan.token_name:
        annotations = template["metadata"].get("annotations", {})
        job["metadata"]["annotations"] = {**annotations, _MADE_FOR_IT: loan.token_name}
    spec = job["spec"] = {**template["spec"], "completions": loan.nodes, "parallelism": loan.nodes}
    until = ""
    if time_s is not None:
        spec["activeDeadlineSeconds"] = int(time_s)
        end = datetime.now(UTC) + timedelta(seconds=int(time_s))
        until = end.isoformat(timespec="seconds").replace("+00:00", "Z")
    values = {
        "ORRERY_LENT_JOB": name,
        "ORRERY_LENT_UNTIL": until,
        "ORRERY_IDLE_S": f"{loan.idle_s:g}",
        "ORRERY_CA": _AUTHORITY if loan.authority else "",
    }
    if loan.join:
        values["ORRERY_JOIN"] = loan.join
    pod = spec["template"]["spec"]
    for variable in pod["containers"][0]["env"]:
        if variable["name"] in values:
            variable["value"] = values[variable["name"]]
        elif variable["name"] == "ORRERY_TOKEN":
            variable["valueFrom"]["secretKeyRef"]["name"] = name
    for volume in pod["volumes"]:
        if volume["name"] == "fleet":
            volume["secret"]["secretName"] = name
    return job


def _end_of(job: V1Job) -> str:
    """Why a job has ended; empty if it has not."""
    for condition in (job.status.conditions if job.status else None) or []:
        if condition.type in ("Complete", "Failed") and condition.status == "True":
            return ", ".join(text for text in (condition.type, condition.reason) if text)
    return ""


def _failure_of(pod: V1Pod) -> str:
    """Why a pod has ended; empty if it has not."""
    status = pod.status
    if status is None or status.phase not in ("Failed", "Succeeded"):
        return ""
    if status.reason:
        return f"{_name(pod)}: {status.reason}"
    for container in status.container_statuses or []:
        ended = container.state.terminated if container.state else None
        if ended is not None:
            return f"{_name(pod)} ended with status {ended.exit_code}, {ended.reason}"
    return f"{_name(pod)} ended"


def _waits_for(pod: V1Pod) -> tuple[str, bool] | None:
    """Returns why a pod waits, and whether it will never run; None if it does not wait."""
    status = pod.status
    if status is None or status.phase != "Pending":
        return None
    for container in status.container_statuses or []:
        waiting = container.state.waiting if container.state else None
        if waiting is not None and waiting.reason != "ContainerCreating":
            words = ": ".join(text for text in (waiting.reason, waiting.message) if text)
            return words, waiting.reason in _NEVER
    for condition in status.conditions or []:
        if condition.type == "PodScheduled" and condition.status == "False":
            return condition.message or condition.reason or "", False
    return "its image is fetched", False


def _name(pod: V1Pod) -> str:
    return (pod.metadata.name if pod.metadata else None) or "a pod"


def _exceeds_quota(words: str, nodes: int) -> bool:
    """True if the quota is below what `nodes` pods request, even if nothing else uses the quota."""
    from kubernetes.utils import parse_quantity

    found = _QUOTA.search(words)
    if found is None:
        return False
    requested, limited = (dict(p.split("=", 1) for p in text.split(",")) for text in found.groups())
    return any(
        resource in limited and nodes * parse_quantity(amount) > parse_quantity(limited[resource])
        for resource, amount in requested.items()
    )
