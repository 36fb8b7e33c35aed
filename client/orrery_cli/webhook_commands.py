"""The commands `webhooks …`: where the console sends what happens (scope admin)."""

from __future__ import annotations

import sys
import time
from typing import Annotated

import typer
from orrery_client.client import Orrery
from orrery_contracts.command import ORRERY
from orrery_contracts.webhook import (
    ANSWER_WITHIN_S,
    DeliveryList,
    DeliveryState,
    MadeWebhook,
    NewWebhook,
    WebhookDelivery,
    WebhookEvent,
    WebhookPatch,
    WebhookView,
)
from pydantic import ValidationError
from rich.console import Console

from orrery_cli.connection import DEFAULT_URL, TokenFileOption, UrlOption, connect
from orrery_cli.failure import CommandError, bad_input
from orrery_cli.run_commands import JsonOption
from orrery_cli.screen import messages, output
from orrery_cli.tables import table, when

NameArgument = Annotated[str, typer.Argument(metavar="NAME", help="Name of a webhook.")]
EventOption = Annotated[
    list[WebhookEvent] | None, typer.Option("--event", help="An event to send; may be repeated.")
]
_LOOK_EVERY_S = 0.2
#: How long `try` waits for the receiver: its own time, and a moment for the console.
_WAIT_S = ANSWER_WITHIN_S + 5.0


def register(app: typer.Typer) -> None:
    """Add these commands."""
    group = typer.Typer(
        help="List, add, change, try and remove webhooks.", invoke_without_command=True
    )
    group.callback()(listed)
    group.command("add")(add)
    group.command("change")(change)
    group.command("remove")(remove)
    group.command("secret")(renew_secret)
    group.command("try")(try_out)
    group.command("deliveries")(deliveries)
    app.add_typer(group, name="webhooks")


def listed(
    context: typer.Context,
    as_json: JsonOption = False,
    url: UrlOption = DEFAULT_URL,
    token_file: TokenFileOption = None,
) -> None:
    """List webhooks."""
    if context.invoked_subcommand is not None:
        return
    with connect(url, token_file) as client:
        found = client.webhooks()
    if as_json:
        sys.stdout.write(found.model_dump_json(indent=2) + "\n")
        return
    if not found.items:
        output().print(f"no webhooks; {ORRERY} webhooks add NAME TARGET adds one")
        return
    view = table("webhook", "target", "events", "state", "waiting", "added by")
    for webhook in found.items:
        state = "enabled" if webhook.enabled else f"disabled: {webhook.disabled_reason}"
        events = ", ".join(webhook.events)
        view.add_row(
            webhook.name, webhook.url, events, state, str(webhook.waiting), webhook.created_by
        )
    output().print(view)


def add(
    name: NameArgument,
    target: Annotated[str, typer.Argument(metavar="TARGET", help="URL of the receiver.")],
    events: EventOption = None,
    url: UrlOption = DEFAULT_URL,
    token_file: TokenFileOption = None,
) -> None:
    """Add a webhook. Prints its secret, once, on standard output alone. Without --event, the
    console sends the ends of runs, sweeps and suites, and the loss of nodes.
    """
    usual = [WebhookEvent.RUN_ENDED, WebhookEvent.GROUP_ENDED, WebhookEvent.NODE_LOST]
    try:
        wanted = NewWebhook.model_validate({"name": name, "url": target, "events": events or usual})
    except ValidationError as error:
        raise _unusable(error) from error
    with connect(url, token_file) as client:
        _show_secret(client.add_webhook(wanted))


def change(
    name: NameArgument,
    target: Annotated[str | None, typer.Option("--target", help="New URL of the receiver.")] = None,
    events: EventOption = None,
    enable: Annotated[
        bool | None, typer.Option("--enable/--disable", help="Whether events are sent.")
    ] = None,
    url: UrlOption = DEFAULT_URL,
    token_file: TokenFileOption = None,
) -> None:
    """Change a webhook."""
    try:
        patch = WebhookPatch.model_validate(
            {"url": target, "events": events or None, "enabled": enable}
        )
    except ValidationError as error:
        raise _unusable(error) from error
    with connect(url, token_file) as client:
        webhook = client.change_webhook(name, patch)
    output().print(f"webhook {name} is {_state(webhook)} and sends {', '.join(webhook.events)}")


