"""Orrery's node agent, one on each host: supervises workers, stores and forwards their output."""
