"""Sign-in: a token or a password, given once, becomes a cookie."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import structlog
from orrery_contracts.access import AccessScope, Session, SignIn
from orrery_contracts.errors import ProblemCode
from sqlalchemy.exc import OperationalError

from orrery_backend.features.access import repository
from orrery_backend.features.access.passwords import Passwords
from orrery_backend.kit.authorize import ANONYMOUS, Caller
from orrery_backend.kit.clock import Clock
from orrery_backend.kit.credentials import Credentials
from orrery_backend.kit.db import Database, store_words
from orrery_backend.kit.problems import ProblemError
from orrery_backend.kit.rates import RateLimit

_STORE_USES_EVERY_S = 30.0
_log = structlog.get_logger()


class AccessService:
    """Keeps the sessions of browsers, in memory for the gate and in the store over a restart."""

    def __init__(
        self, database: Database, credentials: Credentials, passwords: Passwords, clock: Clock
    ) -> None:
        self._database = database
        self._credentials = credentials
        self._passwords = passwords
        self._clock = clock
        #: Of wrong passwords for one name, whatever address they come from.
        self._wrong = RateLimit(per_second=0.1, burst=10)

    async def load(self) -> None:
        """Takes up users, tokens, and the sessions that had not ended when the console did."""
        now_s = self._clock.now_ms() // 1000
        async with self._database.write() as connection:
            for user in await repository.all_users(connection):
                self._credentials.keep_user(user)
            for token in await repository.all_tokens(connection):
                self._credentials.keep_token(token)
            for session in await repository.all_sessions(connection):
                if session.expires_s > now_s and self._credentials.is_known(session.source):
                    self._credentials.sessions[session.digest] = session
                else:
                    await repository.remove_session(connection, session.digest)

    async def serve(self) -> None:
        """Stores when tokens were last used and ends what expires; runs until cancelled."""
        while True:
            await asyncio.sleep(_STORE_USES_EVERY_S)
            self._credentials.end_expired()
            await self.store_uses()

    async def store_uses(self) -> None:
        used, self._credentials.used = self._credentials.used, set()
        if not used:
            return
        try:
            async with self._database.write() as connection:
                for name in used:
                    await repository.save_token(connection, self._credentials.tokens[name])
        except OperationalError as error:
            self._credentials.used |= used
            _log.warning("last use of tokens not stored yet", error=store_words(error))

    async def sign_in(self, given: SignIn, address: str) -> tuple[Session, str]:
        """The session and its cookie. Raises `ProblemError`."""
        if not self._credentials.required:
            return self.session(ANONYMOUS), ""
        caller = await self._caller(given)
        _log.info("sign-in", caller=address, name=caller.name if caller else "refused")
        if caller is None:
            raise ProblemError(
                ProblemCode.UNAUTHORIZED,
                "This name and password, or this token, is not valid here. Check it, or ask an "
                "administrator of this console.",
            )
        if caller.scope is AccessScope.AGENT:
            raise ProblemError(
                ProblemCode.FORBIDDEN,
                "This token is for agents. Sign in with a token of scope viewer, operator or "
                "admin.",
            )
        session, cookie = self._credentials.open_session(caller)
        async with self._database.write() as connection:
            await repository.add_session(connection, session)
        return self.session(caller), cookie

    async def _caller(self, given: SignIn) -> Caller | None:
        if given.token:
            return self._credentials.caller_by_token(given.token.strip())
        name, now = given.name.strip().lower(), self._clock.monotonic()
        if not self._wrong.has(name, now):
            raise ProblemError(
                ProblemCode.TOO_MANY,
                f"Too many wrong passwords came for {name[:63]!r}. Wait a minute, then try again.",
            )
        user = self._credentials.users.get(name)
        if not await self._passwords.match(user.password_hash if user else None, given.password):
            self._wrong.take(name, now)
            return None
        # The user may have been changed while the hash was computed.
        user = self._credentials.users.get(name)
        if user is None or user.disabled:
            return None
        user = replace(user, last_sign_in_ms=self._clock.now_ms())
        self._credentials.keep_user(user)
        async with self._database.write() as connection:
            await repository.save_user(connection, user)
        return Caller(user.scope, user.name, f"user:{user.name}")

    async def sign_out(self, cookie: str) -> None:
        session = self._credentials.close_session(cookie)
        if session is not None:
            async with self._database.write() as connection:
                await repository.remove_session(connection, session.digest)

    def session(self, caller: Caller | None) -> Session:
        return Session(
            required=self._credentials.required,
            scope=caller.scope if caller is not None else None,
            name=caller.name if caller is not None else "",
            has_users=bool(self._credentials.users),
        )
