"""The console's address: the text of `--join` and the WebSocket to dial."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

LINK_PATH: Final = "/api/v1/agents/link"
_SCHEMES: Final = {"ws": "ws", "wss": "wss", "http": "ws", "https": "wss"}


@dataclass(frozen=True, slots=True)
class LinkAddress:
    """The console's WebSocket for agents."""

    url: str
    host: str
    port: int


def parse_join(text: str) -> LinkAddress:
    """Read `http://host:port` or a full `ws://` address. Raises `ValueError` with the remedy."""
    remedy = "give the console's address, for example http://192.0.2.7:8000"
    parts = urlsplit(text)
    scheme = _SCHEMES.get(parts.scheme)
    if scheme is None:
        raise ValueError(
            f"--join: {text!r} does not begin with http://, https:// or ws://; {remedy}"
        )
    try:
        port = parts.port or (443 if scheme == "wss" else 80)
    except ValueError:
        raise ValueError(f"--join: {text!r} has no port from 1 to 65535; {remedy}") from None
    if not parts.hostname:
        raise ValueError(f"--join: {text!r} names no host; {remedy}")
    if parts.username is not None:
        raise ValueError(f"--join: {text!r} has a user name; use --token-file or ORRERY_TOKEN")
    path = parts.path.rstrip("/") or LINK_PATH
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return LinkAddress(f"{scheme}://{host}:{port}{path}", parts.hostname, port)


def parse_joins(text: str) -> tuple[LinkAddress, ...]:
    """Reads comma-separated addresses of consoles that share a store.

    Raises `ValueError` with the remedy.
    """
    return tuple(parse_join(part.strip()) for part in text.split(","))
