"""What holds for every Python test of the project."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# No test asserts a time: a busy machine must not fail a property.
settings.register_profile("orrery", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("orrery")
