"""What tests of several parts share: real workers, agents and consoles, started, watched and
ended."""
