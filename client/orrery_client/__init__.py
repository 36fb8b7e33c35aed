"""The Python client of Orrery: typed access to a console's REST interface and live stream.

    from orrery_client import Orrery

    with Orrery("http://127.0.0.1:8000") as console:
        run = console.create_run(NewRun(preset="universe-two-nodes", set=["workload.managers=2"]))
        run = console.wait(run.summary.id)
        print(run.summary.state, run.metrics)

Documents are the models of `orrery_contracts`. Errors are the classes of `orrery_client.errors`.
"""

from orrery_client.client import Orrery
from orrery_client.errors import OrreryError, ProblemError, UnexpectedReplyError, UnreachableError
from orrery_client.frames import Frame, FrameColumn, FrameError
from orrery_client.stream import ENDED, GROUP_ENDED, LiveStream, group_in, summary_in

__all__ = [
    "ENDED",
    "GROUP_ENDED",
    "Frame",
    "FrameColumn",
    "FrameError",
    "LiveStream",
    "Orrery",
    "OrreryError",
    "ProblemError",
    "UnexpectedReplyError",
    "UnreachableError",
    "group_in",
    "summary_in",
]
