"""One console leads at a time, and one that has lost the lead writes nothing more."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from backend_testing.console import until
from backend_testing.postgres import PostgresServer
from orrery_backend import migrations
from orrery_backend.features.consoles.service import DeposedError, Election
from orrery_backend.kit.clock import SystemClock
from orrery_backend.kit.db import Database
from orrery_backend.kit.postgres import PostgresAddress
from sqlalchemy import text

_INSERT = text("INSERT INTO nodes (name, colour, facts, since_ms) VALUES (:name, 1, '{}', 0)")
_COUNT = text("SELECT count(*) FROM nodes")


class Party:
    """A console as far as the election goes."""

    def __init__(self, store: PostgresAddress, name: str) -> None:
        self.database = Database.at(Path(), store)
        self.election = Election(store, f"http://{name}", SystemClock(), every_s=0.05)

    async def lead(self) -> None:
        await self.election.campaign()
        await migrations.upgrade(self.database)
        await self.election.take_office(self.database)

    async def write(self, name: str) -> None:
        async with self.database.write() as connection:
            await connection.execute(_INSERT, {"name": name})

    async def close(self) -> None:
        await self.election.give_up()
        await self.database.close()


@pytest.fixture
async def parties(postgres: PostgresServer) -> AsyncIterator[list[Party]]:
    store = postgres.new_database()
    made = [Party(store, name) for name in ("one", "two")]
    yield made
    for party in made:
        await party.close()


async def _lock_holder_is_cut_off(postgres: PostgresServer, party: Party) -> None:
    """The network between leader and database is lost, for the lock's connection alone."""
    assert party.election.leader is not None
    postgres.ask(
        "postgres",
        "SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_database d ON d.oid = database"
        f" WHERE locktype = 'advisory' AND granted AND d.datname = '{_name(party)}'",
    )


def _name(party: Party) -> str:
    return party.election._store.url.split("@/")[1].partition("?")[0]


async def test_the_second_waits_and_knows_the_first(parties: list[Party]) -> None:
    one, two = parties
    await one.lead()
    waiting = asyncio.create_task(two.lead())
    await until(lambda: two.election.leader is not None, "the second knows of the first")
    assert two.election.leader is not None
    assert two.election.leader.address == "http://one"
    assert not waiting.done()
    await one.election.give_up()
    await waiting
    assert two.election.leader.address == "http://two"
    assert two.election.leader.term == 2


async def test_a_leader_that_lost_the_lead_writes_nothing(
    parties: list[Party], postgres: PostgresServer
) -> None:
    one, two = parties
    await one.lead()
    await one.write("before")
    # It does not look: its process is held up.
    await _lock_holder_is_cut_off(postgres, one)
    await two.lead()
    with pytest.raises(DeposedError):
        await one.write("after")
    await two.write("new")
    async with two.database.read() as connection:
        assert (await connection.execute(_COUNT)).scalar_one() == 2
    await one.election.hold()
    assert one.election.leader == two.election.leader


async def test_a_new_leader_waits_for_what_the_old_one_has_begun(
    parties: list[Party], postgres: PostgresServer
) -> None:
    one, two = parties
    await one.lead()
    async with one.database.write() as connection:
        await connection.execute(_INSERT, {"name": "begun"})
        await _lock_holder_is_cut_off(postgres, one)
        taking = asyncio.create_task(two.lead())
        await asyncio.sleep(0.5)
        assert not taking.done()
    await taking
    async with two.database.read() as connection:
        assert (await connection.execute(_COUNT)).scalar_one() == 1


async def test_a_leader_that_nobody_replaced_goes_on(
    parties: list[Party], postgres: PostgresServer
) -> None:
    one, _ = parties
    await one.lead()
    holding = asyncio.create_task(one.election.hold())
    await _lock_holder_is_cut_off(postgres, one)
    await asyncio.sleep(0.5)
    assert not holding.done()
    await one.write("still")
    postgres.kill()
    await asyncio.sleep(0.3)
    postgres.start()
    await asyncio.sleep(0.5)
    assert not holding.done()
    assert one.election.leader is not None
    assert one.election.leader.term == 1
    await one.write("again")
    holding.cancel()
    await asyncio.gather(holding, return_exceptions=True)
