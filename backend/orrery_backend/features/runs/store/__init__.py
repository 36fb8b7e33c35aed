"""Runs in the store, and runs on their way there."""
