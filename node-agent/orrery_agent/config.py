"""The agent's configuration: arguments and environment, checked."""

from __future__ import annotations

import argparse
import ipaddress
import math
import re
import ssl
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from orrery_agent.core import Limits
from orrery_agent.link import LinkAddress, parse_joins

_NAME: Final = re.compile(r"[a-z0-9][a-z0-9._-]{0,62}")
_BUILT_WORKER: Final = Path(__file__).resolve().parents[2] / "build/release/bin/orrery-worker"


class ConfigError(ValueError):
    """An argument cannot be used; the text names it, its value and the remedy."""


@dataclass(frozen=True, slots=True)
class AgentConfig:
    """The configuration that `run` of `orrery_agent.main` takes."""

    join: tuple[LinkAddress, ...]
    """Addresses of one console, or of several that share a store. The agent joins any of them."""
    name: str
    worker: Path
    spool: Path
    token: str | None = field(default=None, repr=False)
    authority: Path | None = None
    """The only certificate authority to trust for the console, PEM; None: the system's."""
    address: str | None = None
    """Where other nodes reach this one; None: the local address of the link to the console."""
    leave_after_idle_s: float | None = None
    """The agent ends when the node had no run for this time; None: never."""
    measure_again: bool = False
    """Measure the CPU rating also if another agent of this machine has measured it."""
    limits: Limits = field(default_factory=Limits)


def parse(arguments: Sequence[str], environment: Mapping[str, str]) -> AgentConfig:
    """Parses a command line. Raises `ConfigError`; exits on `--help` or an unknown option."""
    given = _parser().parse_args(arguments)
    name: str = given.name
    if _NAME.fullmatch(name) is None:
        raise ConfigError(
            f"--name: {name!r} is no name of a node; use up to 63 lower-case letters, digits, "
            "'.', '_' and '-', beginning with a letter or digit"
        )
    try:
        join = parse_joins(given.join)
    except ValueError as error:
        raise ConfigError(str(error)) from error
    return AgentConfig(
        join=join,
        name=name,
        worker=Path(given.worker or environment.get("ORRERY_WORKER") or _BUILT_WORKER).absolute(),
        spool=given.spool or _default_spool(name, environment),
        token=_token(given.token_file, environment),
        authority=_authority(given.ca, environment),
        address=_address(given.address),
        leave_after_idle_s=_positive("--leave-after-idle", given.leave_after_idle),
        measure_again=given.measure_again,
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="orrery_agent", description="Make this machine a node of an Orrery console."
    )
    parser.add_argument(
        "--join",
        required=True,
        metavar="URL[,URL]",
        help="address of the console, or of several that share a store",
    )
    parser.add_argument("--name", required=True, help="name of this node in the fleet")
    parser.add_argument(
        "--token-file",
        type=Path,
        metavar="FILE",
        help="file with the join token; else the variable ORRERY_TOKEN",
    )
    parser.add_argument(
        "--ca",
        type=Path,
        metavar="FILE",
        help="trust only this certificate authority for the console (PEM); else ORRERY_CA, else "
        "those of the system",
    )
    parser.add_argument(
        "--address", help="where other nodes reach this one (default: as the console is reached)"
    )
    parser.add_argument(
        "--worker",
        type=Path,
        metavar="PATH",
        help="the worker executable (default: ORRERY_WORKER, or what make build made)",
    )
    parser.add_argument(
        "--spool",
        "--state-dir",
        type=Path,
        metavar="DIR",
        help="where output is kept until the console has it",
    )
    parser.add_argument(
        "--leave-after-idle",
        type=float,
        metavar="SECONDS",
        help="end when the node had no run for so long",
    )
    parser.add_argument(
        "--measure-again",
        action="store_true",
        help="measure the CPU rating also if another agent of this machine has measured it",
    )
    return parser


def _address(text: str | None) -> str | None:
    """The node's IP address, as workers bind and dial it; None if the option is not given."""
    if text is None:
        return None
    try:
        return str(ipaddress.ip_address(text))
    except ValueError:
        raise ConfigError(
            f"--address: {text!r} is no IPv4 or IPv6 address; give one of this machine, like "
            "192.0.2.8, or leave it out"
        ) from None


def _positive(option: str, seconds: float | None) -> float | None:
    if seconds is not None and not 0 < seconds < math.inf:
        raise ConfigError(f"{option}: {seconds:g} is no time to wait; give seconds above 0")
    return seconds


def _default_spool(name: str, environment: Mapping[str, str]) -> Path:
    state = environment.get("XDG_STATE_HOME")
    base = Path(state) if state else Path.home() / ".local" / "state"
    return base / "orrery" / "agents" / name


def _authority(file: Path | None, environment: Mapping[str, str]) -> Path | None:
    given = file or (Path(environment["ORRERY_CA"]) if environment.get("ORRERY_CA") else None)
    if given is None:
        return None
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_verify_locations(given)
    except OSError as error:
        raise ConfigError(
            f"--ca: {given} holds no certificate that can be used: {error}; copy ca.pem from the "
            "console's data folder (tls/ca.pem)"
        ) from error
    return given


def _token(file: Path | None, environment: Mapping[str, str]) -> str | None:
    if file is None:
        token = environment.get("ORRERY_TOKEN", "").strip()
        where = "ORRERY_TOKEN"
    else:
        where = f"--token-file: {file}"
        try:
            token = file.read_text().strip()
        except (OSError, UnicodeDecodeError) as error:
            raise ConfigError(f"{where} cannot be read: {error}") from error
        if not token:
            raise ConfigError(f"{where} is empty; put the console's join token there")
    if not token.isascii() or any(char.isspace() for char in token):
        raise ConfigError(f"{where} holds no token: one line of printable characters is expected")
    return token or None
