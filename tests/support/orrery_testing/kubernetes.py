"""A fake Kubernetes API server for borrowed fleets, on a free port of loopback.

It stores objects, validates each against the API schemas, and makes one pod for each index of a
job. The test decides the state of the pods.
"""

from __future__ import annotations

import json
import threading
import uuid
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import yaml

from orrery_testing.chart import VERSIONS, require_valid

TOKEN = "kubernetes-user-of-this-test"
Document = dict[str, Any]
Refusal = tuple[int, str, str]
"""Status, reason and message of an API server's answer."""


class FakeKubernetes:
    """The server. Use it as a context manager."""

    def __init__(self) -> None:
        self.objects: dict[tuple[str, str, str], Document] = {}
        """Objects by plural of the kind, namespace and name."""
        self.refusals: dict[tuple[str, str], Refusal] = {}
        """Refusals in place of answers, by method and plural of the kind."""
        self.logs: dict[str, str] = {}
        self.seen: list[str] = []
        """Method and path of each request."""
        self.makes_pods = True
        self.on_delete: Callable[[str], None] = lambda _job: None
        self._lock = threading.RLock()
        server = self

        class Handler(_Handler):
            fake = server

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._http.serve_forever, daemon=True)

    def __enter__(self) -> FakeKubernetes:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_address[1]}"

    def kubeconfig(self, folder: Path, namespace: str = "sim") -> Path:
        """Writes a file with which a client finds this server; returns its path."""
        file = folder / "kubeconfig"
        context = {"cluster": "lab", "user": "me", "namespace": namespace}
        file.write_text(
            yaml.safe_dump(
                {
                    "apiVersion": "v1",
                    "kind": "Config",
                    "current-context": "lab",
                    "clusters": [{"name": "lab", "cluster": {"server": self.url}}],
                    "users": [{"name": "me", "user": {"token": TOKEN}}],
                    "contexts": [{"name": "lab", "context": context}],
                }
            )
        )
        return file

    def install(self, objects: list[Document]) -> None:
        """Stores the config maps and secrets of a chart, like Helm."""
        for each in objects:
            if each["kind"] in ("ConfigMap", "Secret"):
                self.put(each["kind"].lower() + "s", each["metadata"]["namespace"], each)

    def put(self, plural: str, namespace: str, document: Document) -> None:
        with self._lock:
            self.objects[plural, namespace, document["metadata"]["name"]] = document

    def listed(self, plural: str, namespace: str = "sim") -> list[Document]:
        with self._lock:
            return [d for (p, n, _), d in self.objects.items() if (p, n) == (plural, namespace)]

    def set_pod(self, name: str, namespace: str = "sim", **status: Any) -> None:
        """Sets a pod's status, like the kubelet and the scheduler."""
        with self._lock:
            self.objects["pods", namespace, name]["status"] = status

    def say_event(self, job: str, reason: str, message: str, namespace: str = "sim") -> None:
        """Adds an event about a job."""
        event = {
            "apiVersion": "v1",
            "kind": "Event",
            "metadata": {"name": f"{job}.{len(self.objects)}", "namespace": namespace},
            "involvedObject": {"kind": "Job", "name": job, "namespace": namespace},
            "reason": reason,
            "message": message,
        }
        self.put("events", namespace, event)

    def create(self, plural: str, namespace: str, document: Document) -> Document:
        metadata = document["metadata"]
        metadata |= {"uid": str(uuid.uuid4()), "namespace": namespace}
        self.put(plural, namespace, document)
        if plural == "jobs":
            document["status"] = {}
            if self.makes_pods:
                self._make_pods(document)
        return document

    def _make_pods(self, job: Document) -> None:
        """Makes one pod for each index, like the job controller."""
        name, namespace = job["metadata"]["name"], job["metadata"]["namespace"]
        for index in range(job["spec"]["completions"]):
            template = json.loads(json.dumps(job["spec"]["template"]))
            labels = template["metadata"]["labels"] | {"job-name": name}
            annotations = {"batch.kubernetes.io/job-completion-index": str(index)}
            metadata = {"name": f"{name}-{index}", "labels": labels, "annotations": annotations}
            pod = {
                "apiVersion": "v1",
                "kind": "Pod",
                "metadata": metadata,
                "spec": template["spec"],
            }
            for version in VERSIONS:
                require_valid(pod, version)
            self.put("pods", namespace, pod | {"status": {"phase": "Running"}})

    def delete_job(self, namespace: str, name: str) -> None:
        """Deletes a job with its dependents, like the garbage collector."""
        with self._lock:
            uid = self.objects["jobs", namespace, name]["metadata"]["uid"]
            for key, document in list(self.objects.items()):
                owners = document["metadata"].get("ownerReferences", [])
                labels = document["metadata"].get("labels", {})
                if any(o["uid"] == uid for o in owners) or labels.get("job-name") == name:
                    del self.objects[key]
            del self.objects["jobs", namespace, name]
        self.on_delete(name)


