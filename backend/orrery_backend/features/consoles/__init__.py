"""Several console processes over one PostgreSQL database: which of them leads."""
