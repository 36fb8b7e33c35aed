"""Calls about baselines."""

from __future__ import annotations

from urllib.parse import quote

from orrery_contracts.baseline import (
    DEFAULT_TOLERANCE,
    Baseline,
    BaselineList,
    CompareGroup,
    GroupComparison,
    SetBaseline,
)

from orrery_client.calls import Calls


class BaselineCalls(Calls):
    """Calls for named baselines and for comparisons with them."""

    def baselines(self) -> BaselineList:
        return self._get("/baselines", BaselineList)

    def baseline(self, name: str) -> Baseline:
        return self._get(f"/baselines/{quote(name, safe='')}", Baseline)

    def set_baseline(self, name: str, group: str) -> Baseline:
        """Makes the results of a sweep or suite (number or id) the baseline of that name."""
        body = SetBaseline(group=group).model_dump_json().encode()
        path = f"/baselines/{quote(name, safe='')}"
        return self._read(self._send("PUT", path, content=body), Baseline)

    def delete_baseline(self, name: str) -> None:
        self._send("DELETE", f"/baselines/{quote(name, safe='')}")

    def results_of_group(self, group: str) -> Baseline:
        """Returns the results of a sweep or suite as a baseline document."""
        return self._get(f"/groups/{quote(group, safe='')}/baseline", Baseline)

    def compare_group(
        self, group: str, baseline: Baseline | str, *, tolerance: float = DEFAULT_TOLERANCE
    ) -> GroupComparison:
        """Compare a sweep or suite with a baseline: its name, or its document. `tolerance`: least
        change that counts, as a share.
        """
        path = f"/groups/{quote(group, safe='')}/comparison"
        if isinstance(baseline, str):
            params: dict[str, str | None] = {"baseline": baseline, "tolerance": str(tolerance)}
            return self._get(path, GroupComparison, params)
        asked = CompareGroup(baseline=baseline, tolerance=tolerance)
        body = asked.model_dump_json().encode()
        return self._read(self._send("POST", path, content=body), GroupComparison)
