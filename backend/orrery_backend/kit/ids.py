"""Identities: ULIDs in lower case, so that ids sort by time of creation."""

from __future__ import annotations

import secrets

_DIGITS = "0123456789abcdefghjkmnpqrstvwxyz"


def new_ulid(now_ms: int) -> str:
    """48 bits of time and 80 random bits as 26 Crockford base-32 digits."""
    value = ((now_ms & ((1 << 48) - 1)) << 80) | secrets.randbits(80)
    return "".join(_DIGITS[(value >> shift) & 31] for shift in range(125, -1, -5))
