"""Search for bytes that a parser of the Python parts fails on: targets, inputs from a corpus."""
