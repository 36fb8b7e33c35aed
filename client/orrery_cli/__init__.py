"""The command line of Orrery. Uses the client and the contracts; never the backend's code."""
