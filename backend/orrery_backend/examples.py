"""Examples of answers, for the description of the interface. Contract documents, so they cannot go
out of date unseen.
"""

from __future__ import annotations

from orrery_contracts.access import (
    AccessScope,
    AuditEntry,
    AuditPage,
    MadeToken,
    Session,
    SessionList,
    SessionView,
    SignedOut,
    TokenList,
    TokenView,
    UserList,
    UserView,
    WaitingNode,
    WaitingNodeList,
)
from orrery_contracts.agent import NodeFacts
from orrery_contracts.api import (
    ComparedRun,
    Comparison,
    Difference,
    Health,
    ImportedRun,
    ImportReport,
    LinkMatrix,
    LogLine,
    MetricComparison,
    NodeLink,
    NodeList,
    NodePositions,
    NodeState,
    NodeView,
    PositionMoment,
    Positions,
    PresetList,
    PublishedTables,
    RepeatNode,
    RepeatView,
    RunDocument,
    RunEvent,
    RunNode,
    RunOrigin,
    RunPage,
    RunSetting,
    RunState,
    RunSummary,
    Series,
    SeriesColumn,
    SeriesFrame,
    SeriesList,
    SpecCheck,
    SummaryMetric,
    Verdict,
)
from orrery_contracts.conclusion import Conclusion, Outcome
from orrery_contracts.model import (
    ModelCodeSize,
    ModelComponent,
    ModelComponentKind,
    ModelEstimate,
    ModelExamples,
    ModelMemory,
    ModelReport,
)
from orrery_contracts.move import MoveAccepted
from orrery_contracts.results import Better, Check, MessageCount, Metric
from orrery_contracts.spec import Preset
from orrery_contracts.worker import LogLevel
from pydantic import BaseModel

_AT = "2026-03-03T12:02:00.000Z"
_ID = "01jzq3v5m8c2k4w9x7t6n0r1ab"
_FACTS = NodeFacts(
    hostname="lyra",
    os="Debian GNU/Linux 12 (bookworm)",
    kernel="6.1.0-26-amd64",
    architecture="x86_64",
    cpu_model="AMD EPYC 7543",
    cores=4,
    cpu_limit=4.0,
    memory_bytes=16_720_000_000,
    machine_id="6b6ae1310e79c14b",
    address="10.83.0.1",
    rating=412.6,
    clock_resolution_ns=1.0,
    clock_read_ns=21.4,
    transports=["thread", "shm", "uds", "tcp"],
    agent_version="0.1.0",
    worker_version="0.1.0",
    build="g++ 12.2.0 Release",
    commit="51dcbca0b7c1",
)
_STEP_TIME = SummaryMetric(
    name="step_time.p50",
    title="Step time, median",
    unit="ns",
    better=Better.LOWER,
    values=[141_200.0, 139_800.0, 140_500.0, 142_900.0, 140_100.0],
    median=140_500.0,
    low=139_800.0,
    high=142_900.0,
)
_MESSAGES = MessageCount(
    kind="state_from_entity",
    title="State update from an entity",
    expected="120000",
    counted="120000",
    bytes="3840000",
)
_SUMMARY = RunSummary(
    id=_ID,
    number=121,
    name="Universe on two nodes",
    state=RunState.DONE,
    workload="universe_steps",
    created_at=_AT,
    started_at=_AT,
    ended_at="2026-03-03T12:02:09.100Z",
    tags=["quiet"],
    preset="universe-two-nodes",
    repeat=4,
    repeats=5,
    progress=1.0,
    seconds_left=None,
    nodes=["lyra", "cygnus"],
    checks_hold=True,
    headline=[_STEP_TIME],
    queue_position=None,
    failure=None,
    archived=False,
)
_EVENT = RunEvent(
    sequence=5,
    at=_AT,
    repeat=0,
    node="",
    name="state.running",
    text="The measured part has begun.",
    step=None,
)
_LINE = LogLine(at=_AT, repeat=0, node="lyra", level=LogLevel.INFO, text="wait yield")
_CHECK = Check(
    name="message_counts",
    title="Messages of every kind in every step",
    holds=True,
    expected="as the message model says",
    found="120000 messages, all as expected",
)


