"""Access: signing in with a token, for browsers."""
