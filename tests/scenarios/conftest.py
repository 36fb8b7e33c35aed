"""Three hosts, the first with a whole CPU and the others with a third, and a console that asks
for tokens."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path

import pytest
from orrery_testing.console import Console
from orrery_testing.hosts import Hosts, why_not, why_not_slow

AGENT_TOKEN = "agent-token-of-this-test"
OPERATOR_TOKEN = "operator-token-of-this-test"

#: Makes that many hosts, with these shares of a CPU.
MakeHosts = Callable[..., Hosts]


@pytest.fixture
def make_hosts(environment: Mapping[str, str]) -> Iterator[MakeHosts]:
    """Hosts that are removed after the test. Skips, with the reason, where they cannot be made."""
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
    """A console on this machine's end of the hosts' network; beyond loopback it asks for tokens."""
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
    """What an agent needs to join."""
    path = tmp_path / "agent-token"
    path.write_text(f"{AGENT_TOKEN}\n")
    return path
