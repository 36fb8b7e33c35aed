"""Plans of workloads on the RTI core: federates are dealt to nodes in turn."""

from __future__ import annotations

import pytest
from backend_testing.facts import node_facts
from orrery_backend.features.scenarios.placement import decide_between, decide_local
from orrery_backend.features.scenarios.planners import PlannedNode, plan_workload, work_of
from orrery_backend.kit.problems import ProblemError
from orrery_contracts.conditions import LocalTransport, NodeTransport, Transports
from orrery_contracts.data_path import (
    BestEffortProtocol,
    Bundling,
    DataPath,
    Holding,
    Impairment,
    ReliableProtocol,
    Transportation,
)
from orrery_contracts.federation import Coordinator, ExchangedAs, Rti
from orrery_contracts.intent import Intent, IntentKind
from orrery_contracts.loads import Loads
from orrery_contracts.spec import RunSpec
from orrery_contracts.workloads.federation_mix import FederationMix, FederationMixPlan
from orrery_contracts.workloads.registry import Workload
from orrery_contracts.workloads.rti_integrated import RtiIntegrated, RtiIntegratedPlan
from orrery_contracts.workloads.rti_latency import (
    CongestionAvoidance,
    RtiLatency,
    RtiLatencyPlan,
    TickVersion,
)
from orrery_contracts.workloads.rti_stress import RtiStress, RtiStressPlan
from orrery_contracts.workloads.rti_throughput import RtiThroughput, RtiThroughputPlan
from orrery_contracts.workloads.rti_time_advance import (
    Reduction,
    RtiTimeAdvance,
    RtiTimeAdvancePlan,
)
from orrery_contracts.workloads.universe_steps import ProcessModel

BEST_EFFORT = DataPath(transportation=Transportation.BEST_EFFORT)
NODE = PlannedNode("lyra", 400.0, 4_000_000_000, 2)
KINDS: list[tuple[Workload, type]] = [
    (RtiLatency(attribute_bytes=64, return_payload=False), RtiLatencyPlan),
    (RtiThroughput(receivers=3, cycles=4, data=BEST_EFFORT), RtiThroughputPlan),
    (RtiTimeAdvance(federates=4, lookahead=1.5), RtiTimeAdvancePlan),
    (RtiIntegrated(federates=3, senders=2, data=BEST_EFFORT), RtiIntegratedPlan),
    (RtiStress(loads=Loads(cpu_share=0.5, cpu_federate=1)), RtiStressPlan),
    (FederationMix(objects=50, joins_per_s=0), FederationMixPlan),
]


@pytest.mark.parametrize(("workload", "kind"), KINDS)
def test_a_plan_says_what_the_spec_says(workload: Workload, kind: type) -> None:
    plan = plan_workload(RunSpec(workload=workload), [NODE]).workload
    assert isinstance(plan, kind)
    assert plan.model_dump() == workload.model_dump()


def test_federates_are_dealt_in_turn() -> None:
    workload = RtiTimeAdvance(federates=5, process_model=ProcessModel.POOLED)
    assigned = plan_workload(RunSpec(workload=workload), [NODE, NODE]).assigned
    assert assigned == ("3 federates, in one thread", "2 federates, in one thread")
    workload = RtiTimeAdvance(federates=2)
    assigned = plan_workload(RunSpec(workload=workload), [NODE, NODE]).assigned
    assert assigned == ("1 federate", "1 federate")


def test_the_sender_has_its_node_to_itself() -> None:
    workload = RtiThroughput(receivers=3, process_model=ProcessModel.POOLED)
    for nodes, wanted in (
        (1, ("4 federates, in one thread",)),
        (2, ("1 federate", "3 federates, in one thread")),
        (3, ("1 federate", "2 federates, in one thread", "1 federate")),
    ):
        assert plan_workload(RunSpec(workload=workload), [NODE] * nodes).assigned == wanted


