"""Sign-in and sessions: a token or a password, given once, becomes a cookie."""

from __future__ import annotations

import asyncio
import math
from dataclasses import dataclass, replace

import structlog
from orrery_contracts.access import (
    AccessScope,
    PasswordChange,
    Session,
    SessionList,
    SessionView,
    SignIn,
)
from orrery_contracts.errors import ProblemCode

from orrery_backend.features.access import repository
from orrery_backend.features.access.guesses import Guesses
from orrery_backend.features.access.passwords import Passwords
from orrery_backend.kit.authorize import ANONYMOUS, Caller
from orrery_backend.kit.clock import Clock, instant
from orrery_backend.kit.credentials import Credentials, User
from orrery_backend.kit.credentials import Session as StoredSession
from orrery_backend.kit.db import Database, StoreUnavailableError
from orrery_backend.kit.problems import ProblemError, conflict, field_error, invalid, not_found

_STORE_USES_EVERY_S = 30.0
_log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class SignedIn:
    """The result of a sign-in. `cookie` is empty on a console that requires none."""

    caller: Caller
    cookie: str


class AccessService:
    """Keeps the sessions of browsers, in memory for the gate and in the store over a restart."""

    def __init__(
        self,
        database: Database,
        credentials: Credentials,
        passwords: Passwords,
        guesses: Guesses,
        clock: Clock,
        provider_name: str = "",
    ) -> None:
        self._database = database
        self._credentials = credentials
        self._passwords = passwords
        self._guesses = guesses
        self._clock = clock
        self._provider_name = provider_name

    async def load(self) -> None:
        """Takes up users, tokens, and the sessions that had not ended when the console did."""
        now_s = self._clock.now_ms() // 1000
        async with self._database.write() as connection:
            for user in await repository.all_users(connection):
                self._credentials.keep_user(user)
            for token in await repository.all_tokens(connection):
                self._credentials.keep_token(token)
            for session in await repository.all_sessions(connection):
                lasts = self._credentials.limits.ends_s(session) > now_s
                if lasts and self._credentials.is_known(session.source):
                    self._credentials.sessions[session.digest] = session
                    self._note_address(session.source, session.address)
                else:
                    self._credentials.forget_session(session.digest)
                    await repository.remove_session(connection, session.digest)

    async def look_up(self) -> None:
        """Takes everything as the store has it now, for a console that does not lead."""
        async with self._database.read() as connection:
            users = await repository.all_users(connection)
            tokens = await repository.all_tokens(connection)
            sessions = await repository.all_sessions(connection)
        self._credentials.replace(users, tokens, sessions)

    async def serve(self) -> None:
        """Ends what expires and stores what was used; runs until cancelled."""
        while True:
            await asyncio.sleep(_STORE_USES_EVERY_S)
            self._credentials.end_expired()
            await self.store_uses()

    async def store_uses(self) -> None:
        """Stores when tokens and sessions were last used, and which sessions have ended."""
        tokens, self._credentials.used = self._credentials.used, set()
        sessions, self._credentials.used_sessions = self._credentials.used_sessions, set()
        if not tokens and not sessions:
            return
        try:
            async with self._database.write() as connection:
                for name in tokens:
                    await repository.save_token(connection, self._credentials.tokens[name])
                for digest in sessions:
                    session = self._credentials.sessions.get(digest)
                    if session is None:
                        await repository.remove_session(connection, digest)
                    else:
                        await repository.save_session(connection, session)
        except StoreUnavailableError as error:
            self._credentials.used |= tokens
            self._credentials.used_sessions |= sessions
            _log.warning("times of last use not stored yet", error=error.words)

    @property
    def longest_s(self) -> int:
        """Seconds after which a session ends in any case."""
        return self._credentials.limits.total_s

    # Sign-in

    async def sign_in(self, given: SignIn, address: str, cookie: str) -> SignedIn:
        """`cookie`: of the browser's session until now, which ends. Raises `ProblemError`."""
        if not self._credentials.required:
            return SignedIn(ANONYMOUS, "")
        caller = await self._caller(given, address)
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
        return await self.open_session(caller, address, cookie)

    async def open_session(self, caller: Caller, address: str, cookie: str) -> SignedIn:
        """A new session for a caller whose credential was checked; ends the one of `cookie`."""
        await self.sign_out(cookie)
        session, new_cookie = self._credentials.open_session(caller, address)
        async with self._database.write() as connection:
            await repository.save_session(connection, session)
        return SignedIn(replace(caller, session=session.digest), new_cookie)

    async def _caller(self, given: SignIn, address: str) -> Caller | None:
        if given.token:
            return self._credentials.caller_by_token(given.token.strip())
        user = await self._user_by_password(given.name.strip().lower(), given.password, address)
        if user is None:
            return None
        self._guesses.right(user.name, address)
        user = replace(user, last_sign_in_ms=self._clock.now_ms())
        self._credentials.keep_user(user)
        async with self._database.write() as connection:
            await repository.save_user(connection, user)
        return Caller(user.scope, user.name, f"user:{user.name}")

    async def _user_by_password(self, name: str, password: str, address: str) -> User | None:
        """None if the password is wrong or the user is disabled. Raises `ProblemError` after too
        many wrong passwords.
        """
        user, now = self._credentials.users.get(name), self._clock.monotonic()
        wait_s = self._guesses.wait_s(name, address, user is not None, now)
        if wait_s > 0:
            _log.warning("sign-in refused after wrong passwords", caller=address, name=name[:63])
            raise ProblemError(
                ProblemCode.TOO_MANY,
                f"Too many wrong passwords came for {name[:63]!r}. Wait {math.ceil(wait_s)} s, "
                "then try again, or sign in from an address where you have signed in before.",
            )
        if not await self._passwords.match(user.password_hash if user else None, password):
            self._guesses.wrong(name, address, user is not None, now)
            return None
        # The user may have been changed while the hash was computed.
        user = self._credentials.users.get(name)
        return None if user is None or user.disabled else user

    def _note_address(self, source: str, address: str) -> None:
        kind, _, name = source.partition(":")
        if kind == "user":
            self._guesses.right(name, address)

    async def change_password(
        self, caller: Caller, change: PasswordChange, address: str, cookie: str
    ) -> SignedIn:
        """Gives the caller a new password and a new session; ends the caller's other sessions.
        Raises `ProblemError`.
        """
        kind, _, name = caller.source.partition(":")
        if kind != "user":
            raise conflict(
                "Only a user with a password can change it, and you signed in by other means. Sign "
                "in with your name and password first."
            )
        if await self._user_by_password(name, change.current, address) is None:
            raise invalid(
                field_error(
                    "current", "", "This is not your password.", "Type your current password."
                )
            )
        password_hash = await self._passwords.hashed(change.new, name)
        user = self._credentials.users.get(name)
        if user is None:
            raise not_found(f"There is no user {name!r} any more.", "Ask an administrator.")
        user = replace(user, password_hash=password_hash)
        async with self._database.write() as connection:
            await repository.save_user(connection, user)
            await repository.remove_sessions_of(connection, caller.source)
        self._credentials.keep_user(user)
        self._credentials.end_source(caller.source)
        return await self.open_session(caller, address, cookie)

    # Sessions

    async def sign_out(self, cookie: str) -> StoredSession | None:
        """The session that ended; None if the cookie proves none."""
        session = self._credentials.session_by_cookie(cookie)
        if session is not None:
            await self._end(session)
        return session

    def session(self, caller: Caller | None) -> Session:
        return Session(
            required=self._credentials.required,
            scope=caller.scope if caller is not None else None,
            name=caller.name if caller is not None else "",
            has_password=caller is not None and caller.source.startswith("user:"),
            has_users=bool(self._credentials.users),
            provider=self._provider_name,
        )

    def sessions(self, caller: Caller) -> SessionList:
        """The caller's own sessions; an administrator sees all."""
        found = sorted(self._visible(caller), key=lambda session: -session.used_s)
        return SessionList(
            items=[
                SessionView(
                    id=session.id,
                    who=self._who(session),
                    address=session.address,
                    opened_at=instant(session.opened_s * 1000),
                    used_at=instant(session.used_s * 1000),
                    ends_at=instant(self._credentials.limits.ends_s(session) * 1000),
                    is_current=session.digest == caller.session,
                )
                for session in found
            ]
        )

    async def end_session(self, caller: Caller, identity: str) -> str:
        """Ends a session that the caller sees; returns who had opened it."""
        for session in self._visible(caller):
            if session.id == identity:
                await self._end(session)
                return self._who(session)
        raise not_found(f"There is no session {identity!r}.", "GET /api/v1/sessions lists them.")

    def _visible(self, caller: Caller) -> list[StoredSession]:
        if caller.may(AccessScope.ADMIN):
            return list(self._credentials.sessions.values())
        return self._credentials.sessions_of(caller.source)

    async def _end(self, session: StoredSession) -> None:
        self._credentials.end_session(session.digest)
        async with self._database.write() as connection:
            await repository.remove_session(connection, session.digest)

    def _who(self, session: StoredSession) -> str:
        kind, _, name = session.source.partition(":")
        if kind == "file":
            scope = self._credentials.file_tokens.scope_of(name)
            name = scope.value if scope is not None else "removed"
        return f"{kind}:{session.name or name}"
