"""What a worker executable inherits from its parent (docs/formats/worker-control.md)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

_SECRET: Final = re.compile(r"ORRERY_\w*(TOKEN|PASSWORD|SECRET|KEY)", re.ASCII)


def worker_environment(own: Mapping[str, str]) -> dict[str, str]:
    """The environment for a worker: `own` without Orrery's tokens, passwords and keys.

    A worker needs none of them: a run's token reaches it in its plan, on standard input.
    """
    return {name: value for name, value in own.items() if not _SECRET.match(name)}