def remove(
    name: NameArgument, url: UrlOption = DEFAULT_URL, token_file: TokenFileOption = None
) -> None:
    """Remove a webhook and its deliveries."""
    with connect(url, token_file) as client:
        client.remove_webhook(name)
    output().print(f"webhook {name} removed")


def renew_secret(
    name: NameArgument, url: UrlOption = DEFAULT_URL, token_file: TokenFileOption = None
) -> None:
    """Renew the secret of a webhook. Prints it, once, on standard output alone."""
    with connect(url, token_file) as client:
        _show_secret(client.renew_webhook_secret(name))


def try_out(
    name: NameArgument, url: UrlOption = DEFAULT_URL, token_file: TokenFileOption = None
) -> None:
    """Send a test delivery and wait for the receiver's answer."""
    with connect(url, token_file) as client:
        tried = _after_first_try(client, name, client.test_webhook(name).id)
    if tried is None:
        raise CommandError(
            f"the console has not tried the delivery within {_WAIT_S:.0f} s",
            f"look again with {ORRERY} webhooks deliveries {name}",
        )
    if tried.state is not DeliveryState.DELIVERED:
        raise CommandError(
            f"the test was not delivered: {tried.error}",
            f"correct the receiver or the webhook, then try again; {ORRERY} webhooks deliveries"
            f" {name} has the next tries",
        )
    output().print(f"the receiver of {name} accepted the test with status {tried.status}")


def deliveries(
    name: NameArgument,
    limit: Annotated[int, typer.Option(min=1, max=200, help="How many, newest first.")] = 20,
    as_json: JsonOption = False,
    url: UrlOption = DEFAULT_URL,
    token_file: TokenFileOption = None,
) -> None:
    """Show the last deliveries of a webhook: state, status, tries, next try."""
    with connect(url, token_file) as client:
        found = client.webhook_deliveries(name, limit=limit)
    if as_json:
        sys.stdout.write(found.model_dump_json(indent=2) + "\n")
    else:
        _deliveries_view(found, output())


def _deliveries_view(found: DeliveryList, console: Console) -> None:
    if not found.items:
        console.print("no deliveries yet")
        return
    view = table("at", "event", "about", "state", "tries", "status", "next try", "error")
    for delivery in found.items:
        view.add_row(
            when(delivery.created_at),
            delivery.event,
            delivery.subject,
            delivery.state,
            str(delivery.tries),
            "" if delivery.status is None else str(delivery.status),
            "" if delivery.next_try_at is None else when(delivery.next_try_at),
            delivery.error,
        )
    console.print(view)


def _after_first_try(client: Orrery, name: str, identity: str) -> WebhookDelivery | None:
    end = time.monotonic() + _WAIT_S
    while time.monotonic() < end:
        for delivery in client.webhook_deliveries(name).items:
            is_new = delivery.state is DeliveryState.WAITING and delivery.tries == 0
            if delivery.id == identity and not is_new:
                return delivery
        time.sleep(_LOOK_EVERY_S)
    return None


def _show_secret(made: MadeWebhook) -> None:
    sys.stdout.write(f"{made.secret}\n")
    messages().print(
        f"webhook {made.webhook.name} sends {', '.join(made.webhook.events)}; keep the secret,"
        " the console does not show it again"
    )


def _state(webhook: WebhookView) -> str:
    return "enabled" if webhook.enabled else "disabled"


def _unusable(error: ValidationError) -> CommandError:
    first = error.errors(include_url=False)[0]
    field = ".".join(map(str, first["loc"]))
    remedies = {
        "name": "use lower-case letters, digits, points, hyphens and underscores, at most 63",
        "url": "give http://HOST/PATH or https://HOST/PATH, at most 500 characters",
    }
    remedy = remedies.get(field, "see --help for what is allowed")
    value = str(first["input"])[:80]
    has_bad_form = first["type"] == "string_pattern_mismatch"
    why = f"{value} does not have the right form" if has_bad_form else first["msg"].lower()
    return bad_input(field, value, why, remedy)
