"""What holds for every Python test of the project."""

from __future__ import annotations

import gc

from hypothesis import HealthCheck, settings

# No test asserts a time: a busy machine must not fail a property.
settings.register_profile("orrery", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("orrery")

# Each test of the backend builds an application of 20,000 objects. By default Python then walks all
# living objects at almost every test, which takes a third of the tests' processor time.
gc.set_threshold(20_000, 10, 10)