def environment_of(pod: Document, secrets: list[Document]) -> dict[str, str]:
    """Returns the variables of a pod's first container, like the kubelet."""
    found: dict[str, str] = {}
    assert all("optional" not in each for each in _references(pod)), "it would start without"
    for variable in pod["spec"]["containers"][0]["env"]:
        name, source = variable["name"], variable.get("valueFrom", {})
        if path := source.get("fieldRef", {}).get("fieldPath"):
            key = path.removeprefix("metadata.annotations['").removesuffix("']")
            found[name] = pod["metadata"]["annotations"][key]
        elif reference := source.get("secretKeyRef"):
            (secret,) = [s for s in secrets if s["metadata"]["name"] == reference["name"]]
            found[name] = secret["stringData"][reference["key"]]
        else:
            found[name] = expanded(variable["value"], found)
    return found


def has_its_secrets(pod: Document, secrets: list[Document]) -> bool:
    """Whether all secrets of a pod exist: a kubelet does not start a pod before."""
    names = {secret["metadata"]["name"] for secret in secrets}
    return all(each.get("secretName", each.get("name")) in names for each in _references(pod))


def _references(pod: Document) -> list[Document]:
    """The references to secrets in a pod's volumes and variables."""
    volumes = [each["secret"] for each in pod["spec"]["volumes"] if "secret" in each]
    variables = pod["spec"]["containers"][0]["env"]
    sources = [each.get("valueFrom", {}).get("secretKeyRef") for each in variables]
    return [*volumes, *(each for each in sources if each)]


def expanded(text: str, environment: dict[str, str]) -> str:
    """Replaces $(NAME) by variables that were defined before, like the kubelet."""
    for name, value in environment.items():
        text = text.replace(f"$({name})", value)
    return text


class _Handler(BaseHTTPRequestHandler):
    fake: FakeKubernetes

    def do_GET(self) -> None:
        plural, namespace, name, part = self._place()
        if self._is_refused(plural):
            return
        query = parse_qs(urlsplit(self.path).query)
        if part == "log":
            self._answer_text(self.fake.logs.get(name, ""))
        elif name:
            found = self.fake.objects.get((plural, namespace, name))
            self._answer(200, found) if found else self._refuse(
                404, "NotFound", f"{name} not found"
            )
        else:
            items = [d for d in self.fake.listed(plural, namespace) if _selected(d, query)]
            kind = {"configmaps": "ConfigMapList", "pods": "PodList", "events": "EventList"}
            self._answer(200, {"apiVersion": "v1", "kind": kind[plural], "items": items})

    def do_POST(self) -> None:
        plural, namespace, _, _ = self._place()
        document = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self._is_refused(plural):
            return
        for version in VERSIONS:
            try:
                require_valid(document, version)
            except Exception as error:  # noqa: BLE001 -- whatever is wrong with it
                self._refuse(422, "Invalid", f"in Kubernetes {version}: {error}")
                return
        self._answer(201, self.fake.create(plural, namespace, document))

    def do_DELETE(self) -> None:
        plural, namespace, name, _ = self._place()
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self._is_refused(plural):
            return
        if (plural, namespace, name) not in self.fake.objects:
            self._refuse(404, "NotFound", f"{name} not found")
            return
        assert "propagationPolicy=Background" in self.path, "pods would stay"
        self.fake.delete_job(namespace, name)
        self._answer(200, {"apiVersion": "v1", "kind": "Status", "status": "Success"})

    def _place(self) -> tuple[str, str, str, str]:
        """Notes the request; returns plural, namespace, name and subresource of its path."""
        self.fake.seen.append(f"{self.command} {self.path}")
        parts = urlsplit(self.path).path.split("/")
        at = parts.index("namespaces")
        plural, name, part = [*parts[at + 2 :], "", ""][:3]
        return plural, parts[at + 1], name, part

    def _is_refused(self, plural: str) -> bool:
        if self.headers["Authorization"] != f"Bearer {TOKEN}":
            self._refuse(401, "Unauthorized", "Unauthorized")
            return True
        refusal = self.fake.refusals.get((self.command, plural))
        if refusal is not None:
            self._refuse(*refusal)
        return refusal is not None

    def _refuse(self, status: int, reason: str, message: str) -> None:
        body = {"kind": "Status", "apiVersion": "v1", "status": "Failure", "code": status}
        self._answer(status, body | {"reason": reason, "message": message})

    def _answer(self, status: int, document: Document) -> None:
        self._send(status, "application/json", json.dumps(document).encode())

    def _answer_text(self, text: str) -> None:
        self._send(200, "text/plain", text.encode())

    def _send(self, status: int, kind: str, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Prints nothing: tests look at `seen`."""


def _selected(document: Document, query: dict[str, list[str]]) -> bool:
    labels = document["metadata"].get("labels", {})
    for term in ",".join(query.get("labelSelector", [])).split(","):
        key, _, value = term.partition("=")
        if term and labels.get(key) != value:
            return False
    for term in ",".join(query.get("fieldSelector", [])).split(","):
        path, _, value = term.partition("=")
        at: Any = document
        for step in path.split(".") if path else []:
            at = at.get(step, {})
        if term and at != value:
            return False
    return True
