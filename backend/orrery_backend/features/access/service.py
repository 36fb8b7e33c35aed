"""Sign-in: a token, given once, becomes a cookie."""

from __future__ import annotations

import structlog
from orrery_contracts.access import AccessScope, Session
from orrery_contracts.errors import ProblemCode

from orrery_backend.features.access import repository
from orrery_backend.kit.access import Sessions, Tokens
from orrery_backend.kit.authorize import ANONYMOUS, Caller
from orrery_backend.kit.clock import Clock
from orrery_backend.kit.db import Database
from orrery_backend.kit.problems import ProblemError

_log = structlog.get_logger()


class AccessService:
    """Keeps the sessions of browsers, in memory for the gate and in the store over a restart."""

    def __init__(
        self, database: Database, tokens: Tokens, sessions: Sessions, clock: Clock
    ) -> None:
        self._database = database
        self._tokens = tokens
        self._sessions = sessions
        self._clock = clock

    async def load(self) -> None:
        """Takes up the sessions that had not ended when the console did."""
        now_s = self._clock.now_ms() // 1000
        async with self._database.write() as connection:
            await repository.forget_ended(connection, self._tokens.fingerprint, now_s)
            for session in await repository.all_sessions(connection):
                self._sessions.add(session)

    async def sign_in(self, token: str, caller: str) -> tuple[Session, str]:
        """The session and its cookie. Raises `ProblemError`."""
        if not self._tokens.required:
            return self.session(ANONYMOUS), ""
        scope = self._tokens.scope_of(token)
        _log.info("sign-in", caller=caller, scope=scope.value if scope else "refused")
        if scope is None:
            raise ProblemError(
                ProblemCode.UNAUTHORIZED,
                "This token is not known here. Ask whoever started the console for a token.",
            )
        if scope is AccessScope.AGENT:
            raise ProblemError(
                ProblemCode.FORBIDDEN,
                "This token is for agents. Sign in with a token of scope viewer, operator or "
                "admin.",
            )
        session, cookie = self._sessions.open(scope, self._clock.now_ms() // 1000)
        async with self._database.write() as connection:
            await repository.add(connection, session, self._tokens.fingerprint)
        return self.session(Caller(scope)), cookie

    async def sign_out(self, cookie: str) -> None:
        session = self._sessions.close(cookie)
        if session is not None:
            async with self._database.write() as connection:
                await repository.remove(connection, session.digest)

    def session(self, caller: Caller | None) -> Session:
        return Session(
            required=self._tokens.required, scope=caller.scope if caller is not None else None
        )
