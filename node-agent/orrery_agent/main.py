"""Entry point: `python -m orrery_agent --join http://host:port --name NAME`."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from random import SystemRandom
from types import FrameType
from typing import Any, Final

from orrery_contracts.agent import NodeFacts
from structlog.typing import FilteringBoundLogger

from orrery_agent.agent import Agent
from orrery_agent.config import AgentConfig, ConfigError, parse
from orrery_agent.core import Recovered
from orrery_agent.facts import (
    Machine,
    SharedRatings,
    WorkerUnusableError,
    allocation_in,
    calibrate,
    look_at_machine,
    node_facts,
    offer_peers,
    ratings_folder,
)
from orrery_agent.log import make_logger
from orrery_agent.spool import SpoolBusyError, SpoolStore

OK: Final = 0
FAILED: Final = 1
BAD_USAGE: Final = 2
_ENDS: Final = (signal.SIGINT, signal.SIGTERM)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run an agent from a command line; returns the exit status."""
    try:
        config = parse(sys.argv[1:] if arguments is None else arguments, os.environ)
        offer_peers(os.environ)
    except ConfigError as error:
        sys.stderr.write(f"error: {error}\n")
        return BAD_USAGE
    return run(config)


def run(config: AgentConfig) -> int:
    """Runs an agent until SIGINT, SIGTERM or its idle time-out; then returns exit status 0.

    Call it in the main thread: it handles the signals, and the kernel kills the workers when this
    thread ends.
    """
    logger = make_logger(config.name)
    for number in _ENDS:
        signal.signal(number, _leave)
    try:
        store = SpoolStore(config.spool)
        recovered = store.recover()
    except SpoolBusyError as error:
        return _fail(logger, f"{error}; end it, or give this one another --name or --spool DIR")
    except OSError as error:
        problem = f"--spool: {config.spool} cannot be used: {error.strerror}"
        return _fail(logger, f"{problem}; give another DIR")
    try:
        logger.info("measuring this machine")
        machine = look_at_machine()
        ratings = SharedRatings(ratings_folder(os.environ), logger.info)
        calibration = ratings.calibrate(
            machine, partial(calibrate, config.worker), again=config.measure_again
        )
    except WorkerUnusableError as error:
        return _fail(logger, str(error))
    logger.info(_summary(machine, calibration.rating))

    allocation = allocation_in(os.environ, datetime.now(UTC))

    def facts_at(address: str) -> NodeFacts:
        return node_facts(machine, calibration, address, allocation)

    return asyncio.run(_serve(config, facts_at, store, recovered, logger))


async def _serve(
    config: AgentConfig,
    facts_at: Callable[[str], NodeFacts],
    store: SpoolStore,
    recovered: list[Recovered],
    logger: FilteringBoundLogger,
) -> int:
    loop = asyncio.get_running_loop()
    agent = Agent(config, facts_at, store, recovered, SystemRandom(), logger)
    faults: list[str] = []

    def fault(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """An exception in a callback is a defect. The agent ends: its state is unknown."""
        error = context.get("exception")
        loop.default_exception_handler(context)
        faults.append(f"{context['message']}: {error!r}")
        agent.shut_down()

    loop.set_exception_handler(fault)
    for number in _ENDS:
        loop.add_signal_handler(number, agent.shut_down)
    await agent.run()
    if faults:
        logger.error(f"ended because of a fault of the agent: {faults[0]}; report it as a bug")
    return FAILED if faults else OK


def _fail(logger: FilteringBoundLogger, problem: str) -> int:
    logger.error(problem)
    return FAILED


def _leave(_number: int, _frame: FrameType | None) -> None:
    """A signal came before the agent has started anything."""
    raise SystemExit(OK)


def _summary(machine: Machine, rating: float) -> str:
    cores = f"{machine.cores} CPU{'' if machine.cores == 1 else 's'}"
    if machine.cpu_limit < machine.cores:
        cores += f" limited to {machine.cpu_limit:.2f}"
    memory = machine.memory_bytes / (1 << 30)
    return f"{cores}, {memory:.1f} GiB, rating {rating:.0f}; {machine.cpu_model}"