@pytest.mark.parametrize(
    ("workload", "nodes", "field"),
    [
        (RtiLatency(), 3, "placement.count"),
        (RtiLatency(cpus=3), 1, "workload.cpus"),
        (RtiLatency(attributes=64, attribute_bytes=65_536), 1, "workload.attribute_bytes"),
        (RtiThroughput(receivers=1), 3, "placement.count"),
        (RtiThroughput(receivers=4), 2, "workload.process_model"),
        (RtiTimeAdvance(federates=4), 2, "workload.process_model"),
        (
            RtiTimeAdvance(process_model=ProcessModel.POOLED, link_delay_ms=1),
            1,
            "workload.link_delay_ms",
        ),
        (RtiIntegrated(federates=3, senders=4), 1, "workload.senders"),
        (RtiStress(federates=4), 2, "workload.process_model"),
        (
            RtiStress(loads=Loads(cpu_share=0.1, cpu_federate=4)),
            1,
            "workload.loads.cpu_federate",
        ),
        (
            RtiThroughput(loads=Loads(traffic_per_s=1, traffic_federate=2)),
            1,
            "workload.loads.traffic_federate",
        ),
        (FederationMix(process_model=ProcessModel.THREAD), 2, "workload.process_model"),
        (FederationMix(data=BEST_EFFORT), 1, "workload.process_model"),
        (
            FederationMix(federates=65, process_model=ProcessModel.THREAD),
            1,
            "workload.process_model",
        ),
        (FederationMix(groups=5), 1, "workload.groups_of_federate"),
        (FederationMix(least_bytes=300), 1, "workload.least_bytes"),
        (
            RtiThroughput(process_model=ProcessModel.POOLED, data=BEST_EFFORT),
            1,
            "workload.process_model",
        ),
        (
            RtiStress(process_model=ProcessModel.POOLED, data=BEST_EFFORT),
            1,
            "workload.process_model",
        ),
        (RtiThroughput(data=DataPath(groups=4)), 1, "workload.data.groups"),
        (
            RtiThroughput(data=BEST_EFFORT.model_copy(update={"groups": 4})),
            1,
            "workload.data.groups",
        ),
        (RtiThroughput(regions=3, instances=4), 1, "workload.instances"),
        (
            RtiThroughput(regions=3, exchanged=ExchangedAs.INTERACTIONS),
            1,
            "workload.exchanged",
        ),
        (
            RtiThroughput(regions=3, instances=3, updates_per_cycle=2),
            1,
            "workload.updates_per_cycle",
        ),
        (
            RtiThroughput(
                regions=3,
                instances=3,
                data=DataPath(transportation=Transportation.MINIMUM_RATE),
            ),
            1,
            "workload.regions",
        ),
        (
            RtiThroughput(data=DataPath(bundling=Bundling(bytes=63))),
            1,
            "workload.data.bundling.bytes",
        ),
        (
            RtiLatency(data=DataPath(impairment=Impairment(burst_loss_share=0.6, burst_packets=1))),
            1,
            "workload.data.impairment.burst_loss_share",
        ),
        (
            RtiLatency(data=DataPath(transportation=Transportation.STATE_CONSISTENT)),
            1,
            "workload.data.transportation",
        ),
        (
            RtiIntegrated(data=DataPath(transportation=Transportation.ONE_SHOT)),
            1,
            "workload.data.transportation",
        ),
        (
            RtiThroughput(
                exchanged=ExchangedAs.INTERACTIONS,
                data=DataPath(transportation=Transportation.MINIMUM_RATE),
            ),
            1,
            "workload.data.transportation",
        ),
        (
            RtiStress(attributes=2, data=DataPath(transportation=Transportation.STATE_CONSISTENT)),
            1,
            "workload.attributes",
        ),
        (
            RtiThroughput(
                updates_per_cycle=10_000_000, data=DataPath(transportation=Transportation.ONE_SHOT)
            ),
            1,
            "workload.updates_per_cycle",
        ),
    ],
)
def test_what_cannot_be_placed_or_carried_is_refused(
    workload: Workload, nodes: int, field: str
) -> None:
    with pytest.raises(ProblemError) as refused:
        plan_workload(RunSpec(workload=workload), [NODE] * nodes)
    (error,) = refused.value.errors
    assert error.field == field
    assert error.remedy


def test_transport_services_are_planned_where_they_make_a_difference() -> None:
    for how in Transportation:
        data = DataPath(transportation=how, held=Holding(bytes=0), repeat_ms=50)
        plan = plan_workload(RunSpec(workload=RtiThroughput(data=data)), [NODE]).workload
        assert isinstance(plan, RtiThroughputPlan)
        assert plan.data == data


def test_work_grows_with_what_is_sent() -> None:
    one = work_of(RunSpec(workload=RtiThroughput(receivers=1)))
    two = work_of(RunSpec(workload=RtiThroughput(receivers=2)))
    assert two.size == 2 * one.size
    assert two.like == one.like
    assert (
        work_of(RunSpec(workload=RtiLatency())).like
        != work_of(RunSpec(workload=RtiLatency(rate_hz=100))).like
    )


