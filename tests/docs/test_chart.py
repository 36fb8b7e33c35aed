"""The Helm chart: clean by Helm's own lint, valid for several versions of Kubernetes, confined."""

from __future__ import annotations

import json
import os
import runpy
import sys
from pathlib import Path
from typing import Any

import helm_python
import pytest
from orrery_backend.main import _config, _parser
from orrery_testing.chart import CHART, VERSIONS, of_kind, rendered, require_valid
from orrery_testing.paths import ROOT

#: Values that reach every branch of the templates.
VALUES: dict[str, dict[str, Any]] = {
    "defaults": {},
    "daemon set": {"agents": {"daemonSet": True, "nodeSelector": {"lab": "yes"}}},
    "ingress": {
        "ingress": {
            "enabled": True,
            "className": "nginx",
            "tlsSecret": "bench-tls",
            "annotations": {"cert-manager.io/cluster-issuer": "lab"},
            "trustedProxies": ["10.0.0.0/8"],
        },
        "console": {"arguments": ["--allowed-host", "bench.example.org"]},
    },
    "own secrets and borrowers": {
        "tokens": {"existingSecret": "mine"},
        "console": {"storage": {"size": "5Gi", "className": "fast"}},
        "borrowers": {
            "subjects": [{"kind": "Group", "name": "lab", "apiGroup": "rbac.authorization.k8s.io"}]
        },
    },
    "agents alone": {
        "console": {"enabled": False},
        "agents": {
            "daemonSet": True,
            "join": "https://bench.example.org:8443",
            "oneOnEachHost": False,
            "priorityClassName": "low",
            "tolerations": [{"key": "lab", "operator": "Exists"}],
        },
        "networkPolicy": {"consoleFrom": []},
    },
    "database": {
        "console": {
            "replicas": 2,
            "store": {
                "url": "postgresql://orrery@db.example.org/orrery?sslmode=require",
                "passwordSecret": "database",
            },
        }
    },
    "open network": {"networkPolicy": {"enabled": False}},
}
_ALL = pytest.mark.parametrize("values", VALUES.values(), ids=VALUES)


def _job(objects: list[dict[str, Any]]) -> dict[str, Any]:
    """Returns the job's template of a borrowed fleet."""
    found: dict[str, Any] = json.loads(of_kind(objects, "ConfigMap", "-fleet")["data"]["job.json"])
    return found


