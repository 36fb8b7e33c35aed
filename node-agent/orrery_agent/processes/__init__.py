"""Worker processes: launch, messages, end. No worker outlives the agent, however the agent ends."""

from orrery_agent.processes.launch import LaunchError
from orrery_agent.processes.worker import StartWorker, Worker, WorkerListener, WorkerProcess

__all__ = ["LaunchError", "StartWorker", "Worker", "WorkerListener", "WorkerProcess"]
