"""Live: topics with a bounded memory, and the viewers that follow them."""