def test_processes_are_reached_through_shared_memory() -> None:
    spec = RunSpec(workload=RtiLatency(process_model=ProcessModel.PROCESS))
    assert decide_local(spec) is LocalTransport.SHM
    assert decide_local(RunSpec(workload=RtiLatency())) is LocalTransport.THREAD


SWITCHED = DataPath(transportation=Transportation.BEST_EFFORT)


def test_transportation_may_switch_within_a_run() -> None:
    workload = RtiThroughput(data=SWITCHED, cycles=5, switch_every=2)
    plan = plan_workload(RunSpec(workload=workload), [NODE]).workload
    assert isinstance(plan, RtiThroughputPlan)
    assert plan.switch_every == 2


@pytest.mark.parametrize(
    ("data", "every", "field"),
    [
        (DataPath(), 2, "workload.switch_every"),
        (DataPath(transportation=Transportation.ONE_SHOT), 2, "workload.switch_every"),
        (SWITCHED, 5, "workload.switch_every"),
        (
            SWITCHED.model_copy(update={"reliable": ReliableProtocol.NAK_MULTICAST}),
            2,
            "workload.data.reliable",
        ),
    ],
)
def test_switches_that_cannot_be_are_refused(data: DataPath, every: int, field: str) -> None:
    workload = RtiThroughput(data=data, cycles=5, switch_every=every)
    with pytest.raises(ProblemError) as refused:
        plan_workload(RunSpec(workload=workload), [NODE])
    (error,) = refused.value.errors
    assert error.field == field
    assert error.remedy


WITH_HELICS = PlannedNode("lyra", 400.0, 4_000_000_000, 2, ("helics",))


def test_helics_runs_where_it_is_installed() -> None:
    workload = RtiThroughput(rti=Rti.HELICS, receivers=3)
    plan = plan_workload(RunSpec(workload=workload), [WITH_HELICS]).workload
    assert isinstance(plan, RtiThroughputPlan)
    assert plan.rti is Rti.HELICS
    latency = RtiLatency(rti=Rti.HELICS)
    for transports in (Transports(), Transports(nodes=NodeTransport.TCP)):
        spec = RunSpec(workload=latency, transports=transports)
        plan_workload(spec, [WITH_HELICS] * 2)


def test_helics_goes_over_tcp_between_nodes_of_one_machine() -> None:
    nodes = [("lyra", node_facts()), ("vega", node_facts())]
    assert decide_between(RunSpec(workload=RtiLatency()), nodes) is NodeTransport.SHM
    assert decide_between(RunSpec(workload=RtiLatency(rti=Rti.HELICS)), nodes) is NodeTransport.TCP


WITH_DDS = PlannedNode("vega", 400.0, 4_000_000_000, 2, ("dds",))
DDS = DataPath(reliable=ReliableProtocol.DDS)
WITH_NORM = PlannedNode("altair", 400.0, 4_000_000_000, 2, ("dds", "norm"))
NORM = DataPath(reliable=ReliableProtocol.NORM)
BEST_EFFORT_DDS = DataPath(
    transportation=Transportation.BEST_EFFORT, best_effort=BestEffortProtocol.DDS
)


@pytest.mark.parametrize(
    ("data", "nodes", "field"),
    [
        (DDS, [WITH_DDS, NODE], "workload.data.reliable"),
        (NORM, [WITH_NORM, NODE], "workload.data.reliable"),
        (BEST_EFFORT_DDS, [NODE, WITH_DDS], "workload.data.best_effort"),
        (
            DDS.model_copy(update={"impairment": Impairment(loss_share=0.1)}),
            [WITH_DDS, WITH_DDS],
            "workload.data.impairment",
        ),
    ],
)
def test_a_third_partys_transport_is_refused_where_it_is_not(
    data: DataPath, nodes: list[PlannedNode], field: str
) -> None:
    with pytest.raises(ProblemError) as refused:
        plan_workload(RunSpec(workload=RtiThroughput(data=data)), nodes)
    (error,) = refused.value.errors
    assert error.field == field
    assert "lyra" in error.message or field == "workload.data.impairment"
    assert error.remedy


def test_a_third_partys_transport_runs_where_it_is() -> None:
    unused = DataPath(transportation=Transportation.BEST_EFFORT, reliable=ReliableProtocol.DDS)
    for data, node in (
        (DDS, WITH_DDS),
        (NORM, WITH_NORM),
        (BEST_EFFORT_DDS, WITH_DDS),
        (unused, NODE),
    ):
        workload = RtiThroughput(data=data)
        plan = plan_workload(RunSpec(workload=workload), [node]).workload
        assert isinstance(plan, RtiThroughputPlan)
        assert plan.data == data


