"""Worker processes: launch, messages, end. No worker outlives the agent, however the agent ends."""

from orrery_agent.processes.cpu_watch import CpuWatch
from orrery_agent.processes.launch import LaunchError
from orrery_agent.processes.worker import StartWorker, Worker, WorkerListener, WorkerProcess

__all__ = ["CpuWatch", "LaunchError", "StartWorker", "Worker", "WorkerListener", "WorkerProcess"]
