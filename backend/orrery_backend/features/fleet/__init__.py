"""Fleet: which nodes there are, how they are, and the links over which runs reach them."""