@pytest.mark.parametrize(
    ("workload", "transports", "nodes", "field"),
    [
        (RtiLatency(rti=Rti.HELICS), Transports(), [WITH_HELICS, NODE], "workload.rti"),
        (
            RtiTimeAdvance(rti=Rti.HELICS, process_model=ProcessModel.POOLED),
            Transports(),
            [WITH_HELICS],
            "workload.process_model",
        ),
        (
            RtiThroughput(rti=Rti.HELICS, receivers=1),
            Transports(nodes=NodeTransport.SHM),
            [WITH_HELICS] * 2,
            "transports.nodes",
        ),
        *(
            (
                RtiThroughput(rti=Rti.HELICS, receivers=3, process_model=model),
                Transports(),
                [WITH_HELICS] * 2,
                field,
            )
            for model, field in (
                (ProcessModel.PROCESS, "placement.count"),
                (ProcessModel.THREAD, "placement.count"),
                (ProcessModel.POOLED, "workload.process_model"),
            )
        ),
        (
            RtiLatency(rti=Rti.HELICS, tick=TickVersion.SLEEP),
            Transports(),
            [WITH_HELICS],
            "workload.tick",
        ),
        (
            RtiLatency(rti=Rti.HELICS, congestion_avoidance=CongestionAvoidance.RTI),
            Transports(),
            [WITH_HELICS],
            "workload.congestion_avoidance",
        ),
        (
            RtiThroughput(rti=Rti.HELICS, intent=Intent(kind=IntentKind.MEASURE)),
            Transports(),
            [WITH_HELICS],
            "workload.intent",
        ),
        *(
            (workload, Transports(), [WITH_HELICS], field)
            for workload, field in (
                (
                    RtiTimeAdvance(rti=Rti.HELICS, reduction=Reduction.CENTRAL),
                    "workload.reduction",
                ),
                (RtiTimeAdvance(rti=Rti.HELICS, fan_out=2), "workload.fan_out"),
                (RtiTimeAdvance(rti=Rti.HELICS, in_flight=1), "workload.in_flight"),
            )
        ),
        (
            RtiLatency(rti=Rti.HELICS),
            Transports(local=LocalTransport.UDS),
            [WITH_HELICS],
            "transports.local",
        ),
        (
            RtiLatency(rti=Rti.HELICS, data=DataPath(transportation=Transportation.BEST_EFFORT)),
            Transports(),
            [WITH_HELICS],
            "workload.data",
        ),
    ],
)
def test_what_helics_has_not_is_refused(
    workload: Workload, transports: Transports, nodes: list[PlannedNode], field: str
) -> None:
    spec = RunSpec(workload=workload, transports=transports)
    with pytest.raises(ProblemError) as refused:
        plan_workload(spec, nodes)
    error = refused.value.errors[0]
    assert error.field == field
    assert "pooled" not in error.remedy


THREE_NODES = [PlannedNode(name, 400.0, 4_000_000_000, 2, ("helics",)) for name in "abc"]


@pytest.mark.parametrize("rti", list(Rti))
def test_the_coordinator_has_the_last_node_to_itself_if_asked(rti: Rti) -> None:
    latency = RtiLatency(rti=rti, coordinator=Coordinator.APART)
    assert plan_workload(RunSpec(workload=latency), THREE_NODES).assigned == (
        "1 federate",
        "1 federate",
        "the RTI's coordinator",
    )
    if rti is Rti.ORRERY:
        throughput = RtiThroughput(
            receivers=4, coordinator=Coordinator.APART, process_model=ProcessModel.POOLED
        )
        words = plan_workload(RunSpec(workload=throughput), THREE_NODES).assigned
        assert words == ("1 federate", "4 federates, in one thread", "the RTI's coordinator")


def test_a_coordinator_apart_leaves_two_nodes_to_federates() -> None:
    latency = RtiLatency(coordinator=Coordinator.APART)
    for count in (1, 2):
        with pytest.raises(ProblemError) as caught:
            plan_workload(RunSpec(workload=latency), THREE_NODES[:count])
        error = caught.value.errors[0]
        assert error.field == "workload.coordinator"
        assert "placement.count" in error.remedy
    with pytest.raises(ProblemError) as caught:
        plan_workload(
            RunSpec(workload=RtiLatency(rti=Rti.HELICS, coordinator=Coordinator.APART)),
            [*THREE_NODES[:2], NODE],
        )
    assert caught.value.errors[0].field == "workload.rti"
