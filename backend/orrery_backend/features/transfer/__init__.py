"""Feature transfer: runs as files, from console to console."""
