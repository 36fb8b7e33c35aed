"""Orrery's node agent, one per host: supervises workers, keeps and forwards what they say."""
