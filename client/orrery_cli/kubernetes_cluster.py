"""Calls to a Kubernetes cluster through its official client, and errors for its refusals.

The client is imported when a cluster is first needed, because the import takes nearly a second.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from orrery_cli.failure import CommandError, bad_input

if TYPE_CHECKING:
    from kubernetes.client import ApiClient, CoreV1Event, V1ConfigMap, V1Job, V1Pod

_ANSWER_S = 30
_OWN_NAMESPACE = Path("/var/run/secrets/kubernetes.io/serviceaccount/namespace")
_TEMPLATES = "orrery/fleet=template"
_INSTALL = "install Orrery's chart there: helm install orrery deploy/helm/orrery"


class Cluster:
    """One namespace of a cluster, reached by the user's kubeconfig or by the pod's own account.

    All methods but `log` raise `CommandError` if the cluster refuses a call or does not answer.
    """

    def __init__(self, context: str = "", namespace: str = "") -> None:
        """Raises `CommandError` if no cluster is configured on this machine."""
        self._api, configured = _connect(context)
        self.namespace = namespace or configured or "default"

    def job_template(self, release: str = "") -> dict[str, Any]:
        """Returns the template of a fleet's job, as JSON values, which the chart installs.

        Raises `CommandError` if the namespace has no template, or several and `release` names none.
        """
        from kubernetes.client import CoreV1Api

        with self._refusals("read the fleet's template"):
            found: list[V1ConfigMap] = (
                CoreV1Api(self._api)
                .list_namespaced_config_map(
                    self.namespace,
                    label_selector=_TEMPLATES
                    + (f",app.kubernetes.io/instance={release}" if release else ""),
                    _request_timeout=_ANSWER_S,
                )
                .items
            )
        if not found:
            of_release = f" of release {release}" if release else ""
            raise CommandError(
                f"namespace {self.namespace} has no fleet of Orrery{of_release}",
                f"name the chart's namespace (--namespace), or {_INSTALL}",
            )
        if len(found) > 1:
            names = ", ".join(sorted(_release_of(each) for each in found))
            raise bad_input(
                "--release",
                release,
                f"namespace {self.namespace} has several releases of Orrery",
                f"name one: {names}",
            )
        template: dict[str, Any] = json.loads((found[0].data or {})["job.json"])
        return template

    def create(self, job: dict[str, Any], secret: dict[str, str]) -> None:
        """Creates a job, and a secret with the job's name that is deleted together with the job."""
        from kubernetes.client import (
            BatchV1Api,
            CoreV1Api,
            V1Job,
            V1ObjectMeta,
            V1OwnerReference,
            V1Secret,
        )

        body = V1Job.from_dict(job)
        if body is None:
            raise CommandError("the fleet's template holds no job", _INSTALL)
        with self._refusals("make the fleet's job"):
            made = BatchV1Api(self._api).create_namespaced_job(
                self.namespace, body, _request_timeout=_ANSWER_S
            )
        metadata = made.metadata or V1ObjectMeta()
        name = metadata.name or ""
        owner = V1OwnerReference(
            api_version="batch/v1", kind="Job", name=name, uid=metadata.uid or ""
        )
        owned = V1Secret(
            api_version="v1",
            kind="Secret",
            metadata=V1ObjectMeta(name=name, labels=metadata.labels, owner_references=[owner]),
            string_data=secret,
            type="Opaque",
        )
        try:
            with self._refusals("hand the join token to the fleet"):
                CoreV1Api(self._api).create_namespaced_secret(
                    self.namespace,
                    owned,
                    _request_timeout=_ANSWER_S,
                )
        except CommandError:
            with suppress(CommandError):
                self.delete(name)
            raise

    def job(self, name: str) -> V1Job | None:
        """Returns the job; None if there is no job of this name."""
        from kubernetes.client import ApiException, BatchV1Api

        with self._refusals("see the fleet's job"):
            try:
                return BatchV1Api(self._api).read_namespaced_job(
                    name, self.namespace, _request_timeout=_ANSWER_S
                )
            except ApiException as error:
                if error.status == 404:
                    return None
                raise

    def pods(self, job: str) -> list[V1Pod]:
        from kubernetes.client import CoreV1Api

        with self._refusals("see the fleet's pods"):
            return list(
                CoreV1Api(self._api)
                .list_namespaced_pod(
                    self.namespace, label_selector=f"job-name={job}", _request_timeout=_ANSWER_S
                )
                .items
            )

    def events(self, job: str) -> list[CoreV1Event]:
        """Returns the events of the job itself. They say why the job has no pods."""
        from kubernetes.client import CoreV1Api

        with self._refusals("see the fleet's events"):
            return list(
                CoreV1Api(self._api)
                .list_namespaced_event(
                    self.namespace,
                    field_selector=f"involvedObject.kind=Job,involvedObject.name={job}",
                    _request_timeout=_ANSWER_S,
                )
                .items
            )

    def log(self, pod: str, lines: int) -> list[str]:
        """Returns the last `lines` of a pod's output; empty if the pod never started."""
        from kubernetes.client import CoreV1Api

        with suppress(CommandError), self._refusals("read the log"):
            text = CoreV1Api(self._api).read_namespaced_pod_log(
                pod, self.namespace, tail_lines=lines, _request_timeout=_ANSWER_S
            )
            return str(text).splitlines()
        return []

    def delete(self, job: str) -> None:
        """Deletes a job with its pods and its secret. A missing job is not an error."""
        from kubernetes.client import ApiException, BatchV1Api

        with self._refusals("end the fleet's job"):
            try:
                BatchV1Api(self._api).delete_namespaced_job(
                    job,
                    self.namespace,
                    propagation_policy="Background",
                    _request_timeout=_ANSWER_S,
                )
            except ApiException as error:
                if error.status != 404:
                    raise

    @contextmanager
    def _refusals(self, aim: str) -> Iterator[None]:
        """Turns a refusal in the block into an error with a remedy. `aim`: verb and object."""
        from kubernetes.client import ApiException
        from urllib3.exceptions import HTTPError

        try:
            yield
        except ApiException as error:
            raise self._refused(aim, int(error.status or 0), _words(error)) from error
        except (HTTPError, OSError) as error:
            raise CommandError(
                f"the cluster does not answer at {self._api.configuration.host}",
                "see `kubectl cluster-info`, then try again",
            ) from error

    def _refused(self, aim: str, status: int, words: str) -> CommandError:
        if status == 401:
            return CommandError(
                "the cluster does not know you", "sign in to the cluster: `kubectl auth whoami`"
            )
        if status == 403 and "exceeded quota" not in words:
            return CommandError(
                f"you may not {aim} in namespace {self.namespace}: {words}",
                "ask the cluster's owner to add you to borrowers.subjects of Orrery's chart",
            )
        if status == 403:
            return CommandError(
                f"the cluster cannot {aim}: {words}",
                f"ask for fewer nodes; see `kubectl -n {self.namespace} describe quota`",
            )
        return CommandError(
            f"the cluster cannot {aim}: {words}", f"fix that, or {_INSTALL}, of this version"
        )


