"""Nodes that a workload manager lends to a console: one job whose tasks are agents."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from orrery_client import Orrery, OrreryError, ProblemError
from orrery_contracts.access import AccessScope, NewToken
from orrery_contracts.api import NodeState
from orrery_contracts.command import ORRERY
from orrery_contracts.errors import ProblemCode

from orrery_cli.failure import BAD_INPUT, CommandError, bad_input
from orrery_cli.interrupt import undisturbed
from orrery_cli.lender import JobState, Lender, Loan, Phase, node_prefix

Say = Callable[[str], None]
"""Prints a line of progress for the user."""

_LOOK_EVERY_S = 0.5
_LAST_LINES = 12
_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


@dataclass(frozen=True, slots=True)
class Lent:
    """A job whose agents have joined."""

    job: str
    prefix: str
    """The prefix that the names of the job's nodes have, and no other node's name has."""
    names: tuple[str, ...]


def join_address(url: str, join: str | None) -> str:
    """Returns the address for agents. Raises `CommandError` if it is a loopback address."""
    address = join or url
    if urlsplit(address).hostname in _LOOPBACK:
        raise bad_input(
            "--join",
            address,
            "the hosts of the cluster cannot reach the console at an address of this machine alone",
            "start the console with --host 0.0.0.0 (docs/user/access.md) and give its address: "
            "--join http://ADDRESS:PORT, or with --on: join=http://ADDRESS:PORT",
        )
    return address


@contextmanager
def lent(client: Orrery, lender: Lender, loan: Loan, say: Say) -> Iterator[Lent]:
    """Borrows nodes for the duration of a `with` statement."""
    nodes = borrow(client, lender, loan, say)
    try:
        yield nodes
    finally:
        with undisturbed():
            give_back(client, lender, nodes.job)
            say(f"gave the nodes of {lender.title} {nodes.job} back")


def borrow(client: Orrery, lender: Lender, loan: Loan, say: Say) -> Lent:
    """Submits a job and returns when all its nodes are online.

    Cancels the job and raises `CommandError` if the nodes do not come. Also revokes the tokens of
    this user's earlier jobs that have ended.
    """
    for ended in lender.ended():
        with suppress(OrreryError):
            _revoke(client, lender.token_name(ended))
    final = loan

    def authorise(job: str) -> Loan:
        nonlocal final
        final = _with_token(client, lender, loan, job)
        return final

    needs_token = not loan.token and not client.is_anonymous
    try:
        job = lender.submit(loan, authorise if needs_token else None)
    except BaseException:
        with undisturbed(), suppress(OrreryError):
            _revoke(client, final.token_name)
        raise
    say(f"{lender.title} {job}: {loan.nodes} nodes are asked for; its log: {lender.log_of(job)}")
    try:
        return _Wait(client, lender, final, job, say).until_online()
    except BaseException:
        with undisturbed(), suppress(CommandError):
            give_back(client, lender, job)
        raise


def give_back(client: Orrery, lender: Lender, job: str) -> None:
    """Ends the job and revokes the token that was made for it.

    Raises `CommandError` if one of the two fails. The job is ended even if the token cannot be
    revoked.
    """
    recorded = lender.token_name(job)
    lender.release(job)
    for name in [recorded] if recorded else _made_for(client, node_prefix(lender.manager, job)):
        try:
            _revoke(client, name)
        except OrreryError as error:
            raise CommandError(
                f"{lender.title} {job} is ended, but its join token {name} is still valid: {error}",
                f"revoke it with an administrator's token: {ORRERY} tokens revoke {name}",
            ) from error


def _made_for(client: Orrery, prefix: str) -> list[str]:
    """The valid tokens of a job whose record is lost; none for a client that may not see tokens."""
    if client.is_anonymous:
        return []
    try:
        tokens = client.tokens().items
    except ProblemError as error:
        if error.problem.code is not ProblemCode.FORBIDDEN:
            raise
        return []
    return [token.name for token in tokens if token.node == prefix and token.revoked_at is None]


def _revoke(client: Orrery, name: str) -> None:
    """Revokes a token. An empty name and a token that the console does not know are not errors."""
    if not name:
        return
    try:
        client.revoke_token(name)
    except ProblemError as error:
        if error.problem.code is not ProblemCode.NOT_FOUND:
            raise


def _with_token(client: Orrery, lender: Lender, loan: Loan, job: str) -> Loan:
    """Returns the loan with a new join token, with which only nodes of the job may join."""
    name = f"{lender.manager}-{secrets.token_hex(6)}"
    prefix = node_prefix(lender.manager, job)
    wanted = NewToken(name=name, scope=AccessScope.AGENT, node=prefix, days=loan.token_days)
    try:
        secret = client.make_token(wanted).secret
    except ProblemError as error:
        raise CommandError(
            f"the console gives no token for the agents: {error.problem.detail}",
            "use an administrator's token (--token-file), or give one that an administrator made "
            f"for such nodes (--join-token-file; tokens make --node {lender.manager}-)",
        ) from error
    return replace(loan, token=secret, token_name=name)


class _Wait:
    """For the nodes of one job."""

    def __init__(self, client: Orrery, lender: Lender, loan: Loan, job: str, say: Say) -> None:
        self._client = client
        self._lender = lender
        self._loan = loan
        self._job = job
        self._say = say
        self._prefix = node_prefix(lender.manager, job)
        self._title = f"{lender.title} {job}"

    def until_online(self) -> Lent:
        begun = time.monotonic()
        told = ""
        while True:
            names = self._online()
            if len(names) >= self._loan.nodes:
                self._say(f"{self._title}: {', '.join(names)} are online")
                return Lent(self._job, self._prefix, names)
            now = self._lender.state_of(self._job)
            self._require_hope(now)
            news = self._news(now, len(names))
            if news != told:
                self._say(news)
                told = news
            if time.monotonic() - begun > self._loan.patience_s:
                raise self._failure(
                    f"{news} after {self._loan.patience_s:g} s; the job was cancelled",
                    "ask for fewer nodes, or wait longer (--wait)",
                )
            time.sleep(_LOOK_EVERY_S)

    def _online(self) -> tuple[str, ...]:
        return tuple(
            node.name
            for node in self._client.nodes().items
            if node.name.startswith(self._prefix) and node.state is NodeState.ONLINE
        )

    def _news(self, now: JobState, online: int) -> str:
        if now.phase is Phase.WAITS:
            return f"{self._title} waits" + (f" ({now.reason})" if now.reason else "")
        return f"{self._title} runs: {online} of {self._loan.nodes} nodes are online"

    def _require_hope(self, now: JobState) -> None:
        """Raises if the nodes will not come."""
        if now.phase is Phase.ENDED:
            raise self._failure(
                f"{self._title} has ended before its nodes were online ({now.reason})",
                "remove the cause, and borrow again",
            )
        if now.is_hopeless:
            limit = f": {now.limit}" if now.limit else ""
            change = "change this value" if now.option else "ask for fewer nodes or less time"
            error = self._failure(
                f"{self._title} cannot bring its nodes ({now.reason}){limit}; it was cancelled",
                f"{change}; `{self._lender.overview}` shows what there is",
            )
            if now.option:
                error.field, error.value, error.status = now.option, now.value, BAD_INPUT
            raise error

    def _failure(self, message: str, remedy: str) -> CommandError:
        """An error with the agents' last output, because the job's log is deleted with the job."""
        lines = self._lender.last_lines(self._job, _LAST_LINES)
        return CommandError(message, remedy, details=lines)
