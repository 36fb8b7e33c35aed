"""Reference: figures that studies published, always shown as published."""
