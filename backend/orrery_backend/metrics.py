"""Figures for Prometheus, read when they are asked for."""

from __future__ import annotations

from collections.abc import Iterator

from fastapi import APIRouter, Response
from orrery_contracts.access import AccessScope
from orrery_contracts.api import RunState
from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from orrery_backend.console import Console
from orrery_backend.features.runs.life.vocabulary import ENDED
from orrery_backend.kit.authorize import requires


class _ConsoleCollector(Collector):
    def __init__(self, console: Console) -> None:
        self._console = console

    def collect(self) -> Iterator[Metric]:
        console = self._console
        online = len(console.fleet.online())
        nodes = GaugeMetricFamily("orrery_nodes", "Nodes of the fleet.", labels=["state"])
        nodes.add_metric(["online"], online)
        nodes.add_metric(["offline"], len(console.fleet.nodes()) - online)
        yield nodes
        counts = console.runs.states()
        runs = GaugeMetricFamily("orrery_runs", "Runs that have not ended.", labels=["state"])
        for state in RunState:
            if state not in ENDED:
                runs.add_metric([state.value], counts.get(state, 0))
        yield runs
        live = console.live
        yield GaugeMetricFamily("orrery_viewers", "Viewers of the live stream.", live.viewers)
        yield CounterMetricFamily(
            "orrery_stream_frames", "Window frames published.", live.frames_published
        )
        yield CounterMetricFamily(
            "orrery_stream_frames_dropped", "Frames left out for slow viewers.", live.frames_dropped
        )
        yield CounterMetricFamily(
            "orrery_store_commits", "Transactions of what runs brought.", console.flusher.commits
        )
        yield CounterMetricFamily(
            "orrery_store_commit_seconds", "Time in them.", console.flusher.commit_seconds
        )


def metrics_router(console: Console) -> APIRouter:
    registry = CollectorRegistry()
    registry.register(_ConsoleCollector(console))
    ProcessCollector(registry=registry)
    router = APIRouter(tags=["console"])

    @router.get(
        "/metrics",
        response_class=Response,
        summary="Figures for Prometheus",
        responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
    )
    @requires(AccessScope.VIEWER)
    async def metrics() -> Response:
        return Response(
            generate_latest(registry), media_type="text/plain; version=0.0.4; charset=utf-8"
        )

    return router
