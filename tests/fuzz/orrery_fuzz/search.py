"""A search of one target with inputs made from its corpus."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings

from orrery_fuzz.inputs import mutated
from orrery_fuzz.targets import Target


class Broken(Exception):  # noqa: N818 - it is the target that is broken
    """A target failed on `data`; the exception's cause is the failure."""

    def __init__(self, data: bytes) -> None:
        super().__init__(f"failed on {data[:200]!r}")
        self.data = data


def search(target: Target, *, examples: int, fixed: bool) -> int:
    """Plays inputs and returns their number. Raises `Broken`. `fixed`: always the same inputs."""
    tried = 0
    last = b""

    @settings(
        max_examples=examples,
        derandomize=fixed,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(mutated(target.corpus()))
    def play(data: bytes) -> None:
        nonlocal tried, last
        tried += 1
        try:
            target.play(data)
        except BaseException:
            last = data
            raise

    try:
        play()
    except Exception as error:
        raise Broken(last) from error
    return tried
