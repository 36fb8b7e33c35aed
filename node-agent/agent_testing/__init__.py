"""Helpers of the agent's tests, outside the product: plans, a scripted worker and console."""
