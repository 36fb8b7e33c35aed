"""The Helm chart, rendered by Helm's own library."""

from __future__ import annotations

from typing import Any

import yaml

from orrery_testing.paths import ROOT

CHART = ROOT / "deploy" / "helm" / "orrery"
#: Versions of Kubernetes against whose API schemas the chart is checked.
VERSIONS = ("1.33", "1.35", "1.37")


def rendered(
    values: dict[str, Any] | None = None, *, name: str = "lab", namespace: str = "sim"
) -> list[dict[str, Any]]:
    """Returns all objects that an installation with `values` makes."""
    import helm_python

    with helm_python.Chart.load(CHART) as chart:
        files = chart.render(values or {}, name=name, namespace=namespace)
    return [
        document
        for file, text in sorted(files.items())
        if not file.endswith(".txt")
        for document in yaml.safe_load_all(text)
        if document
    ]


def of_kind(objects: list[dict[str, Any]], kind: str, ending: str = "") -> dict[str, Any]:
    """Returns the one object of this kind whose name ends with `ending`."""
    (found,) = [
        each
        for each in objects
        if each["kind"] == kind and each["metadata"]["name"].endswith(ending)
    ]
    return found


def require_valid(document: dict[str, Any], version: str) -> None:
    """Raises if this version of Kubernetes does not know a field or refuses its value."""
    import kubernetes_validate

    kubernetes_validate.validate(document, version, strict=True)
