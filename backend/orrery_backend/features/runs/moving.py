"""Entities of a run that is on, moved by hand: orders are judged and passed to the run's master.

What becomes of an order is an event of the run, said by the master's worker. Lives in the event
loop.
"""

from __future__ import annotations

from orrery_contracts.agent import OrderMove
from orrery_contracts.api import RunState
from orrery_contracts.errors import FieldError, ProblemCode
from orrery_contracts.move import MoveAccepted, MoveOrder, OneEntity, ShareOfNode
from orrery_contracts.workloads.registry import Workload
from orrery_contracts.workloads.universe_steps import Behaviour, UniverseSteps

from orrery_backend.features.fleet.service import FleetService
from orrery_backend.features.runs.effects.announcer import Announcer
from orrery_backend.features.runs.store.active import ActiveRun
from orrery_backend.features.runs.store.record import RunRecord
from orrery_backend.kit.clock import Clock
from orrery_backend.kit.problems import ProblemError, field_error, invalid
from orrery_backend.kit.rates import RateLimit

ASKED = "move.asked"

#: Behaviours whose entities have positions.
_PLACED = (Behaviour.FLOCK, Behaviour.WALKTHROUGH)


class Moves:
    """One for the console."""

    def __init__(self, fleet: FleetService, announcer: Announcer, clock: Clock) -> None:
        self._fleet = fleet
        self._announcer = announcer
        self._clock = clock
        self._orders = RateLimit(per_second=5, burst=20)

    def order(self, run: ActiveRun, order: MoveOrder) -> MoveAccepted:
        """Raises `ProblemError` naming field, value and remedy."""
        judge(run.record, order)
        if not self._orders.take(run.id, self._clock.monotonic()):
            raise ProblemError(
                ProblemCode.TOO_MANY,
                f"More than {self._orders.per_second:g} moves a second were asked of run "
                f"{run.record.number}. Move a share of a node in place of single entities, or wait "
                "a few seconds.",
            )
        number = 1 + sum(event.name == ASKED for event in run.events)
        master = run.record.nodes[0].name
        message = OrderMove(run_id=run.id, repeat=run.life.repeat, number=number, order=order)
        if not self._fleet.send(master, message):
            raise ProblemError(
                ProblemCode.UNAVAILABLE,
                f"The link to node {master}, the run's master, is lost just now. Ask again when "
                "the node is back.",
            )
        event = run.add_event(
            self._clock.now_ms(), ASKED, f"move {number}: {in_words(order)}", repeat=run.life.repeat
        )
        self._announcer.event_added(run, event)
        return MoveAccepted(number=number)


def in_words(order: MoveOrder) -> str:
    match order.what:
        case OneEntity(entity=entity):
            return f"entity {entity} to {order.to_node}"
        case ShareOfNode(from_node=from_node, share=share):
            return f"{share * 100:.6g} % of {from_node} to {order.to_node}"


def judge(record: RunRecord, order: MoveOrder) -> None:
    """Refuses what cannot be done to this run."""
    if record.state is not RunState.RUNNING:
        error = field_error(
            "state",
            record.state.value,
            f"Run {record.number} is {record.state.value}; entities are moved while a run is "
            "running.",
            "Ask while its measured part is going on.",
        )
        raise ProblemError(ProblemCode.CONFLICT, f"{error.message} {error.remedy}", [error])
    entities = [node.entities for node in record.nodes if node.entities is not None]
    if not entities:
        raise invalid(_why_they_stay(record.spec.workload))
    errors = [*_bad_node(record, "to_node", order.to_node)]
    match order.what:
        case OneEntity(entity=entity):
            if entity >= sum(entities):
                errors.append(
                    field_error(
                        "what.entity",
                        entity,
                        f"Run {record.number} has no entity of this number.",
                        f"Give a number from 0 to {sum(entities) - 1}.",
                    )
                )
        case ShareOfNode(from_node=from_node):
            errors += _bad_node(record, "what.from_node", from_node)
            if from_node == order.to_node:
                errors.append(
                    field_error(
                        "to_node",
                        order.to_node,
                        "The entities are on this node already.",
                        "Name another node of the run.",
                    )
                )
    if not errors and len(record.nodes) == 1:
        errors.append(
            field_error(
                "to_node",
                order.to_node,
                "The run has this node alone: all entities are there.",
                "Launch a run with placement.count of 2 or more.",
            )
        )
    if errors:
        raise invalid(*errors)


def _why_they_stay(workload: Workload) -> FieldError:
    remedy = "Launch a run of workload universe_migration; its policy may be none."
    if isinstance(workload, UniverseSteps) and workload.behaviour in _PLACED:
        return field_error(
            "workload.behaviour",
            workload.behaviour.value,
            "Entities with positions stay on their nodes: each node keeps a table of where its "
            "own are, which is not handed over while a run is on.",
            remedy,
        )
    return field_error(
        "workload.kind", workload.kind, "Entities of this workload stay where they are.", remedy
    )


def _bad_node(record: RunRecord, field: str, name: str) -> list[FieldError]:
    names = [node.name for node in record.nodes]
    if name in names:
        return []
    return [
        field_error(
            field,
            name,
            f"Run {record.number} has no node of this name.",
            f"Its nodes are {', '.join(names)}.",
        )
    ]
