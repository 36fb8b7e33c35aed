"""Scenarios: presets, specs resolved and checked, and the planners that turn a spec and nodes into
workers' plans.
"""