def examples(
    presets: PresetList, published: PublishedTables, models: ModelExamples
) -> dict[str, BaseModel]:
    """By the name of their model."""
    preset = presets.items[0]
    documents: list[BaseModel] = [
        Health(
            version="0.1.0",
            commit="51dcbca0b7c1",
            command="./orrery",
            epoch=_ID,
            nodes_online=2,
            runs=121,
            keep_days=90,
        ),
        Session(required=True, scope=AccessScope.OPERATOR, name="ada", has_users=True),
        SignedOut(provider_url=None),
        SessionList(
            items=[
                SessionView(
                    id="0123456789abcdef",
                    who="user:ada",
                    address="10.83.0.7",
                    opened_at=_AT,
                    used_at=_AT,
                    ends_at=_AT,
                    is_current=True,
                )
            ]
        ),
        *_accounts(),
        NodeList(
            items=[_node()],
            join_command="./orrery agent --join http://10.83.0.1:8000 --name NAME",
        ),
        LinkMatrix(
            items=[
                NodeLink(
                    source="lyra",
                    target="cygnus",
                    measured_at=_AT,
                    same_machine=False,
                    median_us=121.5,
                    p99_us=180.2,
                    mb_s=938.4,
                    problem="",
                )
            ],
            measuring=None,
        ),
        PresetList(items=[preset]),
        preset,
        _check(preset),
        RunPage(
            items=[_SUMMARY],
            next_cursor="121",
            total=121,
            settings=[RunSetting(run=_ID, label="managers 2")],
        ),
        _run(preset),
        _EVENT,
        MoveAccepted(number=3),
        ImportReport(
            runs=[
                ImportedRun(
                    id=_ID,
                    number=121,
                    origin=RunOrigin(console="lab", number=7),
                    is_new=True,
                )
            ]
        ),
        _LINE,
        _series(),
        _positions(),
        _comparison(),
        PublishedTables(items=published.items[:1]),
        ModelExamples(items=models.items[:1]),
        _model_report(),
    ]
    return {type(document).__name__: document for document in documents}


def _accounts() -> list[BaseModel]:
    user = UserView(
        name="ada", scope=AccessScope.OPERATOR, disabled=False, created_at=_AT, last_sign_in_at=_AT
    )
    token = TokenView(
        name="nightly",
        scope=AccessScope.OPERATOR,
        node=None,
        created_at=_AT,
        created_by="ada",
        expires_at=_AT,
        last_used_at=None,
        revoked_at=None,
    )
    return [
        user,
        UserList(items=[user]),
        token,
        TokenList(items=[token]),
        WaitingNodeList(
            items=[
                WaitingNode(
                    name="lyra",
                    fingerprint="0123456789abcdef",
                    address="192.0.2.7",
                    hostname="lyra",
                    asked_at=_AT,
                )
            ]
        ),
        AuditPage(
            items=[
                AuditEntry(
                    number=120,
                    at=_AT,
                    who="user:ada",
                    address="192.0.2.7",
                    action="Launch a run",
                    target="POST /api/v1/runs",
                    status=201,
                )
            ],
            next_cursor="120",
        ),
        MadeToken(secret="orrery_REPLACED", token=token),  # noqa: S106 - an example
    ]


def _model_report() -> ModelReport:
    return ModelReport(
        schema_version=1,
        ok=True,
        errors=[],
        component_count=1,
        components=[
            ModelComponent(path="Sky", kind=ModelComponentKind.UNIVERSE, type="", state_bytes=0)
        ],
        estimate=ModelEstimate(
            published_qnx=ModelMemory(definition_bytes=216, instance_bytes=0),
            published_irix=ModelMemory(definition_bytes=180, instance_bytes=0),
            measured=ModelMemory(definition_bytes=88, instance_bytes=32),
            names_bytes=112,
        ),
        code=ModelCodeSize(
            text_bytes=16, compressed_bytes=22, tokenised_bytes=8, tokenised_compressed_bytes=16
        ),
    )


def _node() -> NodeView:
    return NodeView(
        name="lyra",
        state=NodeState.ONLINE,
        since=_AT,
        colour=1,
        facts=_FACTS,
        load=0.31,
        busy_share=0.08,
        memory_available_bytes=11_300_000_000,
        clock_offset_ns=18_400.0,
        clock_offset_error_ns=42_000.0,
        current_run=None,
        shares_machine_with=["cygnus"],
    )


