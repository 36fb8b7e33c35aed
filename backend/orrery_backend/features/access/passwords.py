"""Passwords: their strength, and hashes by Argon2id with the parameters of RFC 9106 for little
memory (64 MiB).
"""

from __future__ import annotations

import asyncio
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from zxcvbn import zxcvbn

from orrery_backend.kit.problems import field_error, invalid

_AT_ONCE = 2
#: zxcvbn's estimate takes seconds for long texts; the first characters alone must be strong enough.
_ESTIMATED_LENGTH = 40
#: "Safely unguessable": at least 10^8 guesses.
_LEAST_SCORE = 3


class Passwords:
    """Hashing takes tens of milliseconds and 64 MiB: threads do it, few at a time."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher()
        self._turn = asyncio.Semaphore(_AT_ONCE)
        _hash_of_no_user()

    async def hashed(self, password: str, name: str) -> str:
        """Raises `ProblemError` for a password that is easy to guess for the user `name`."""
        async with self._turn:
            return await asyncio.to_thread(self._hash_strong, password, name)

    async def match(self, password_hash: str | None, password: str) -> bool:
        """Takes as long for a user that does not exist (None), so that names cannot be probed."""
        async with self._turn:
            return await asyncio.to_thread(self._match, password_hash, password)

    def _hash_strong(self, password: str, name: str) -> str:
        _check_strength(password, name)
        return self._hasher.hash(password)

    def _match(self, password_hash: str | None, password: str) -> bool:
        try:
            self._hasher.verify(password_hash or _hash_of_no_user(), password)
        except (VerificationError, InvalidHashError):
            return False
        return password_hash is not None


def _check_strength(password: str, name: str) -> None:
    estimate = zxcvbn(password[:_ESTIMATED_LENGTH], [name, "orrery"])
    if name not in password.lower() and estimate["score"] >= _LEAST_SCORE:
        return
    warning = estimate["feedback"]["warning"]
    raise invalid(
        field_error(
            "password",
            "",
            f"The password is easy to guess. {warning}".strip(),
            "Use 12 characters or more, for example four uncommon words, without the user's name.",
        )
    )


@cache
def _hash_of_no_user() -> str:
    """Made once in the process, with the parameters of all hashes."""
    return PasswordHasher().hash("a password that nobody has")