def _connect(context: str) -> tuple[ApiClient, str]:
    """A client, and the namespace that its configuration names."""
    import kubernetes.config as config
    from kubernetes.client import ApiClient, Configuration

    settings = Configuration()
    file = os.environ.get("KUBECONFIG") or None
    try:
        config.load_kube_config(file, context or None, client_configuration=settings)
        contexts, active = config.list_kube_config_contexts(file)
        chosen = next((each for each in contexts if each["name"] == context), active)
        namespace = str(chosen["context"].get("namespace", ""))
    except (config.ConfigException, OSError) as error:
        if context:
            raise bad_input(
                "--context", context, str(error), "`kubectl config get-contexts` lists them"
            ) from error
        try:
            config.load_incluster_config(client_configuration=settings)
        except config.ConfigException as missing:
            raise CommandError(
                "there is no Kubernetes here: no kubeconfig file names a cluster",
                "set KUBECONFIG, or see that `kubectl get pods` works",
            ) from missing
        namespace = _OWN_NAMESPACE.read_text().strip()
    settings.retries = False
    return ApiClient(settings), namespace


def _release_of(template: V1ConfigMap) -> str:
    labels = template.metadata.labels if template.metadata else None
    return (labels or {}).get("app.kubernetes.io/instance", "?")


def _words(error: Any) -> str:
    """Returns the API server's message."""
    with suppress(ValueError, TypeError, AttributeError):
        return str(json.loads(error.body)["message"])
    return str(error.reason or error.status or "no reason is given")
