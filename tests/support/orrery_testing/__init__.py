"""Helpers of tests that involve several parts: real workers, agents and consoles."""
