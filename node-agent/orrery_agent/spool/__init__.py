"""Stores the output of runs on disk until the console has stored it (docs/formats/agent-spool.md).

`SpoolStore` owns a directory for one agent. Each run and repeat has a `RunSpool` in it. Appended
records survive the agent's death at any moment; an incomplete record at the end is cut off. Records
are not synced: a power failure may lose the last seconds. All calls are synchronous, belong to one
thread, and raise `OSError`.
"""

from orrery_agent.spool.run_spool import RunSpool, SpoolReader
from orrery_agent.spool.store import SpoolBusyError, SpoolStore

__all__ = ["RunSpool", "SpoolBusyError", "SpoolReader", "SpoolStore"]
