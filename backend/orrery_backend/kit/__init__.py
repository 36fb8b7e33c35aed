"""What features share: store, clock, errors, frames, statistics. It knows no feature."""
