"""The grade of a repeat by what else its machines did."""

from __future__ import annotations

import pytest
from backend_testing.facts import node_facts
from orrery_backend.results.quality import quality_of
from orrery_contracts.api import RunNode
from orrery_contracts.results import Better, Metric
from orrery_contracts.surroundings import Clock, Demand, Grade, Surroundings


def _around(
    *,
    busy: float = 1.0,
    own: float = 1.0,
    stolen: float = 0.0,
    elapsed: float = 5.0,
    demand: tuple[float, float] | None = None,
    before: tuple[float, float] | None = None,
    clock: tuple[float, float] | None = None,
) -> Surroundings:
    """On two CPUs: ten seconds of CPU time in five. `demand` and `before`: of the machine and of
    the run's own. `clock`: mean and base."""
    return Surroundings(
        elapsed_s=elapsed,
        cpus=2,
        busy_s=busy,
        own_s=own,
        stolen_s=stolen,
        waiting_share=None,
        demand=demand and Demand(machine=demand[0], own=demand[1]),
        demand_before=before and Demand(machine=before[0], own=before[1]),
        clock=clock and Clock(mean_ghz=clock[0], base_ghz=clock[1]),
    )


def _nodes(*machines: str) -> list[RunNode]:
    return [
        RunNode(
            index=index,
            name=f"n{index}",
            colour=1,
            load_before=0.0,
            busy_share_before=0.0,
            assigned="",
            facts=node_facts(machine=machine).model_copy(update={"hostname": f"host-{machine}"}),
        )
        for index, machine in enumerate(machines)
    ]


@pytest.mark.parametrize(
    ("around", "grade", "reason"),
    [
        (_around(busy=8.0, own=7.5), Grade.QUIET, ""),
        (_around(busy=5.0, own=4.0), Grade.BUSY, "Other processes had 10 % of"),
        (_around(busy=6.0, own=3.5), Grade.DISTURBED, "Other processes had 25 % of"),
        (_around(stolen=0.1), Grade.BUSY, "Other virtual machines had 1 % of"),
        (_around(stolen=0.5), Grade.DISTURBED, "Other virtual machines had 5 % of"),
        (_around(busy=1.0, own=1.1), Grade.QUIET, ""),
        (
            _around(demand=(3.4, 2.0)),
            Grade.DISTURBED,
            "On average 3.4 programs wanted the 2 CPUs of the machine of n0, 1.4 of them",
        ),
        (_around(demand=(2.8, 2.0)), Grade.BUSY, "On average 2.8 programs wanted the 2 CPUs"),
        (_around(demand=(2.4, 2.0)), Grade.QUIET, ""),
        (_around(demand=(2.1, 2.0)), Grade.QUIET, ""),
        (_around(demand=(2.0, 0.5)), Grade.QUIET, ""),
        (_around(demand=(21.6, 18.8)), Grade.QUIET, ""),
        (_around(before=(32.4, 28.7)), Grade.QUIET, ""),
        (
            _around(before=(3.4, 0.0)),
            Grade.BUSY,
            "In the seconds before, 3.4 programs wanted the 2 CPUs",
        ),
        (_around(before=(1.9, 0.0)), Grade.QUIET, ""),
        (
            _around(clock=(1.8, 3.2)),
            Grade.DISTURBED,
            "The CPUs ran at 1.8 of 3.2 GHz on the machine of n0.",
        ),
        (_around(clock=(2.8, 3.2)), Grade.BUSY, "The CPUs ran at 2.8 of 3.2 GHz"),
        (_around(clock=(3.1, 3.2)), Grade.QUIET, ""),
        (_around(clock=(4.4, 3.2)), Grade.QUIET, ""),
        (
            _around(stolen=0.5, clock=(1.8, 3.2)),
            Grade.DISTURBED,
            "Other virtual machines had 5 % of",
        ),
    ],
)
def test_others_make_a_repeat_busy_or_disturbed(
    around: Surroundings, grade: Grade, reason: str
) -> None:
    found = quality_of({0: around}, _nodes("m"))
    assert found is not None
    assert found.grade is grade
    assert found.reason.startswith(reason)
    assert (found.reason == "") == (reason == "")


def test_workers_of_one_run_on_one_machine_do_not_disturb_each_other() -> None:
    both = {0: _around(busy=9.0, own=4.5), 1: _around(busy=9.0, own=4.4)}
    shared = quality_of(both, _nodes("m", "m"))
    apart = quality_of(both, _nodes("m", "k"))
    assert shared is not None
    assert shared.grade is Grade.QUIET
    assert apart is not None
    assert apart.grade is Grade.DISTURBED


def test_the_demand_of_several_workers_on_one_machine_is_not_judged() -> None:
    """Their agents look at different moments: a sum of what they saw is of no moment."""
    both = {0: _around(demand=(4.1, 2.0)), 1: _around(demand=(4.0, 2.0))}
    for nodes, grade in (("m", "m"), Grade.QUIET), (("m", "k"), Grade.DISTURBED):
        found = quality_of(both, _nodes(*nodes))
        assert found is not None
        assert found.grade is grade


def test_the_worst_machine_counts_and_is_named() -> None:
    found = quality_of({0: _around(), 1: _around(stolen=2.0)}, _nodes("m", "k"))
    assert found is not None
    assert found.grade is Grade.DISTURBED
    assert "the machine of n1" in found.reason


def test_without_a_word_of_agents_or_too_short_there_is_no_grade() -> None:
    assert quality_of({}, _nodes("m")) is None
    assert quality_of({0: _around(elapsed=0.05)}, _nodes("m")) is None


@pytest.mark.parametrize(("over_raw", "grade"), [(0.01, Grade.DISTURBED), (0.95, Grade.QUIET)])
def test_what_is_faster_than_the_channel_that_carries_it_was_measured_wrongly(
    over_raw: float, grade: Grade
) -> None:
    metric = Metric(
        name="over_raw", title="Over the channel", value=over_raw, unit="ratio", better=Better.LOWER
    )
    found = quality_of({0: _around()}, _nodes("m"), [metric])
    assert found is not None
    assert found.grade is grade
    assert ("0.01 times that of the bare channel" in found.reason) == (grade is Grade.DISTURBED)
