"""Results: what repeats measured, and series as they were recorded.

Features use `service`. Results know no feature.
"""
