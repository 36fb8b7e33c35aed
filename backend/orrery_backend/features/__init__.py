"""One folder for each thing a user can do. Features meet through services only."""