def _check(preset: Preset) -> SpecCheck:
    return SpecCheck(
        spec=preset.spec,
        nodes=["lyra", "cygnus"],
        assigned=["26 entities, 1 manager", "14 entities"],
        expected_messages_per_step=[
            _MESSAGES.model_copy(update={"expected": "40", "counted": "0", "bytes": "0"})
        ],
        estimate_s=9.1,
    )


def _run(preset: Preset) -> RunDocument:
    metric = Metric(
        name="step_time.p50",
        title="Step time, median",
        value=141_200.0,
        unit="ns",
        better=Better.LOWER,
    )
    node = RepeatNode(
        node_index=0,
        metrics=[metric],
        messages=[_MESSAGES],
        processes=[],
        state_checksum="7777060241466990666",
        elapsed_ns="430000000",
        samples_dropped=0,
        sample_stride=1,
    )
    repeat = RepeatView(
        repeat=0,
        state=RunState.DONE,
        started_at=_AT,
        ended_at=_AT,
        metrics=[metric],
        messages=[_MESSAGES],
        checks=[_CHECK],
        state_checksum="7777060241466990666",
        nodes=[node],
    )
    return RunDocument(
        summary=_SUMMARY,
        spec=preset.spec,
        nodes=[
            RunNode(
                index=0,
                name="lyra",
                colour=1,
                load_before=0.31,
                busy_share_before=0.08,
                assigned="26 entities, 1 manager",
                facts=_FACTS,
            )
        ],
        metrics=[_STEP_TIME],
        repeats=[repeat],
        events=[_EVENT],
        schemas=[],
        versions=["console 0.1.0 51dcbca0b7c1", "agent 0.1.0", "worker 0.1.0 (51dcbca0b7c1)"],
    )


def _series() -> SeriesList:
    column = SeriesColumn(name="step_time.mean", unit="ns", values=[140_100.0, 141_900.0])
    series = Series(
        repeat=0,
        node_index=0,
        frame=SeriesFrame.WINDOW,
        points=2,
        total_rows=2,
        total_steps=3000,
        thinned=False,
        columns=[column],
    )
    return SeriesList(items=[series])


def _positions() -> Positions:
    here = NodePositions(node_index=0, entities=[0, 2], x=[0.25, 0.5], y=[0.75, 0.5])
    there = NodePositions(node_index=1, entities=[1, 3], x=[0.125, 0.625], y=[0.5, 0.875])
    return Positions(
        repeat=0,
        times_ns=[0, 200_000_000],
        steps=[0, 1400],
        first=0,
        items=[PositionMoment(nodes=[here, there])],
    )


def _comparison() -> Comparison:
    metric = MetricComparison(
        run=_ID,
        metric="step_time.p50",
        title="Step time, median",
        unit="ns",
        better=Better.LOWER,
        baseline_median=140_500.0,
        median=171_300.0,
        ratio=1.219,
        ratio_low=1.201,
        ratio_high=1.24,
        superiority=1.0,
        p_value=0.0079,
        p_adjusted=0.0317,
        verdict=Verdict.WORSE,
        sentence="Step time, median: worse, 22 % above the baseline.",
    )
    return Comparison(
        baseline="01jzq3s0v8c2k4w9x7t6n0r1aa",
        verdict=Verdict.WORSE,
        conclusion=Conclusion(
            outcome=Outcome.FOUND,
            sentence="managers 2: slower, the median step time 22 % above the baseline"
            " (95 % interval 20 to 24 %).",
            findings=[],
            models=[],
            doubts=["Run 121: cygnus was 31 % busy before the start."],
            next_steps=["Repeat each run 5 times or more."],
        ),
        runs=[ComparedRun(summary=_SUMMARY, label="managers 2", metrics=[_STEP_TIME], doubts=[])],
        settings_compared=38,
        differences=[
            Difference(
                path="workload.managers", title="Managers", kind="setting", values=["1", "2"]
            )
        ],
        metrics=[metric],
        checks=[_CHECK],
        published=[],
    )
