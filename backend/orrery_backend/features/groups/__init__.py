"""Groups of runs: sweeps and suites."""
