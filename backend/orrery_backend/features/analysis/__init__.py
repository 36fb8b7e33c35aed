"""Analysis: runs held against a baseline. The unit is the repeat, never the step."""
