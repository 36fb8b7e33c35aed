"""Worker processes: launch, conversation, end. Nothing outlives the agent, however that ends."""

from orrery_agent.processes.launch import LaunchError
from orrery_agent.processes.worker import Worker, WorkerListener

__all__ = ["LaunchError", "Worker", "WorkerListener"]
