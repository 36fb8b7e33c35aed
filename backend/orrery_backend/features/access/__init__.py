"""Access: users, tokens, and sessions of browsers."""
