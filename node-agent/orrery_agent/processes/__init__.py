"""Worker processes: launch, conversation, end. Nothing outlives the agent, however that ends."""

from orrery_agent.processes.launch import LaunchError
from orrery_agent.processes.worker import StartWorker, Worker, WorkerListener, WorkerProcess

__all__ = ["LaunchError", "StartWorker", "Worker", "WorkerListener", "WorkerProcess"]
