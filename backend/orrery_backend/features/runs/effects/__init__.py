"""Carries out what a run's life commands, and feeds it what happens."""
