"""Studies: an index of their figures, tables and experiments, with the last results here."""
