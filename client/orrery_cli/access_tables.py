"""Users, tokens and the audit log as tables for a terminal."""

from __future__ import annotations

from orrery_contracts.access import AuditPage, TokenList, TokenView, UserList, WaitingNodeList
from orrery_contracts.command import ORRERY
from rich.console import Console

from orrery_cli.tables import table, when


def users_view(users: UserList, console: Console) -> None:
    if not users.items:
        console.print(f"no users; {ORRERY} users add NAME --scope admin adds the first")
        return
    view = table("user", "scope", "state", "added", "last sign-in")
    for user in users.items:
        state = "disabled" if user.disabled else "enabled"
        view.add_row(
            user.name, user.scope, state, when(user.created_at), _when(user.last_sign_in_at)
        )
    console.print(view)


def tokens_view(tokens: TokenList, console: Console) -> None:
    if not tokens.items:
        console.print(f"no tokens; {ORRERY} tokens make NAME --scope operator makes one")
        return
    view = table("token", "scope", "node", "state", "expires", "last use", "made by")
    for token in tokens.items:
        view.add_row(
            token.name,
            token.scope,
            token.node or "",
            _state(token),
            _when(token.expires_at),
            _when(token.last_used_at),
            token.created_by,
        )
    console.print(view)


def audit_view(page: AuditPage, console: Console) -> None:
    if not page.items:
        console.print("no entries")
        return
    view = table("number", "at", "who", "from", "action", "target", "status")
    for entry in page.items:
        view.add_row(
            str(entry.number),
            when(entry.at),
            entry.who or "not signed in",
            entry.address,
            entry.action,
            entry.target,
            str(entry.status),
        )
    console.print(view)


def waiting_view(waiting: WaitingNodeList, console: Console) -> None:
    if not waiting.items:
        console.print("no agent waits for approval")
        return
    view = table("node", "key", "host", "from", "asked")
    for node in waiting.items:
        view.add_row(node.name, node.fingerprint, node.hostname, node.address, when(node.asked_at))
    console.print(view)


def _state(token: TokenView) -> str:
    return "valid" if token.revoked_at is None else "revoked"


def _when(at: str | None) -> str:
    return when(at) if at is not None else "never"
