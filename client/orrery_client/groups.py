"""Calls for sweeps and suites."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator, Sequence
from urllib.parse import quote

from orrery_contracts.group import GroupKind, GroupPatch
from orrery_contracts.group_results import GroupDocument, GroupPage, SpeedUps
from orrery_contracts.stream import StreamData
from orrery_contracts.study import StudyIndex
from orrery_contracts.suite import RunSuite, Suite, SuiteList
from orrery_contracts.sweep import Sweep, SweepCheck

from orrery_client.calls import Calls
from orrery_client.stream import follow_group

#: Query parameters.
Params = dict[str, str | None]


class GroupCalls(Calls):
    """The part of `Orrery` for sweeps and suites."""

    def check_sweep(self, sweep: Sweep | bytes) -> SweepCheck:
        """Returns the cells of a sweep and an estimate of its duration. Stores nothing."""
        return self._read(self._send("POST", "/sweeps/check", content=_body(sweep)), SweepCheck)

    def create_sweep(self, sweep: Sweep | bytes) -> GroupDocument:
        """Queue a run for each cell. Bytes are a `Sweep` as JSON, which the console then checks."""
        return self._make("/sweeps", _body(sweep))

    def suites(self) -> SuiteList:
        return self._get("/suites", SuiteList)

    def studies(self) -> StudyIndex:
        """Returns the studies' figures and tables, the suites that reproduce them, and results."""
        return self._get("/studies", StudyIndex)

    def suite(self, name: str) -> Suite:
        return self._get(f"/suites/{quote(name, safe='')}", Suite)

    def check_suite(self, name: str, asked: RunSuite | bytes) -> SweepCheck:
        path = f"/suites/{quote(name, safe='')}/check"
        return self._read(self._send("POST", path, content=_body(asked)), SweepCheck)

    def run_suite(self, name: str, asked: RunSuite | bytes) -> GroupDocument:
        return self._make(f"/suites/{quote(name, safe='')}/run", _body(asked))

    def groups(
        self,
        *,
        cursor: str | None = None,
        limit: int = 50,
        kind: GroupKind | None = None,
        name: str | None = None,
    ) -> GroupPage:
        """One page of sweeps and suites that were run, newest first."""
        params: Params = {"cursor": cursor, "limit": str(limit), "kind": kind, "name": name}
        return self._get("/groups", GroupPage, params)

    def group(self, group: str) -> GroupDocument:
        """A sweep or suite that was run, by its id or number."""
        return self._get(_path(group), GroupDocument)

    def follow_group(
        self, group: str, on_idle: Callable[[], None] = lambda: None
    ) -> Iterator[StreamData]:
        """Yields what happens to a group from now to the end of its last run; reconnects by itself.

        `on_idle` is called about twice a second while nothing happens; an exception from it ends
        the wait.
        """
        group_id = self.group(group).summary.id
        return follow_group(self.url, self._token, self._tls, group_id, on_idle)

    def cancel_group(self, group: str) -> GroupDocument:
        return self._read(self._send("POST", _path(group, "/cancel")), GroupDocument)

    def retry_group(self, group: str) -> GroupDocument:
        """Repeats the cells whose run failed or was cancelled."""
        return self._read(self._send("POST", _path(group, "/retry")), GroupDocument)

    def change_group(self, group: str, patch: GroupPatch) -> GroupDocument:
        """Changes name, note or tags, or archives all its runs. What is not set keeps its value."""
        content = patch.model_dump_json(exclude_unset=True).encode()
        return self._read(self._send("PATCH", _path(group), content=content), GroupDocument)

    def delete_group(self, group: str) -> None:
        """Delete a sweep or suite that has ended, with all its runs."""
        self._send("DELETE", _path(group))

    def speed_ups(
        self,
        group: str,
        *,
        x: str,
        metric: str,
        series: Sequence[str] = (),
        items: Sequence[str] = (),
    ) -> SpeedUps:
        """Speed-up over a parameter, with Amdahl's law fitted."""
        pairs = [("x", x), ("metric", metric)]
        pairs += [("series", path) for path in series] + [("item", item) for item in items]
        query = "&".join(f"{key}={quote(value, safe='')}" for key, value in pairs)
        return self._get(f"{_path(group, '/speed-up')}?{query}", SpeedUps)

    def export_group(self, group: str) -> bytes:
        """All figures of all cells as CSV."""
        return self._send("GET", _path(group, "/export")).content

    def group_report(self, group: str) -> bytes:
        """A sweep or suite as one HTML file that opens offline."""
        return self._send("GET", _path(group, "/report")).content

    def _make(self, path: str, content: bytes) -> GroupDocument:
        # The key lets the console answer a repeated call with the group that the first call made.
        headers = {"Idempotency-Key": str(uuid.uuid4())}
        reply = self._send("POST", path, content=content, headers=headers, is_keyed=True)
        return self._read(reply, GroupDocument)


def _body(document: Sweep | RunSuite | bytes) -> bytes:
    return document if isinstance(document, bytes) else document.model_dump_json().encode()


def _path(group: str, rest: str = "") -> str:
    return f"/groups/{quote(group, safe='')}{rest}"
