"""Users and API tokens, as administrators manage them.

The console always keeps an administrator: the first user or token must be one, and the last one
cannot be removed, disabled, or lose the scope. Otherwise access could not be managed any more.
"""

from __future__ import annotations

from dataclasses import replace

from orrery_contracts.access import (
    AccessScope,
    MadeToken,
    NewToken,
    NewUser,
    TokenList,
    TokenView,
    UserList,
    UserPatch,
    UserView,
)

from orrery_backend.features.access import repository
from orrery_backend.features.access.guesses import Guesses
from orrery_backend.features.access.passwords import Passwords
from orrery_backend.kit.authorize import ANONYMOUS, Caller
from orrery_backend.kit.clock import Clock, instant, instant_or_none
from orrery_backend.kit.credentials import ApiToken, Credentials, User, new_secret, token_digest
from orrery_backend.kit.db import Database
from orrery_backend.kit.problems import conflict, field_error, invalid, not_found

_MOST = 1000
_DAY_S = 24 * 3600
_NO_ADMIN_LEFT = (
    "No administrator would be left. Add another user of scope admin first, then repeat this."
)


class AccountService:
    """Every change is stored before it takes effect."""

    def __init__(
        self,
        database: Database,
        credentials: Credentials,
        passwords: Passwords,
        guesses: Guesses,
        clock: Clock,
    ) -> None:
        self._database = database
        self._credentials = credentials
        self._passwords = passwords
        self._guesses = guesses
        self._clock = clock

    # Users

    def users(self) -> UserList:
        found = sorted(self._credentials.users.values(), key=lambda user: user.name)
        return UserList(items=[_user_view(user) for user in found])

    async def add_user(self, wanted: NewUser) -> UserView:
        password_hash = await self._passwords.hashed(wanted.password, wanted.name)
        if wanted.name in self._credentials.users:
            raise conflict(f"There is a user {wanted.name!r} already. Change that user instead.")
        self._check_room(len(self._credentials.users), "users")
        self._check_first(wanted.scope)
        user = User(wanted.name, wanted.scope, password_hash, False, self._clock.now_ms())
        async with self._database.write() as connection:
            await repository.save_user(connection, user)
        self._credentials.keep_user(user)
        self._close_open_sockets()
        return _user_view(user)

    async def change_user(self, name: str, patch: UserPatch) -> UserView:
        password_hash = None
        if patch.password is not None:
            password_hash = await self._passwords.hashed(patch.password, name)
        before = self._user(name)
        user = replace(
            before,
            scope=patch.scope or before.scope,
            disabled=before.disabled if patch.disabled is None else patch.disabled,
            password_hash=password_hash or before.password_hash,
        )
        self._check_admin_left(before, user)
        async with self._database.write() as connection:
            await repository.save_user(connection, user)
            await repository.remove_sessions_of(connection, f"user:{name}")
        self._credentials.keep_user(user)
        self._credentials.end_source(f"user:{name}")
        return _user_view(user)

    async def remove_user(self, name: str) -> None:
        self._check_admin_left(self._user(name), None)
        async with self._database.write() as connection:
            await repository.remove_user(connection, name)
            await repository.remove_sessions_of(connection, f"user:{name}")
        del self._credentials.users[name]
        self._guesses.forget(name)
        self._credentials.end_source(f"user:{name}")

    def _user(self, name: str) -> User:
        user = self._credentials.users.get(name)
        if user is None:
            raise not_found(f"There is no user {name!r}.", "GET /api/v1/users lists them.")
        return user

    # Tokens

    def tokens(self) -> TokenList:
        found = sorted(self._credentials.tokens.values(), key=lambda token: token.name)
        return TokenList(items=[_token_view(token) for token in found])

    async def make_token(self, wanted: NewToken, maker: Caller) -> MadeToken:
        if wanted.node is not None and wanted.scope is not AccessScope.AGENT:
            raise invalid(
                field_error(
                    "node",
                    wanted.node,
                    "Only a token of scope agent names a node.",
                    "Leave node out, or make the scope agent.",
                )
            )
        if wanted.name in self._credentials.tokens:
            raise conflict(f"There is a token {wanted.name!r} already. Choose another name.")
        self._check_room(len(self._credentials.tokens), "tokens")
        self._check_first(wanted.scope)
        if not self._credentials.required and wanted.days is not None:
            raise conflict(
                "The first token would expire and leave no administrator. Add a user of scope "
                "admin first, or make a token that does not expire."
            )
        secret, now_ms = new_secret(), self._clock.now_ms()
        token = ApiToken(
            wanted.name,
            token_digest(secret),
            wanted.scope,
            wanted.node,
            now_ms,
            maker.name,
            None if wanted.days is None else now_ms // 1000 + wanted.days * _DAY_S,
        )
        async with self._database.write() as connection:
            await repository.save_token(connection, token)
        self._credentials.keep_token(token)
        self._close_open_sockets()
        return MadeToken(secret=secret, token=_token_view(token))

    async def revoke_token(self, name: str) -> TokenView:
        before = self._credentials.tokens.get(name)
        if before is None:
            raise not_found(f"There is no token {name!r}.", "GET /api/v1/tokens lists them.")
        if before.revoked_ms is not None:
            return _token_view(before)
        token = replace(before, revoked_ms=self._clock.now_ms())
        self._credentials.tokens[name] = token
        if before.scope is AccessScope.ADMIN and not self._credentials.has_admin():
            self._credentials.tokens[name] = before
            raise conflict(_NO_ADMIN_LEFT)
        # Revoked at once, also if the store cannot be written now.
        self._credentials.end_source(f"token:{name}")
        async with self._database.write() as connection:
            await repository.save_token(connection, token)
            await repository.remove_sessions_of(connection, f"token:{name}")
        return _token_view(token)

    # Rules

    def _check_room(self, count: int, what: str) -> None:
        if count >= _MOST:
            raise conflict(f"The console keeps at most {_MOST} {what}. Remove one first.")

    def _check_first(self, scope: AccessScope) -> None:
        if scope is not AccessScope.ADMIN and not self._credentials.has_admin():
            raise conflict(
                "The first user or token must have the scope admin: once there is one, the console "
                "requires sign-in, and only administrators can manage access."
            )

    def _check_admin_left(self, before: User, after: User | None) -> None:
        del self._credentials.users[before.name]
        if after is not None:
            self._credentials.users[before.name] = after
        has_admin = self._credentials.has_admin()
        self._credentials.users[before.name] = before
        if before.scope is AccessScope.ADMIN and not has_admin:
            raise conflict(_NO_ADMIN_LEFT)

    def _close_open_sockets(self) -> None:
        """A console that was open until now is not any more."""
        self._credentials.end_source(ANONYMOUS.source)


def _user_view(user: User) -> UserView:
    return UserView(
        name=user.name,
        scope=user.scope,  # type: ignore[arg-type]  # never agent
        disabled=user.disabled,
        created_at=instant(user.created_ms),
        last_sign_in_at=instant_or_none(user.last_sign_in_ms),
    )


def _token_view(token: ApiToken) -> TokenView:
    return TokenView(
        name=token.name,
        scope=token.scope,
        node=token.node,
        created_at=instant(token.created_ms),
        created_by=token.created_by,
        expires_at=instant_or_none(token.expires_s and token.expires_s * 1000),
        last_used_at=instant_or_none(token.last_used_s and token.last_used_s * 1000),
        revoked_at=instant_or_none(token.revoked_ms),
    )
