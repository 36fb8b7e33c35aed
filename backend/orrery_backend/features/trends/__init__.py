"""Trends: a metric of the same settings over time and commits."""
