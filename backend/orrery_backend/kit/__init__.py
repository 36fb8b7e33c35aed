"""What features share: store, clock, identities, errors, frames, statistics. It knows no feature."""