def _pods(objects: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """The specification of each kind of pod."""
    owners = [each for each in objects if each["kind"] in ("StatefulSet", "DaemonSet")]
    return {each["kind"]: each["spec"]["template"]["spec"] for each in [*owners, _job(objects)]}


@_ALL
def test_helm_finds_nothing_wrong(values: dict[str, Any]) -> None:
    report = helm_python.lint(CHART, values, strict=True)
    assert report["total_charts_linted"] == 1
    assert report["errors"] == []
    # Severity 1 is information: the chart has no icon.
    assert [each for each in report["messages"] if each["severity"] > 1] == []


@_ALL
@pytest.mark.parametrize("version", VERSIONS)
def test_every_object_is_valid(values: dict[str, Any], version: str) -> None:
    objects = rendered(values)
    assert len(objects) >= 4
    for each in objects:
        require_valid(each, version)
    require_valid(_job(objects), version)


def test_what_is_invalid_is_found() -> None:
    service = of_kind(rendered(), "Service", "-console")
    service["spec"]["portz"] = []
    with pytest.raises(Exception, match="portz"):
        require_valid(service, VERSIONS[0])


@_ALL
def test_every_pod_is_confined(values: dict[str, Any]) -> None:
    for kind, pod in _pods(rendered(values)).items():
        assert pod["automountServiceAccountToken"] is False, kind
        assert pod["securityContext"]["runAsNonRoot"] is True, kind
        assert pod["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}, kind
        for container in pod["containers"]:
            own = container["securityContext"]
            assert own["readOnlyRootFilesystem"] is True, kind
            assert own["allowPrivilegeEscalation"] is False, kind
            assert own["capabilities"] == {"drop": ["ALL"]}, kind
            assert container["readinessProbe"], kind
            # Programs write only to volumes.
            mounts = {mount["mountPath"] for mount in container["volumeMounts"]}
            assert {"/tmp", "/var/lib/orrery"} <= mounts, kind


@pytest.mark.parametrize("kind", ["DaemonSet", "Job"])
def test_an_agent_has_whole_cpus_of_its_own(kind: str) -> None:
    """The chart makes Guaranteed pods with whole CPUs.

    The kubelet's static policy gives such pods CPUs of their own. Guaranteed: every container's
    requests equal its limits.
    """
    pod = _pods(rendered({"agents": {"daemonSet": True, "cpus": 6}}))[kind]
    for container in pod["containers"]:
        assert container["resources"]["requests"] == container["resources"]["limits"]
        assert container["resources"]["limits"]["cpu"] == "6"
    (term,) = pod["affinity"]["podAntiAffinity"]["requiredDuringSchedulingIgnoredDuringExecution"]
    assert term["topologyKey"] == "kubernetes.io/hostname"


@pytest.mark.parametrize("cpus", [0, 1.5, "two"])
def test_cpus_that_are_not_whole_are_refused(cpus: object) -> None:
    with pytest.raises(helm_python.HelmError, match="cpus"), helm_python.Chart.load(CHART) as chart:
        chart.validate_schema({"agents": {"cpus": cpus}})


def test_policies_select_the_pods_that_there_are() -> None:
    objects = rendered({"agents": {"daemonSet": True}})
    labels = {
        "console": of_kind(objects, "StatefulSet")["spec"]["template"]["metadata"]["labels"],
        "agents": of_kind(objects, "DaemonSet")["spec"]["template"]["metadata"]["labels"],
    }
    borrowed = _job(objects)["spec"]["template"]["metadata"]["labels"]
    for name, own in labels.items():
        policy = of_kind(objects, "NetworkPolicy", f"-{name}")["spec"]
        selected = policy["podSelector"]["matchLabels"].items()
        assert selected <= own.items()
        assert (selected <= borrowed.items()) == (name == "agents")
    console = of_kind(objects, "NetworkPolicy", "-console")["spec"]
    callers = console["ingress"][0]["from"][0]["podSelector"]["matchLabels"].items()
    assert callers <= borrowed.items()


def test_agents_alone_need_to_know_the_console() -> None:
    with pytest.raises(helm_python.HelmError, match=r"agents\.join"):
        rendered({"console": {"enabled": False}})


def test_several_consoles_need_a_database() -> None:
    with pytest.raises(helm_python.HelmError, match=r"console\.replicas is 2.*console\.store\.url"):
        rendered({"console": {"replicas": 2}})


@pytest.mark.parametrize(
    "url", ["sqlite:///x", "postgresql://orrery:secret@db/orrery", "postgresql://db", "db/orrery"]
)
def test_an_address_that_is_no_database_is_refused(url: str) -> None:
    with pytest.raises(helm_python.HelmError, match="url"), helm_python.Chart.load(CHART) as chart:
        chart.validate_schema({"console": {"store": {"url": url}}})


def test_consoles_over_a_database_keep_nothing_themselves() -> None:
    objects = rendered(VALUES["database"])
    console = of_kind(objects, "StatefulSet", "-console")["spec"]
    assert console["replicas"] == 2
    assert "volumeClaimTemplates" not in console
    pod = console["template"]["spec"]
    assert {"name": "data", "emptyDir": {"sizeLimit": "20Gi"}} in pod["volumes"]
    (container,) = pod["containers"]
    (password,) = [each for each in container["env"] if each["name"] == "PGPASSWORD"]
    assert password["valueFrom"]["secretKeyRef"] == {"name": "database", "key": "password"}
    policy = of_kind(objects, "NetworkPolicy", "-console")["spec"]
    own = console["selector"]["matchLabels"]
    assert {"podSelector": {"matchLabels": own}} in policy["ingress"][0]["from"]


def test_a_console_whose_database_is_away_is_not_restarted() -> None:
    """Health then answers 503, so that calls wait or use another console while runs continue."""
    (container,) = _pods(rendered(VALUES["database"]))["StatefulSet"]["containers"]
    assert container["readinessProbe"]["httpGet"]["path"] == "/api/v1/health"
    assert container["livenessProbe"]["httpGet"]["path"] == "/"


@pytest.mark.parametrize(("ip", "shown"), [("10.1.2.3", "10.1.2.3"), ("fd00::3", "[fd00::3]")])
def test_a_console_says_where_the_others_reach_it(
    ip: str, shown: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The console accepts the command line that the image's entry makes from the environment."""
    pod = _pods(rendered(VALUES["database"]))["StatefulSet"]
    for variable in pod["containers"][0]["env"]:
        monkeypatch.setenv(variable["name"], variable.get("value", f"{variable['name']}-secret"))
    monkeypatch.setenv("ORRERY_ADVERTISE_IP", ip)
    entry = runpy.run_path(str(ROOT / "docker" / "console_entry.py"))
    started: list[list[str]] = []
    monkeypatch.setattr(os, "execvp", lambda _, command: started.append(command))
    monkeypatch.setattr(sys, "argv", ["console_entry.py"])
    for folder in ("DATA", "JOIN"):
        (tmp_path / folder).mkdir()
        monkeypatch.setitem(entry["main"].__globals__, folder, tmp_path / folder)
    entry["main"]()
    config = _config(_parser().parse_args(started[0][3:]))
    assert config.advertise == f"http://{shown}:8000"
    assert config.store is not None
    assert config.store.url == VALUES["database"]["console"]["store"]["url"]


def test_ingress_has_tls() -> None:
    ingress = of_kind(rendered(VALUES["ingress"]), "Ingress")["spec"]
    assert ingress["tls"] == [{"hosts": ["orrery.example.org"], "secretName": "bench-tls"}]
    console = _pods(rendered(VALUES["ingress"]))["StatefulSet"]["containers"][0]
    assert console["args"][-2:] == ["--trusted-proxy", "10.0.0.0/8"]


def test_tokens_are_long_and_not_in_the_pods() -> None:
    objects = rendered()
    secret = of_kind(objects, "Secret", "-tokens")
    assert secret["data"].keys() == {"admin", "operator", "agent"}
    assert all(len(text) >= 40 for text in secret["data"].values())
    pods = json.dumps(_pods(objects))
    assert not any(text in pods for text in secret["data"].values())
