"""Commands for access: users, tokens and audit (scope admin), approve (scope operator)."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from orrery_contracts.access import AccessScope, NewToken, NewUser, UserPatch
from orrery_contracts.command import ORRERY
from pydantic import ValidationError

from orrery_cli.access_tables import audit_view, tokens_view, users_view, waiting_view
from orrery_cli.connection import DEFAULT_URL, TokenFileOption, UrlOption, connect
from orrery_cli.failure import CommandError, bad_input
from orrery_cli.run_commands import JsonOption
from orrery_cli.screen import output

NameArgument = Annotated[str, typer.Argument(metavar="NAME")]
PasswordFileOption = Annotated[
    Path | None,
    typer.Option("--password-file", help="File with the password; left out: asked for."),
]
_USER_SCOPES = "viewer, operator or admin"


def register(app: typer.Typer) -> None:
    """Add these commands."""
    users = typer.Typer(help="List, add, change and remove users.", invoke_without_command=True)
    users.callback()(list_users)
    users.command("add")(add_user)
    users.command("change")(change_user)
    users.command("remove")(remove_user)
    app.add_typer(users, name="users")
    tokens = typer.Typer(help="List, make and revoke API tokens.", invoke_without_command=True)
    tokens.callback()(list_tokens)
    tokens.command("make")(make_token)
    tokens.command("revoke")(revoke_token)
    app.add_typer(tokens, name="tokens")
    app.command()(audit)
    app.command()(approve)


def list_users(
    context: typer.Context, url: UrlOption = DEFAULT_URL, token_file: TokenFileOption = None
) -> None:
    """List users."""
    if context.invoked_subcommand is None:
        with connect(url, token_file) as client:
            users_view(client.users(), output())


def add_user(
    name: NameArgument,
    scope: Annotated[AccessScope, typer.Option(help=_USER_SCOPES)],
    password_file: PasswordFileOption = None,
    url: UrlOption = DEFAULT_URL,
    token_file: TokenFileOption = None,
) -> None:
    """Add a user. The first user must have the scope admin; the console then asks for sign-in."""
    password = _password(password_file)
    try:
        user = NewUser.model_validate({"name": name, "scope": scope, "password": password})
    except ValidationError as error:
        raise _unusable(error) from error
    with connect(url, token_file) as client:
        client.add_user(user)
    output().print(f"user {name} added with the scope {scope}")


def change_user(
    name: NameArgument,
    scope: Annotated[AccessScope | None, typer.Option(help=_USER_SCOPES)] = None,
    disable: Annotated[
        bool | None, typer.Option("--disable/--enable", help="Whether the user may sign in.")
    ] = None,
    new_password: Annotated[
        bool, typer.Option("--password", help="Give the user a new password.")
    ] = False,
    password_file: PasswordFileOption = None,
    url: UrlOption = DEFAULT_URL,
    token_file: TokenFileOption = None,
) -> None:
    """Change a user; this ends the user's sessions."""
    wanted = new_password or password_file is not None
    password = _password(password_file) if wanted else None
    try:
        patch = UserPatch.model_validate(
            {"scope": scope, "disabled": disable, "password": password}
        )
    except ValidationError as error:
        raise _unusable(error) from error
    with connect(url, token_file) as client:
        user = client.change_user(name, patch)
    state = "disabled" if user.disabled else "enabled"
    output().print(f"user {name} has the scope {user.scope} and is {state}")


def remove_user(
    name: NameArgument, url: UrlOption = DEFAULT_URL, token_file: TokenFileOption = None
) -> None:
    """Remove a user; this ends the user's sessions."""
    with connect(url, token_file) as client:
        client.remove_user(name)
    output().print(f"user {name} removed")


def list_tokens(
    context: typer.Context, url: UrlOption = DEFAULT_URL, token_file: TokenFileOption = None
) -> None:
    """List API tokens."""
    if context.invoked_subcommand is None:
        with connect(url, token_file) as client:
            tokens_view(client.tokens(), output())


def make_token(
    name: NameArgument,
    scope: Annotated[AccessScope, typer.Option(help="agent, viewer, operator or admin")],
    node: Annotated[
        str | None,
        typer.Option(help="With --scope agent: the node that may join, or a prefix: slurm-."),
    ] = None,
    days: Annotated[int, typer.Option(min=0, help="Days until it expires; 0: never.")] = 90,
    url: UrlOption = DEFAULT_URL,
    token_file: TokenFileOption = None,
) -> None:
    """Make an API token. Prints its secret, once, on standard output alone."""
    try:
        token = NewToken.model_validate(
            {"name": name, "scope": scope, "node": node, "days": days or None}
        )
    except ValidationError as error:
        raise _unusable(error) from error
    with connect(url, token_file) as client:
        made = client.make_token(token)
    sys.stdout.write(f"{made.secret}\n")


def revoke_token(
    name: NameArgument, url: UrlOption = DEFAULT_URL, token_file: TokenFileOption = None
) -> None:
    """Revoke an API token; connections that use it are closed."""
    with connect(url, token_file) as client:
        client.revoke_token(name)
    output().print(f"token {name} revoked")


def audit(
    query: Annotated[
        str, typer.Option("--search", help="Part of who, address, action or target.")
    ] = "",
    limit: Annotated[int, typer.Option(min=1, max=500, help="How many, newest first.")] = 50,
    as_json: JsonOption = False,
    url: UrlOption = DEFAULT_URL,
    token_file: TokenFileOption = None,
) -> None:
    """Show the audit log: who did what, from where, with which result."""
    with connect(url, token_file) as client:
        page = client.audit(limit=limit, query=query)
    if as_json:
        sys.stdout.write(page.model_dump_json(indent=2) + "\n")
    else:
        audit_view(page, output())


def approve(
    node: Annotated[
        str | None, typer.Argument(metavar="[NODE]", help="Left out: list who waits.")
    ] = None,
    key: Annotated[
        str | None,
        typer.Option(help="Fingerprint of the agent's key, if several ask for the name."),
    ] = None,
    url: UrlOption = DEFAULT_URL,
    token_file: TokenFileOption = None,
) -> None:
    """Approve an agent that waits to join as a node."""
    with connect(url, token_file) as client:
        waiting = client.waiting_nodes()
        if node is None:
            waiting_view(waiting, output())
            return
        keys = [item.fingerprint for item in waiting.items if item.name == node]
        if key is None and len(keys) != 1:
            problem = "several agents ask for this name" if keys else "no such agent waits"
            remedy = (
                f"give --key {' or '.join(keys)}" if keys else f"{ORRERY} approve lists who waits"
            )
            raise bad_input("NODE", node, problem, remedy)
        client.approve_node(node, key or keys[0])
    output().print(f"node {node} approved; it joins within seconds")


def _password(file: Path | None) -> str:
    """Reads a password from the file, or asks the user to type it twice."""
    if file is None:
        typed: str = typer.prompt("Password", hide_input=True, confirmation_prompt=True, err=True)
        return typed
    try:
        return file.read_text(encoding="utf-8").rstrip("\r\n")
    except (OSError, UnicodeDecodeError) as error:
        raise bad_input(
            "--password-file", str(file), f"cannot read it: {error}", "name a readable file"
        ) from error


def _unusable(error: ValidationError) -> CommandError:
    first = error.errors(include_url=False, include_input=False)[0]
    field = ".".join(map(str, first["loc"]))
    return bad_input(field, "", first["msg"].lower(), "see --help for what is allowed")
