"""Borrows nodes from Kubernetes. A fake API server on loopback answers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import nullcontext
from datetime import datetime
from pathlib import Path

import pytest
from backend_testing.agent import ScriptedAgent
from backend_testing.console import RunningConsole, running_console, until
from orrery_backend.kit.file_tokens import Tokens
from orrery_cli import lent_nodes
from orrery_cli.failure import BAD_INPUT, CommandError
from orrery_cli.kubernetes_cluster import Cluster
from orrery_cli.kubernetes_lender import KubernetesLender
from orrery_cli.lender import JobState, Loan, Phase
from orrery_cli.lent_nodes import Lent
from orrery_client import Orrery
from orrery_testing.chart import rendered
from orrery_testing.kubernetes import FakeKubernetes, environment_of, has_its_secrets

_UNSCHEDULABLE = "0/3 nodes are available: 3 Insufficient cpu."
_QUOTA = (
    'Error creating: pods "x" is forbidden: exceeded quota: team, requested: '
    "requests.cpu=2,requests.memory=4Gi, used: requests.cpu=2,requests.memory=4Gi, "
    "limited: requests.cpu={cpu},requests.memory=64Gi"
)


@pytest.fixture
def cluster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeKubernetes]:
    with FakeKubernetes() as fake:
        monkeypatch.setenv("KUBECONFIG", str(fake.kubeconfig(tmp_path)))
        # Only the main thread may set signal handlers; here the command runs in another thread.
        monkeypatch.setattr(lent_nodes, "undisturbed", nullcontext)
        fake.install(rendered())
        yield fake


@pytest.fixture
async def console(tmp_path: Path) -> AsyncIterator[RunningConsole]:
    async with running_console(tmp_path / "data") as running:
        yield running


def _lender(time_s: float | None = None) -> KubernetesLender:
    return KubernetesLender(Cluster(), time_s=time_s)


async def _borrow(console: RunningConsole, loan: Loan, said: list[str]) -> Lent:
    def borrow() -> Lent:
        with Orrery(console.url) as client:
            return lent_nodes.borrow(client, _lender(), loan, said.append)

    return await asyncio.to_thread(borrow)


def _submitted(cluster: FakeKubernetes, nodes: int = 2, time_s: float | None = None) -> str:
    job = _lender(time_s).submit(Loan(nodes, "", token="join-token-of-a-test"))
    assert cluster.listed("jobs")
    return job


async def test_the_pods_of_the_job_are_awaited_by_their_names(
    cluster: FakeKubernetes, console: RunningConsole
) -> None:
    said: list[str] = []
    borrowing = asyncio.create_task(_borrow(console, Loan(2, ""), said))
    await until(lambda: any("0 of 2" in text for text in said), "the job runs")
    assert all(has_its_secrets(pod, cluster.listed("secrets")) for pod in cluster.listed("pods"))
    (job,) = cluster.listed("jobs")
    names = [
        environment_of(pod, cluster.listed("secrets"))["ORRERY_NAME"]
        for pod in cluster.listed("pods")
    ]
    assert names == [f"kubernetes-{job['metadata']['name']}-{index}" for index in (0, 1)]
    agents = [await ScriptedAgent(console.ws, name).connect() for name in names]
    lent = await borrowing
    assert lent.job == job["metadata"]["name"]
    assert sorted(lent.names) == names
    assert all(name.startswith(lent.prefix) for name in names)
    for agent in agents:
        await agent.stop()


def test_the_job_is_the_charts_with_what_is_the_fleets_own(cluster: FakeKubernetes) -> None:
    before = datetime.now().astimezone()
    loan = Loan(
        3,
        "https://192.0.2.1:8443",
        idle_s=90,
        token="abc",
        token_name="kubernetes-x",
        authority="PEM",
    )
    name = _lender(time_s=3600).submit(loan)
    assert _lender().token_name(name) == "kubernetes-x"
    (job,) = cluster.listed("jobs")
    spec = job["spec"]
    assert (spec["completions"], spec["parallelism"], spec["activeDeadlineSeconds"]) == (3, 3, 3600)
    (container,) = spec["template"]["spec"]["containers"]
    assert container["resources"]["requests"] == container["resources"]["limits"]
    pod = cluster.listed("pods")[2]
    secrets = cluster.listed("secrets")
    environment = environment_of(pod, secrets)
    assert environment["ORRERY_JOIN"] == "https://192.0.2.1:8443"
    assert environment["ORRERY_TOKEN"] == "abc"
    assert environment["ORRERY_IDLE_S"] == "90"
    assert environment["ORRERY_LENT_JOB"] == name
    until_ = datetime.fromisoformat(environment["ORRERY_LENT_UNTIL"])
    assert 3590 <= (until_ - before).total_seconds() <= 3700
    (volume,) = [v for v in pod["spec"]["volumes"] if v["name"] == "fleet"]
    (secret,) = [s for s in secrets if s["metadata"]["name"] == name]
    assert volume["secret"]["secretName"] == name
    assert environment["ORRERY_CA"].endswith("/ca.pem")
    assert secret["stringData"] == {"token": "abc", "ca.pem": "PEM"}


def test_nothing_of_a_fleet_is_left_after_its_release(cluster: FakeKubernetes) -> None:
    before = dict(cluster.objects)
    job = _submitted(cluster)
    _lender().release(job)
    assert cluster.objects == before
    _lender().release(job)  # a second release is not an error
    assert _lender().token_name(job) == ""


async def test_the_token_is_for_nodes_of_the_job_alone_and_goes_with_it(
    cluster: FakeKubernetes, tmp_path: Path
) -> None:
    tokens = Tokens.parse("admin=admin-token-0123456789")
    async with running_console(tmp_path / "data", tokens=tokens) as console:

        def administer(act: Callable[[Orrery], None]) -> None:
            with Orrery(console.url, token="admin-token-0123456789") as client:
                act(client)

        def borrow(client: Orrery) -> None:
            lent_nodes.borrow(client, _lender(), Loan(1, ""), lambda _text: None)

        borrowing = asyncio.create_task(asyncio.to_thread(administer, borrow))

        def made() -> list[str]:
            """The token in the secret of the job."""
            jobs = [job["metadata"]["name"] for job in cluster.listed("jobs")]
            secrets = [s for s in cluster.listed("secrets") if s["metadata"]["name"] in jobs]
            return [secret["stringData"]["token"] for secret in secrets]

        await until(lambda: bool(made()), "the secret is there")
        (token,) = made()
        (job,) = [job["metadata"]["name"] for job in cluster.listed("jobs")]
        other = await ScriptedAgent(console.ws, "kubernetes-orrery-zzzzz-0", token=token).connect()
        assert other.welcome is None
        await other.stop()
        own = await ScriptedAgent(console.ws, f"kubernetes-{job}-0", token=token).connect()
        await borrowing
        # Kubernetes has deleted the job itself.
        _lender().release(job)
        found: list[tuple[str | None, bool]] = []

        def give_back(client: Orrery) -> None:
            lent_nodes.give_back(client, _lender(), job)
            found.extend((t.node, t.revoked_at is not None) for t in client.tokens().items)

        await asyncio.to_thread(administer, give_back)
        assert found == [(f"kubernetes-{job}-", True)]
        await own.stop()


def test_without_a_secret_there_is_no_job(cluster: FakeKubernetes) -> None:
    cluster.refusals["POST", "secrets"] = (403, "Forbidden", "secrets is forbidden")
    with pytest.raises(CommandError, match="secrets is forbidden"):
        _submitted(cluster)
    assert not cluster.listed("jobs")


def test_why_a_job_waits(cluster: FakeKubernetes) -> None:
    job = _submitted(cluster)
    condition = {"type": "PodScheduled", "status": "False", "reason": "Unschedulable"}
    cluster.set_pod(
        f"{job}-1", phase="Pending", conditions=[condition | {"message": _UNSCHEDULABLE}]
    )
    assert _lender().state_of(job) == JobState(Phase.WAITS, _UNSCHEDULABLE)


@pytest.mark.parametrize("reason", ["ImagePullBackOff", "InvalidImageName"])
def test_an_image_that_cannot_be_had_is_hopeless(cluster: FakeKubernetes, reason: str) -> None:
    job = _submitted(cluster)
    state = {"waiting": {"reason": reason, "message": "no such image"}}
    status = {"name": "agent", "ready": False, "restartCount": 0, "image": "x", "imageID": ""}
    cluster.set_pod(f"{job}-0", phase="Pending", containerStatuses=[status | {"state": state}])
    found = _lender().state_of(job)
    assert (found.phase, found.is_hopeless) == (Phase.WAITS, True)
    assert "no such image" in found.reason


@pytest.mark.parametrize(("cpu", "is_hopeless"), [("4", False), ("3", True)])
def test_a_quota_is_named(cluster: FakeKubernetes, cpu: str, is_hopeless: bool) -> None:
    cluster.makes_pods = False
    job = _submitted(cluster, nodes=2)
    cluster.say_event(job, "FailedCreate", _QUOTA.format(cpu=cpu))
    found = _lender().state_of(job)
    assert "exceeded quota: team" in found.reason
    assert found.is_hopeless is is_hopeless


async def test_an_agent_that_ends_at_once_says_what_it_printed(
    cluster: FakeKubernetes, console: RunningConsole
) -> None:
    borrowing = asyncio.create_task(_borrow(console, Loan(1, ""), []))
    await until(lambda: bool(cluster.listed("pods")), "the pod is there")
    (pod,) = cluster.listed("pods")
    name = pod["metadata"]["name"]
    cluster.logs[name] = "error: no worker\n"
    ended = {"terminated": {"exitCode": 1, "reason": "Error"}}
    status = {"name": "agent", "ready": False, "restartCount": 0, "image": "x", "imageID": ""}
    cluster.set_pod(name, phase="Failed", containerStatuses=[status | {"state": ended}])
    with pytest.raises(CommandError, match="ended with status 1, Error") as caught:
        await borrowing
    assert caught.value.details == ("error: no worker",)
    assert not cluster.listed("jobs")


def test_a_job_that_has_ended_says_why(cluster: FakeKubernetes) -> None:
    job = _submitted(cluster)
    condition = {"type": "Failed", "status": "True", "reason": "DeadlineExceeded"}
    cluster.objects["jobs", "sim", job]["status"] = {"conditions": [condition]}
    assert _lender().state_of(job) == JobState(Phase.ENDED, "Failed, DeadlineExceeded")
    assert _lender().state_of("orrery-other").phase is Phase.ENDED


@pytest.mark.parametrize(
    ("refusal", "words"),
    [
        ((403, "Forbidden", 'configmaps is forbidden: User "me"'), "you may not"),
        ((401, "Unauthorized", "Unauthorized"), "does not know you"),
        ((500, "InternalError", "etcdserver: timed out"), "etcdserver: timed out"),
    ],
)
def test_a_refusal_says_what_to_do(
    cluster: FakeKubernetes, refusal: tuple[int, str, str], words: str
) -> None:
    cluster.refusals["GET", "configmaps"] = refusal
    with pytest.raises(CommandError, match=words) as caught:
        _lender().submit(Loan(1, ""))
    assert caught.value.remedy


def test_a_namespace_without_the_chart_is_named(cluster: FakeKubernetes) -> None:
    with pytest.raises(CommandError, match="namespace other has no fleet") as caught:
        KubernetesLender(Cluster(namespace="other")).submit(Loan(1, ""))
    assert "--namespace" in caught.value.remedy


def test_of_several_releases_one_is_named(cluster: FakeKubernetes) -> None:
    cluster.install(rendered(name="second"))
    with pytest.raises(CommandError, match="several releases") as caught:
        _lender().submit(Loan(1, ""))
    assert (caught.value.field, caught.value.status) == ("--release", BAD_INPUT)
    KubernetesLender(Cluster(), release="second").submit(Loan(1, ""))
    (job,) = cluster.listed("jobs")
    assert job["metadata"]["labels"]["app.kubernetes.io/instance"] == "second"


def test_without_kubernetes_nothing_is_tried(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("KUBECONFIG", str(tmp_path / "none"))
    with pytest.raises(CommandError, match="no Kubernetes here"):
        Cluster()


def test_an_unknown_context_is_refused(cluster: FakeKubernetes) -> None:
    with pytest.raises(CommandError) as caught:
        Cluster(context="other")
    assert (caught.value.field, caught.value.value) == ("--context", "other")


def test_a_cluster_that_is_away_is_named(cluster: FakeKubernetes) -> None:
    lender = _lender()
    cluster.__exit__()
    with pytest.raises(CommandError, match="does not answer at http://127"):
        lender.submit(Loan(1, ""))
