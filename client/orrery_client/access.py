"""Users, API tokens and the audit log of a console (scope admin); approval of nodes."""

from __future__ import annotations

from urllib.parse import quote

from orrery_contracts.access import (
    ApproveNode,
    AuditPage,
    MadeToken,
    NewToken,
    NewUser,
    TokenList,
    TokenView,
    UserList,
    UserPatch,
    UserView,
    WaitingNodeList,
)

from orrery_client.calls import Calls


class AccessCalls(Calls):
    """Calls for users, tokens and the audit log (scope admin), and for approval of nodes."""

    def users(self) -> UserList:
        return self._get("/users", UserList)

    def add_user(self, user: NewUser) -> UserView:
        content = user.model_dump_json().encode()
        return self._read(self._send("POST", "/users", content=content), UserView)

    def change_user(self, name: str, patch: UserPatch) -> UserView:
        """Changes scope, password or disabled. A field that is null keeps its value."""
        content = patch.model_dump_json().encode()
        return self._read(self._send("PATCH", _path("users", name), content=content), UserView)

    def remove_user(self, name: str) -> None:
        self._send("DELETE", _path("users", name))

    def tokens(self) -> TokenList:
        return self._get("/tokens", TokenList)

    def make_token(self, token: NewToken) -> MadeToken:
        """Makes an API token. Only this answer has the token's secret."""
        content = token.model_dump_json().encode()
        return self._read(self._send("POST", "/tokens", content=content), MadeToken)

    def revoke_token(self, name: str) -> TokenView:
        return self._read(self._send("POST", f"{_path('tokens', name)}/revoke"), TokenView)

    def audit(self, *, cursor: str | None = None, limit: int = 100, query: str = "") -> AuditPage:
        """Entries of the audit log, newest first; `next_cursor` leads to older ones."""
        params = {"cursor": cursor, "limit": str(limit), "q": query or None}
        return self._get("/audit", AuditPage, params)

    def waiting_nodes(self) -> WaitingNodeList:
        """Agents that wait for approval."""
        return self._get("/nodes/waiting", WaitingNodeList)

    def approve_node(self, name: str, fingerprint: str) -> None:
        """Gives the name to the agent whose key has this fingerprint."""
        content = ApproveNode(fingerprint=fingerprint).model_dump_json().encode()
        self._send("POST", f"{_path('nodes', name)}/approve", content=content)


def _path(kind: str, name: str) -> str:
    return f"/{kind}/{quote(name, safe='')}"
