"""The node's properties and load, from /proc, /sys and the worker's calibration."""

from orrery_agent.facts.allocation import allocation_in
from orrery_agent.facts.calibration import WorkerUnusableError, calibrate
from orrery_agent.facts.load import LoadMeter
from orrery_agent.facts.machine import Machine, look_at_machine
from orrery_agent.facts.node import node_facts
from orrery_agent.facts.peers import offer_peers
from orrery_agent.facts.shared_rating import SharedRatings, ratings_folder

__all__ = [
    "LoadMeter",
    "Machine",
    "SharedRatings",
    "WorkerUnusableError",
    "allocation_in",
    "calibrate",
    "look_at_machine",
    "node_facts",
    "offer_peers",
    "ratings_folder",
]
