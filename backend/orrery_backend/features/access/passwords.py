"""Hashes of passwords: argon2id with the parameters of RFC 9106 for little memory (64 MiB)."""

from __future__ import annotations

import asyncio

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

_AT_ONCE = 2


class Passwords:
    """Hashing takes tens of milliseconds and 64 MiB: threads do it, few at a time."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher()
        self._turn = asyncio.Semaphore(_AT_ONCE)
        self._unknown = self._hasher.hash("a password that nobody has")

    async def hashed(self, password: str) -> str:
        async with self._turn:
            return await asyncio.to_thread(self._hasher.hash, password)

    async def match(self, password_hash: str | None, password: str) -> bool:
        """Takes as long for a user that does not exist (None), so that names cannot be probed."""
        async with self._turn:
            return await asyncio.to_thread(self._match, password_hash, password)

    def _match(self, password_hash: str | None, password: str) -> bool:
        try:
            self._hasher.verify(password_hash or self._unknown, password)
        except (VerificationError, InvalidHashError):
            return False
        return password_hash is not None
