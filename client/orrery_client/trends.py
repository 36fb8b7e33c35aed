"""Calls about trends."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from urllib.parse import quote

from orrery_contracts.trend import MetricTrend, TrendAxis, TrendList

from orrery_client.calls import Calls


class TrendCalls(Calls):
    """A metric over all runs of the same settings."""

    def trends(self, *, workload: str | None = None, preset: str | None = None) -> TrendList:
        """What was run more than once, the most recent first."""
        return self._get("/trends", TrendList, {"workload": workload, "preset": preset})

    def trend(
        self,
        run: str,
        *,
        metric: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        axis: TrendAxis = TrendAxis.RUNS,
    ) -> MetricTrend:
        """Of the runs with the settings of this run that ended from `since` to before `until`;
        the leading metric unless one is named. Both times need a zone.
        """
        return self._get(_path(run), MetricTrend, _asked(metric, since, until, axis))

    def trend_report(
        self,
        run: str,
        *,
        metric: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        axis: TrendAxis = TrendAxis.RUNS,
    ) -> bytes:
        """The trend that `trend` returns as one HTML file that opens offline."""
        asked = {k: v for k, v in _asked(metric, since, until, axis).items() if v is not None}
        return self._send("GET", _path(run) + "/report", params=asked).content


def _path(run: str) -> str:
    return f"/runs/{quote(run, safe='')}/trend"


def _asked(
    metric: str | None, since: datetime | None, until: datetime | None, axis: TrendAxis
) -> dict[str, Any]:
    return {
        "axis": axis.value,
        "metric": metric,
        "since": None if since is None else since.isoformat(),
        "until": None if until is None else until.isoformat(),
    }
