"""Fixtures for tests on hosts, and for a console that requires tokens."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path

import pytest
from orrery_testing.console import Console
from orrery_testing.hosts import Hosts, why_not, why_not_slow

AGENT_TOKEN = "agent-token-of-this-test"
OPERATOR_TOKEN = "operator-token-of-this-test"

#: Makes `count` hosts with the given shares of a CPU.
MakeHosts = Callable[..., Hosts]


@pytest.fixture
def make_hosts(environment: Mapping[str, str]) -> Iterator[MakeHosts]:
    """Makes hosts that are removed after the test. Skips with a reason if this is impossible."""
    if why_not():
        pytest.skip(why_not())
    with ExitStack() as stack:

        def make(count: int, shares: tuple[float, ...] = ()) -> Hosts:
            if shares and why_not_slow():
                pytest.skip(why_not_slow())
            hosts = Hosts(count, shares)
            stack.callback(hosts.remove)
            return hosts

        yield make


@pytest.fixture
def make_console(
    tmp_path: Path, environment: Mapping[str, str], worker_executable: Path
) -> Iterator[Callable[[Hosts], Console]]:
    """Makes a console at this machine's end of the hosts' network. It requires tokens there."""
    with ExitStack() as stack:

        def make(hosts: Hosts) -> Console:
            tokens = tmp_path / "tokens"
            tokens.write_text(f"agent={AGENT_TOKEN}\noperator={OPERATOR_TOKEN}\n")
            console = Console(
                tmp_path,
                environment,
                host=hosts.address(0),
                options=["--token-file", str(tokens), "--admit-any-node"],
                token=OPERATOR_TOKEN,
            )
            stack.enter_context(console)
            console.start_backend()
            return console

        yield make


@pytest.fixture
def agent_token_file(tmp_path: Path) -> Path:
    """The file with an agent's token."""
    path = tmp_path / "agent-token"
    path.write_text(f"{AGENT_TOKEN}\n")
    return path
