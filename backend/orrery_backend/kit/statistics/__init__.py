"""Statistics of repeats: intervals, tests, corrections. Pure and deterministic."""
