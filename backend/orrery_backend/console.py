"""The console's parts, made and wired. Nothing here decides anything."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import structlog
from orrery_contracts.access import AccessScope
from orrery_contracts.stream import FleetSnapshot, NodeChanged
from orrery_contracts.version import VERSION

from orrery_backend import migrations
from orrery_backend.config import BackendConfig
from orrery_backend.features.access.accounts import AccountService
from orrery_backend.features.access.audit import AuditService
from orrery_backend.features.access.guesses import Guesses
from orrery_backend.features.access.passwords import Passwords
from orrery_backend.features.access.provider import Provider
from orrery_backend.features.access.service import AccessService
from orrery_backend.features.analysis.service import AnalysisService
from orrery_backend.features.baselines.service import BaselineService
from orrery_backend.features.fleet.events import FleetAltered, NodeAltered, NodesReleased
from orrery_backend.features.fleet.links import LinkService
from orrery_backend.features.fleet.service import FleetService, FleetTimes
from orrery_backend.features.groups.service import GroupService
from orrery_backend.features.live.service import FLEET, LiveService
from orrery_backend.features.models.service import ModelService
from orrery_backend.features.reference.service import ReferenceService
from orrery_backend.features.reports.service import ReportService
from orrery_backend.features.runs.effects.announcer import Announcer
from orrery_backend.features.runs.effects.engine import Engine, EngineTimes
from orrery_backend.features.runs.effects.intake import Intake
from orrery_backend.features.runs.moving import Moves
from orrery_backend.features.runs.retention import Retention
from orrery_backend.features.runs.service import RunService
from orrery_backend.features.runs.store.flusher import Flusher
from orrery_backend.features.scenarios.service import ScenarioService
from orrery_backend.features.studies.service import StudyService
from orrery_backend.features.transfer.service import FileCalls, TransferService
from orrery_backend.features.trends.service import TrendService
from orrery_backend.features.views.service import ViewService
from orrery_backend.features.webhooks.service import (
    Happenings,
    Post,
    WebhookService,
    post_over_http,
)
from orrery_backend.kit.background import Background
from orrery_backend.kit.clock import Clock, SystemClock
from orrery_backend.kit.credentials import Credentials
from orrery_backend.kit.db import Database
from orrery_backend.kit.events import EventBus
from orrery_backend.kit.ids import new_ulid
from orrery_backend.migrations import run_files
from orrery_backend.results.service import ResultService
from orrery_backend.snapshots import ConsoleSnapshots
from orrery_backend.version import commit

_log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class ConsoleTimes:
    """Seconds that tests shorten."""

    fleet: FleetTimes = field(default_factory=FleetTimes)
    engine: EngineTimes = field(default_factory=EngineTimes)
    flush_every_s: float = 0.25
    webhooks_every_s: float = 1.0


class Console:
    """Made before the event loop's work begins; `running` is its life. `post` sends requests of
    webhooks: a simulation takes its place.
    """

    def __init__(
        self,
        config: BackendConfig,
        clock: Clock | None = None,
        times: ConsoleTimes | None = None,
        post: Post = post_over_http,
    ) -> None:
        times = times or ConsoleTimes()
        clock = clock or SystemClock()
        self.config = config
        self.clock = clock
        self.epoch = new_ulid(clock.now_ms())
        self.database = Database.at(config.data_dir, config.store)
        self.background = Background()
        self.bus = EventBus()
        self.live = LiveService(self.epoch)
        self.fleet = FleetService(
            self.database,
            clock,
            self.bus,
            config.join_command(),
            times.fleet,
            not config.admit_any_node,
        )
        self.links = LinkService(self.fleet, self.background, clock)
        self.bus.subscribe(NodeAltered, self._node_altered)
        self.bus.subscribe(FleetAltered, self._fleet_altered)
        self.bus.subscribe(NodesReleased, self._nodes_released)
        self.models = ModelService(config.worker)
        self.scenarios = ScenarioService(self.fleet, self.models)
        self.results = ResultService(self.database)
        announcer = Announcer(self.live, self.results, self.bus)
        self.engine = Engine(
            self.fleet,
            self.scenarios,
            self.results,
            announcer,
            self.bus,
            self.background,
            clock,
            f"{VERSION} {commit()}".strip(),
            times.engine,
        )
        self.flusher = Flusher(
            self.database,
            self.results,
            self.engine.active,
            self.bus,
            times.flush_every_s,
        )
        self.runs = RunService(
            self.database,
            self.scenarios,
            self.results,
            self.engine,
            self.flusher,
            announcer,
            clock,
            Moves(self.fleet, announcer, clock),
        )
        self.retention = Retention(self.runs, clock, config.keep_days, config.keep_runs)
        self.groups = GroupService(
            self.database, self.scenarios, self.runs, self.live, clock, self.bus
        )
        self.baselines = BaselineService(self.database, self.groups, self.runs, clock)
        self.studies = StudyService(self.groups)
        self.transfer = TransferService(
            self.database,
            self.runs,
            self.groups,
            self.results,
            clock,
            config.data_dir / "transfers",
            socket.gethostname()[:120],
            FileCalls(migrations.upgrade, run_files.seal, run_files.check_seal),
        )
        provider = config.provider
        self.credentials = Credentials(
            config.tokens,
            limits=config.session_limits,
            has_provider=provider is not None,
            provider_gives_admin=provider is not None and provider.gives(AccessScope.ADMIN),
        )
        self.provider = Provider(provider) if provider is not None else None
        passwords, guesses = Passwords(), Guesses()
        self.access = AccessService(
            self.database,
            self.credentials,
            passwords,
            guesses,
            clock,
            provider.host if provider is not None else "",
        )
        self.audit = AuditService(self.database, clock)
        self.accounts = AccountService(self.database, self.credentials, passwords, guesses, clock)
        self.reference = ReferenceService()
        self.analysis = AnalysisService(self.runs, self.reference)
        self.trends = TrendService(self.runs)
        self.views = ViewService(self.database, clock)
        self.webhooks = WebhookService(
            self.database,
            Happenings(self.runs, self.groups, self.baselines, config.public_url),
            self.fleet,
            self.background,
            clock,
            times.webhooks_every_s,
            post,
        )
        self.flusher.note_end = self.webhooks.note_end
        self.reports = ReportService(
            self.runs,
            self.results,
            self.groups,
            self.analysis,
            self.reference,
            self.trends,
            clock,
        )
        self.fleet.listen(Intake(self.engine, self.fleet, announcer, clock))
        self.live.serve_snapshots_of(ConsoleSnapshots(self.fleet, self.runs, self.groups))

    def _nodes_released(self, _event: NodesReleased) -> None:
        self.engine.look_at_queue()

    def _node_altered(self, event: NodeAltered) -> None:
        self.live.publish(FLEET, NodeChanged(node=event.node))

    def _fleet_altered(self, event: FleetAltered) -> None:
        self.live.publish(FLEET, FleetSnapshot(fleet=event.fleet))

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Store brought up to date, runs taken up, tasks on; at the end everything is stored and
        let go.
        """
        try:
            await migrations.upgrade(self.database)
            self.transfer.clean()
            await self.access.load()
            await self.fleet.load()
            await self.webhooks.load()
            await self.runs.load()
            await self.groups.load()
            self.background.spawn(self.access.serve())
            self.background.spawn(self.audit.serve())
            self.background.spawn(self.fleet.watch())
            self.background.spawn(self.flusher.serve())
            self.background.spawn(self.groups.serve())
            self.background.spawn(self.retention.serve())
            self.background.spawn(self.webhooks.serve())
            yield
        finally:
            try:
                await self._end()
            finally:
                await self.database.close()

    async def _end(self) -> None:
        """Ends all tasks, then stores what waits in memory."""
        self.engine.close()
        await self.background.close()
        async with asyncio.timeout(10):
            await self.flusher.flush()
            await self.access.store_uses()
            await self.audit.store()
