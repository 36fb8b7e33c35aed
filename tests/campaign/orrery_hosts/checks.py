"""The conditions that must hold when all faults have ended, whatever happened before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from orrery_campaign.pictures import Picture
from orrery_campaign.users import ENDED
from orrery_client import Orrery, ProblemError, UnreachableError
from orrery_contracts.api import LogLine, NodeState, RunDocument, RunState
from orrery_testing.waiting import NeverHappened, eventually

from orrery_hosts.account import Account, Trouble
from orrery_hosts.cluster import Cluster
from orrery_hosts.notes import Launch, Launches, read_notes
from orrery_hosts.people import People
from orrery_hosts.reasons import is_true
from orrery_hosts.viewers import Viewer
from orrery_hosts.watch import worker_processes

_SETTLES_WITHIN_S = 120.0
_SHOWN_WITHIN_S = 20.0
_EVERY_LINE = 20_000
_SHOWN_RUNS, _SHOWN_LINES = 100, 300
_CONSOLE_FILES = frozenset({"lock", "orrery.sqlite", "orrery.sqlite-wal", "orrery.sqlite-shm"})


class Checks:
    """The checks of a cluster after each round of faults."""

    def __init__(
        self,
        cluster: Cluster,
        people: People,
        viewers: Sequence[Viewer],
        troubles: Sequence[Trouble],
        mark: bytes,
        account: Account,
    ) -> None:
        self._cluster = cluster
        self._client: Orrery = cluster.client
        self._people = people
        self._viewers = viewers
        self._troubles = troubles
        self._mark = mark
        self._account = account
        self._judged: set[str] = set()
        """Runs that have ended and passed their checks in an earlier round."""

    def run(self) -> None:
        """Waits until the cluster settles, then makes all checks."""
        try:
            eventually(self._settled, "everything comes to its end", watchdog_s=_SETTLES_WITHIN_S)
        except NeverHappened:
            self._account.fail(f"not settled within {_SETTLES_WITHIN_S:.0f} s: {self._unsettled()}")
            return
        self._people.look()
        documents = self._documents()
        self._account.note("campaign", f"{len(documents)} runs: {_states(documents)}")
        self._check_numbers(documents)
        observed = {
            agent.name: read_notes(agent.name, self._cluster.observed(agent), self._account)
            for agent in self._cluster.agents
        }
        for run, document in documents.items():
            if run not in self._judged:
                self._check_run(document)
                self._check_output(document, observed)
                self._judged.add(run)
        self._check_deleted()
        self._check_viewers(documents)
        self._check_files()

    # Settling.

    def _unsettled(self) -> list[str]:
        try:
            runs = self._client.runs(limit=100).items
            nodes = self._client.nodes().items
        except (UnreachableError, ProblemError) as error:
            return [f"the console says: {error}"]
        found = [f"run {run.number} is {run.state.value}" for run in runs if run.state not in ENDED]
        for node in nodes:
            if node.state is not NodeState.ONLINE:
                found.append(f"{node.name} is {node.state.value}")
            if node.current_run is not None:
                found.append(f"{node.name} has run {node.current_run}")
        found += [f"process {p.pid} of a worker lives" for p in worker_processes(self._mark)]
        for agent in self._cluster.agents:
            held = [path.name for path in agent.disk.folder.iterdir() if path.is_dir()]
            found += [f"{agent.name} holds {name}" for name in held]
        return found

    def _settled(self) -> bool:
        return not self._unsettled()

    # Runs.

    def _documents(self) -> dict[str, RunDocument]:
        found: dict[str, RunDocument] = {}
        cursor = None
        while True:
            page = self._client.runs(cursor=cursor, limit=100)
            for summary in page.items:
                found[summary.id] = self._client.run(summary.id)
            cursor = page.next_cursor
            if cursor is None:
                return found

    def _check_numbers(self, documents: dict[str, RunDocument]) -> None:
        check = self._account.check
        numbers = Counter(document.summary.number for document in documents.values())
        for number, count in numbers.items():
            check(count == 1, f"{count} runs have number {number}")
        for run, promise in self._people.promises.items():
            if run in documents:
                found = documents[run].summary.number
                check(found == promise.number, f"run {promise.number} has number {found} now")
            else:
                check(promise.delete_asked, f"run {promise.number} is gone")
                check(promise.number not in numbers, f"number {promise.number} was used twice")

    def _check_run(self, document: RunDocument) -> None:
        """Checks that a run has one end state with a true reason, and that promises hold."""
        check, summary = self._account.check, document.summary
        number, state = summary.number, summary.state
        names = {f"state.{end.value}" for end in ENDED}
        ends = [event.name for event in document.events if event.name in names]
        check(ends == [f"state.{state.value}"], f"run {number} is {state.value}, its ends: {ends}")
        sequence = [event.sequence for event in document.events]
        check(sequence == list(range(1, len(sequence) + 1)), f"events of run {number}: {sequence}")
        promise = self._people.promises.get(summary.id)
        cancelled = state is RunState.CANCELLED
        if promise is not None:
            check(cancelled or not promise.cancelled, f"run {number} was cancelled, is {state}")
            check(promise.cancel_asked or not cancelled, f"nobody cancelled run {number}")
            name = promise.name
            check(name in (None, summary.name), f"run {number}: {name} is {summary.name} now")
            check(not promise.deleted, f"run {number} was deleted and is back")
        failure = summary.failure
        check(
            (state is RunState.FAILED) == (failure is not None),
            f"run {number} is {state.value}, its failure: {failure}",
        )
        if failure is not None:
            where = f"{failure.code} at {failure.node or 'no node'}: {failure.message}"
            self._account.note("campaign", f"run {number} failed: {where}")
            seen = self._people.seen.get(summary.id)
            check(
                seen is not None and is_true(failure, seen, self._troubles),
                f"run {number} gives a reason that is not so: {where}",
            )

    # Output: acknowledged output is stored exactly once, and all output of a run that is done.

    def _check_output(self, document: RunDocument, observed: dict[str, Launches]) -> None:
        summary = document.summary
        log = self._client.log(summary.id, limit=_EVERY_LINE)
        rows = self._rows(summary.id)
        results = {(r.repeat, n.node_index) for r in document.repeats for n in r.nodes}
        for node in document.nodes:
            for repeat in range(summary.repeats):
                what = f"run {summary.number}, repeat {repeat}, {node.name}"
                launches = observed[node.name].get((summary.id, repeat), [])
                self._check_lines(what, launches, log, repeat, node.name)
                if launches:
                    self._check_rows(what, launches[-1], rows, (repeat, node.index))
                if summary.state is RunState.DONE:
                    is_whole = bool(launches) and launches[-1].has("result")
                    self._account.check(is_whole, f"{what}: done without a worker's result")
                    stored = (repeat, node.index) in results
                    self._account.check(stored, f"{what}: no result is stored")
                    if is_whole:
                        self._check_whole(what, launches[-1], rows, (repeat, node.index))

    def _rows(self, run: str) -> dict[tuple[str, int, int], int]:
        """Stored rows, by kind of frame, repeat and node index."""
        return {
            (kind, series.repeat, series.node_index): series.total_rows
            for kind, frame in (("windows", "window"), ("samples", "samples"))
            for series in self._client.series(run, frame=frame, max_points=100).items  # type: ignore[arg-type]
        }

    def _check_lines(
        self, what: str, launches: list[Launch], log: list[LogLine], repeat: int, node: str
    ) -> None:
        stored = Counter(line.text for line in log if line.repeat == repeat and line.node == node)
        acked, written = Counter[str](), Counter[str]()
        for launch in launches:
            acked += launch.lines(launch.acked)
            written += launch.lines()
        for text in written:
            self._account.check(
                acked[text] <= stored[text] <= written[text],
                f"{what}: {text!r} was written {written[text]} times, {acked[text]} acknowledged,"
                f" and is stored {stored[text]} times",
            )

    def _check_rows(
        self,
        what: str,
        launch: Launch,
        rows: dict[tuple[str, int, int], int],
        where: tuple[int, int],
    ) -> None:
        for kind in ("windows", "samples"):
            stored = rows.get((kind, *where), 0)
            acked, written = launch.rows(kind, launch.acked), launch.rows(kind)
            self._account.check(
                acked <= stored <= written,
                f"{what}: {written} rows of {kind} were written, {acked} acknowledged, and"
                f" {stored} are stored",
            )

    def _check_whole(
        self,
        what: str,
        launch: Launch,
        rows: dict[tuple[str, int, int], int],
        where: tuple[int, int],
    ) -> None:
        for kind in ("windows", "samples"):
            stored, written = rows.get((kind, *where), 0), launch.rows(kind)
            self._account.check(
                stored == written, f"{what}: {stored} of {written} rows of {kind} are stored"
            )

    def _check_deleted(self) -> None:
        """Checks that nothing of a deleted run is left."""
        for run, promise in self._people.promises.items():
            if not promise.deleted:
                continue
            try:
                self._client.run(run)
            except ProblemError:
                continue
            self._account.fail(f"run {promise.number} was deleted and can be read")

    # Viewers and leftovers.

    def _check_viewers(self, documents: dict[str, RunDocument]) -> None:
        """Checks that every viewer's picture equals the store. Waits for the last messages."""
        for viewer in self._viewers:

            def same(viewer: Viewer = viewer) -> bool:
                return not self._differences(viewer.picture, documents)

            try:
                eventually(same, "the picture is the store's", watchdog_s=_SHOWN_WITHIN_S)
            except NeverHappened:
                for difference in self._differences(viewer.picture, documents):
                    self._account.fail(f"{viewer.name} {difference}")

    def _differences(self, picture: Picture, documents: dict[str, RunDocument]) -> list[str]:
        found: list[str] = []
        nodes = {n.name: (n.state, n.current_run) for n in self._client.nodes().items}
        shown = {name: (n.state, n.current_run) for name, n in picture.nodes.items()}
        if shown != nodes:
            found.append(f"shows nodes {shown}, they are {nodes}")
        listed = {run.id: run for run in self._client.runs(limit=_SHOWN_RUNS).items}
        for run in sorted(listed):
            if picture.runs.get(run) != listed[run]:
                found.append(f"lists {picture.runs.get(run)}, it is {listed[run]}")
        for run, document in picture.documents.items():
            if run not in documents:
                continue
            ours = documents[run]
            if (document.summary, document.repeats) != (ours.summary, ours.repeats):
                found.append(f"shows {document.summary}, it is {ours.summary}")
            events = {event.sequence: event.text for event in ours.events}
            if picture.events[run] != events:
                found.append(f"shows events {picture.events[run]}, they are {events}")
            log = [line.text for line in self._client.log(run, limit=_SHOWN_LINES)]
            if picture.lines[run][-_SHOWN_LINES:] != log:
                found.append(f"shows lines {picture.lines[run]}, they are {log}")
        return found

    def _check_files(self) -> None:
        left = [path.name for path in self._cluster.temporary.iterdir()]
        self._account.check(not left, f"left in the folder of temporary files: {left}")
        data = {path.name for path in self._cluster.data().iterdir()} - _CONSOLE_FILES
        self._account.check(not data, f"left in the console's data folder: {sorted(data)}")


def _states(documents: dict[str, RunDocument]) -> str:
    counts = Counter(document.summary.state.value for document in documents.values())
    return ", ".join(f"{count} {state}" for state, count in sorted(counts.items()))
