"""Runs: their life from the queue to the end, and their account."""
