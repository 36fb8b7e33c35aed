"""`orrery webhooks` against a console and a receiver of this process."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from backend_testing.console import RunningConsole, running_console
from backend_testing.receiver import running_receiver
from orrery_cli import main, webhook_commands
from orrery_cli.failure import CommandError
from orrery_client import Orrery, ProblemError
from orrery_contracts.webhook import NewWebhook, WebhookEvent
from typer.testing import CliRunner, Result


async def _command(console: RunningConsole, *arguments: str) -> Result:
    """The console answers in this thread, so the command gets one of its own."""
    command = ["webhooks", *arguments, "--url", console.url]
    return await asyncio.to_thread(CliRunner().invoke, main.app, command)


async def _done(console: RunningConsole, *arguments: str) -> str:
    result = await _command(console, *arguments)
    assert result.exit_code == 0, (result.output, result.exception)
    return result.stdout


async def test_a_webhook_is_added_tried_changed_and_removed(tmp_path: Path) -> None:
    async with running_receiver() as receiver, running_console(tmp_path) as console:
        assert "no webhooks" in await _done(console)
        secret = await _done(console, "add", "chat", receiver.url, "--event", "group.ended")
        assert secret.startswith("whsec_")
        assert secret.count("\n") == 1
        assert "accepted the test with status 204" in await _done(console, "try", "chat")
        assert receiver.received[0].payload.data.kind == "test"
        (delivery,) = json.loads(await _done(console, "deliveries", "chat", "--json"))["items"]
        assert (delivery["event"], delivery["state"]) == ("test", "delivered")
        assert "delivered" in await _done(console, "deliveries", "chat")
        assert await _done(console, "secret", "chat") != secret

        changed = await _done(console, "change", "chat", "--event", "run.ended", "--disable")
        assert changed == "webhook chat is disabled and sends run.ended\n"
        (webhook,) = json.loads(await _done(console, "--json"))["items"]
        assert (webhook["enabled"], webhook["events"]) == (False, ["run.ended"])
        assert "disabled" in await _done(console)
        await _done(console, "change", "chat", "--enable")
        assert "removed" in await _done(console, "remove", "chat")
        missing = await _command(console, "remove", "chat")
        assert isinstance(missing.exception, ProblemError)


async def test_a_receiver_that_refuses_the_test_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running_receiver() as receiver, running_console(tmp_path) as console:
        await _done(console, "add", "ci", receiver.url)
        receiver.statuses = [500]
        refused = (await _command(console, "try", "ci")).exception
        assert isinstance(refused, CommandError)
        assert "The receiver answered 500" in refused.message
        receiver.gate.clear()
        monkeypatch.setattr(webhook_commands, "_WAIT_S", 0.3)
        silent = (await _command(console, "try", "ci")).exception
        assert isinstance(silent, CommandError)
        assert "webhooks deliveries ci" in silent.remedy


async def test_bad_input_names_field_value_and_remedy(tmp_path: Path) -> None:
    async with running_console(tmp_path) as console:
        for arguments, field, value in [
            (("add", "chat", "chat.example.org"), "url", "chat.example.org"),
            (("add", "Big Chat", "https://example.org/"), "name", "Big Chat"),
            (("change", "chat", "--target", "ftp://x"), "url", "ftp://x"),
        ]:
            error = (await _command(console, *arguments)).exception
            assert isinstance(error, CommandError), arguments
            assert (error.field, error.value) == (field, value)
            assert error.remedy


async def test_the_client_has_every_call(tmp_path: Path) -> None:
    async with running_receiver() as receiver, running_console(tmp_path) as console:

        def calls() -> None:
            with Orrery(console.url) as client:
                wanted = NewWebhook(name="bot", url=receiver.url, events=[WebhookEvent.NODE_LOST])
                made = client.add_webhook(wanted)
                assert client.webhooks().items == [made.webhook]
                assert client.renew_webhook_secret("bot").secret != made.secret
                tried = client.test_webhook("bot")
                assert client.webhook_deliveries("bot", limit=1).items[0].id == tried.id
                client.remove_webhook("bot")
                assert client.webhooks().items == []

        await asyncio.to_thread(calls)
