"""The life of a run: a pure state machine, its events and its commands."""
