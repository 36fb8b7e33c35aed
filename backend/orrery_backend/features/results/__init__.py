"""Results: what repeats measured, and series as they were recorded."""
