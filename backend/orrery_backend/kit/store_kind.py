"""What differs between the kinds of stores. Repositories and services know none of it."""

from __future__ import annotations

from typing import Protocol

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine


class StoreUnavailableError(Exception):
    """The store cannot be used now: what it says of itself, and what to do. Nothing was stored."""

    def __init__(self, words: str, remedy: str = "") -> None:
        super().__init__(words)
        self.words = words
        self.remedy = remedy


class StoreKind(Protocol):
    """SQLite or PostgreSQL."""

    remedy: str
    """What to do when the store cannot be used."""

    def reader(self) -> AsyncEngine:
        """Its transactions see the store of one moment."""

    def writer(self) -> AsyncEngine:
        """One connection. Its commits return when they would survive a power failure."""

    def trouble(self, error: BaseException) -> str:
        """Why the store cannot be used now; empty if it refused a value and can be used."""

    async def try_write(self, connection: AsyncConnection) -> None:
        """Writes something that changes nothing."""
