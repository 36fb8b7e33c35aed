"""Output of runs on disk, until the console has stored it (docs/formats/agent-spool.md).

`SpoolStore` owns a directory, one agent at a time; each run and repeat has a `RunSpool` in it.
Records survive the agent's death at any moment: what was appended before is found again, a torn
record at the end is cut off. They are not synced: the machine's sudden death may lose the last
seconds. All calls are synchronous, for one thread, and raise `OSError`.
"""

from orrery_agent.spool.run_spool import RunSpool, SpoolReader
from orrery_agent.spool.store import SpoolBusyError, SpoolStore

__all__ = ["RunSpool", "SpoolBusyError", "SpoolReader", "SpoolStore"]
