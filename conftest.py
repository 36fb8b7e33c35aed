"""What holds for every Python test of the project."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

# No test asserts a time: a busy machine must not fail a property.
settings.register_profile("orrery", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("orrery")


@pytest.fixture(autouse=True, scope="session")
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Agents that tests start keep the machine's rating apart from those of the user's agents."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield
