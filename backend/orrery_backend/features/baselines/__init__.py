"""Baselines: copies of results by name, and the comparison of later sweeps and suites with them."""
