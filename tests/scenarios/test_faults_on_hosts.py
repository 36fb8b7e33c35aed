"""A short campaign of random faults on real processes (docs/decisions/0281-faults-on-hosts.md).

`make campaign-hosts` plays a long one.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from orrery_hosts.account import Account
from orrery_hosts.cluster import why_no_cluster
from orrery_hosts.play import play

pytestmark = [pytest.mark.integration, pytest.mark.slow, pytest.mark.timeout(600)]

SEED, FAULTS = 12, 10


def test_after_random_faults_nothing_is_lost_and_nothing_is_left(
    tmp_path: Path, worker_executable: Path
) -> None:
    why = why_no_cluster(tmp_path)
    if why:
        pytest.skip(why)
    account = Account()
    counts = play(SEED, FAULTS, account)
    if account.problems:
        pytest.fail("\n".join([*account.problems, "", *account.lines]), pytrace=False)
    assert sum(counts.values()) == FAULTS
