"""Which run may begin on which nodes."""
