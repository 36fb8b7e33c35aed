"""One request to a receiver: its signature by the Standard Webhooks specification, and its answer.

The answer's body is not read, redirects are not followed, and the answer must begin in time.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import secrets
import ssl
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import cache

import httpx2
import structlog
from orrery_contracts.version import VERSION
from orrery_contracts.webhook import ANSWER_WITHIN_S, RETRY_AFTER_S

_PREFIX = "whsec_"
_KEY_BYTES = 32
GONE = 410
_log = structlog.get_logger()

Post = Callable[[str, bytes, Mapping[str, str]], Awaitable[int]]
"""Sends a body with headers to a URL and returns the status of the answer. Raises `NoAnswerError`.
"""


class NoAnswerError(Exception):
    """The receiver did not answer; the message is a sentence about why."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a receiver answered to one request."""

    status: int | None
    """HTTP status; None without an answer."""
    error: str
    """A sentence; empty if the request was accepted."""


def new_secret() -> str:
    return _PREFIX + base64.b64encode(secrets.token_bytes(_KEY_BYTES)).decode()


def signed_headers(secret: str, identity: str, at_s: int, body: bytes) -> dict[str, str]:
    """The headers of a request. `at_s`: seconds since 1970."""
    key = base64.b64decode(secret.removeprefix(_PREFIX))
    content = f"{identity}.{at_s}.".encode() + body
    digest = hmac.new(key, content, hashlib.sha256).digest()
    return {
        "content-type": "application/json",
        "user-agent": f"orrery/{VERSION}",
        "webhook-id": identity,
        "webhook-timestamp": str(at_s),
        "webhook-signature": f"v1,{base64.b64encode(digest).decode()}",
    }


def retry_after_s(tries: int) -> int | None:
    """Seconds until the next try after so many; None if there is no other."""
    return RETRY_AFTER_S[tries - 1] if tries <= len(RETRY_AFTER_S) else None


async def ask(post: Post, url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
    """Sends one request."""
    try:
        async with asyncio.timeout(ANSWER_WITHIN_S):
            status = await post(url, body, headers)
    except TimeoutError:
        return Answer(None, f"The receiver did not answer within {ANSWER_WITHIN_S} s.")
    except NoAnswerError as error:
        return Answer(None, str(error))
    except Exception as error:  # noqa: BLE001 - an odd address must not end the sending
        _log.exception("a webhook could not be sent")
        return Answer(None, f"The request cannot be sent: {type(error).__name__}.")
    return Answer(status, _status_words(status))


def _status_words(status: int) -> str:
    if 200 <= status < 300:
        return ""
    if 300 <= status < 400:
        return (
            f"The receiver answered {status}: redirects are not followed. Change the webhook's URL"
            " to the final address."
        )
    if status == GONE:
        return "The receiver answered 410: it wants no more events. The webhook is disabled."
    return f"The receiver answered {status}; expected is a status from 200 to 299."


async def post_over_http(url: str, body: bytes, headers: Mapping[str, str]) -> int:
    """A connection of its own for each request."""
    try:
        trust = await asyncio.to_thread(_system_authorities)
        async with (
            httpx2.AsyncClient(verify=trust, timeout=None) as client,
            client.stream("POST", url, content=body, headers=dict(headers)) as answer,
        ):
            return answer.status_code
    except (httpx2.HTTPError, httpx2.InvalidURL, OSError, ValueError) as error:
        words = str(error) or type(error).__name__
        raise NoAnswerError(f"The receiver cannot be reached: {words}."[:500]) from error


@cache
def _system_authorities() -> ssl.SSLContext:
    """SSL_CERT_FILE can add to them."""
    return ssl.create_default_context()
