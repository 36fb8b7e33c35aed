"""Sign-in: a token, given once, becomes a cookie."""

from __future__ import annotations

from typing import Literal

from orrery_contracts.api import Session
from orrery_contracts.errors import ProblemCode

from orrery_backend.kit.access import Role, Tokens
from orrery_backend.kit.clock import Clock
from orrery_backend.kit.problems import ProblemError


class AccessService:
    """Stateless: a session is a signed cookie."""

    def __init__(self, tokens: Tokens, clock: Clock) -> None:
        self._tokens = tokens
        self._clock = clock

    def sign_in(self, token: str) -> tuple[Session, str]:
        """The session and its cookie. Raises `ProblemError`."""
        if not self._tokens.required:
            return Session(required=False, role=None), ""
        role = self._tokens.role_of(token)
        if role is None:
            raise ProblemError(
                ProblemCode.UNAUTHORIZED,
                "This token is not known here. Ask whoever started the console for its operator"
                " token.",
            )
        if role is not Role.OPERATOR:
            raise ProblemError(
                ProblemCode.FORBIDDEN,
                "This is the agents' token. Sign in with the operator token.",
            )
        now_s = self._clock.now_ms() // 1000
        return Session(required=True, role="operator"), self._tokens.make_cookie(role, now_s)

    def session(self, role: Role | None) -> Session:
        name: Literal["agent", "operator"] | None = None
        if role is not None:
            name = "operator" if role is Role.OPERATOR else "agent"
        return Session(required=self._tokens.required, role=name)
