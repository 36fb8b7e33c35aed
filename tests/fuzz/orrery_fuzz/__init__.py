"""Searches for bytes on which a parser of the Python parts fails: targets, and mutated inputs."""
